"""The action cards of the Speed Machine, one entry for each kind.

An entry says what taking the card does at once, which targets it has, and what using it does.
Nothing else in the engine learns their names: `evolve` follows the physical events, and `decide`
asks here.
"""

from collections.abc import Callable
from typing import Final, assert_never

import msgspec

from pellmell.engine.cards import HIGHEST, Card, Seat
from pellmell.engine.commands import STACK, OnPile, OnSeat, OnSlot, Target, Use
from pellmell.engine.events import Capped, Event, Passed, Placed, Removed, Spent, Widened
from pellmell.engine.machine import ActionKind
from pellmell.engine.outcome import Decision, Refusal
from pellmell.engine.table import Table


class Action(msgspec.Struct, frozen=True):
    """How one kind of action card works.

    A kind that works by itself has `at_once`, the events that follow the grab. A kind that is held
    has `targets`, what a holder could use it on now, and `use`, what that does or why it cannot.
    """

    at_once: Callable[[Table, Seat], tuple[Event, ...]] | None = None
    targets: Callable[[Table, Seat], tuple[Target, ...]] | None = None
    use: Callable[[Table, Seat, Use], Decision] | None = None


def action(kind: ActionKind) -> Action:
    """The entry of a kind."""
    match kind:
        case ActionKind.JOKER:
            return JOKER
        case ActionKind.REMOVE:
            return REMOVE
        case ActionKind.VOILA:
            return VOILA
        case ActionKind.SECOND:
            return SECOND
        case ActionKind.EXTRA:
            return EXTRA
        case _:
            assert_never(kind)


def turn_size(table: Table, seat: Seat) -> int:
    """How many cards a seat turns together: two at most once every second card may be looked at."""
    turn = table.rules.turn
    return min(turn, 2) if ActionKind.SECOND in table.areas[seat].beside.used else turn


def refill(table: Table, seat: Seat, slot: int) -> tuple[Event, ...]:
    """The stack's top onto a slot that is empty by now, where slots fill by themselves."""
    fills = table.rules.row_refill == "auto" and bool(table.areas[seat].stack)
    return (Placed(seat, STACK, slot),) if fills else ()


def _open_piles(table: Table, _seat: Seat) -> tuple[Target, ...]:
    return tuple(OnPile(i) for i, pile in enumerate(table.piles) if pile.top < HIGHEST)


def _cap(table: Table, seat: Seat, command: Use) -> Decision:
    if not isinstance(command.target, OnPile):
        return Refusal.NOT_ALLOWED
    pile = command.target.pile
    if pile not in range(len(table.piles)):
        return Refusal.NO_SUCH_PLACE
    if table.piles[pile].top >= HIGHEST:
        return Refusal.DOES_NOT_FIT
    return (Capped(seat, command.kind, pile),)


def _row_cards(table: Table, seat: Seat) -> tuple[Target, ...]:
    return tuple(OnSlot(i) for i, slot in enumerate(table.areas[seat].row) if slot)


def _remove(table: Table, seat: Seat, command: Use) -> Decision:
    if not isinstance(command.target, OnSlot):
        return Refusal.NOT_ALLOWED
    row, slot = table.areas[seat].row, command.target.slot
    if slot not in range(len(row)):
        return Refusal.NO_SUCH_PLACE
    if not row[slot]:
        return Refusal.EMPTY
    if _another(command.card, row[slot][-1]):
        return Refusal.MOVED_ON
    filled = refill(table, seat, slot) if len(row[slot]) == 1 else ()
    return (Spent(seat, command.kind), Removed(seat, slot), *filled)


def _opponents(table: Table, seat: Seat) -> tuple[Target, ...]:
    if not table.areas[seat].stack:
        return ()
    others = (other for other, area in enumerate(table.areas) if area.dealt and other != seat)
    return tuple(OnSeat(other) for other in others)


def _pass(table: Table, seat: Seat, command: Use) -> Decision:
    if not isinstance(command.target, OnSeat):
        return Refusal.NOT_ALLOWED
    other, stack = command.target.seat, table.areas[seat].stack
    if other not in range(len(table.areas)) or not table.areas[other].dealt:
        return Refusal.NO_SUCH_PLACE
    if not stack:
        return Refusal.EMPTY
    if _another(command.card, stack[-1]):
        return Refusal.MOVED_ON
    if other == seat:
        return Refusal.NOT_ALLOWED
    return (Spent(seat, command.kind), Passed(seat, other))


def _look_at_more(_table: Table, seat: Seat) -> tuple[Event, ...]:
    return (Spent(seat, ActionKind.SECOND),)


def _widen(table: Table, seat: Seat) -> tuple[Event, ...]:
    filled = refill(table, seat, len(table.areas[seat].row))
    return (Spent(seat, ActionKind.EXTRA), Widened(seat), *filled)


def _another(meant: Card | None, card: Card) -> bool:
    return meant is not None and meant != card


JOKER: Final = Action(targets=_open_piles, use=_cap)
"""Goes on any open pile as its next card, or stays parked on the stack, where it counts as left."""
REMOVE: Final = Action(targets=_row_cards, use=_remove)
"""Puts the top card of a slot of one's row out of the round."""
VOILA: Final = Action(targets=_opponents, use=_pass)
"""Gives the top of one's stack to somebody else's."""
SECOND: Final = Action(at_once=_look_at_more)
"""Turns two cards instead of three for the rest of the round."""
EXTRA: Final = Action(at_once=_widen)
"""One more slot in the row for the rest of the round."""
