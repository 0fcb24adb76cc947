"""What can happen to the table, in the past tense: few, physical, and free of chance.

Whatever chance decided stands in the event, so that a replay needs no generator.
"""

import msgspec

from pellmell.engine.cards import Card, Seat
from pellmell.engine.commands import Source


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    """A card went from a seat's area onto a pile in the centre (a new one: the next number)."""

    seat: Seat
    source: Source
    pile: int


class Placed(msgspec.Struct, frozen=True, tag="placed"):
    """A card went from a seat's area onto a slot of its row."""

    seat: Seat
    source: Source
    slot: int


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    """The first cards of a hand went to the waste as one packet, the last of them on top."""

    seat: Seat
    count: int


class Recycled(msgspec.Struct, frozen=True, tag="recycled"):
    """A seat's waste became its hand, in this order."""

    seat: Seat
    hand: tuple[Card, ...]


class Shuffled(msgspec.Struct, frozen=True, tag="shuffled"):
    """Every seat's hand and waste became its new hand; a hand a seat, in order."""

    hands: tuple[tuple[Card, ...], ...]


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The round ended; by the call of a seat, or of itself."""

    by: Seat | None


Event = Laid | Placed | Turned | Recycled | Shuffled | Ended
