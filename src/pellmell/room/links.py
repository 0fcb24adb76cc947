"""The connections of a room, and which of them hold which seat."""

from typing import Final

import msgspec

from pellmell.engine.cards import Seat
from pellmell.room.outbox import Who
from pellmell.room.pace import Budget

PINGS: Final = 5.0
"""Pings a second that are answered, for each connection."""


class Link(msgspec.Struct):
    """One connection: its seat (None for a watcher) and what it may still ask for."""

    seat: Seat | None
    pings: Budget
    looked: float = float("-inf")
    looking: bool = False


class Links:
    """The connections that were let in."""

    def __init__(self) -> None:
        self._all: dict[Who, Link] = {}
        self._seats: dict[Seat, Who] = {}
        self.everyone: tuple[Who, ...] = ()

    def add(self, who: Who, seat: Seat | None) -> None:
        """Let a connection in, as a seat's or as a watcher's."""
        self._all[who] = Link(seat, Budget(PINGS, 2 * PINGS))
        if seat is not None:
            self._seats[seat] = who
        self.everyone = tuple(self._all)

    def remove(self, who: Who) -> Link | None:
        """Let a connection go; None if it was not in."""
        link = self._all.pop(who, None)
        if link is not None and link.seat is not None and self._seats.get(link.seat) == who:
            del self._seats[link.seat]
        self.everyone = tuple(self._all)
        return link

    def get(self, who: Who) -> Link | None:
        """The connection, if it was let in."""
        return self._all.get(who)

    def of(self, seat: Seat) -> Who | None:
        """The connection that holds a seat."""
        return self._seats.get(seat)

    def watchers(self) -> int:
        """How many connections hold no seat."""
        return len(self._all) - len(self._seats)

    def watching(self) -> list[Who]:
        """The connections that hold no seat, the oldest first."""
        return [who for who, link in self._all.items() if link.seat is None]

    def looking(self) -> list[Who]:
        """The connections that wait for the answer to a `look`."""
        return [who for who, link in self._all.items() if link.looking]
