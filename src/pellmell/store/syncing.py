"""The thread that brings what was written to the disk, so that no play ever waits for that.

It syncs the write-ahead log at most every 20 ms while something is written. When the log has
grown, or nobody plays, it moves the log's pages into the database (a passive checkpoint, which
holds nobody up). Whoever writes meanwhile writes behind them, so that the log would never end
where there is always somebody: the few pages that came meanwhile are moved while writers wait,
which syncs, on the path of a play for once: therefore seldom. So does SQLite itself with the
next write, which begins the log anew.
"""

import errno
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pellmell.store.promises import Done
from pellmell.store.reasons import busy
from pellmell.store.writer import connect

EVERY: Final = 0.020
"""Seconds between two syncs, and the longest that something written waits for its own."""
LOG_BYTES: Final = 256 * 1024 * 1024
"""Size of the log at which its pages are moved into the database and it is cut."""
QUIET: Final = 60.0
"""Seconds without a write after which they are moved, however few."""

NO_FILES: Final = frozenset({errno.EMFILE, errno.ENFILE})
"""What opening a file fails with where too many are open: nothing that was written is lost by it."""

PATIENCE: Final = 0.5
"""Seconds for which the log waits to be cut where somebody reads the file: whoever writes waits
along."""


class LogFile:
    """The file of the log, kept open, so that a sync needs no descriptor when none is left."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self._spare: int | None = os.open(os.devnull, os.O_RDONLY)
        """Given up for the log, where SQLite put another one in its place just then."""

    def descriptor(self) -> int:
        """A descriptor of the file that is the log now."""
        now = self._path.stat()  # which takes no descriptor
        if self._file is not None:
            own = os.fstat(self._file)
            if (own.st_dev, own.st_ino) == (now.st_dev, now.st_ino):
                return self._file
            os.close(self._file)
            self._file = None
        self._file = self._open()
        return self._file

    def close(self) -> None:
        """Let go of it."""
        for file in (self._file, self._spare):
            if file is not None:
                os.close(file)
        self._file = self._spare = None

    def _open(self) -> int:
        try:
            return os.open(self._path, os.O_RDWR)
        except OSError as error:
            if error.errno not in NO_FILES or self._spare is None:
                raise
        os.close(self._spare)
        self._spare = None
        return os.open(self._path, os.O_RDWR)


class Syncer:
    """One thread that syncs; whoever waits is called from it, with what went wrong or None.

    `clock` tells for how long something waits, and `rest` lets the thread wait for an event, for
    so many seconds at most.
    """

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float],
        rest: Callable[[threading.Event, float], object] = threading.Event.wait,
    ) -> None:
        self._clock = clock
        self._rest = rest
        self._log = path.with_name(path.name + "-wal")
        self._connection = connect(path, PATIENCE)
        self._file = LogFile(self._log)
        self._wake = threading.Condition()
        self._dirty: float | None = None
        """Since when something was written that no sync was begun for."""
        self._syncing: float | None = None
        """Since when the first waits of what a sync was begun for."""
        self._stopped = False
        self._hurry = threading.Event()
        self._waiting: list[Done] = []
        self._emptying: list[Done] = []
        self.flaw: Exception | None = None
        """What went wrong at the first sync that failed; no later one is believed."""
        self._unmoved = False
        """Whether there is something in the log that is not yet in the database."""
        self._size = 0
        """Bytes of the log's file, as of the last sync."""
        self._left = 0
        """Bytes that it still had when it was cut last: more than none where that failed."""
        self._thread = threading.Thread(target=self._work, name="pellmell-syncer", daemon=True)
        self._thread.start()

    @property
    def unsynced(self) -> float:
        """For how many seconds something written has waited to be synced."""
        with self._wake:
            since = self._dirty if self._syncing is None else self._syncing
        return 0.0 if since is None else self._clock() - since

    def written(self, done: Done | None = None) -> None:
        """Something was written; `done` is called once it is synced."""
        with self._wake:
            if self._dirty is None:
                self._dirty = self._clock()
            self._unmoved = True
            if done is not None:
                self._waiting.append(done)
                self._hurry.set()
            self._wake.notify()

    def empty(self, done: Done) -> None:
        """Move all that was written into the database and cut the log; `done` is called then.

        It hears of a failure too: somebody who reads the file keeps the log as it is.
        """
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
                quiet = QUIET if self._unmoved else None
                self._wake.wait_for(lambda: self._dirty is not None or self._stopped, quiet)
                dirty = self._dirty is not None
                self._syncing, self._dirty = self._dirty, None
                waiting, self._waiting = self._waiting, []
                emptying, self._emptying = self._emptying, []
                self._hurry.clear()
            if dirty and not self._sync():
                with self._wake:
                    self._dirty, self._syncing = self._syncing, None
                    self._waiting[:0] = waiting
                    self._emptying[:0] = emptying
                self._rest(self._hurry, EVERY)
                continue
            self._syncing = None
            for done in waiting:
                done(self.flaw)
            if emptying or self._size - self._left >= LOG_BYTES:
                failed = self._cut()
                for done in emptying:
                    done(failed)
            if self._stopped:
                if not dirty:
                    break
            elif not dirty:
                self._checkpoint("PASSIVE")
            else:
                self._rest(self._hurry, EVERY)
        self._checkpoint("TRUNCATE")
        self._file.close()
        self._connection.close()

    def _sync(self) -> bool:
        """Sync, or find that there is nothing to be trusted; false where that has to wait."""
        if self.flaw is not None:
            return True
        try:
            file = self._file.descriptor()
            _sync_data(file)
            self._size = os.fstat(file).st_size
        except OSError as error:
            if error.errno in NO_FILES and not self._stopped:
                return False
            self.flaw = error
        return True

    def _cut(self) -> Exception | None:
        """Move everything and cut the log; writers wait for the last one, to which little is left."""
        self._checkpoint("PASSIVE")
        self._checkpoint("PASSIVE")
        failed = self._checkpoint("TRUNCATE")
        self._size = self._left = self._log.stat().st_size if self._log.exists() else 0
        return failed

    def _checkpoint(self, mode: str) -> Exception | None:
        """Move pages; why not all were. The log is whole then, and a later one does it."""
        self._unmoved = False
        if self.flaw is not None:
            return self.flaw
        try:
            # That somebody reads the file, and not all could be done, is no error to SQLite.
            (held, *_) = self._connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
        except sqlite3.Error as error:
            return error
        return busy() if held else None


_sync_data: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)
