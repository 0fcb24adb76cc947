"""What action cards do on tables that play has reached, each against its sentence in the rules."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pellmell.engine.actions import action, turn_size
from pellmell.engine.audit import actions_of, cards_of, flaws
from pellmell.engine.cards import HIGHEST, Seat
from pellmell.engine.commands import Grab, OnPile, OnSeat, OnSlot, Target, Use
from pellmell.engine.deal import SeededDice
from pellmell.engine.decide import Refusal, decide, legal
from pellmell.engine.evolve import replay
from pellmell.engine.machine import ActionKind, Beside, Machine, Throw
from pellmell.engine.score import score
from pellmell.engine.stuck import Stuck, stuck
from pellmell.engine.table import Area, Table
from pellmell.testing import strategies

DICE = SeededDice(b"actions")
HELD = (ActionKind.JOKER, ActionKind.REMOVE, ActionKind.VOILA)
AT_ONCE = (ActionKind.SECOND, ActionKind.EXTRA)
MOST_STEPS = 150


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table in the middle of a round with the machine."""
    rules = strategies.rules(speed=draw(st.sampled_from(["noises", "quiet"])))
    table = draw(strategies.tables(rules, MOST_STEPS))
    assume(not table.ended)
    return table


def holding(table: Table, seat: Seat, kind: ActionKind) -> Table:
    """The table with one more card of a kind in a seat's keeping, taken from what is to come."""
    machine = table.machine
    assert machine is not None
    assume(kind in machine.to_come)
    to_come = list(machine.to_come)
    to_come.remove(kind)
    area = table.areas[seat]
    held = replace(area.beside, held=(*area.beside.held, kind))
    areas = list(table.areas)
    areas[seat] = replace(area, beside=held)
    # A throw that nobody sees is one that was quiet, so its noise stays to come.
    return replace(table, areas=tuple(areas), machine=replace(machine, to_come=tuple(to_come)))


def lying(table: Table, kind: ActionKind) -> Table:
    """The table after a quiet throw of that kind, which is free to all."""
    machine = table.machine
    assert machine is not None
    assume(kind in machine.to_come)
    to_come = list(machine.to_come)
    to_come.remove(kind)
    thrown = Throw(machine.thrown + 1, kind, None)
    return replace(
        table,
        machine=Machine(machine.quiet, tuple(to_come), machine.noises, (*machine.lying, thrown)),
    )


def targets(table: Table) -> Iterator[Target]:
    """Every target that could be named, and one beyond each kind."""
    yield from (OnPile(pile) for pile in range(len(table.piles) + 1))
    yield from (OnSlot(slot) for slot in range(max(len(a.row) for a in table.areas) + 1))
    yield from (OnSeat(seat) for seat in range(len(table.areas) + 1))


def dealt(table: Table) -> Seat:
    return next(seat for seat, area in enumerate(table.areas) if area.dealt)


@given(tables(), st.sampled_from(HELD))
def test_what_may_be_used_is_what_is_listed_and_what_the_rules_say(
    table: Table, kind: ActionKind
) -> None:
    seat = dealt(table)
    table = holding(table, seat, kind)
    assert flaws(table) == ()
    area = table.areas[seat]
    listed = set(legal(table, seat))
    for target in targets(table):
        command = Use(kind, target)
        decision = decide(table, seat, command, DICE)
        assert (command in listed) is not isinstance(decision, Refusal), decision
        assert (command in listed) is allowed(table, seat, area, command)


def allowed(table: Table, seat: Seat, area: Area, command: Use) -> bool:
    """The sentences of the rules about who may use what on which."""
    match command.kind, command.target:
        case ActionKind.JOKER, OnPile(pile):
            return pile < len(table.piles) and len(table.piles[pile].decks) < HIGHEST
        case ActionKind.REMOVE, OnSlot(slot):
            return slot < len(area.row) and area.row[slot] != ()
        case ActionKind.VOILA, OnSeat(other):
            there = other < len(table.areas) and table.areas[other].row != ()
            return there and other != seat and area.stack != ()
        case _:
            return False


@given(tables(), st.sampled_from(HELD), st.data())
def test_a_use_takes_one_card_of_its_kind_and_keeps_all_the_others(
    table: Table, kind: ActionKind, data: st.DataObject
) -> None:
    seat = dealt(table)
    table = holding(table, seat, kind)
    uses = [c for c in legal(table, seat) if isinstance(c, Use) and c.kind is kind]
    assume(uses)
    command = data.draw(st.sampled_from(uses))
    decision = decide(table, seat, command, DICE)
    assert isinstance(decision, tuple)
    after = replay(table, decision)
    assert flaws(after) == ()
    assert Counter(cards_of(after)) == Counter(cards_of(table))
    assert actions_of(after) == actions_of(table)
    left = Counter(table.areas[seat].beside.held) - Counter([kind])
    assert Counter(after.areas[seat].beside.held) == left
    changes_as_the_rules_say(table, after, seat, command)


def changes_as_the_rules_say(before: Table, after: Table, seat: Seat, command: Use) -> None:
    """Stacks, piles and points, which is all that a use can change for others to see."""
    malus, own = before.rules.left_malus, before.areas[seat]
    points = [
        (now or 0) - (then or 0) for now, then in zip(score(after), score(before), strict=True)
    ]
    heights = [
        len(now.stack) - len(then.stack)
        for now, then in zip(after.areas, before.areas, strict=True)
    ]
    expected = [0] * len(points)
    match command.target:
        case OnPile(pile):
            assert after.piles[pile].decks == (*before.piles[pile].decks, None)
            assert heights == [0] * len(heights)
            expected[seat] = malus
        case OnSlot(slot):
            fills = before.rules.row_refill == "auto" and len(own.row[slot]) == 1 and own.stack
            assert after.areas[seat].beside.removed[-1] == own.row[slot][-1]
            assert after.areas[seat].row[slot] == (own.stack[-1:] if fills else own.row[slot][:-1])
            expected[seat] = malus if fills else 0
        case OnSeat(other):
            assert after.areas[other].stack == (*before.areas[other].stack, own.stack[-1])
            assert after.areas[seat].stack == own.stack[:-1]
            expected[seat], expected[other] = malus, -malus
    assert points == expected


@given(tables(), st.sampled_from(AT_ONCE))
def test_cards_that_work_at_once_are_never_held(table: Table, kind: ActionKind) -> None:
    seat = dealt(table)
    table = lying(table, kind)
    assert flaws(table) == ()
    own = table.areas[seat]
    decision = decide(table, seat, Grab(), DICE)
    assert isinstance(decision, tuple)
    after = replay(table, decision).areas[seat]
    assert flaws(replay(table, decision)) == ()
    assert after.beside == replace(own.beside, used=(*own.beside.used, kind))
    if kind is ActionKind.SECOND:
        assert (after.row, after.stack) == (own.row, own.stack)
        assert turn_size(replay(table, decision), seat) == min(2, table.rules.turn)
    else:
        fills = table.rules.row_refill == "auto"
        assert after.row == (*own.row, own.stack[-1:] if fills else ())
        assert after.stack == (own.stack[:-1] if fills else own.stack)


@pytest.mark.parametrize("kind", ActionKind)
def test_a_kind_works_at_once_or_is_held_and_used(kind: ActionKind) -> None:
    entry = action(kind)
    assert (entry.at_once is None) is (kind in HELD)
    assert (entry.use is None) is (entry.targets is None) is (kind in AT_ONCE)


@given(tables(), st.booleans())
def test_edge_92_the_machine_keeps_a_round_alive_for_those_who_still_play(
    table: Table, freeze: bool
) -> None:
    """Against a table that has only cards, and a list of what the machine still offers."""
    machine = table.machine
    assert machine is not None
    table = replace(table, machine=replace(machine, to_come=()))
    frozen = [dealt(table)] if freeze else []
    seats = [s for s, area in enumerate(table.areas) if area.dealt and s not in frozen]
    offered = any(
        isinstance(command, Grab) or getattr(command, "kind", None) is ActionKind.JOKER
        for seat in seats
        for command in legal(table, seat)
    )
    held = {kind for seat in seats for kind in table.areas[seat].beside.held}
    alive = offered or bool(held - {ActionKind.JOKER})
    assert stuck(table, frozen) is (Stuck.NO if alive else stuck(without_machine(table), frozen))


def without_machine(table: Table) -> Table:
    """The table with what lasts, and nothing to grab or to use."""
    areas = tuple(
        replace(area, beside=Beside(used=area.beside.used)) if area.dealt else area
        for area in table.areas
    )
    return replace(table, areas=areas, machine=None)


@given(tables())
def test_edge_92_while_a_throw_is_to_come_no_round_is_dead(table: Table) -> None:
    assert table.machine is not None
    assume(table.machine.to_come)
    assert stuck(table) is stuck(table, range(len(table.areas))) is Stuck.NO
