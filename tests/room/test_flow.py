"""How a match goes on by itself: countdowns, rounds, results, dead rounds, votes, bots."""

import itertools

import pytest

from pellmell.bots.mind import make_mind
from pellmell.engine.cards import Seat
from pellmell.engine.commands import Turn
from pellmell.engine.deal import Dice
from pellmell.engine.record import Away, parse_record
from pellmell.protocol.messages import Level
from pellmell.protocol.minds import Intention
from pellmell.protocol.views import Seen
from pellmell.room.bots import THINKING
from tests.room.driving import Client, Driven, lay_out, playing

DEAD = "r:AB g:AB / r5 b5 | b10 b9 | - | - / r8 b8 | b10 b9 | - | -"
SOFT = "r:BA g:BA b:BA y:BA / r5 b5 y5 y6 y7 | b10 | - | r3 g3 g8 b3 y3 g7 r1 g1 g10 / r8 b8 | b10 b9 | - | -"


def phases(client: Client) -> list[str]:
    return [e["phase"] for e in client.events("phase")]


def test_a_round_begins_after_the_countdown_and_the_next_one_by_itself() -> None:
    driven, (host, guest) = playing()
    host.ask("end")
    assert host.events("phase")[-1] == {"k": "phase", "phase": "result", "next": 20.0}
    guest.ask("next")
    driven.run(19.9)
    assert driven.room._state.phase == "result"
    driven.run(0.2)
    assert phases(host) == ["countdown", "round", "result", "countdown"]
    assert host.events("dealt")[-1]["round"] == 2
    assert host.events("dealt")[-1]["first"] is False


def test_the_hosts_next_goes_for_all_and_everybodys_does_too() -> None:
    driven, (host, guest) = playing()
    host.ask("end")
    host.ask("next")
    assert driven.room._state.phase == "countdown"
    driven.run(3)
    host.ask("end")
    host.ask("ready", ready=True)
    assert driven.room._state.phase == "result"
    guest.ask("next")
    assert driven.room._state.phase == "countdown"


def test_a_match_ends_and_a_rematch_counts_from_nothing() -> None:
    driven, (host, guest) = playing("standard,match=rounds,target=2")
    for _ in range(5):
        lay_out(driven, "r:AAA / r4 g9 | b10 | - | - / r9 | b9 | - | -")
        host.ask("end")
        if driven.room._state.phase == "over":
            break
        host.ask("next")
        driven.run(3)
    assert host.events("match")[0]["winners"] == ["A"]
    assert host.look()["table"] is None
    assert host.welcome["room"]["winners"] == ["A"]
    guest.ask("rematch")
    assert driven.room._state.phase == "over"
    host.ask("rematch")
    dealt = host.events("dealt")[-1]
    assert (dealt["first"], dealt["round"]) == (True, 3)
    assert [s["total"] for s in host.look()["seats"]] == [0, 0]
    assert sorted(driven.records) == [1, 2]


def test_a_newcomer_is_dealt_in_from_the_next_round() -> None:
    driven, (host, _) = playing()
    late = driven.sit("Late")
    assert late.welcome["room"]["table"].endswith(" / - | - | - | -")
    assert late.do("turn")["why"] == "not-running"
    host.ask("end")
    assert host.events("ended")[0]["scores"] == [-20, -20]
    host.ask("next")
    rows = [s.split(" | ")[0].split() for s in host.events("dealt")[-1]["table"].split(" / ")[1:]]
    assert [len(row) for row in rows] == [4, 4, 4]
    driven.run(3)
    host.ask("end")
    assert host.events("ended")[1]["totals"] == [-40, -40, -20]
    assert host.look()["scores"] == [[-20, -20], [-20, -20, -20]]


def test_who_is_away_for_long_is_not_dealt_in_and_letters_stay() -> None:
    driven, (host, guest, third) = playing(people=3)
    driven.drop(guest)
    driven.run(16)
    host.ask("end")
    host.ask("next")
    table = host.events("dealt")[-1]["table"].split(" / ")
    assert table[2] == "- | - | - | -"
    assert third.seat == "C"
    driven.run(3)
    host.ask("end")
    assert host.events("ended")[1]["scores"] == [-20, None, -20]
    assert '[Result "- -20 - -20"]' in driven.records[2]


def test_pause_stops_the_clock_and_resume_counts_down() -> None:
    driven, (host, guest) = playing()
    driven.run(5)
    host.do("turn")
    at = host.got[-2]["at"]
    host.ask("pause")
    driven.run(100)
    host.ask("resume")
    assert guest.events("phase")[-1] == {"k": "phase", "phase": "countdown", "left": 3.0}
    driven.run(3)
    host.do("turn")
    assert host.got[-2]["at"] == at == 5.0


def test_a_round_pauses_when_nobody_is_left_and_goes_on_when_somebody_is_back() -> None:
    driven, (host, guest) = playing()
    driven.drop(host)
    assert driven.room._state.phase == "round"
    driven.drop(guest)
    assert driven.room._state.phase == "paused"
    driven.run(60)
    back = driven.back(guest)
    assert driven.room._state.phase == "countdown"
    driven.run(3)
    assert back.do("turn")["t"] == "ack"


def test_a_pause_of_the_host_does_not_end_because_somebody_comes() -> None:
    driven, (host, guest) = playing()
    host.ask("pause")
    driven.drop(guest)
    driven.drop(host)
    driven.back(guest)
    driven.back(host)
    assert driven.room._state.phase == "paused"


def test_case_17_a_dead_round_ends_though_somebody_is_away() -> None:
    driven, (host, guest) = playing()
    driven.drop(guest)
    lay_out(driven, DEAD)
    driven.run(10)
    assert host.events("ended")[0]["why"] == "dead"
    assert host.events("ended")[0]["scores"] == [-2, -2]
    assert driven.room._state.phase == "result"


def test_a_round_that_still_goes_is_not_called_dead() -> None:
    driven, (host, _) = playing()
    lay_out(driven, DEAD.replace("r5 b5", "r3 b5"))
    driven.run(100)
    assert host.events("ended") == []
    host.do("r1>c")
    # The refill b9 fits nowhere, and nothing is left in the other stack's way.
    driven.run(2.5)
    assert host.events("ended")[0]["why"] == "dead"


@pytest.mark.parametrize("deadlock", ["auto", "shuffle_hands"])
def test_a_softly_dead_round_is_shuffled_and_goes_on(deadlock: str) -> None:
    driven, (host, _) = playing(f"standard,recycle=keep,deadlock={deadlock}")
    lay_out(driven, SOFT)
    driven.run(2.5)
    assert host.events("shuffled") == [{"k": "shuffled"}]
    assert driven.room._state.phase == "countdown"
    assert len(driven.table.areas[0].hand) == 9
    assert driven.table.areas[0].row[0][0].number == 5
    driven.run(3)
    assert driven.room._state.phase == "round"


def test_a_softly_dead_round_is_counted_where_the_rules_say_so() -> None:
    driven, (host, _) = playing("french")
    lay_out(driven, SOFT)
    driven.run(2.5)
    assert host.events("ended")[0]["why"] == "dead"


def test_a_vote_opens_when_nobody_has_laid_a_card_for_long_and_must_be_unanimous() -> None:
    driven, (host, guest, third) = playing(people=3)
    driven.run(5)
    assert host.ask("vote")["why"] == "not-allowed"
    driven.run(5)
    assert host.ask("vote")["t"] == "ack"
    assert guest.ask("vote")["t"] == "ack"
    assert third.events("vote")[-1]["s"] == ["A", "B"]
    assert driven.room._state.phase == "round"
    driven.drop(third)
    driven.run(14)
    assert driven.room._state.phase == "round"
    driven.run(2)
    assert host.events("ended")[0]["why"] == "vote"


@pytest.mark.parametrize("how", ["leaves", "is removed"])
def test_case_25_a_vote_does_not_wait_for_who_is_gone_for_good(how: str) -> None:
    driven, (host, guest, third) = playing(people=3)
    driven.run(11)
    host.ask("vote")
    guest.ask("vote")
    assert driven.room._state.phase == "round"
    if how == "leaves":
        third.ask("leave")
    else:
        host.ask("kick", seat="C")
    assert host.events("ended")[0]["why"] == "vote"


def test_a_vote_lapses_with_the_next_card_laid() -> None:
    driven, (host, guest) = playing()
    driven.run(11)
    host.ask("vote")
    lay_out(driven, "r:AAA / r9 g9 | b10 | - | - / r4 | b9 | - | -")
    guest.do("r1>c")
    assert guest.events("vote")[-1]["s"] == []
    guest.ask("vote")
    assert driven.room._state.phase == "round"


def test_a_vote_shuffles_where_the_rules_say_so() -> None:
    driven, (host, guest) = playing("standard,deadlock=shuffle_hands")
    driven.run(11)
    host.ask("vote")
    guest.ask("vote")
    assert host.events("shuffled")
    assert phases(host)[-1] == "countdown"


def test_the_host_hands_an_away_seat_to_a_bot_and_the_person_gets_it_back() -> None:
    driven, (host, guest) = playing(mind=make_mind)
    driven.drop(guest)
    host.ask("bot", seat="B", level="skilled")
    seat = host.events("seat")[-1]
    assert (seat["kind"], seat["level"], seat["here"]) == ("bot", "skilled", False)
    driven.run(30)
    assert any(e["s"] == "B" for e in host.events("did"))
    back = driven.back(guest)
    assert back.welcome["room"]["seats"][1]["kind"] == "bot"
    back.do("turn")
    assert host.events("seat")[-1]["kind"] == "person"
    before = len([e for e in host.events("did") if e["s"] == "B"])
    driven.run(30)
    assert len([e for e in host.events("did") if e["s"] == "B"]) == before


def test_who_leaves_in_mid_round_is_followed_by_a_bot_and_keeps_the_cards_in_the_middle() -> None:
    driven, (host, guest) = playing()
    lay_out(driven, "r:AAB / r9 g9 | b10 | - | - / r4 | b9 | - | -")
    guest.do("r1>c")
    guest.ask("leave")
    assert guest.closed == 1000
    host.ask("end")
    assert host.events("ended")[0]["scores"] == [0, 2]


def test_case_15_timers_of_a_round_die_with_it() -> None:
    driven, (host, _) = playing(mind=make_mind)
    host.ask("bot", level="skilled")
    host.ask("end")
    host.ask("next")
    driven.run(3.5)
    host.ask("pause")
    told = len(host.got)
    assert driven.room.timer() is None, "nothing of the round is due any more"
    driven.run(60)
    assert len(host.got) == told
    host.ask("end")
    before = [e for e in host.events("did") if e["s"] == "C"]
    driven.run(19)
    assert [e for e in host.events("did") if e["s"] == "C"] == before
    driven.run(0.9)
    assert driven.room._state.phase == "result"


def test_case_16_bots_go_through_the_door_that_people_go_through() -> None:
    driven, (host, _) = playing("standard,misplay_penalty=1", mind=make_mind)
    for seat in "CDEF":
        host.ask("bot", seat=seat, level="beginner")
    host.ask("end")
    host.ask("next")
    driven.run(2000, until=lambda: 2 in driven.records)
    lines = [line.split() for line in driven.records[2].splitlines() if line[0].isdigit()]
    refused = {line[1] for line in lines if "!" in line}
    assert refused, "bots lose races and slip, and are refused like everybody"
    assert refused <= set("CDEF")
    times = [float(line[0]) for line in lines if line[1] == "C"]
    assert min(b - a for a, b in itertools.pairwise(times)) > 0.05


@pytest.mark.parametrize("bots", [3, 11])
def test_a_match_with_bots_comes_to_its_end_and_its_records_replay(bots: int) -> None:
    driven = Driven("standard,match=rounds,target=2", mind=make_mind)
    host = driven.host()
    for _ in range(bots):
        host.ask("bot", level="skilled")
    host.ask("start")
    driven.run(3600, until=lambda: driven.room._state.phase == "over")
    assert driven.room._state.phase == "over"
    assert len(driven.records) >= 2
    for text in driven.records.values():
        record = parse_record(text)
        assert record.result is not None
    totals = host.events("match")[0]["totals"]
    scores = [e["scores"] for e in host.events("ended")]
    assert totals == [sum(column) for column in zip(*scores, strict=True)]


def test_whoever_takes_a_free_seat_after_the_match_does_not_have_its_points() -> None:
    driven, (host, guest) = playing("standard,match=single")
    host.ask("end")
    assert [seat["total"] for seat in host.look()["seats"]] == [-20, -20]
    host.ask("kick", seat=guest.seat)
    other = driven.sit("Nora")
    assert other.seat == guest.seat
    assert [seat["total"] for seat in host.look()["seats"]] == [-20, 0]


class Raising:
    """A bot whose mind raises, now and then."""

    def __init__(self) -> None:
        self.thoughts = 0

    def think(self, sight: Seen, now: float, answer: str | None) -> Intention:
        self.thoughts += 1
        if self.thoughts % 2:
            raise ZeroDivisionError
        return Intention(Turn(), 0.5)


def test_a_bot_that_raises_troubles_nobody_and_looks_again() -> None:
    minds: list[Raising] = []

    def made(_level: Level, _seat: Seat, _dice: Dice) -> Raising:
        minds.append(Raising())
        return minds[-1]

    driven, (host, guest) = playing(mind=made)
    host.ask("bot", seat="C", level="casual")
    host.ask("end")
    host.ask("next")
    driven.run(10)
    assert [e["a"] for e in host.events("did") if e["s"] == "C"][:3] == ["turn"] * 3
    assert guest.do("turn")["t"] == "ack"
    raised = sum((mind.thoughts + 1) // 2 for mind in minds)
    assert driven.tally["bot_failures"] == raised > 3


class Slow:
    """A bot whose mind takes long for every thought."""

    COST = 0.05

    def __init__(self) -> None:
        self.thoughts = 0

    def think(self, sight: Seen, now: float, answer: str | None) -> Intention:
        self.thoughts += 1
        return Intention(Turn(), 0.1)


def test_a_bot_that_thinks_for_long_waits_the_longer_and_takes_its_share_of_a_processor() -> None:
    slow = Slow()
    driven, (host, guest) = playing(
        mind=lambda _level, _seat, _dice: slow, cpu=lambda: Slow.COST * slow.thoughts
    )
    host.ask("bot", seat="C", level="casual")
    host.ask("end")
    host.ask("next")
    before = slow.thoughts
    driven.run(60)
    thoughts = slow.thoughts - before
    assert 10 < thoughts * Slow.COST / THINKING <= 60
    assert guest.do("turn")["t"] == "ack"


def test_a_record_says_when_somebody_was_gone_from_a_round_and_only_from_a_round() -> None:
    driven, (host, guest) = playing()
    driven.run(5)
    driven.drop(guest)
    back = driven.back(guest)
    driven.run(2)
    host.ask("pause")
    driven.drop(back)
    back = driven.back(guest)
    host.ask("resume")
    driven.run(5)
    host.ask("end")
    driven.drop(back)
    away = [line for line in parse_record(driven.records[1]).lines if isinstance(line, Away)]
    assert [line.seat for line in away] == [1, 1]
