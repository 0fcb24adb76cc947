"""Who laid what on which pile a moment ago: to say who was faster, and which piles rest."""

from collections import deque
from typing import Final

import msgspec

from pellmell.engine.cards import LOWEST, Card, Colour, Seat

WINDOW: Final = 1.0
"""Seconds within which a card that no longer fits was beaten rather than misplayed."""


class Lay(msgspec.Struct, frozen=True, gc=False):
    """A card laid in the centre: when it was, and was pressed, by whom, where, and what it is."""

    at: float
    press: float
    seat: Seat
    pile: int
    colour: Colour
    number: int


class Take(msgspec.Struct, frozen=True, gc=False):
    """An action card taken: when it was, and was pressed, and by whom."""

    at: float
    press: float
    seat: Seat


class Races:
    """The lays of a round that still matter."""

    def __init__(self) -> None:
        self.last: float | None = None
        self._recent: deque[Lay] = deque()
        self._by_pile: dict[int, float] = {}
        self._grabs: dict[int, Take] = {}

    def laid(self, lay: Lay) -> None:
        """Take note of a card laid in the centre."""
        self.last = lay.at
        self._by_pile[lay.pile] = lay.at
        self._recent.append(lay)
        while self._recent[0].at < lay.at - WINDOW:
            self._recent.popleft()

    def grabbed(self, number: int, take: Take) -> None:
        """Take note of an action card that was taken."""
        self._grabs[number] = take

    def grabbed_by(self, number: int, seat: Seat, now: float) -> Take | None:
        """How another seat took an action card, if that was a moment ago."""
        take = self._grabs.get(number)
        fresh = take is not None and take.seat != seat and take.at >= now - WINDOW
        return take if fresh else None

    def beaten_by(self, card: Card, pile: int | None, seat: Seat, now: float) -> Lay | None:
        """The latest lay of another seat that took the place where a card would have fitted."""
        return next(
            (
                lay
                for lay in reversed(self._recent)
                if lay.at >= now - WINDOW
                and lay.seat != seat
                and lay.number == card.number
                # A 1 that names a new pile loses it to a 1 of any colour.
                and (lay.colour is card.colour or card.number == LOWEST)
                and pile in (None, lay.pile)
            ),
            None,
        )

    def last_on(self, pile: int) -> float:
        """When the last card was laid on a pile; long ago where none was."""
        return self._by_pile.get(pile, float("-inf"))

    def rests(self, pile: int, now: float, rest: float) -> bool:
        """Whether a pile had a card within the last `rest` seconds."""
        at = self._by_pile.get(pile)
        return at is not None and now < at + rest
