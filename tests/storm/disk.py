"""A disk that outlives processes, and the real store on it with its two threads simulated.

The tables are SQLite's, in memory. What every job of the writing thread changed is kept as one
transaction: a killed process leaves all of them, a lost power a prefix that holds at least what
was synced, and a damaged disk one bit in which it differs.
"""

import random
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pellmell.store.contract import Page
from pellmell.store.promises import Done
from pellmell.store.sqlite import SqliteStore
from pellmell.store.syncing import EVERY
from pellmell.store.writer import Job, _check_format
from tests.storm.loop import VirtualLoop

SLOW_SYNC = 2.0


class Disk:
    """What survives a process, and what is wrong with it."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._base: bytes | None = None
        self._done: list[list[str]] = []
        self.synced = 0
        """How many of the transactions since the last start are safe from a loss of power."""
        self.lost: set[str] = set()
        """The rooms of which something written may be gone."""
        self.flipped: set[str] = set()
        """The rooms of which a bit was flipped."""
        self.full = False
        self.broken = False
        self.slow = False
        self.skew = 0.0
        """Seconds by which the wall clock is wrong."""
        self.under_way = False
        """Whether a transaction is being written, which a sync that begins now takes along."""

    def delay(self) -> float:
        """Seconds that a write takes."""
        return self._chance.choice((0.0001, 0.0003, 0.001, 0.004))

    def sync_delay(self) -> float:
        """Seconds that a sync takes."""
        return SLOW_SYNC if self.slow else self._chance.choice((0.001, 0.005, 0.019))

    @property
    def written(self) -> int:
        """How many transactions were written since the last start."""
        return len(self._done) + self.under_way

    def take(self, statements: list[str]) -> None:
        """Keep a transaction."""
        self._done.append(statements)

    def lose_power(self) -> None:
        """Forget some of what was not synced."""
        keep = self._chance.randint(self.synced, len(self._done))
        if keep < len(self._done):
            self.lost.update(_rooms(self._opened(len(self._done))))
        del self._done[keep:]

    def flip(self) -> None:
        """Flip a bit of an entry; the damage is there at the next start."""
        connection = self._opened(len(self._done))
        found = connection.execute("SELECT room, number, body FROM entries ORDER BY room, number")
        rows = found.fetchall()
        if not rows:
            return
        room, number, body = self._chance.choice(rows)
        damaged = bytearray(body)
        place = self._chance.randrange(8 * len(damaged))
        damaged[place // 8] ^= 1 << place % 8
        where = f"room = '{room}' AND number = {number}"
        self.take([f"UPDATE entries SET body = X'{damaged.hex()}' WHERE {where}"])
        self.flipped.add(room)

    def open(self) -> sqlite3.Connection:
        """The tables as a new process finds them; all that is there counts as synced then."""
        connection = self._opened(len(self._done))
        _check_format(connection, Path("simulated"))
        self._base = connection.serialize()
        self._done = []
        self.synced = 0
        return connection

    def entries(self) -> dict[str, list[bytes]]:
        """Every room's log, as written."""
        logs: dict[str, list[bytes]] = {}
        rows = self._opened(len(self._done)).execute(
            "SELECT room, number, body FROM entries UNION SELECT room, number, body FROM asleep "
            "ORDER BY room, number"
        )
        for room, _, body in rows:
            logs.setdefault(room, []).append(body)
        return logs

    def awake(self) -> set[str]:
        """The rooms whose entries are not put away."""
        return set(_rooms(self._opened(len(self._done))))

    def _opened(self, upto: int) -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        if self._base is not None:
            connection.deserialize(self._base)
        for statements in self._done[:upto]:
            for statement in statements:
                connection.execute(statement)
        return connection


def _rooms(connection: sqlite3.Connection) -> list[str]:
    return [room for (room,) in connection.execute("SELECT DISTINCT room FROM entries")]


class SimulatedWriter:
    """The writing thread: one job after another, each of which takes a moment."""

    def __init__(self, disk: Disk, loop: VirtualLoop) -> None:
        self._disk = disk
        self._loop = loop
        self._connection = disk.open()
        self._statements: list[str] = []
        self._connection.set_trace_callback(self._statements.append)
        self._free_at = loop.now

    def do(self, job: Job) -> None:
        self._free_at = max(self._free_at, self._loop.now) + self._disk.delay()
        self._loop.call_at(self._free_at, self._work, job)

    def _work(self, job: Job) -> None:
        self._statements.clear()
        before = self._connection.total_changes
        self._disk.under_way = True
        try:
            job(self._connection)
        finally:
            self._disk.under_way = False
        if self._connection.total_changes != before:
            self._disk.take([s for s in self._statements if not s.startswith("SELECT")])


class SimulatedSyncer:
    """The syncing thread, as `syncing.Syncer` promises to work."""

    def __init__(self, disk: Disk, loop: VirtualLoop) -> None:
        self._disk = disk
        self._loop = loop
        self._dirty = False
        self._busy = False
        self._waiting: list[Done] = []
        self._timer: Any = None
        self.flaw: Exception | None = None
        self.unsynced = 0.0  # nobody opens a room here by what it tells

    def written(self, done: Done | None = None) -> None:
        self._dirty = True
        if done is not None:
            self._waiting.append(done)
        if not self._busy:
            self._begin()
        elif done is not None and self._timer is not None:
            self._timer.cancel()
            self._begin()

    def _begin(self) -> None:
        self._busy, self._dirty, self._timer = True, False, None
        waiting, self._waiting = self._waiting, []
        upto = self._disk.written
        self._loop.call_later(self._disk.sync_delay(), self._end, upto, waiting)

    def _end(self, upto: int, waiting: list[Done]) -> None:
        if self._disk.broken:
            self.flaw = self.flaw or OSError(5, "Input/output error")
        if self.flaw is None:
            self._disk.synced = max(self._disk.synced, upto)
        for done in waiting:
            done(self.flaw)
        if self._waiting:
            self._begin()
        else:
            self._timer = self._loop.call_later(EVERY, self._rested)

    def _rested(self) -> None:
        self._timer = None
        self._busy = False
        if self._dirty:
            self._begin()


class SimulatedStore(SqliteStore):
    """The real store, but for the threads and the file."""

    def __init__(
        self, disk: Disk, loop: VirtualLoop, written: Callable[[Sequence[Page]], None]
    ) -> None:
        self._disk = disk
        self._written = written
        self._path = Path("simulated")
        self._writer: Any = SimulatedWriter(disk, loop)
        self._syncer: Any = SimulatedSyncer(disk, loop)
        self.wall = lambda: 1.8e9 + loop.now + disk.skew
        self._next = {}
        self._since = {}
        self._asleep = set()

    def _write(self, connection: Any, batch: Any, settle: Done, *, synced: bool) -> None:
        if self._disk.full:
            settle(sqlite3.OperationalError("database or disk is full"))
            return
        flaws: list[Exception | None] = []

        def settled(flaw: Exception | None) -> None:
            flaws.append(flaw)
            settle(flaw)

        super()._write(connection, batch, settled, synced=synced)
        if not any(flaws):
            self._written(batch)

    async def close(self) -> None:
        self._disk.synced = self._disk.written
