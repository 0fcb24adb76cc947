"""A store in one SQLite file: one thread writes, another syncs, and nobody else touches it."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from pellmell.engine.match import Placed
from pellmell.store.contract import (
    ALWAYS,
    Gone,
    Kept,
    Page,
    StoreError,
    UntrustedError,
    ends_after,
    unheeded,
)
from pellmell.store.erasing import owed_since, rebuild, settle
from pellmell.store.lock import FILE as LOCK
from pellmell.store.lock import DirectoryLock
from pellmell.store.place import prepare
from pellmell.store.promises import Done, give, promise, refuse
from pellmell.store.reading import (
    Found,
    beginning,
    read_asleep,
    read_awake,
    read_entries,
    read_keyrings,
    read_record,
    read_records,
    read_results,
    read_rooms,
    read_unnoted,
    read_unplayed,
    sift,
)
from pellmell.store.reasons import is_full, reason_for
from pellmell.store.reserve import FILE as RESERVE
from pellmell.store.reserve import Reserve
from pellmell.store.syncing import Syncer
from pellmell.store.writer import (
    Writer,
    delete_entries,
    delete_kept,
    delete_keyrings,
    delete_room,
    keep_keyrings,
    last_id,
    mark,
    put_away,
    put_away_at,
    write,
)

FILE: Final = "pellmell.db"
BESIDE: Final = (f"{FILE}-wal", f"{FILE}-shm", LOCK, RESERVE)
"""What lies beside it, and tells no less."""
AT_ONCE: Final = 1000
"""Rooms that are looked at without giving way."""
SLICE: Final = 10_000
"""Entries among which those of a room are looked for without giving way."""

_DAMAGE: Final = (sqlite3.Error, UnicodeError)
"""What a damaged file leads to; even what SQLite says of it need not be text."""

_Answer = TypeVar("_Answer")


class SqliteStore:
    """The logs of rooms in `pellmell.db` of a directory that no other process uses.

    `wall` is the clock by which rooms were last awake, `clock` the one by which syncs are late;
    `reserve` are the bytes that are kept free for when the disk is full.
    """

    _reserve: Reserve | None = None

    def __init__(
        self,
        directory: Path,
        wall: Callable[[], float] = time.time,
        reserve: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.wall = wall
        self._path = prepare(directory, FILE, BESIDE)
        self._lock = DirectoryLock(directory)
        try:
            self._writer = Writer(self._path)
            self._syncer = Syncer(self._path, clock)
        except _DAMAGE as error:
            self._lock.release()
            reason = reason_for(error)
            raise StoreError("store.not-opened", path=str(self._path), reason=reason) from None
        except StoreError:
            self._lock.release()
            raise
        if reserve:
            self._reserve = Reserve(directory, reserve)
        self._next: dict[str, int] = {}
        """The number that the next entry of a room gets."""
        self._since: dict[str, int] = {}
        """An id before which a room has no entries, but for those that were put away."""
        self._asleep: set[str] = set()
        """The rooms of which everything is put away."""
        self._erasing = asyncio.Lock()

    @property
    def low(self) -> bool:
        """Whether the disk has so little room that nothing new should begin."""
        return self._reserve is not None and not self._reserve.held

    @property
    def behind(self) -> float:
        """For how many seconds something written has waited to be synced."""
        return self._syncer.unsynced

    async def load(self, since: float = ALWAYS) -> list[Kept]:
        """The logs of rooms that are awake; those not marked `since` are put to sleep first."""
        return await self._find(partial(self._load, since=since))

    def _load(self, connection: sqlite3.Connection, since: float) -> list[Kept]:
        active = read_rooms(connection)
        awake: list[Kept] = []
        self._since = {}
        for kept, ids in read_awake(connection):
            if kept.room not in active:  # written by a program that did not note it
                active[kept.room] = self.wall()
                connection.execute("INSERT INTO rooms VALUES (?, ?)", (kept.room, self.wall()))
            if active[kept.room] >= since or kept.flaw is not None:
                awake.append(kept)
                self._since[kept.room] = min(ids, default=1) - 1
            else:
                put_away_at(connection, ids)
        self._next = {kept.room: len(kept.entries) for kept in awake}
        self._asleep = active.keys() - self._next.keys()
        delete_keyrings(connection, self._next)
        return awake

    async def known(self) -> dict[str, float]:
        """Every room, asleep or not, and when it was last awake."""
        return await self._find(read_rooms)

    async def append(self, batch: Sequence[Page], *, synced: bool = False) -> None:
        """Write pages as one; returns once they are written, or synced where that is asked."""
        ends = ends_after(batch, self._next, self._asleep)
        self._check_trust()
        done, settled = promise()
        self._writer.do(lambda connection: self._write(connection, batch, settled, synced=synced))
        try:
            await done
        except (sqlite3.Error, OSError) as error:
            self._check_trust()
            raise self._refused(error) from error
        self._next.update(ends)

    async def mark(self, rooms: Iterable[str]) -> None:
        """These rooms are awake now; what was kept of what opens them is void."""
        awake = list(rooms)
        await self._change(partial(mark, rooms=awake, now=self.wall()))
        self._asleep.difference_update(awake)

    async def sleep(self, room: str, keyring: bytes = b"") -> None:
        """A room was awake until now and sleeps, until it is read and marked again.

        Its `keyring` is kept beside it, where it has one.
        """
        await self.mark((room,))
        for ids in await self._slices(room):
            await self._change(partial(put_away, room=room, ids=ids))
        self._next.pop(room, None)
        self._since.pop(room, None)
        self._asleep.add(room)
        if keyring:
            await self.keep_keyrings({room: keyring})

    async def keep_keyrings(self, keyrings: Mapping[str, bytes]) -> None:
        """Keep what opens rooms, until they are marked as awake again."""
        await self._change(partial(keep_keyrings, keyrings=keyrings))

    async def keyrings(self) -> dict[str, bytes]:
        """What opens rooms, of those for which it is kept and whole."""
        return await self._find(read_keyrings)

    async def survey(self) -> dict[str, float]:
        """What `known` is after a start, without a change; now, where it was never noted."""
        unnoted = await self._find(read_unnoted)
        return dict.fromkeys(unnoted, self.wall()) | await self.known()

    async def read(self, room: str) -> Kept | None:
        """One room's log, asleep or not."""
        log = await self._read_entries(room)
        kept = await self._find(lambda connection: sift(connection, room.encode(), log))
        if kept is not None:
            self._next[room] = len(kept.entries)
        return kept

    async def look(self, room: str) -> Kept | None:
        """What `read` finds, without a change."""
        return beginning(room.encode(), await self._read_entries(room))

    async def _read_entries(self, room: str) -> list[Found]:
        found = await self._find(partial(read_asleep, room=room.encode()))
        for ids in [] if room in self._asleep else await self._slices(room):
            found += await self._find(partial(read_entries, room=room, ids=ids))
        return found

    async def record(self, room: str, round: int) -> str | None:
        """The record of a finished round, if there is one."""
        return await self._find(lambda connection: read_record(connection, room, round))

    async def records(self, room: str) -> list[tuple[int, str]]:
        """The records of a room's finished rounds, by round."""
        return await self._find(lambda connection: read_records(connection, room))

    async def unplayed(self, rooms: Sequence[str]) -> set[str]:
        """Those of some rooms in which nothing worth keeping was played."""
        found: set[str] = set()
        for start in range(0, len(rooms), AT_ONCE):
            found |= await self._find(partial(read_unplayed, rooms=rooms[start : start + AT_ONCE]))
        return found

    async def results(self, room: str | None = None) -> list[Placed]:
        """The results of a room's matches, by round and seat, or those of all rooms."""
        return await self._find(partial(read_results, of=room))

    async def forget(self, room: str) -> None:
        """Delete all that is known of a room."""
        await self._change(partial(delete_kept, room=room, erased=None))
        await self._forget_entries(room)

    async def _forget_entries(self, room: str) -> None:
        self._next.pop(room, None)
        if room not in self._asleep:
            # The last first: what is left by a kill in between still is the beginning of a log.
            for ids in reversed(await self._slices(room)):
                await self._change(partial(delete_entries, room=room, ids=ids))
        await self._change(partial(delete_room, room=room))
        self._since.pop(room, None)
        self._asleep.discard(room)

    async def erase(self, rooms: Iterable[str], gone: Gone = unheeded) -> None:
        """Forget rooms, and leave no trace of what was ever forgotten."""
        async with self._erasing:
            for room in rooms:
                results = await self.results(room)
                await self._change(partial(delete_kept, room=room, erased=self.wall()))
                gone(room, results)
                await self._forget_entries(room)
            await self._finish(0.0)

    async def finish(self, after: float = 0.0) -> None:
        """Leave no trace of what was to be erased, if that is owed for so many seconds."""
        async with self._erasing:
            await self._finish(after)

    async def _finish(self, after: float) -> None:
        since = await self._find(owed_since)
        # A clock on the wall may go back.
        if since is None or 0 <= self.wall() - since < after:
            return
        try:
            # While somebody keeps the log from being cut, it would only grow by all there is.
            await self._empty()
            await self._ask(rebuild, spends=False)
            await self._empty()
        except (sqlite3.Error, OSError) as error:
            self._check_trust()
            raise self._not_erased(error) from error
        await self._change(settle)

    async def _empty(self) -> None:
        done, settled = promise()
        self._syncer.empty(settled)
        await done

    async def close(self) -> None:
        """Sync what was written and let go of everything."""
        await asyncio.to_thread(self._stop)

    def _stop(self) -> None:
        self._writer.stop()
        self._syncer.stop()
        self._lock.release()

    def _damaged(self, error: Exception) -> StoreError:
        return StoreError("store.damaged", path=str(self._path), reason=reason_for(error))

    def _refused(self, error: Exception) -> StoreError:
        return StoreError("store.refused", path=str(self._path), reason=reason_for(error))

    def _not_erased(self, error: Exception) -> StoreError:
        return StoreError("store.not-erased", path=str(self._path), reason=reason_for(error))

    def _check_trust(self) -> None:
        if self._syncer.flaw is not None:
            reason = reason_for(self._syncer.flaw)
            raise UntrustedError("store.untrusted", path=str(self._path), reason=reason)

    def _write(
        self, connection: sqlite3.Connection, batch: Sequence[Page], settled: Done, *, synced: bool
    ) -> None:
        try:
            since = self._tried(lambda: write(connection, batch, self.wall()))
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told
            settled(error)
            return
        for page in batch:
            # Where a room begins, or goes on after everything of it was put away.
            self._since.setdefault(page.room, since)
        if synced:
            self._syncer.written(settled)
        else:
            settled(None)
            self._syncer.written()

    def _tried(self, job: Callable[[], _Answer]) -> _Answer:
        """What a job of the writing thread gives; on a full disk the reserve is given up for it."""
        reserve = self._reserve
        if reserve is None:
            return job()
        try:
            done = job()
        except sqlite3.Error as error:
            if not is_full(error) or not reserve.give_up():
                raise
            return job()
        reserve.look(self.wall())
        return done

    async def _slices(self, room: str) -> list[range]:
        """The ids among which a room's entries lie, in pieces that hold nobody up."""
        last = await self._find(last_id)
        starts = range(self._since.get(room, 0), last + 1, SLICE)
        return [range(start, start + SLICE) for start in starts]

    async def _find(self, question: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        """The answer to a question, or that the file is damaged."""
        try:
            return await self._ask(question)
        except _DAMAGE as error:
            raise self._damaged(error) from None

    async def _change(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Change the tables by something else than an append."""
        try:
            await self._ask(change)
        except sqlite3.Error as error:
            raise self._refused(error) from error
        self._syncer.written()

    async def _ask(
        self, question: Callable[[sqlite3.Connection], _Answer], *, spends: bool = True
    ) -> _Answer:
        """The answer to a question that the writing thread asks the database.

        What `spends` may have the reserve, where the disk is full. Writing everything anew may not:
        that needs room for all of it, and nobody waits for it.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[_Answer] = loop.create_future()

        def job(connection: sqlite3.Connection) -> None:
            try:
                asked = partial(question, connection)
                found = self._tried(asked) if spends else asked()
            except Exception as error:  # noqa: BLE001 - whatever it is, whoever asks is told
                loop.call_soon_threadsafe(refuse, answer, error)
            else:
                loop.call_soon_threadsafe(give, answer, found)

        self._writer.do(job)
        return await answer
