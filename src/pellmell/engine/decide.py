"""A command becomes events or a refusal; and the list of what is legal.

Rules of this module: it looks at the table as it is now, never at an earlier one; it asks its
questions in the order of `Refusal`, so that the first that applies is the answer; and it decides
chance only where a hand is shuffled, writing the outcome into the event.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import assert_never

from pellmell.engine.cards import LOWEST, Card, Seat
from pellmell.engine.commands import (
    STACK,
    WASTE,
    Command,
    RowTop,
    Source,
    StackTop,
    Stop,
    ToCentre,
    ToRow,
    Turn,
    WasteTop,
)
from pellmell.engine.deal import Dice, shuffled
from pellmell.engine.events import Ended, Event, Laid, Placed, Recycled, Shuffled, Turned
from pellmell.engine.table import Area, Table, fits, fitting_pile, stackable


class Refusal(StrEnum):
    """Why a command is refused, in the order in which the reasons are looked at."""

    ROUND_OVER = "round-over"
    NO_SUCH_PLACE = "no-such-place"
    EMPTY = "empty"
    MOVED_ON = "moved-on"
    NOT_ALLOWED = "not-allowed"
    NOT_YET = "not-yet"
    NOT_FROM_STACK = "not-from-stack"
    SLOT_TAKEN = "slot-taken"
    DOES_NOT_FIT = "does-not-fit"


Decision = tuple[Event, ...] | Refusal


def decide(table: Table, seat: Seat, command: Command, dice: Dice) -> Decision:
    """The events of a seat's command, or why it is refused. Total for every input."""
    if table.ended:
        return Refusal.ROUND_OVER
    if seat not in range(len(table.areas)):
        return Refusal.NO_SUCH_PLACE
    match command:
        case ToCentre():
            return _to_centre(table, seat, command)
        case ToRow():
            return _to_row(table, seat, command)
        case Turn():
            return _turn(table, seat, dice)
        case Stop():
            area = table.areas[seat]
            return (Ended(seat),) if area.dealt and not area.stack else Refusal.NOT_YET
        case _:
            assert_never(command)


def shuffle_hands(table: Table, dice: Dice) -> Shuffled:
    """Everybody shuffles hand and waste; stacks, rows and centre stay."""
    return Shuffled(tuple(shuffled(area.hand + area.waste, dice) for area in table.areas))


def legal(table: Table, seat: Seat) -> tuple[Command, ...]:
    """Every command of a seat that would be accepted now, plays naming their pile."""
    if table.ended or seat not in range(len(table.areas)):
        return ()
    return tuple(_legal(table, table.areas[seat]))


def top_of(area: Area, source: Source) -> Card | Refusal:
    """The card that a source shows, or why there is none."""
    match source:
        case RowTop(slot):
            if slot not in range(len(area.row)):
                return Refusal.NO_SUCH_PLACE
            cards = area.row[slot]
        case StackTop():
            cards = area.stack
        case WasteTop():
            cards = area.waste
        case _:
            assert_never(source)
    return cards[-1] if cards else Refusal.EMPTY


def _to_centre(table: Table, seat: Seat, command: ToCentre) -> Decision:
    area, source = table.areas[seat], command.source
    card = top_of(area, source)
    if card is Refusal.NO_SUCH_PLACE:
        return card
    if command.pile is not None and command.pile not in range(len(table.piles) + 1):
        return Refusal.NO_SUCH_PLACE
    if isinstance(card, Refusal):
        return card
    if command.card is not None and command.card != card:
        return Refusal.MOVED_ON
    if _kept_from_centre(table, source, card):
        return Refusal.NOT_FROM_STACK
    pile = command.pile if command.pile is not None else fitting_pile(table, card)
    if pile is None or not fits(table, card, pile):
        return Refusal.DOES_NOT_FIT
    return _completed(table, seat, Laid(seat, source, pile))


def _to_row(table: Table, seat: Seat, command: ToRow) -> Decision:
    area, source = table.areas[seat], command.source
    card = top_of(area, source)
    if card is Refusal.NO_SUCH_PLACE or command.slot not in range(len(area.row)):
        return Refusal.NO_SUCH_PLACE
    if isinstance(card, Refusal):
        return card
    if command.card is not None and command.card != card:
        return Refusal.MOVED_ON
    slot = area.row[command.slot]
    profi = table.rules.profi == "on"
    if isinstance(source, RowTop) or (isinstance(source, WasteTop) and not profi):
        return Refusal.NOT_ALLOWED
    if slot and not profi:
        return Refusal.SLOT_TAKEN
    if not _goes_on_slot(table, source, card, slot):
        return Refusal.DOES_NOT_FIT
    return _completed(table, seat, Placed(seat, source, command.slot))


def _turn(table: Table, seat: Seat, dice: Dice) -> Decision:
    area = table.areas[seat]
    if area.hand:
        return (Turned(seat, min(table.rules.turn, len(area.hand))),)
    if not area.waste:
        return Refusal.EMPTY
    keep = table.rules.recycle == "keep"
    return (Recycled(seat, area.waste if keep else shuffled(area.waste, dice)),)


def _completed(table: Table, seat: Seat, event: Laid | Placed) -> tuple[Event, ...]:
    """The event with what follows from it at once: the refill, and the end under `stop=auto`."""
    area, events = table.areas[seat], [event]
    left = len(area.stack) - isinstance(event.source, StackTop)
    if isinstance(event.source, RowTop) and _refills(table, area, event.source.slot):
        events.append(Placed(seat, STACK, event.source.slot))
        left -= 1
    if left == 0 and area.stack and table.rules.stop == "auto":
        return (*events, Ended(seat))
    return tuple(events)


def _refills(table: Table, area: Area, slot: int) -> bool:
    """Whether a slot whose top is about to leave is filled from the stack by itself."""
    return table.rules.row_refill == "auto" and len(area.row[slot]) == 1 and bool(area.stack)


def _kept_from_centre(table: Table, source: Source, card: Card) -> bool:
    return (
        isinstance(source, StackTop)
        and card.number == LOWEST
        and table.rules.ligretto_to_centre == "no_ones"
    )


def _goes_on_slot(table: Table, source: Source, card: Card, slot: tuple[Card, ...]) -> bool:
    """Whether a card may go on a slot: a refill of an empty one, or Profi's laying down."""
    if not slot:
        return isinstance(source, StackTop)
    return table.rules.profi == "on" and stackable(table.rules, card, slot[-1])


def _legal(table: Table, area: Area) -> Iterator[Command]:
    if area.hand or area.waste:
        yield Turn()
    for source, card in _tops(area):
        if not _kept_from_centre(table, source, card):
            for pile in range(len(table.piles) + 1):
                if fits(table, card, pile):
                    yield ToCentre(source, pile)
        if not isinstance(source, RowTop):
            yield from _row_commands(table, area, source, card)
    if area.dealt and not area.stack:
        yield Stop()


def _row_commands(table: Table, area: Area, source: Source, card: Card) -> Iterator[Command]:
    for index, slot in enumerate(area.row):
        if _goes_on_slot(table, source, card, slot):
            yield ToRow(source, index)


def _tops(area: Area) -> Iterator[tuple[Source, Card]]:
    for slot, cards in enumerate(area.row):
        if cards:
            yield RowTop(slot), cards[-1]
    if area.stack:
        yield STACK, area.stack[-1]
    if area.waste:
        yield WASTE, area.waste[-1]
