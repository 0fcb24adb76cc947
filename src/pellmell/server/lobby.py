"""The lobby: opens rooms, finds them, and counts who looks in vain too often."""

from collections.abc import Callable
from heapq import nlargest

import msgspec

from pellmell.engine.rules import Rules
from pellmell.protocol.messages import Options
from pellmell.room.keyring import Keyring
from pellmell.room.opening import Opening, Summary
from pellmell.server.buckets import Buckets
from pellmell.server.chance import mint, mint_code
from pellmell.server.limits import (
    CREATIONS,
    CREATIONS_PER_SECOND,
    LIST_SECONDS,
    LISTED_ROOMS,
    LOOKUP_SECONDS,
    LOOKUPS,
    MOVES,
    MOVES_PER_SECOND,
    ROOMS,
)
from pellmell.server.rooms import Held, Rooms


class Opened(msgspec.Struct, frozen=True):
    """A new room's code and its secrets, told only once."""

    room: str
    key: str | None
    host: str


class FullError(Exception):
    """No more rooms may be awake just now."""


class Lobby:
    """Where rooms are opened and found."""

    def __init__(
        self,
        rooms: Rooms,
        clock: Callable[[], float],
        limit: int = ROOMS,
        *,
        listed: bool = False,
    ) -> None:
        self._rooms = rooms
        self._limit = limit
        self._coming = 0
        """Rooms that are being woken, for each of which there is a place."""
        self.listed = listed
        """Whether strangers find the public rooms here."""
        self._clock = clock
        self._public: list[Summary] = []
        self._until = float("-inf")
        self._expected: str | None = None
        self._lookups = Buckets(LOOKUPS, LOOKUPS / LOOKUP_SECONDS, clock)
        self._creations = Buckets(CREATIONS, CREATIONS_PER_SECOND, clock)
        self._moves = Buckets(MOVES, MOVES_PER_SECOND, clock)

    def make_place(self) -> bool:
        """Whether one more room may be awake now, and can be kept.

        On a full server a room that is deserted is put to sleep for it.
        """
        if self._rooms.troubled:
            return False
        return len(self._rooms) + self._coming < self._limit or self._rooms.give_way()

    async def wake(self, code: str, opens: Callable[[Keyring], bool]) -> Held | None:
        """The room with a code, woken if it sleeps and what opens it says so.

        FullError where it could be woken, but no more rooms may be awake.
        """
        places = 0

        def fits(keyring: Keyring) -> bool:
            nonlocal places
            if not opens(keyring):
                return False
            if not self.make_place():
                raise FullError
            places += 1
            self._coming += 1
            return True

        try:
            return await self._rooms.wake(code, fits)
        finally:
            self._coming -= places

    def may_wake(
        self,
        code: str,
        address: str,
        *,
        brings: bool,
        known: Callable[[Keyring], bool],
        opens: Callable[[Keyring], bool],
    ) -> bool:
        """Whether a room may be woken: judged beside it, and so at no cost.

        Who `brings` no secret, or none that is `known` there, may not have failed too often. Where
        nothing is known of the room, it is looked at once, for whoever may have a right secret.
        """
        keyring = self._rooms.keyring(code)
        if keyring is None:
            return brings or self.may_look(address)
        return opens(keyring) and (known(keyring) or self.may_look(address))

    def may_move(self, address: str) -> bool:
        """Whether an address may have one more code that moves a seat."""
        return self._moves.take(address)

    def may_open(self, address: str) -> bool:
        """Whether an address may open one more room now."""
        return self._creations.take(address)

    def may_open_in(self, address: str) -> float:
        """Seconds until an address may open a room."""
        return self._creations.wait(address)

    async def open(self, rules: Rules, options: Options, *, public: bool) -> Opened:
        """Open a room with a new code and new secrets."""
        key = None if public else mint()
        host = mint()
        opening = Opening(rules=rules, options=options, public=public, key=key, host=host)
        code = mint_code()
        while self._rooms.is_used(code):
            code = mint_code()
        await self._rooms.open(code, opening)
        return Opened(room=code, key=key, host=host)

    def public(self) -> list[Summary]:
        """The public rooms where somebody waits for others, first those with most people.

        As they were a moment ago, since looking through all rooms costs; none where none are listed.
        """
        now = self._clock()
        if self.listed and now >= self._until:
            waiting = (held for held in self._rooms.all() if _waits(held))
            fullest = nlargest(LISTED_ROOMS, waiting, key=lambda held: held.room.here)
            self._public = [held.room.summary() for held in fullest]
            self._until = now + LIST_SECONDS
        return self._public

    def fullest(self) -> str | None:
        """The public room where most people wait, and anybody may still sit down.

        Where nobody waits, the one that was opened last for whoever comes next: they may be on
        their way to it.
        """
        for summary in self.public():
            held = self._rooms.find(summary.room)
            if held is not None and _waits(held):
                return held.code
        held = None if self._expected is None else self._rooms.find(self._expected)
        fresh = held is not None and held.room.invites and not held.room.joined
        return held.code if held is not None and (fresh or _waits(held)) else None

    def expect(self, code: str) -> None:
        """Lead whoever comes next to a room in which nobody is yet."""
        self._expected = code

    def may_look(self, address: str) -> bool:
        """Whether an address has not looked in vain too often."""
        return self._lookups.left(address)

    def failed(self, address: str) -> None:
        """An address looked for a room that is not there, or not for it."""
        self._lookups.take(address)

    def wait(self, address: str) -> float:
        """Seconds until an address may look again."""
        return self._lookups.wait(address)


def _waits(held: Held) -> bool:
    """Whether somebody is in a room and waits for others; bots, and those who left, do not."""
    return held.room.invites and held.room.here > 0
