"""What each event does to the table, and what it leaves alone."""

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from pellmell.engine.cards import Card, Colour
from pellmell.engine.commands import STACK, WASTE, OnSeat, RowTop, Use
from pellmell.engine.deal import SeededDice
from pellmell.engine.decide import decide, legal, shuffle_hands
from pellmell.engine.events import Ended, Event, Laid, Placed, Recycled, Shuffled, Turned
from pellmell.engine.evolve import evolve, replay
from pellmell.engine.rules import Rules
from pellmell.engine.table import Area, Pile, Table
from pellmell.testing import strategies
from pellmell.testing.playing import accepted

RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE


def red(*numbers: int) -> tuple[Card, ...]:
    return tuple(Card(RED, number, 1) for number in numbers)


def green(*numbers: int) -> tuple[Card, ...]:
    return tuple(Card(GREEN, number, 1) for number in numbers)


OTHER = Area(row=((Card(BLUE, 9, 0),),), stack=(Card(BLUE, 8, 0),))
AREA = Area(
    row=(red(3), (*red(9), *green(8)), ()),
    stack=green(2, 1),
    waste=red(1, 2),
    hand=green(5, 6, 7, 9),
)
TABLE = Table(Rules(profi="on"), (Pile(RED, (0, 1)), Pile(GREEN, (0,) * 7)), (OTHER, AREA))


@pytest.mark.parametrize(
    ("event", "piles", "area"),
    [
        (
            Laid(1, RowTop(0), 0),
            (Pile(RED, (0, 1, 1)), TABLE.piles[1]),
            replace(AREA, row=((), *AREA.row[1:])),
        ),
        (
            Laid(1, RowTop(1), 1),
            (TABLE.piles[0], Pile(GREEN, (0, 0, 0, 0, 0, 0, 0, 1))),
            replace(AREA, row=(red(3), red(9), ())),
        ),
        (
            Laid(1, STACK, 2),
            (*TABLE.piles, Pile(GREEN, (1,))),
            replace(AREA, stack=green(2)),
        ),
        (
            Placed(1, STACK, 2),
            TABLE.piles,
            replace(AREA, stack=green(2), row=(*AREA.row[:2], green(1))),
        ),
        (
            Placed(1, WASTE, 0),
            TABLE.piles,
            replace(AREA, waste=red(1), row=(red(3, 2), *AREA.row[1:])),
        ),
        (
            Turned(1, 3),
            TABLE.piles,
            replace(AREA, waste=(*red(1, 2), *green(5, 6, 7)), hand=green(9)),
        ),
        (Recycled(1, red(2, 1)), TABLE.piles, replace(AREA, waste=(), hand=red(2, 1))),
        (Shuffled(((), red(2, 1))), TABLE.piles, replace(AREA, waste=(), hand=red(2, 1))),
    ],
    ids=["row", "sequence", "stack", "refill", "down", "turn", "recycle", "shuffle"],
)
def test_an_event_moves_what_it_says_and_nothing_else(
    event: Event, piles: tuple[Pile, ...], area: Area
) -> None:
    assert evolve(TABLE, event) == Table(TABLE.rules, piles, (OTHER, area))


@pytest.mark.parametrize("by", [None, 0])
def test_an_end_changes_nothing_but_that_it_is_over(by: int | None) -> None:
    assert evolve(TABLE, Ended(by)) == replace(TABLE, over=True)


@pytest.mark.parametrize(
    "event", [Laid(1, STACK, 2), Placed(1, STACK, 2), Turned(1, 1), Shuffled(((), ()))]
)
def test_what_is_over_stays_over(event: Event) -> None:
    assert evolve(replace(TABLE, over=True), event).over


def test_replay_is_one_event_after_the_other() -> None:
    events = (Turned(1, 3), Laid(1, RowTop(0), 0), Placed(1, STACK, 0), Ended(1))
    table = TABLE
    for event in events:
        table = evolve(table, event)
    assert replay(TABLE, events) == table
    assert replay(TABLE, ()) is TABLE


def test_the_table_before_is_left_as_it_was() -> None:
    before = msgspec.json.encode(TABLE)
    replay(TABLE, (Turned(1, 3), Laid(1, RowTop(0), 0), Shuffled(((), red(1)))))
    assert msgspec.json.encode(TABLE) == before


@given(strategies.tables(most_steps=120))
def test_events_replay_from_their_text_without_any_chance(table: Table) -> None:
    dice = SeededDice(b"text")
    for seat in range(len(table.areas)):
        for command in legal(table, seat):
            events = accepted(table, seat, command, dice)
            decoded = msgspec.json.decode(msgspec.json.encode(events), type=tuple[Event, ...])
            assert replay(table, decoded) == replay(table, events)
    event = shuffle_hands(table, dice)
    assert evolve(table, msgspec.json.decode(msgspec.json.encode(event), type=Event)) == evolve(
        table, event
    )


@given(strategies.tables(most_steps=120))
def test_a_table_is_read_back_from_its_text(table: Table) -> None:
    assert msgspec.json.decode(msgspec.json.encode(table), type=Table) == table


@given(strategies.tables(), strategies.dice())
def test_a_seat_touches_the_centre_and_its_own_area_alone_or_that_which_a_card_names(
    table: Table, dice: SeededDice
) -> None:
    for seat in range(len(table.areas)):
        for command in legal(table, seat):
            decision = decide(table, seat, command, dice)
            assert isinstance(decision, tuple)
            after = replay(table, decision)
            touched = {seat}
            if isinstance(command, Use) and isinstance(command.target, OnSeat):
                touched.add(command.target.seat)
            for other, area in enumerate(table.areas):
                assert other in touched or after.areas[other] is area
