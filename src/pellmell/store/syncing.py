"""The thread that brings what was written to the disk, so that no play ever waits for that.

It syncs the write-ahead log at most every 20 ms while something is written. When the log has
grown, or nobody plays, it moves the log's pages into the database (a passive checkpoint, which
holds nobody up). Whoever writes meanwhile writes behind them, so that the log would never end
where there is always somebody: the few pages that came meanwhile are moved while writers wait,
which syncs, on the path of a play for once: therefore seldom. So does SQLite itself with the
next write, which begins the log anew.
"""

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pellmell.store.writer import connect

EVERY: Final = 0.020
"""Seconds between two syncs, and the longest that something written waits for its own."""
LOG_BYTES: Final = 256 * 1024 * 1024
"""Size of the log at which its pages are moved into the database and it is cut."""
QUIET: Final = 60.0
"""Seconds without a write after which they are moved, however few."""

Done = Callable[[Exception | None], None]


class Syncer:
    """One thread that syncs; whoever waits is called from it, with what went wrong or None."""

    def __init__(self, path: Path) -> None:
        self._log = path.with_name(path.name + "-wal")
        self._connection = connect(path)
        self._wake = threading.Condition()
        self._dirty = False
        self._stopped = False
        self._hurry = threading.Event()
        self._waiting: list[Done] = []
        self._emptying: list[Done] = []
        self.flaw: Exception | None = None
        """What went wrong at the first sync that failed; no later one is believed."""
        self._behind = False
        """Whether there is something in the log that is not yet in the database."""
        self._size = 0
        """Bytes of the log's file, as of the last sync."""
        self._left = 0
        """Bytes that it still had when it was cut last: more than none where that failed."""
        self._thread = threading.Thread(target=self._work, name="pellmell-syncer", daemon=True)
        self._thread.start()

    def written(self, done: Done | None = None) -> None:
        """Something was written; `done` is called once it is synced."""
        with self._wake:
            self._dirty = True
            self._behind = True
            if done is not None:
                self._waiting.append(done)
                self._hurry.set()
            self._wake.notify()

    def empty(self, done: Done) -> None:
        """Move all that was written into the database and cut the log; `done` is called then."""
        with self._wake:
            self._emptying.append(done)
        self.written()

    def stop(self) -> None:
        """Sync what was written and end."""
        with self._wake:
            self._stopped = True
            self._hurry.set()
            self._wake.notify()
        self._thread.join()

    def _work(self) -> None:
        while True:
            with self._wake:
                quiet = QUIET if self._behind else None
                self._wake.wait_for(lambda: self._dirty or self._stopped, quiet)
                dirty, self._dirty = self._dirty, False
                waiting, self._waiting = self._waiting, []
                emptying, self._emptying = self._emptying, []
                self._hurry.clear()
            if dirty:
                self.flaw = self.flaw or self._sync()
            for done in waiting:
                done(self.flaw)
            if emptying or self._size - self._left >= LOG_BYTES:
                self._cut()
                for done in emptying:
                    done(self.flaw)
            if self._stopped:
                if not dirty:
                    break
            elif not dirty:
                self._checkpoint("PASSIVE")
            else:
                self._hurry.wait(EVERY)
        self._checkpoint("TRUNCATE")
        self._connection.close()

    def _sync(self) -> Exception | None:
        try:
            file = os.open(self._log, os.O_RDWR)
            try:
                _sync_data(file)
                self._size = os.fstat(file).st_size
            finally:
                os.close(file)
        except OSError as error:
            return error
        return None

    def _cut(self) -> None:
        """Move everything and cut the log; writers wait for the last one, to which little is left."""
        self._checkpoint("PASSIVE")
        self._checkpoint("PASSIVE")
        self._checkpoint("TRUNCATE")
        self._size = self._left = self._log.stat().st_size if self._log.exists() else 0

    def _checkpoint(self, mode: str) -> None:
        self._behind = False
        if self.flaw is not None:
            return
        try:
            self._connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
        except sqlite3.Error:
            # The log is still whole: the next checkpoint, or the next start, does it.
            return


_sync_data: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)
