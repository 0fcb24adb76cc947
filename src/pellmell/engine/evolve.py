"""An event makes the next table."""

from collections.abc import Iterable
from typing import TypeVar, assert_never

from pellmell.engine.cards import Card, Seat
from pellmell.engine.commands import RowTop, Source, StackTop, WasteTop
from pellmell.engine.events import Ended, Event, Laid, Placed, Recycled, Shuffled, Turned
from pellmell.engine.table import Area, Pile, Table

Item = TypeVar("Item")


def evolve(table: Table, event: Event) -> Table:
    """The table after an event. Total for every event that `decide` gives for that table."""
    match event:
        case Laid(seat, source, pile):
            card, area = _taken(table.areas[seat], source)
            return Table(
                table.rules, _laid(table.piles, pile, card), _with(table, seat, area), table.over
            )
        case Placed(seat, source, slot):
            card, area = _taken(table.areas[seat], source)
            row = _replaced(area.row, slot, (*area.row[slot], card))
            return _set(table, seat, Area(row, area.stack, area.waste, area.hand))
        case Turned(seat, count):
            area = table.areas[seat]
            packet, hand = area.hand[:count], area.hand[count:]
            return _set(table, seat, Area(area.row, area.stack, area.waste + packet, hand))
        case Recycled(seat, hand):
            area = table.areas[seat]
            return _set(table, seat, Area(area.row, area.stack, (), hand))
        case Shuffled(hands):
            areas = tuple(
                Area(area.row, area.stack, (), hand)
                for area, hand in zip(table.areas, hands, strict=True)
            )
            return Table(table.rules, table.piles, areas, table.over)
        case Ended():
            return Table(table.rules, table.piles, table.areas, over=True)
        case _:
            assert_never(event)


def replay(table: Table, events: Iterable[Event]) -> Table:
    """The table after events, in order."""
    for event in events:
        table = evolve(table, event)
    return table


def _taken(area: Area, source: Source) -> tuple[Card, Area]:
    """The card that a source shows, and the area without it."""
    match source:
        case RowTop(slot):
            pile = area.row[slot]
            row = _replaced(area.row, slot, pile[:-1])
            return pile[-1], Area(row, area.stack, area.waste, area.hand)
        case StackTop():
            return area.stack[-1], Area(area.row, area.stack[:-1], area.waste, area.hand)
        case WasteTop():
            return area.waste[-1], Area(area.row, area.stack, area.waste[:-1], area.hand)
        case _:
            assert_never(source)


def _laid(piles: tuple[Pile, ...], index: int, card: Card) -> tuple[Pile, ...]:
    if index == len(piles):
        return (*piles, Pile(card.colour, (card.deck,)))
    pile = piles[index]
    return _replaced(piles, index, Pile(pile.colour, (*pile.decks, card.deck)))


def _replaced(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _with(table: Table, seat: Seat, area: Area) -> tuple[Area, ...]:
    return _replaced(table.areas, seat, area)


def _set(table: Table, seat: Seat, area: Area) -> Table:
    return Table(table.rules, table.piles, _with(table, seat, area), table.over)
