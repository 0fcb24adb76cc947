"""A store that forgets with the process: for tests, and for tables that need not last."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from pellmell.engine.match import Placed
from pellmell.store.contract import (
    ALWAYS,
    PLAYED_BYTES,
    Gone,
    Kept,
    Page,
    ends_after,
    unheeded,
)


class MemoryStore:
    """Logs in dictionaries; `wall` is the clock by which rooms were last awake."""

    def __init__(self, wall: Callable[[], float] = time.time) -> None:
        self.wall = wall
        self.low = False
        self.behind = 0.0
        self._entries: dict[str, list[bytes]] = {}
        self._records: dict[tuple[str, int], str] = {}
        self._results: dict[str, list[Placed]] = {}
        self._active: dict[str, float] = {}
        self._asleep: set[str] = set()
        self._keyrings: dict[str, bytes] = {}

    async def load(self, since: float = ALWAYS) -> list[Kept]:
        """The logs of rooms that are awake; those not marked `since` are put to sleep first."""
        self._asleep |= {room for room, active in self._active.items() if active < since}
        awake = sorted(self._entries.keys() - self._asleep)
        for room in awake:
            self._keyrings.pop(room, None)
        return [Kept(room, tuple(self._entries[room])) for room in awake]

    async def known(self) -> dict[str, float]:
        """Every room, asleep or not, and when it was last awake."""
        return dict(self._active)

    async def append(self, batch: Sequence[Page], *, synced: bool = False) -> None:
        """Keep pages, all or none; there is nothing to sync."""
        del synced
        ends_after(batch, {p.room: len(self._entries.get(p.room, ())) for p in batch}, self._asleep)
        for page in batch:
            self._active.setdefault(page.room, self.wall())
            self._entries.setdefault(page.room, []).extend(page.entries)
            for round, text in page.records:
                self._records[page.room, round] = text
            self._results.setdefault(page.room, []).extend(page.results)

    async def mark(self, rooms: Iterable[str]) -> None:
        """These rooms are awake now; what was kept of what opens them is void."""
        for room in self._active.keys() & set(rooms):
            self._active[room] = self.wall()
            self._asleep.discard(room)
            self._keyrings.pop(room, None)

    async def sleep(self, room: str, keyring: bytes = b"") -> None:
        """A room was awake until now and sleeps, until it is read and marked again."""
        if room in self._active:
            self._active[room] = self.wall()
            self._asleep.add(room)
            self._keyrings.pop(room, None)
            if keyring:
                self._keyrings[room] = keyring

    async def keep_keyrings(self, keyrings: Mapping[str, bytes]) -> None:
        """Keep what opens rooms, until they are marked as awake again."""
        self._keyrings |= keyrings

    async def keyrings(self) -> dict[str, bytes]:
        """What opens rooms, of those for which it is kept and whole."""
        return dict(self._keyrings)

    async def read(self, room: str) -> Kept | None:
        """One room's log, asleep or not."""
        entries = self._entries.get(room)
        return None if entries is None else Kept(room, tuple(entries))

    async def record(self, room: str, round: int) -> str | None:
        """The record of a finished round, if there is one."""
        return self._records.get((room, round))

    async def records(self, room: str) -> list[tuple[int, str]]:
        """The records of a room's finished rounds, by round."""
        return sorted((n, text) for (of, n), text in self._records.items() if of == room)

    async def unplayed(self, rooms: Sequence[str]) -> set[str]:
        """Those of some rooms in which nothing worth keeping was played."""
        kept = self._records.items()
        return set(rooms) - {room for (room, _), text in kept if len(text) >= PLAYED_BYTES}

    async def results(self, room: str | None = None) -> list[Placed]:
        """The results of a room's matches, by round and seat, or those of all rooms."""
        rooms = sorted(self._results) if room is None else [room]
        kept = (self._results.get(one, []) for one in rooms)
        return [placed for own in kept for placed in sorted(own, key=_by_round)]

    async def forget(self, room: str) -> None:
        """Delete all that is known of a room."""
        self._entries.pop(room, None)
        self._results.pop(room, None)
        self._active.pop(room, None)
        self._keyrings.pop(room, None)
        self._asleep.discard(room)
        for key in [key for key in self._records if key[0] == room]:
            del self._records[key]

    async def erase(self, rooms: Iterable[str], gone: Gone = unheeded) -> None:
        """Forget rooms; nothing of them is left."""
        for room in rooms:
            results = await self.results(room)
            await self.forget(room)
            gone(room, results)

    async def finish(self, after: float = 0.0) -> None:
        """Nothing is ever left of an erasure."""

    async def close(self) -> None:
        """Nothing to let go of."""


def _by_round(placed: Placed) -> tuple[int, int]:
    return placed.round, placed.seat
