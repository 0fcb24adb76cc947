"""The thread that brings what was written to the disk, so that no play ever waits for that.

It syncs the write-ahead log at most every 20 ms while something is written, and now and then
moves the log's pages into the database (a passive checkpoint, which holds nobody up).
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pellmell.store.writer import connect

EVERY: Final = 0.020
"""Seconds between two syncs, and the longest that something written waits for its own."""
CHECKPOINT_EVERY: Final = 10.0
"""Seconds between two moves of the write-ahead log's pages into the database."""

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
        self.flaw: Exception | None = None
        """What went wrong at the first sync that failed; no later one is believed."""
        self._checkpointed = time.monotonic()
        self._thread = threading.Thread(target=self._work, name="pellmell-syncer", daemon=True)
        self._thread.start()

    def written(self, done: Done | None = None) -> None:
        """Something was written; `done` is called once it is synced."""
        with self._wake:
            self._dirty = True
            if done is not None:
                self._waiting.append(done)
                self._hurry.set()
            self._wake.notify()

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
                self._wake.wait_for(lambda: self._dirty or self._stopped)
                if not self._dirty:
                    break
                self._dirty = False
                waiting, self._waiting = self._waiting, []
                self._hurry.clear()
            self.flaw = self.flaw or self._sync()
            for done in waiting:
                done(self.flaw)
            if time.monotonic() - self._checkpointed > CHECKPOINT_EVERY:
                self._checkpoint("PASSIVE")
            if not self._stopped:
                self._hurry.wait(EVERY)
        self._checkpoint("TRUNCATE")
        self._connection.close()

    def _sync(self) -> Exception | None:
        try:
            file = os.open(self._log, os.O_RDWR)
            try:
                _sync_data(file)
            finally:
                os.close(file)
        except OSError as error:
            return error
        return None

    def _checkpoint(self, mode: str) -> None:
        self._checkpointed = time.monotonic()
        try:
            self._connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
        except sqlite3.Error:
            # The log is still whole: the next checkpoint, or the next start, does it.
            return


_sync_data: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)
