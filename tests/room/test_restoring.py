"""A room after its server was killed: everything as it was, and nothing done twice."""

import json

import msgspec
import pytest

from pellmell.bots.mind import make_mind
from pellmell.room.facts import FORMAT
from pellmell.room.opening import RestoreError
from pellmell.room.room import Room
from tests.room.driving import Client, Driven, playing, seeded_chance, view_of


def busy_match() -> tuple[Driven, list[Client]]:
    """Two people and two bots in the second round, with every kind of fact behind them."""
    driven, clients = playing("standard,recycle=keep", mind=make_mind)
    host, guest = clients
    host.ask("bot", level="skilled")
    host.ask("bot", level="casual")
    guest.ask("name", name="Gil")
    guest.ask("react", emoji="wow")
    driven.connect(key="the-key", watch=True)
    driven.run(12)
    host.ask("vote")
    host.ask("end")
    host.ask("next")
    driven.run(20)
    for _ in range(9):
        driven.run(0.5)
        for client in clients:
            client.do("turn")
            client.do("r1>c")
    return driven, clients


def test_a_restored_room_is_the_room_that_was() -> None:
    driven, _ = busy_match()
    before = msgspec.json.decode(view_of(driven.room, driven.now))
    table = driven.table
    driven.restarted()
    after = msgspec.json.decode(view_of(driven.room, driven.now))
    assert after["phase"] == "paused"
    for seat in before["seats"]:
        seat["here"] = seat["kind"] == "bot"
    assert driven.table == table
    differ = {"phase", "watchers"}
    assert {k: v for k, v in after.items() if k not in differ} == {
        k: v for k, v in before.items() if k not in differ
    }


def test_everyone_comes_back_to_their_seat_and_play_goes_on_after_a_countdown() -> None:
    driven, (host, guest) = busy_match()
    v = driven.room._state.v - 10
    driven.restarted()
    again = driven.back(guest, v=v)
    assert again.got[0]["room"] is None
    assert [f["v"] for f in again.got[1:]] == list(range(v + 1, driven.room._state.v + 1))
    assert again.events("phase")[-1] == {"k": "phase", "phase": "countdown", "left": 3.0}
    hosting = driven.back(host)
    driven.run(3)
    assert again.do("turn")["t"] == "ack"
    assert hosting.do("turn")["t"] == "ack"
    assert hosting.ask("pause")["t"] == "ack"


def test_what_was_answered_before_is_answered_the_same_after() -> None:
    driven, (_, guest) = busy_match()
    told = {f["n"]: f for f in guest.got if f["t"] in ("ack", "nack")}
    commands = {}
    driven.restarted()
    again = driven.back(guest)
    v = driven.room._state.v
    for n in sorted(told):
        # Two commands alternate from the third number on: see busy_match.
        commands[n] = "turn" if n % 2 else "r1>c"
    for n in range(3, max(told) + 1):
        assert again.do(commands[n], n=n) == told[n]
    assert driven.room._state.v == v


def test_every_prefix_of_a_log_is_a_room() -> None:
    driven, _ = busy_match()
    for end in range(1, len(driven.log) + 1, 7):
        room = Room.restore(driven.log[:end], 5.0, seeded_chance(mind=make_mind))
        last = msgspec.json.decode(driven.log[end - 1])["v"]
        assert room._state.v == last + 1
        assert room.outbox().entries


def test_kept_frames_are_the_same_to_the_byte_after_a_restart() -> None:
    driven, (_, guest) = busy_match()
    sent = {json.loads(raw)["v"]: raw for raw in guest.raw if b'"t":"ev"' in raw}
    driven.restarted()
    v = max(sent) - 50
    again = driven.back(guest, v=v)
    kept = {json.loads(raw)["v"]: raw for raw in again.raw if b'"t":"ev"' in raw}
    common = sent.keys() & kept.keys()
    assert len(common) == 50
    assert all(sent[n] == kept[n] for n in common)


def test_case_31_a_restored_room_that_nobody_comes_back_to_is_gone_in_the_end() -> None:
    driven, _ = busy_match()
    driven.restarted()
    driven.run(3 * 3600)
    assert driven.closed


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([], "empty"),
        ([b"{"], "entry 1"),
        ([b'{"v":0,"at":0.0,"facts":[{"f":"locked","on":true}]}'], "does not open a room"),
        ([b'{"a":' * 5000], "entry 1"),
        ([Driven().log[0].replace(b'"rules":"standard"', b'"rules":"s$eed"')], "entry 1"),
        ([*Driven().log, b'{"a":' * 5000], "entry 2"),
    ],
)
def test_a_log_that_is_none_is_refused_with_a_reason(entries: list[bytes], says: str) -> None:
    with pytest.raises(RestoreError, match=says):
        Room.restore(entries, 0.0, seeded_chance())


def test_a_log_of_a_newer_format_is_refused() -> None:
    log = [Driven().log[0].replace(b'"format":%d' % FORMAT, b'"format":%d' % (FORMAT + 1))]
    with pytest.raises(RestoreError, match=f"format {FORMAT + 1}; this version reads up to"):
        Room.restore(log, 0.0, seeded_chance())


def test_a_log_with_an_entry_missing_or_doubled_is_refused() -> None:
    driven, _ = busy_match()
    middle = next(i for i, e in enumerate(driven.log) if i > 40 and b'"acted"' in e)
    for log in (
        [*driven.log[:middle], *driven.log[middle + 1 :]],
        [*driven.log[:middle], driven.log[middle], *driven.log[middle:]],
    ):
        with pytest.raises(RestoreError, match="entry"):
            Room.restore(log, 0.0, seeded_chance())


def test_a_pending_play_is_answered_across_a_lost_connection() -> None:
    driven, (host, guest) = playing()
    lost = guest.do("turn")
    driven.drop(guest)
    host.do("turn")
    again = driven.back(guest)
    assert again.do("turn", n=1) == lost


def test_versions_that_were_lost_with_the_power_are_not_resumed_from() -> None:
    driven, (host, guest) = playing()
    for _ in range(9):
        host.do("turn")
    knows, life = host.got[-2]["v"], host.welcome["life"]
    del driven.log[-5:]
    driven.restarted()
    other = driven.back(guest)
    driven.run(4)
    while driven.room._state.v <= knows:
        other.do("turn")
    again = driven.back(host, v=knows, life=life)
    assert again.got[0]["room"] is not None
    life = again.welcome["life"]
    once_more = driven.back(host, v=driven.room._state.v, life=life)
    assert once_more.got[0]["room"] is None
    late = driven.connect(key="the-key", watch=True, v=knows)
    assert late.got[0]["room"] is not None
    driven.restarted()
    lost = driven.connect(key="the-key", watch=True, v=knows, life="of what is lost")
    assert lost.got[0]["room"] is not None
