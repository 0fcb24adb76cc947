"""An event makes the next table."""

from collections.abc import Iterable
from typing import TypeVar, assert_never

from pellmell.engine.cards import Card, Seat
from pellmell.engine.commands import STACK, RowTop, Source, StackTop, WasteTop
from pellmell.engine.events import (
    Capped,
    Ended,
    Event,
    Grabbed,
    Laid,
    Passed,
    Placed,
    Quieted,
    Recycled,
    Removed,
    Shuffled,
    Spent,
    Threw,
    Turned,
    Widened,
)
from pellmell.engine.machine import ActionKind, Beside, Machine, Throw
from pellmell.engine.table import Area, Pile, Table

Item = TypeVar("Item")


def evolve(table: Table, event: Event) -> Table:
    """The table after an event. Total for every event that `decide` gives for that table."""
    match event:
        case Laid(seat, source, pile):
            card, area = _taken(table.areas[seat], source)
            return _with(table, seat, area, _laid(table.piles, pile, card))
        case Placed(seat, source, slot):
            card, area = _taken(table.areas[seat], source)
            row = _replaced(area.row, slot, (*area.row[slot], card))
            return _with(table, seat, Area(row, area.stack, area.waste, area.hand, area.beside))
        case Turned(seat, count):
            area = table.areas[seat]
            waste, hand = area.waste + area.hand[:count], area.hand[count:]
            return _with(table, seat, Area(area.row, area.stack, waste, hand, area.beside))
        case Recycled(seat, hand):
            area = table.areas[seat]
            return _with(table, seat, Area(area.row, area.stack, (), hand, area.beside))
        case Shuffled(hands):
            areas = tuple(
                Area(area.row, area.stack, (), hand, area.beside)
                for area, hand in zip(table.areas, hands, strict=True)
            )
            return Table(table.rules, table.piles, areas, table.over, table.machine)
        case Ended():
            return Table(table.rules, table.piles, table.areas, over=True, machine=table.machine)
        case _:
            return _by_machine(table, event)


def replay(table: Table, events: Iterable[Event]) -> Table:
    """The table after events, in order."""
    for event in events:
        table = evolve(table, event)
    return table


def _by_machine(
    table: Table,
    event: Threw | Quieted | Grabbed | Spent | Capped | Removed | Passed | Widened,
) -> Table:
    """The table after an event that only the Speed Machine brings about."""
    match event:
        case Threw(throw):
            return _machined(table, _thrown(_machine(table), throw))
        case Quieted(on):
            machine = _machine(table)
            return _machined(table, Machine(on, machine.to_come, machine.noises, machine.lying))
        case Grabbed(seat, number):
            return _grabbed(table, seat, number)
        case Spent(seat, kind):
            beside = _dropped(table.areas[seat].beside, kind)
            used = (*beside.used, kind)
            spent = Beside(beside.noises, beside.held, used, beside.removed)
            return _beside(table, seat, spent)
        case Capped(seat, kind, pile):
            capped = _beside(table, seat, _dropped(table.areas[seat].beside, kind))
            under = table.piles[pile]
            piles = _replaced(table.piles, pile, Pile(under.colour, (*under.decks, None)))
            return Table(table.rules, piles, capped.areas, table.over, table.machine)
        case Removed(seat, slot):
            card, area = _taken(table.areas[seat], RowTop(slot))
            beside = area.beside
            removed = (*beside.removed, card)
            out = Beside(beside.noises, beside.held, beside.used, removed)
            return _with(table, seat, Area(area.row, area.stack, area.waste, area.hand, out))
        case Passed(seat, to):
            card, giver = _taken(table.areas[seat], STACK)
            taker = table.areas[to]
            stack = (*taker.stack, card)
            given = _with(table, seat, giver)
            return _with(given, to, Area(taker.row, stack, taker.waste, taker.hand, taker.beside))
        case Widened(seat):
            area = table.areas[seat]
            row = (*area.row, ())
            return _with(table, seat, Area(row, area.stack, area.waste, area.hand, area.beside))
        case _:
            assert_never(event)


def _machine(table: Table) -> Machine:
    assert table.machine is not None, "only a machine brings such an event about"
    return table.machine


def _thrown(machine: Machine, throw: Throw) -> Machine:
    noises = machine.noises
    if throw.noise is not None:
        noises = _without(noises, throw.noise)
    to_come = _without(machine.to_come, throw.kind)
    return Machine(machine.quiet, to_come, noises, (*machine.lying, throw))


def _grabbed(table: Table, seat: Seat, number: int) -> Table:
    machine = _machine(table)
    taken = next(throw for throw in machine.lying if throw.number == number)
    lying = _without(machine.lying, taken)
    beside = table.areas[seat].beside
    held = (*beside.held, taken.kind)
    holding = Beside(beside.noises, held, beside.used, beside.removed)
    left = Machine(machine.quiet, machine.to_come, machine.noises, lying)
    return _machined(_beside(table, seat, holding), left)


def _taken(area: Area, source: Source) -> tuple[Card, Area]:
    """The card that a source shows, and the area without it."""
    match source:
        case RowTop(slot):
            pile = area.row[slot]
            row = _replaced(area.row, slot, pile[:-1])
            return pile[-1], Area(row, area.stack, area.waste, area.hand, area.beside)
        case StackTop():
            stack = area.stack[:-1]
            return area.stack[-1], Area(area.row, stack, area.waste, area.hand, area.beside)
        case WasteTop():
            waste = area.waste[:-1]
            return area.waste[-1], Area(area.row, area.stack, waste, area.hand, area.beside)
        case _:
            assert_never(source)


def _laid(piles: tuple[Pile, ...], index: int, card: Card) -> tuple[Pile, ...]:
    if index == len(piles):
        return (*piles, Pile(card.colour, (card.deck,)))
    pile = piles[index]
    return _replaced(piles, index, Pile(pile.colour, (*pile.decks, card.deck)))


def _dropped(beside: Beside, kind: ActionKind) -> Beside:
    held = _without(beside.held, kind)
    return Beside(beside.noises, held, beside.used, beside.removed)


def _without(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The items less one that is equal."""
    index = items.index(item)
    return (*items[:index], *items[index + 1 :])


def _replaced(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _with(table: Table, seat: Seat, area: Area, piles: tuple[Pile, ...] | None = None) -> Table:
    areas = _replaced(table.areas, seat, area)
    kept = table.piles if piles is None else piles
    return Table(table.rules, kept, areas, table.over, table.machine)


def _beside(table: Table, seat: Seat, beside: Beside) -> Table:
    area = table.areas[seat]
    return _with(table, seat, Area(area.row, area.stack, area.waste, area.hand, beside))


def _machined(table: Table, machine: Machine) -> Table:
    return Table(table.rules, table.piles, table.areas, table.over, machine)
