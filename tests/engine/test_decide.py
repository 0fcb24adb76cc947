"""Which refusal a command gets where several apply, and what else `decide` promises."""

import pytest

from pellmell.engine.cards import Card, Colour
from pellmell.engine.commands import STACK, WASTE, Command, RowTop, Stop, ToCentre, ToRow, Turn
from pellmell.engine.deal import SeededDice
from pellmell.engine.decide import Decision, Refusal, decide, legal
from pellmell.engine.events import Ended, Laid, Placed, Turned
from pellmell.engine.notation import parse_command, parse_position
from pellmell.engine.rules import parse_rules

DICE = SeededDice(b"decide")
TABLE = "r:B / r5 - | y9 r1 | - | g3 / b6 b7 | b8 | b9 | -"


def decided(
    command: Command | str, seat: int = 0, rules: str = "standard", table: str = TABLE
) -> Decision:
    asked = parse_command(command) if isinstance(command, str) else command
    return decide(parse_position(table, parse_rules(rules)), seat, asked, DICE)


BLUE_2 = Card(Colour.BLUE, 2, 0)

SEVERAL: list[tuple[str, Command, str, Refusal]] = [
    ("no slot before no pile", ToCentre(RowTop(7), 7), "standard", Refusal.NO_SUCH_PLACE),
    ("no pile before no card", ToCentre(WASTE, 7), "standard", Refusal.NO_SUCH_PLACE),
    ("no card before another card", ToCentre(WASTE, 0, BLUE_2), "standard", Refusal.EMPTY),
    ("another before not fitting", ToCentre(RowTop(0), 0, BLUE_2), "standard", Refusal.MOVED_ON),
    ("another before the stack's 1", ToCentre(STACK, 0, BLUE_2), "playroom", Refusal.MOVED_ON),
    ("the stack's 1 before not fitting", ToCentre(STACK, 0), "playroom", Refusal.NOT_FROM_STACK),
    ("no slot before not allowed", ToRow(RowTop(0), 7), "standard", Refusal.NO_SUCH_PLACE),
    ("no card before not allowed", ToRow(RowTop(1), 0), "standard", Refusal.EMPTY),
    ("another before not allowed", ToRow(RowTop(0), 1, BLUE_2), "standard", Refusal.MOVED_ON),
    ("another before a taken slot", ToRow(STACK, 0, BLUE_2), "standard", Refusal.MOVED_ON),
    ("not allowed before a taken slot", ToRow(RowTop(0), 0), "standard", Refusal.NOT_ALLOWED),
    (
        "Profi: not allowed before not fitting",
        ToRow(RowTop(0), 1),
        "standard,profi=on",
        Refusal.NOT_ALLOWED,
    ),
    ("Profi: fits or does not", ToRow(STACK, 0), "standard,profi=on", Refusal.DOES_NOT_FIT),
]


@pytest.mark.parametrize(("why", "command", "rules", "word"), SEVERAL)
def test_the_first_reason_is_the_answer(
    why: str, command: Command, rules: str, word: Refusal
) -> None:
    assert decided(command, rules=rules) is word, why


@pytest.mark.parametrize("command", ["r9>c9", "w>c", "turn", "stop", "s>r2"])
def test_over_comes_before_every_other_reason(command: str) -> None:
    over = "r:B / r5 - | - | - | g3 / b6 b7 | b8 | b9 | -"
    assert decided(command, rules="standard,stop=auto", table=over) is Refusal.ROUND_OVER


@pytest.mark.parametrize("seat", [-1, 2, 11, 1 << 40])
@pytest.mark.parametrize("command", ["r1>c", "turn", "stop", "s>r1"])
def test_a_seat_that_is_not_there(seat: int, command: str) -> None:
    assert decided(command, seat) is Refusal.NO_SUCH_PLACE
    assert legal(parse_position(TABLE), seat) == ()


@pytest.mark.parametrize("place", [-1, -(1 << 40), 1 << 40])
def test_places_that_python_would_count_from_the_end(place: int) -> None:
    for command in (
        ToCentre(RowTop(place)),
        ToCentre(RowTop(0), place),
        ToRow(STACK, place),
        ToRow(RowTop(place), 0),
    ):
        assert decided(command) is Refusal.NO_SUCH_PLACE


def test_the_card_that_is_meant_is_played() -> None:
    meant = ToCentre(STACK, None, Card(Colour.RED, 1, 0))
    assert decided(meant) == (Laid(0, STACK, 1),)


def test_what_follows_from_a_play_comes_with_it() -> None:
    table = "r:A / r2 y5 | b7 | - | -"
    assert decided("r1>c", table=table) == (Laid(0, RowTop(0), 0), Placed(0, STACK, 0))
    ends = (Laid(0, RowTop(0), 0), Placed(0, STACK, 0), Ended(0))
    assert decided("r1>c", rules="standard,stop=auto", table=table) == ends


def test_a_turn_turns_no_more_than_there_are() -> None:
    assert decided(Turn()) == (Turned(0, 1),)
    assert decided(Turn(), table="- / r5 | - | - | g3 g4", rules="standard,turn=1") == (
        Turned(0, 1),
    )


def test_a_seat_that_was_not_dealt_in_cannot_stop() -> None:
    table = "- / r5 | b7 | - | - / - | - | - | -"
    assert decided(Stop(), seat=1, table=table) is Refusal.NOT_YET
    assert legal(parse_position(table), 1) == ()
