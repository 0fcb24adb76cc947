"""What can happen to the table, in the past tense: few, physical, and free of chance.

Whatever chance decided stands in the event, so that a replay needs no generator.
"""

import msgspec

from pellmell.engine.cards import Card, Seat
from pellmell.engine.commands import Source
from pellmell.engine.machine import ActionKind, Throw


class Laid(msgspec.Struct, frozen=True, gc=False, tag="laid"):
    """A card went from a seat's area onto a pile in the centre (a new one: the next number)."""

    seat: Seat
    source: Source
    pile: int


class Placed(msgspec.Struct, frozen=True, gc=False, tag="placed"):
    """A card went from a seat's area onto a slot of its row."""

    seat: Seat
    source: Source
    slot: int


class Turned(msgspec.Struct, frozen=True, gc=False, tag="turned"):
    """The first cards of a hand went to the waste as one packet, the last of them on top."""

    seat: Seat
    count: int


class Recycled(msgspec.Struct, frozen=True, gc=False, tag="recycled"):
    """A seat's waste became its hand, in this order."""

    seat: Seat
    hand: tuple[Card, ...]


class Shuffled(msgspec.Struct, frozen=True, gc=False, tag="shuffled"):
    """Every seat's hand and waste became its new hand; a hand a seat, in order."""

    hands: tuple[tuple[Card, ...], ...]


class Ended(msgspec.Struct, frozen=True, gc=False, tag="ended"):
    """The round ended; by the call of a seat, or of itself."""

    by: Seat | None


class Threw(msgspec.Struct, frozen=True, gc=False, tag="threw"):
    """The machine threw an action card."""

    throw: Throw


class Quieted(msgspec.Struct, frozen=True, gc=False, tag="quieted"):
    """The machine was switched to quiet throws, or back to noises."""

    on: bool


class Grabbed(msgspec.Struct, frozen=True, gc=False, tag="grabbed"):
    """A seat took a thrown card, by its number, and holds it."""

    seat: Seat
    number: int


class Spent(msgspec.Struct, frozen=True, gc=False, tag="spent"):
    """A held action card was put beside the stack, used."""

    seat: Seat
    kind: ActionKind


class Capped(msgspec.Struct, frozen=True, gc=False, tag="capped"):
    """A held action card was laid on a pile, as the next card of nobody's deck."""

    seat: Seat
    kind: ActionKind
    pile: int


class Removed(msgspec.Struct, frozen=True, gc=False, tag="removed"):
    """The top card of a row slot was put away for the rest of the round."""

    seat: Seat
    slot: int


class Passed(msgspec.Struct, frozen=True, gc=False, tag="passed"):
    """The top card of a seat's stack went onto another seat's stack."""

    seat: Seat
    to: Seat


class Widened(msgspec.Struct, frozen=True, gc=False, tag="widened"):
    """A seat's row got one more slot, empty."""

    seat: Seat


Event = (
    Laid
    | Placed
    | Turned
    | Recycled
    | Shuffled
    | Ended
    | Threw
    | Quieted
    | Grabbed
    | Spent
    | Capped
    | Removed
    | Passed
    | Widened
)
