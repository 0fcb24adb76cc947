"""Every flaw is found, and nothing that play can reach has one."""

from collections.abc import Callable

import pytest
from hypothesis import given
from msgspec.structs import replace

from pellmell.engine.audit import cards_of, flaws
from pellmell.engine.cards import Card, Colour, deck_of
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.machine import ActionKind, Beside
from pellmell.engine.rules import Rules
from pellmell.engine.table import Area, Pile, Table
from pellmell.testing import strategies

RED, GREEN = Colour.RED, Colour.GREEN
DEALT = deal(Rules(), [True, True, False], SeededDice(b"audit"))
PROFI = deal(Rules(profi="on"), [True, True], SeededDice(b"audit"))


@given(strategies.tables())
def test_whatever_play_reaches_is_sound(table: Table) -> None:
    assert flaws(table) == ()


@given(strategies.tables())
def test_all_cards_are_told(table: Table) -> None:
    decks = [deck_of(seat) for seat, area in enumerate(table.areas) if area.dealt]
    assert set(cards_of(table)) == {card for deck in decks for card in deck}
    assert sum(1 for _ in cards_of(table)) == 40 * len(decks)


def changed(table: Table, seat: int, change: Callable[[Area], Area]) -> Table:
    areas = list(table.areas)
    areas[seat] = change(areas[seat])
    return replace(table, areas=tuple(areas))


def slots(area: Area, *row: tuple[Card, ...]) -> Area:
    return Area(row, area.stack, area.waste, area.hand)


LOST = DEALT.areas[0].hand[0]
JOKER = replace(DEALT, rules=Rules(speed="noises"), piles=(Pile(RED, (None,)),))
ELSEWHERE = Card(RED, 1, 2)


@pytest.mark.parametrize(
    ("table", "flaw"),
    [
        (changed(DEALT, 0, lambda a: replace(a, hand=a.hand[1:])), "@A lies 0 times"),
        (changed(DEALT, 0, lambda a: replace(a, waste=(LOST,))), "@A lies 2 times"),
        (changed(DEALT, 0, lambda a: replace(a, waste=(ELSEWHERE,))), "r1@C is of no deck"),
        (replace(DEALT, piles=(Pile(RED, (2,)),)), "r1@C is of no deck"),
        (replace(DEALT, piles=(Pile(RED, (0,)),)), "r1@A lies 2 times"),
        (replace(DEALT, piles=(Pile(RED, ()),)), "pile 1 has no card"),
        (replace(DEALT, piles=(Pile(RED, (0,) * 11),)), "pile 1 has 11 cards"),
        (replace(DEALT, piles=(Pile(RED, (0, None)),)), "pile 1 has a joker"),
        (JOKER, "pile 1 starts with a joker"),
        (changed(DEALT, 1, lambda a: slots(a, *a.row[1:])), "seat B: 4 slots in the row"),
        (changed(DEALT, 1, lambda a: slots(a, (), *a.row[1:])), "seat B: slot 1 is empty"),
        (
            changed(DEALT, 1, lambda a: slots(a, a.row[0] + a.row[1], *a.row[1:])),
            "seat B: slot 1 has 2 cards",
        ),
        (
            changed(PROFI, 1, lambda a: slots(a, (Card(RED, 5, 1), Card(RED, 4, 1)), *a.row[1:])),
            "seat B: slot 1 has r4@B on r5@B",
        ),
        (
            changed(PROFI, 1, lambda a: slots(a, (Card(RED, 5, 1), Card(GREEN, 3, 1)), *a.row[1:])),
            "seat B: slot 1 has g3@B on r5@B",
        ),
        (changed(DEALT, 0, lambda a: replace(a, stack=a.stack + a.hand[:1])), "A: 11 cards in"),
        (changed(DEALT, 0, lambda a: replace(a, hand=DEALT.areas[1].hand)), "A: has cards of ano"),
        (changed(DEALT, 2, lambda a: replace(a, hand=(ELSEWHERE,))), "C: has cards and was not"),
        (replace(DEALT, areas=DEALT.areas[:1]), "1 seats are dealt in"),
        (replace(DEALT, areas=DEALT.areas * 5), "15 seats; at most 12"),
    ],
)
def test_a_flaw_is_named(table: Table, flaw: str) -> None:
    found = flaws(table)
    assert any(flaw in line for line in found), found


def test_what_profi_lays_down_is_no_flaw() -> None:
    table = changed(PROFI, 1, lambda a: slots(a, (Card(RED, 5, 1), Card(GREEN, 4, 1))))
    assert not any("where it may not lie" in line for line in flaws(table))


def test_a_slot_that_waits_for_its_player_is_no_flaw() -> None:
    manual = replace(DEALT, rules=Rules(row_refill="manual"))
    table = changed(manual, 1, lambda a: slots(a, (), *a.row[1:]))
    assert not any("is empty" in line for line in flaws(table))


def test_a_handicap_is_no_flaw() -> None:
    rules = Rules(stack_sizes=((1, 12),))
    assert flaws(deal(rules, [True, True], SeededDice(b"handicap"))) == ()


# --- the Speed Machine -------------------------------------------------------------------

SPEED = deal(Rules(speed="noises"), [True, True], SeededDice(b"audit"))
assert SPEED.machine is not None
FEWER = replace(SPEED.machine, to_come=SPEED.machine.to_come[1:])


@pytest.mark.parametrize(
    ("table", "flaw"),
    [
        (replace(SPEED, rules=Rules()), "a Speed Machine where the rules have none"),
        (replace(SPEED, machine=None), "or none where they have one"),
        (replace(DEALT, areas=SPEED.areas), "what only the Speed Machine brings"),
        (replace(SPEED, machine=FEWER), "7 cards joker; there are 8"),
        (replace(SPEED, piles=(Pile(RED, (0, None)),)), "9 cards joker; there are 8"),
        (replace(SPEED, areas=SPEED.areas[:1] * 2), " has 2 owners"),
        (
            changed(SPEED, 0, lambda a: replace(a, beside=Beside(removed=a.hand[:1]))),
            "@A lies 2 times",
        ),
        (
            changed(SPEED, 0, lambda a: replace(a, beside=Beside(held=(ActionKind.VOILA,)))),
            "5 cards voila; there are 4",
        ),
        (
            changed(SPEED, 0, lambda a: replace(a, beside=Beside(used=(ActionKind.EXTRA,)))),
            "A: 5 slots in the row; it is 6 wide",
        ),
    ],
)
def test_a_flaw_of_the_machine_is_named(table: Table, flaw: str) -> None:
    found = flaws(table)
    assert any(flaw in line for line in found), found


def test_cards_of_others_are_no_flaw_where_they_can_be_given() -> None:
    table = changed(SPEED, 0, lambda a: replace(a, stack=a.stack + SPEED.areas[1].stack[-1:]))
    table = changed(table, 1, lambda a: replace(a, stack=a.stack[:-1]))
    assert flaws(table) == ()
