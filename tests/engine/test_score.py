"""The points of a round."""

import pytest
from msgspec.structs import replace

from pellmell.engine.cards import Card, Colour, Seat
from pellmell.engine.machine import ActionKind, Beside
from pellmell.engine.rules import Rules
from pellmell.engine.score import score
from pellmell.engine.table import Area, Pile, Table

SLOT = (Card(Colour.RED, 9, 0),)


def area(stack: int = 0) -> Area:
    """An area with so many cards in the stack, and cards elsewhere that never count."""
    cards = tuple(Card(Colour.BLUE, number, 0) for number in range(1, 11))
    return Area(row=(SLOT, (), SLOT), stack=cards[:stack], waste=cards[:3], hand=cards[3:7])


def piles(*decks: tuple[Seat | None, ...]) -> tuple[Pile, ...]:
    return tuple(Pile(Colour.RED, owners) for owners in decks)


def test_edge_41_thirteen_laid_and_four_left_are_five() -> None:
    laid = piles((0,) * 10, (0, 0, 0))
    assert score(Table(Rules(), laid, (area(stack=4), area(stack=10)))) == (5, -20)


def test_edge_42_row_hand_and_waste_never_count() -> None:
    assert score(Table(Rules(), (), (area(), area()))) == (0, 0)


def test_a_card_counts_for_the_deck_it_is_of_whoever_holds_the_stack() -> None:
    others = Area(row=(SLOT,), stack=(Card(Colour.RED, 7, 1),))
    assert score(Table(Rules(), piles((1, 0, 1)), (others, area()))) == (-1, 2)


def test_edge_72_a_joker_counts_for_nobody() -> None:
    assert score(Table(Rules(), piles((1, None, 1)), (area(), area()))) == (0, 2)


def test_edge_73_a_joker_parked_on_the_stack_counts_as_left() -> None:
    parked = replace(area(stack=1), beside=Beside(held=(ActionKind.JOKER, ActionKind.JOKER)))
    spent = replace(area(), beside=Beside(held=(ActionKind.VOILA,), used=(ActionKind.JOKER,)))
    assert score(Table(Rules(speed="quiet"), (), (parked, spent))) == (-6, 0)


@pytest.mark.parametrize("malus", [1, 2, 3])
def test_the_malus_is_of_the_rules(malus: int) -> None:
    assert score(Table(Rules(left_malus=malus), (), (area(stack=5),))) == (-5 * malus,)


def test_misplays_cost_only_where_the_rules_say_so() -> None:
    areas = (area(), area(), area())
    misplays = {0: 3, 2: 1}
    assert score(Table(Rules(), (), areas), misplays) == (0, 0, 0)
    assert score(Table(Rules(misplay_penalty=1), (), areas), misplays) == (-3, 0, -1)


def test_edge_50_who_was_not_dealt_in_has_no_points_rather_than_none_scored() -> None:
    assert score(Table(Rules(), piles((2,)), (area(stack=1), Area(), area()))) == (-2, None, 1)
