"""The Speed Machine in a room: throws in time, grabs by right, and no schedule in sight."""

import itertools
import json

import pytest

from pellmell.bots.mind import make_mind
from pellmell.engine.machine import ActionKind
from pellmell.engine.notation import format_card, format_position
from pellmell.engine.record import parse_record
from pellmell.protocol.minds import Intention
from pellmell.protocol.views import Seen
from tests.room.driving import Client, Driven, lay_out, playing


def thrown(driven: Driven, client: Client) -> dict[str, object]:
    """The next throw, heard by everybody."""
    before = len(client.events("threw"))
    driven.run(30, until=lambda: len(client.events("threw")) > before)
    event = client.events("threw")[-1]
    driven.run(0.15)
    return event


def by_letter(event: dict[str, object], clients: list[Client]) -> tuple[list[Client], list[Client]]:
    """Who may grab a thrown card at once, and who may not."""
    owners = [c for c in clients if c.seat in event["for"]]  # type: ignore[operator]
    return owners, [c for c in clients if c not in owners]


def test_noises_are_dealt_and_kept_for_the_match() -> None:
    driven, (host, _) = playing("standard,speed=noises")
    table = host.events("dealt")[0]["table"]
    noises = [section.split(" | ")[4].split() for section in table.split(" / ")[1:3]]
    assert [len(own) for own in noises] == [4, 4]
    assert table.split(" / ")[3].startswith("machine noises | joker:8")
    host.ask("end")
    host.ask("next")
    again = host.events("dealt")[1]["table"]
    assert [s.split(" | ")[4].split() for s in again.split(" / ")[1:3]] == noises


def test_the_owner_grabs_until_the_next_throw_and_then_everybody() -> None:
    driven, clients = playing("standard,speed=noises")
    event = thrown(driven, clients[0])
    (owner,), (other,) = by_letter(event, clients)
    assert other.do("grab")["why"] == "not-yet"
    assert other.do(f"grab {event['number']}")["why"] == "not-yet"
    assert owner.do(f"grab {event['number']}")["t"] == "ack"
    driven.run(0.02)
    assert other.do(f"grab {event['number']}") == {
        "t": "nack", "n": other.n, "why": "beaten", "by": owner.seat, "ms": 20,
    }  # fmt: skip
    second = thrown(driven, clients[0])
    (owner,), (other,) = by_letter(second, clients)
    third = thrown(driven, clients[0])
    assert other.do(f"grab {second['number']}")["t"] == "ack"
    assert third["number"] == 3


def test_a_grab_before_the_noise_sounds_is_too_early() -> None:
    driven, clients = playing("standard,speed=quiet")
    driven.run(30, until=lambda: bool(clients[0].events("threw")))
    event = clients[0].events("threw")[0]
    assert event["noise"] is None
    assert event["for"] == ["A", "B"]
    assert event["play"] == pytest.approx(driven.now + 0.15)
    assert clients[0].do("grab")["why"] == "not-yet"
    driven.run(0.15)
    assert clients[0].do("grab")["t"] == "ack"


def test_throws_come_irregularly_within_the_interval_and_end_after_twenty_four() -> None:
    driven, (host, _) = playing("standard,speed=noises,speed_interval=2-5")
    driven.run(24 * 5 + 1)
    events = host.events("threw")
    assert [e["number"] for e in events] == list(range(1, 25))
    noises = [e["noise"] for e in events]
    assert sorted(noises.count(n) for n in set(noises)) == [3] * 8
    plays = [e["play"] for e in events]
    waits = [round(b - a, 3) for a, b in itertools.pairwise(plays)]
    assert all(2 <= wait <= 5 for wait in waits)
    assert len(set(waits)) > 10


def test_the_host_switches_to_quiet_and_back_in_mid_round() -> None:
    driven, (host, guest) = playing("standard,speed=noises")
    assert guest.ask("quiet", on=True)["why"] == "not-host"
    host.ask("quiet", on=True)
    assert guest.events("quiet") == [{"k": "quiet", "on": True}]
    assert thrown(driven, host)["noise"] is None
    host.ask("quiet", on=False)
    assert thrown(driven, host)["noise"] is not None


def test_a_used_card_names_the_number_card_that_is_meant() -> None:
    driven, (host, guest) = playing("standard,speed=quiet")
    dealt = format_position(driven.table)
    for before, after in (
        (" | - / ", " | +remove +voila / "),
        ("remove:4", "remove:3"),
        ("voila:4", "voila:3"),
    ):
        dealt = dealt.replace(before, after, 1)
    lay_out(driven, dealt)
    area = driven.table.areas[0]
    slot, stack, hidden = (
        format_card(c, 0) for c in (area.row[0][-1], area.stack[-1], area.hand[0])
    )
    assert host.do("use remove r1", card=hidden)["why"] == "moved-on"
    assert host.do("use voila B", card=hidden)["why"] == "moved-on"
    assert host.do("use voila B", card="r11")["why"] == "unreadable"
    assert host.do("use voila B", card=stack)["t"] == "ack"
    assert host.do("use remove r1", card=slot)["t"] == "ack"


class Listening:
    """A mind that only looks, every hundredth of a second, and notes what it saw when."""

    def __init__(self) -> None:
        self.saw: list[tuple[float, int, int]] = []

    def think(self, sight: Seen, now: float, answer: str | None) -> Intention:
        assert sight.machine is not None
        lying = [throw.number for throw in sight.machine.lying]
        assert lying == list(range(1, sight.machine.thrown + 1))
        assert sight.machine.thrown + len(sight.machine.to_come) == 24
        self.saw.append((now, sight.machine.thrown, len(sight.machine.noises)))
        return Intention(None, 0.01)


@pytest.mark.parametrize("speed", ["noises", "quiet"])
def test_a_bot_knows_of_a_throw_when_people_hear_it_and_not_before(speed: str) -> None:
    mind = Listening()
    driven = Driven(f"standard,speed={speed},speed_interval=1-2", mind=lambda *_: mind)
    host = driven.host()
    host.ask("bot")
    host.ask("start")
    driven.run(3 + 12)
    events = host.events("threw")
    assert len(events) > 5
    for event in events[:-1]:
        knew = next(now for now, thrown, _ in mind.saw if thrown == event["number"])
        assert 0 <= knew - event["play"] < 0.011
    noises = [left for _, _, left in mind.saw]
    assert noises == sorted(noises, reverse=True)
    assert (len(set(noises)) > 5) == (speed == "noises")


def test_quiet_means_nothing_without_a_machine() -> None:
    _, (host, _) = playing()
    assert host.ask("quiet", on=True)["why"] == "not-allowed"
    assert host.do("grab")["why"] == "not-allowed"


def test_throws_stop_while_paused_and_after_the_round() -> None:
    driven, (host, _) = playing("standard,speed=noises")
    thrown(driven, host)
    host.ask("pause")
    driven.run(60)
    assert len(host.events("threw")) == 1
    host.ask("resume")
    driven.run(3)
    thrown(driven, host)
    host.ask("end")
    driven.run(19)
    assert len(host.events("threw")) == 2


@pytest.mark.parametrize("rules", ["speed", "standard,speed=quiet", "french,speed=noises,profi=on"])
@pytest.mark.parametrize("bots", [3, 11])
def test_bots_play_whole_rounds_with_the_machine_and_the_records_replay(
    rules: str, bots: int
) -> None:
    driven = Driven(f"{rules},match=rounds,target=2", mind=make_mind)
    host = driven.host()
    for _ in range(bots):
        host.ask("bot", level="skilled")
    host.ask("start")
    driven.run(7200, until=lambda: driven.room._state.phase == "over")
    assert sorted(driven.records)[:2] == [1, 2]
    lines = [line for text in driven.records.values() for line in text.splitlines()]
    assert any(" throw = " in line for line in lines)
    assert any(" grab " in line for line in lines)
    assert any(" use " in line for line in lines)
    for text in driven.records.values():
        assert parse_record(text).result is not None


def test_a_room_with_the_machine_is_restored_as_it_was() -> None:
    driven, clients = playing("standard,speed=noises", mind=make_mind)
    clients[0].ask("bot", seat="C", level="skilled")
    clients[0].ask("end")
    clients[0].ask("next")
    driven.run(40)
    table = driven.table
    assert table.machine is not None
    assert table.machine.thrown > 3
    driven.restarted()
    assert driven.table == table
    back = driven.back(clients[0])
    driven.run(3)
    thrown(driven, back)


def test_after_a_restart_a_card_can_be_grabbed_whatever_the_clock_counts_from() -> None:
    driven, (host, guest) = playing("standard,speed=quiet")
    thrown(driven, host)
    driven.now = 20.0  # a machine that was started anew
    driven.restarted()
    back = driven.back(host)
    assert back.welcome["room"]["table"]
    driven.back(guest)
    driven.run(3.0)
    assert driven.table.machine is not None
    assert driven.table.machine.thrown == 1
    assert back.do("grab")["t"] == "ack"


def sent_before_the_next(throws: int, *, later: bool) -> list[list[bytes]]:
    """All that is written and sent until shortly before a throw, or while a later one is due."""
    driven, (host, guest) = playing("standard,speed=noises")
    for _ in range(throws):
        thrown(driven, host)
    room = driven.room
    due = room._tempo._timers._due["throw"]
    if later:
        room._tempo._timers.set("throw", due + 7.5)
        room._state.promises._occasions["throw"] += 5
    while driven.now < due - 1:
        host.do("turn")
        host.do("grab")
        host.send(t="look")
        driven.run(0.3)
        driven.connect(key="the-key", watch=True)
        driven.back(guest)
        driven.run(0.3)
    sent = [*([*client.raw] for client in driven.clients.values()), [*driven.log]]
    told = len(host.events("threw"))
    driven.run(due - driven.now)
    assert len(host.events("threw")) == told + (not later)
    return sent


@pytest.mark.parametrize("throws", [0, 1, 5])
def test_no_frame_gives_the_schedule_away(throws: int) -> None:
    soon, later = (sent_before_the_next(throws, later=later) for later in (False, True))
    assert soon == later


def test_a_throw_tells_of_itself_alone() -> None:
    driven, (host, _) = playing("standard,speed=noises")
    for _ in range(10):
        event = thrown(driven, host)
        assert set(event) == {"k", "number", "card", "noise", "for", "play"}
        assert "to_come" not in json.dumps(json.loads(driven.log[-1]))
    assert set(ActionKind) >= {e["card"] for e in host.events("threw")}
