"""What a player may ask for at the table."""

from typing import Final

import msgspec

from pellmell.engine.cards import Card, Seat
from pellmell.engine.machine import ActionKind


class RowTop(msgspec.Struct, frozen=True, gc=False, tag="row"):
    """The top card of a row slot, counted from 0."""

    slot: int


class StackTop(msgspec.Struct, frozen=True, gc=False, tag="stack"):
    """The top card of the Ligretto stack."""


class WasteTop(msgspec.Struct, frozen=True, gc=False, tag="waste"):
    """The top card of the waste."""


Source = RowTop | StackTop | WasteTop
STACK: Final = StackTop()
WASTE: Final = WasteTop()


class ToCentre(msgspec.Struct, frozen=True, gc=False, tag="centre"):
    """Lay a card in the centre: on the pile of that number (from 0), or on whichever it fits.

    `card` says which card is meant; another one that lies there by now is not played.
    """

    source: Source
    pile: int | None = None
    card: Card | None = None


class ToRow(msgspec.Struct, frozen=True, gc=False, tag="slot"):
    """Put a card on a slot of one's own row: a refill, or Profi's laying down."""

    source: Source
    slot: int
    card: Card | None = None


class Turn(msgspec.Struct, frozen=True, gc=False, tag="turn"):
    """Turn cards of the hand; with an empty hand, take the waste up again."""


class Stop(msgspec.Struct, frozen=True, gc=False, tag="stop"):
    """Call the end of the round."""


class Grab(msgspec.Struct, frozen=True, gc=False, tag="grab"):
    """Take a thrown action card by its number, or the last one that may be taken."""

    number: int | None = None


class OnPile(msgspec.Struct, frozen=True, gc=False, tag="pile"):
    """A pile in the centre (from 0) as the target of an action card."""

    pile: int


class OnSlot(msgspec.Struct, frozen=True, gc=False, tag="slot"):
    """A slot of one's own row (from 0) as the target of an action card."""

    slot: int


class OnSeat(msgspec.Struct, frozen=True, gc=False, tag="seat"):
    """Another seat as the target of an action card."""

    seat: Seat


Target = OnPile | OnSlot | OnSeat


class Use(msgspec.Struct, frozen=True, gc=False, tag="use"):
    """Use an action card that was taken; `card` says which number card it is meant to move."""

    kind: ActionKind
    target: Target
    card: Card | None = None


Command = ToCentre | ToRow | Turn | Stop | Grab | Use
