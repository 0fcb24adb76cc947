"""What holds for every table and command: legal or refused, and for which reason."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pellmell.engine.commands import (
    STACK,
    WASTE,
    Command,
    Grab,
    OnPile,
    OnSeat,
    OnSlot,
    RowTop,
    Source,
    Stop,
    Target,
    ToCentre,
    ToRow,
    Turn,
    Use,
)
from pellmell.engine.deal import SeededDice
from pellmell.engine.decide import Refusal, decide, legal
from pellmell.engine.machine import ACTION_CARDS, ActionKind
from pellmell.engine.notation import parse_card, parse_position
from pellmell.engine.rules import parse_rules
from pellmell.engine.table import Table
from pellmell.testing import strategies

DICE = SeededDice(b"decide")
NINE, ONE = parse_card("r9", 1), parse_card("y1", 1)


def given_table(position: str, rules: str = "standard") -> Table:
    return parse_position(position, parse_rules(rules))


@pytest.mark.parametrize(
    ("seat", "command", "refusal"),
    [
        (0, ToCentre(RowTop(-1)), Refusal.NO_SUCH_PLACE),
        (0, ToCentre(RowTop(2)), Refusal.NO_SUCH_PLACE),
        (0, ToCentre(RowTop(0), -1), Refusal.NO_SUCH_PLACE),
        (0, ToCentre(RowTop(0), 2), Refusal.NO_SUCH_PLACE),
        (0, ToRow(STACK, -1), Refusal.NO_SUCH_PLACE),
        (0, ToRow(STACK, 2), Refusal.NO_SUCH_PLACE),
        (2, Turn(), Refusal.NO_SUCH_PLACE),
        (-1, Turn(), Refusal.NO_SUCH_PLACE),
        (1, ToCentre(RowTop(0), 2), Refusal.NO_SUCH_PLACE),
        (1, ToRow(RowTop(0), 2), Refusal.NO_SUCH_PLACE),
        (1, ToCentre(RowTop(0), 1), Refusal.EMPTY),
        (1, ToCentre(WASTE), Refusal.EMPTY),
        (1, ToRow(RowTop(0), 1), Refusal.EMPTY),
        (1, ToRow(WASTE, 0), Refusal.EMPTY),
        (1, Turn(), Refusal.EMPTY),
        (1, ToCentre(STACK, 0, NINE), Refusal.MOVED_ON),
        (1, ToRow(STACK, 1, NINE), Refusal.MOVED_ON),
        (1, ToRow(RowTop(1), 0, ONE), Refusal.MOVED_ON),
        (1, ToRow(RowTop(1), 0), Refusal.NOT_ALLOWED),
        (1, Stop(), Refusal.NOT_YET),
        (1, ToCentre(STACK, 0), Refusal.NOT_FROM_STACK),
        (1, ToCentre(STACK, 0, ONE), Refusal.NOT_FROM_STACK),
        (1, ToRow(STACK, 1), Refusal.SLOT_TAKEN),
        (0, ToCentre(STACK, 0), Refusal.DOES_NOT_FIT),
        (0, ToCentre(STACK), Refusal.DOES_NOT_FIT),
        (0, ToCentre(RowTop(0), 1), Refusal.DOES_NOT_FIT),
    ],
)
def test_the_first_reason_in_order_is_the_answer(
    seat: int, command: Command, refusal: Refusal
) -> None:
    table = given_table(
        "r:A / r9 r10 | y9 | - | r3 / - r9 | y1 | - | -",
        "standard,ligretto_to_centre=no_ones,row_refill=manual",
    )
    assert decide(table, seat, command, DICE) is refusal


def test_a_play_never_takes_another_card_than_the_one_meant() -> None:
    table = given_table("r:A / r2 y9 | y1 | r3 | - / r9 r10 | y9 | - | -", "standard,profi=on")
    other, one, yellow = (parse_card(text, 0) for text in ("g7", "r2", "y1"))
    assert decide(table, 0, ToCentre(RowTop(0), 0, other), DICE) is Refusal.MOVED_ON
    assert decide(table, 0, ToRow(STACK, 0, other), DICE) is Refusal.MOVED_ON
    assert decide(table, 0, ToCentre(RowTop(0), 0, one), DICE) == decide(
        table, 0, ToCentre(RowTop(0), 0), DICE
    )
    assert decide(table, 0, ToRow(STACK, 0, yellow), DICE) == decide(
        table, 0, ToRow(STACK, 0), DICE
    )


def every_command(table: Table) -> Iterator[Command]:
    """All that can be said at a table, and a little more."""
    yield from (Turn(), Stop())
    width = max((len(area.row) for area in table.areas), default=0)
    sources: list[Source] = [STACK, WASTE, *map(RowTop, range(-1, width + 1))]
    for source in sources:
        yield from (ToCentre(source, pile) for pile in range(-1, len(table.piles) + 2))
        yield from (ToRow(source, slot) for slot in range(-1, width + 1))
    yield from (Grab(number) for number in range(ACTION_CARDS + 2))
    targets: list[Target] = [OnPile(pile) for pile in range(-1, len(table.piles) + 1)]
    targets += [OnSlot(slot) for slot in range(-1, width + 1)]
    targets += [OnSeat(seat) for seat in range(-1, len(table.areas) + 1)]
    yield from (Use(kind, target) for kind in ActionKind for target in targets)


@given(strategies.tables(), strategies.dice())
def test_case_09_what_is_legal_is_accepted_and_all_else_refused(
    table: Table, dice: SeededDice
) -> None:
    for seat in range(-1, len(table.areas) + 1):
        possible = legal(table, seat)
        assert len(set(possible)) == len(possible)
        granted = [
            command
            for command in every_command(table)
            if not isinstance(decide(table, seat, command, dice), Refusal)
        ]
        assert set(granted) == set(possible)


@given(strategies.tables(), strategies.dice(), st.data())
def test_a_play_that_names_no_pile_goes_to_the_first_that_takes_it(
    table: Table, dice: SeededDice, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, len(table.areas) - 1))
    plays = [command for command in legal(table, seat) if isinstance(command, ToCentre)]
    sources: set[Source] = {play.source for play in plays}
    for source in sources:
        first = next(play for play in plays if play.source == source)
        anywhere = decide(table, seat, ToCentre(source), dice)
        assert anywhere == decide(table, seat, first, dice)
