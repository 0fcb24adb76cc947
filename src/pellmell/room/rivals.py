"""What a play contends for, and which other seats could contend for it now."""

from collections.abc import Iterable, Iterator

import msgspec

from pellmell.engine.cards import LOWEST, Card, Seat
from pellmell.engine.commands import Command, Grab, Source, ToCentre
from pellmell.engine.decide import top_of
from pellmell.engine.machine import may_grab
from pellmell.engine.table import Area, Table, fits, fitting_pile


class Prize(msgspec.Struct, frozen=True):
    """What several can reach for and one can have: the top of a pile (from 0), or a throw."""

    pile: int | None = None
    throw: int | None = None


def prize(table: Table, seat: Seat, command: Command) -> Prize | None:
    """What a command contends for, if it is one that could be accepted and that others want."""
    match command:
        case ToCentre(source, pile):
            return _pile(table, table.areas[seat], source, pile)
        case Grab(number):
            return _throw(table, seat, number)
        case _:
            return None


def rivals(table: Table, seat: Seat, wanted: Prize, seats: Iterable[Seat]) -> Iterator[Seat]:
    """Those among other seats that could have the same now."""
    for other in seats:
        if other != seat and _could_have(table, other, wanted):
            yield other


def meant_card(table: Table, seat: Seat, command: Command) -> Command:
    """The command with the card that lies there now, so that it never plays another one later."""
    if not isinstance(command, ToCentre) or command.card is not None:
        return command
    card = top_of(table.areas[seat], command.source)
    return msgspec.structs.replace(command, card=card) if isinstance(card, Card) else command


def _pile(table: Table, area: Area, source: Source, pile: int | None) -> Prize | None:
    card = top_of(area, source)
    if not isinstance(card, Card) or card.number == LOWEST:
        return None
    index = fitting_pile(table, card) if pile is None else pile
    return Prize(pile=index) if index is not None and fits(table, card, index) else None


def _throw(table: Table, seat: Seat, number: int | None) -> Prize | None:
    machine = table.machine
    if machine is None:
        return None
    lying = [t for t in machine.lying if number in (None, t.number)]
    mine = [t.number for t in lying if may_grab(machine, t, table.noises, seat)]
    return Prize(throw=mine[-1]) if mine else None


def _could_have(table: Table, seat: Seat, wanted: Prize) -> bool:
    if wanted.throw is not None:
        return _throw(table, seat, wanted.throw) is not None
    pile = table.piles[wanted.pile or 0]
    return any(pile.takes(card) for card in _tops(table.areas[seat]))


def _tops(area: Area) -> Iterator[Card]:
    yield from (slot[-1] for slot in area.row if slot)
    yield from (*area.stack[-1:], *area.waste[-1:])
