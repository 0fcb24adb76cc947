"""Who was first: plays that others could have made too are held until their press could be in."""

import re
from collections.abc import Callable

import pytest

from pellmell.bots.mind import make_mind
from pellmell.engine.record import parse_record
from pellmell.protocol.messages import Options
from pellmell.room.fairness import CAP, UNPROVED_CAP, Fairness
from pellmell.room.tempo import LEAD
from tests.room.driving import Client, Driven, lay_out, playing

RACE = "r:AAA b:BBB / r4 g9 b4 y2 b8 | b9 b10 | - | - / r4 g9 b2 y2 b8 | b9 b10 | - | -"


def race(
    near: float, far: float, fair: str = "press", seed: str = "room"
) -> tuple[Driven, Client, Client]:
    """Two people whose frames are under way for so many seconds, and a pile both can reach."""
    options = Options(fair=fair)  # type: ignore[arg-type]
    driven, (host, guest) = playing("standard,speed=off", options=options, seed=seed)
    driven.room.measured(host.who, near)
    driven.room.measured(guest.who, far)
    lay_out(driven, RACE)
    return driven, host, guest


def test_the_earlier_press_wins_though_it_arrives_later() -> None:
    driven, near, far = race(0.010, 0.045)
    before = len(near.got)
    near.do("r1>c")
    assert len(near.got) == before, "it is held: the other could have pressed before"
    driven.run(0.010)
    # Arrived 10 ms later, and pressed 25 ms earlier.
    far.do("r1>c")
    driven.run(0.1)
    assert far.answer()["t"] == "ack"
    assert near.answer() == {"t": "nack", "n": near.n, "why": "beaten", "by": "B", "ms": 25}


def test_who_was_first_by_press_and_by_arrival_stays_first() -> None:
    driven, near, far = race(0.010, 0.045)
    near.do("r1>c")
    driven.run(0.050)
    far.do("r1>c")
    assert near.answer()["t"] == "ack"
    assert far.answer() == {"t": "nack", "n": far.n, "why": "beaten", "by": "A", "ms": 15}


def test_under_arrival_nothing_is_held() -> None:
    _, near, far = race(0.010, 0.045, "arrival")
    assert near.do("r1>c")["t"] == "ack"
    assert far.do("r1>c")["why"] == "beaten"


def test_a_play_is_held_no_longer_than_an_earlier_press_could_still_arrive() -> None:
    driven, near, _ = race(0.010, 0.045)
    near.do("r1>c")
    driven.run(0.042)
    assert near.got[-1]["t"] != "ack"
    driven.run(0.002)
    assert near.answer()["t"] == "ack"


def test_a_hold_has_an_end_however_far_the_other_is() -> None:
    driven, near, _ = race(0.0, 3.0)
    near.do("r1>c")
    driven.run(CAP + 0.001)
    assert near.answer()["t"] == "ack"


def test_the_slowest_is_never_held() -> None:
    _, _, far = race(0.010, 0.045)
    assert far.do("r1>c")["t"] == "ack"


@pytest.mark.parametrize("command", ["turn", "stop", "r2>c", "r4>c"])
def test_what_nobody_else_could_do_is_not_held(command: str) -> None:
    _, near, _ = race(0.010, 0.045)
    assert near.do(command)["t"] in ("ack", "nack")


def test_a_card_that_nobody_else_has_is_not_held() -> None:
    _, near, _ = race(0.010, 0.045)
    assert near.do("r3>c")["t"] == "ack"


def test_presses_too_close_to_call_are_decided_by_a_coin_that_stands_in_the_record() -> None:
    first = set()
    for spare in range(12):
        driven, near, far = race(0.010, 0.045, seed=f"coin {spare}")
        near.do("r1>c")
        driven.run(0.033)
        far.do("r1>c")
        driven.run(0.2)
        first.add("A" if near.answer()["t"] == "ack" else "B")
        near.ask("end")
        raced = [line for line in driven.records[1].splitlines() if " race " in line]
        assert raced == [raced[0]]
        assert "race c1 A 0.010 B 0.012 coin " in raced[0] or "A" in raced[0]
    assert first == {"A", "B"}


def test_a_race_that_was_weighed_stands_in_the_record_with_what_decided_it() -> None:
    driven, near, far = race(0.010, 0.045)
    driven.run(1.0)
    near.do("r1>c")
    driven.run(0.010)
    far.do("r1>c")
    driven.run(0.2)
    text = driven.room._state.recording.text()  # type: ignore[union-attr]
    [weighed] = [line for line in text.splitlines() if " race " in line]
    assert weighed.endswith(" - race c1 A 0.990 B 0.965")


def test_later_commands_of_a_seat_wait_behind_its_held_one() -> None:
    driven, near, _ = race(0.010, 0.045)
    near.do("r1>c")
    near.do("r3>c")
    near.do("r3>c", n=near.n)
    driven.run(0.1)
    answers = [f for f in near.got if f["t"] in ("ack", "nack")][-2:]
    assert [(f["t"], f["n"]) for f in answers] == [("ack", near.n - 1), ("ack", near.n)]
    assert answers[0]["v"] < answers[1]["v"]


def test_a_held_command_sent_again_has_one_effect_and_one_answer() -> None:
    driven, near, _ = race(0.010, 0.045)
    near.do("r1>c", n=50)
    near.do("r1>c", n=50)
    assert near.do("r2>c", n=50)["why"] == "unreadable"
    assert near.do("r2>c", n=49)["why"] == "stale"
    driven.drop(near)
    back = driven.back(near)
    back.do("r1>c", n=50)
    driven.run(0.1)
    assert back.answer()["t"] == "ack"
    assert [f["n"] for f in back.got if f["t"] == "ack"] == [50]
    assert driven.table.piles[0].top == 4


def answered(client: Client) -> list[tuple[int, str]]:
    """The answers that somebody got, in order: to which number, and how."""
    return [(f["n"], f["t"]) for f in client.got if f["t"] in ("ack", "nack")]


@pytest.mark.parametrize(
    ("do", "how"),
    [
        ({"do": "react", "emoji": "wow"}, "ack"),
        ({"do": "name", "name": "Hanna"}, "ack"),
        ({"do": "ready", "ready": True}, "nack"),
        ({"do": "start"}, "nack"),
        ({"do": "vote"}, "nack"),
        ({"do": "nonsense"}, "nack"),
        ({"t": "nonsense"}, "nack"),
    ],
)
def test_whatever_a_seat_asks_for_ends_no_hold_and_is_answered_behind_it(
    do: dict[str, object], how: str
) -> None:
    driven, near, far = race(0.010, 0.045)
    near.do("r1>c", n=50)
    near.send(**{"t": "room", "n": 51, **do})
    near.send(**{"t": "room", "n": 51, **do})
    driven.run(0.010)
    far.do("r1>c")
    driven.run(0.1)
    assert far.answer()["t"] == "ack", "it was pressed first"
    assert answered(near)[-2:] == [(50, "nack"), (51, how)]


def test_nor_does_what_somebody_else_is_refused() -> None:
    driven, (near, far, third) = playing("standard,speed=off", people=3)
    for client, delay in ((near, 0.010), (far, 0.045), (third, 0.010)):
        driven.room.measured(client.who, delay)
    lay_out(driven, RACE + " / g4 g9 b2 y2 b8 | b9 b10 | - | -")
    near.do("r1>c")
    assert third.do("stop")["why"] == "not-yet"
    assert third.ask("pause")["why"] == "not-host"
    assert third.ask("react", emoji="wow")["t"] == "ack"
    driven.run(0.010)
    far.do("r1>c")
    driven.run(0.1)
    assert far.answer()["t"] == "ack"
    assert near.answer()["why"] == "beaten"


def test_who_leaves_behind_a_held_play_has_played_it() -> None:
    driven, near, far = race(0.010, 0.045)
    near.do("r1>c", n=50)
    near.ask("leave", n=51)
    near.do("turn", n=52)
    driven.run(0.1)
    assert answered(near)[-2:] == [(50, "ack"), (51, "ack")], "what came behind is nobody's"
    assert near.closed == 1000
    assert far.events("did")[0]["a"] == "r1>c1"


def test_nobody_is_removed_before_a_held_play_is_judged() -> None:
    driven, near, far = race(0.045, 0.010)
    far.do("r1>c")
    near.ask("kick", seat="B")
    assert answered(far)[-1][1] == "ack"
    assert driven.room._state.places[1].kind == "bot"


def test_a_stop_does_not_overtake_what_came_before_it() -> None:
    driven, near, far = race(0.010, 0.045)
    lay_out(driven, RACE.replace("/ r4 g9 b2 y2 b8 | b9 b10 |", "/ r4 g9 b2 y2 b8 | - |"))
    near.do("r1>c")
    far.do("stop")
    assert near.answer()["t"] == "ack"
    assert near.events("ended")[0]["by"] == "B"


def test_nor_does_a_pause() -> None:
    driven, near, far = race(0.045, 0.010)
    far.do("r1>c")
    near.ask("pause")
    assert far.answer()["t"] == "ack"
    assert driven.room._state.phase == "paused"


def test_grabs_follow_the_same_rule() -> None:
    driven, (host, guest) = playing("standard,speed=quiet")
    driven.room.measured(host.who, 0.010)
    driven.room.measured(guest.who, 0.045)
    driven.run(30, until=lambda: bool(host.events("threw")))
    driven.run(0.30)
    host.do("grab 1")
    driven.run(0.005)
    guest.do("grab")
    driven.run(0.1)
    assert guest.answer()["t"] == "ack"
    assert host.answer()["why"] == "beaten"
    host.ask("end")
    assert any(" race g1 " in line for line in driven.records[1].splitlines())
    assert parse_record(driven.records[1]).result is not None


def test_a_delay_never_rises_within_a_round() -> None:
    fairness = Fairness()
    fairness.measured(0, 0.030, playing=False)
    fairness.begin_round()
    fairness.measured(0, 0.500, playing=True)
    assert fairness.delay(0) == 0.030
    fairness.measured(0, 0.010, playing=True)
    fairness.measured(0, 0.020, playing=True)
    assert fairness.delay(0) == 0.010
    fairness.begin_round()
    assert fairness.delay(0) == 0.020


@pytest.mark.parametrize("back", [False, True])
def test_nor_through_a_pause(back: bool) -> None:
    driven, (host, _) = playing()
    driven.room.measured(host.who, 0.010)
    host.ask("pause")
    if back:
        driven.drop(host)
        host = driven.back(host)
    driven.room.measured(host.who, 0.110)
    host.ask("resume")
    driven.room.measured(host.who, 0.110)
    driven.run(3.1)
    assert driven.room._state.phase == "round"
    assert driven.room._tempo.door.fairness.delay(0) == 0.010


def test_where_only_a_players_own_answers_tell_of_a_delay_less_is_made_up_for() -> None:
    fairness = Fairness()
    fairness.measured(0, 0.3, playing=False, proved=False)
    assert fairness.credit(0, 100.0) == UNPROVED_CAP
    won = 0
    for race in range(40):  # one every three seconds, and each is won by all that is there
        won += fairness.credit(0, 100.0 + 3 * race) > UNPROVED_CAP / 2
        fairness.spend(0, fairness.credit(0, 100.0 + 3 * race), 100.0 + 3 * race)
    assert won < 20
    fairness.measured(0, 0.3, playing=False)
    assert fairness.credit(0, 300.0) == CAP
    fairness.measured(0, 0.3, playing=False, proved=False)
    assert fairness.credit(0, 220.0) < UNPROVED_CAP, "no budget is filled by another line"


@pytest.mark.parametrize("claimed", [0.12, 3.0])
def test_nobody_pressed_for_what_they_had_not_seen(claimed: float) -> None:
    driven, near, far = race(0.010, claimed)
    driven.run(1.0)
    driven.room._tempo.door.races._by_pile[0] = driven.now  # its 3 was laid just now
    driven.run(0.030)
    assert near.do("r1>c")["t"] == "ack", "who has a delay that long has not seen the pile yet"
    far.do("r1>c")
    assert far.answer()["why"] == "beaten"


def test_nobody_grabbed_before_it_was_heard() -> None:
    driven, (host, guest) = playing("standard,speed=quiet")
    driven.room.measured(host.who, 0.010)
    driven.room.measured(guest.who, 0.120)
    driven.run(30, until=lambda: bool(host.events("threw")))
    heard = driven.room._state.play
    assert heard is not None
    driven.now = heard + 0.012
    host.do("grab 1")
    driven.run(0.050)
    guest.do("grab 1")
    driven.run(0.2)
    host.ask("end")
    [weighed] = [line for line in driven.records[1].splitlines() if " race g1 " in line]
    presses = [float(word) for word in weighed.split(" race g1 ")[1].split() if "." in word]
    threw = next(line for line in driven.records[1].splitlines() if " throw" in line)
    assert min(presses) >= float(threw.split()[0]) + LEAD


def test_credit_is_a_budget_that_grows_back() -> None:
    fairness = Fairness()
    fairness.measured(0, 0.1, playing=False)
    for _ in range(10):
        assert fairness.credit(0, 100.0) == pytest.approx(0.1)
        fairness.spend(0, 0.1, 100.0)
    assert fairness.credit(0, 100.0) == pytest.approx(0.0)
    assert fairness.credit(0, 101.0) == pytest.approx(0.05)
    assert fairness.credit(0, 1000.0) == pytest.approx(0.1)


def test_case_24_what_is_made_up_for_is_bounded() -> None:
    fairness = Fairness()
    fairness.measured(0, 5.0, playing=False)
    assert fairness.credit(0, 0.0) == CAP


def test_case_24_what_is_made_up_for_is_shown_to_the_beaten_and_in_the_record() -> None:
    driven, near, far = race(0.010, 0.045)
    driven.run(1.0)
    near.do("r1>c")
    driven.run(0.010)
    far.do("r1>c")
    driven.run(0.1)
    refused = near.answer()
    assert (refused["by"], refused["ms"]) == ("B", 25)
    near.ask("end")
    assert re.search(r" race c1 A 0\.990 B 0\.965$", driven.records[1], re.MULTILINE)


def test_case_24_the_host_and_nobody_else_can_turn_it_off_and_everybody_is_told() -> None:
    driven = Driven("standard,speed=off")
    host, guest = driven.host(), driven.sit("Ben")
    assert guest.look()["options"]["fair"] == "press"
    assert guest.ask("options", options={"fair": "arrival"})["why"] == "not-host"
    assert guest.look()["options"]["fair"] == "press"
    host.ask("options", options={"fair": "arrival"})
    assert guest.events("options")[-1]["options"]["fair"] == "arrival"
    host.ask("start")
    driven.run(3.0)
    driven.room.measured(host.who, 0.010)
    driven.room.measured(guest.who, 0.045)
    lay_out(driven, RACE)
    assert host.do("r1>c")["t"] == "ack", "it is not held"
    assert guest.do("r1>c")["why"] == "beaten"
    host.ask("end")
    assert " race " not in driven.records[1]


def test_case_16_bots_have_the_delay_in_the_middle_of_the_peoples() -> None:
    at: dict[float, float] = {}
    for delay in (0.0, 0.1):
        driven, clients = playing(people=3, mind=make_mind)
        for client in clients:
            driven.room.measured(client.who, delay)
        clients[0].ask("bot", seat="D", level="skilled")
        clients[0].ask("end")
        clients[0].ask("next")
        told = clients[0]
        driven.run(60, until=_any_did(told))
        at[delay] = told.got[-1]["at"]
    assert at[0.1] == pytest.approx(at[0.0] + 0.1)


def _any_did(client: Client) -> Callable[[], bool]:
    return lambda: bool(client.events("did"))


def test_the_client_has_no_word_in_it() -> None:
    _, near, far = race(0.010, 0.045)
    far.do("r1>c", at=0.0, press=0.0, lag=500, delay=9)
    assert far.answer()["t"] == "ack"
    assert near.do("r1>c", press=0.0)["why"] == "beaten"


@pytest.mark.parametrize("rules", ["standard", "standard,speed=quiet"])
def test_who_joined_in_mid_round_is_nobodys_rival(rules: str) -> None:
    driven, (host, guest) = playing(rules)
    late = driven.sit("Late")
    driven.room.measured(host.who, 0.010)
    driven.room.measured(guest.who, 0.045)
    driven.room.measured(late.who, 0.100)
    if rules != "standard":
        driven.run(30, until=lambda: bool(host.events("threw")))
        driven.run(0.15)
        host.do("grab")
    else:
        lay_out(driven, RACE)
        host.do("r1>c")
    driven.run(0.045)
    assert host.answer()["t"] == "ack"


def test_nobody_races_for_a_card_that_nobody_has_heard_yet() -> None:
    driven, (host, guest) = playing("standard,speed=quiet")
    driven.room.measured(host.who, 0.010)
    driven.room.measured(guest.who, 0.045)
    driven.run(30, until=lambda: bool(host.events("threw")))
    assert host.do("grab 1")["why"] == "not-yet"
    assert guest.do("grab 1")["why"] == "not-yet"
    host.ask("end")
    assert " race " not in driven.records[1]
