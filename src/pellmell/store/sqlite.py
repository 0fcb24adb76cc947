"""A store in one SQLite file: one thread writes, another syncs, and nobody else touches it."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from pellmell.store.contract import Kept, NotNextError, Page, StoreError, UntrustedError
from pellmell.store.lock import DirectoryLock
from pellmell.store.syncing import Done, Syncer
from pellmell.store.writer import (
    Writer,
    delete_entries,
    delete_records,
    last_id,
    read_all,
    read_record,
    write,
)

FILE: Final = "pellmell.db"
SLICE: Final = 10_000
"""Entries among which those of a forgotten room are looked for without giving way."""

_Answer = TypeVar("_Answer")


class SqliteStore:
    """The logs of rooms in `pellmell.db` of a directory that no other process uses."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE
        _prepare(directory)
        self._lock = DirectoryLock(directory)
        try:
            self._writer = Writer(self._path)
            self._syncer = Syncer(self._path)
        except sqlite3.Error as error:
            self._lock.release()
            raise StoreError(f"{self._path} cannot be opened: {_line(error)}") from None
        except StoreError:
            self._lock.release()
            raise
        self._next: dict[str, int] = {}
        """The number that the next entry of a room gets."""
        self._since: dict[str, int] = {}
        """An id before which a room that began in this process has no entries."""

    async def load(self) -> list[Kept]:
        """Every room's log; a bad last entry is dropped, a bad one before it is a flaw."""
        try:
            logs = await self._ask(read_all)
        except sqlite3.Error as error:
            raise StoreError(
                f"{self._path} is damaged ({_line(error)}); put a copy of it back, "
                "or choose another directory with --data"
            ) from None
        self._next = {kept.room: len(kept.entries) for kept in logs}
        return logs

    async def append(self, batch: Sequence[Page], *, synced: bool = False) -> None:
        """Write pages as one; returns once they are written, or synced where that is asked."""
        ends = self._ends(batch)
        self._check_trust()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def settle(flaw: Exception | None) -> None:
            loop.call_soon_threadsafe(_settle, done, flaw)

        self._writer.do(lambda connection: self._write(connection, batch, settle, synced=synced))
        try:
            await done
        except (sqlite3.Error, OSError) as error:
            self._check_trust()
            raise StoreError(
                f"{self._path} does not take what is written: {_line(error)}"
            ) from error
        self._next.update(ends)

    async def record(self, room: str, round: int) -> str | None:
        """The record of a finished round, if there is one."""
        return await self._ask(lambda connection: read_record(connection, room, round))

    async def forget(self, room: str) -> None:
        """Delete all that is known of a room."""
        self._next.pop(room, None)
        await self._ask(lambda connection: delete_records(connection, room))
        last = await self._ask(last_id)
        for start in range(self._since.pop(room, 0), last + 1, SLICE):
            ids = range(start, start + SLICE)
            await self._ask(partial(delete_entries, room=room, ids=ids))
        self._syncer.written()

    async def close(self) -> None:
        """Sync what was written and let go of everything."""
        await asyncio.to_thread(self._stop)

    def _stop(self) -> None:
        self._writer.stop()
        self._syncer.stop()
        self._lock.release()

    def _check_trust(self) -> None:
        if self._syncer.flaw is not None:
            raise UntrustedError(
                f"{self._path}: the disk does not confirm what is written "
                f"({_line(self._syncer.flaw)}); start again once it is well, with --data on another "
                "disk if it is not"
            )

    def _ends(self, batch: Sequence[Page]) -> dict[str, int]:
        ends: dict[str, int] = {}
        for page in batch:
            end = ends.get(page.room, self._next.get(page.room, 0))
            if page.first != end:
                raise NotNextError(f"{page.room}: entry {page.first} does not follow {end - 1}")
            ends[page.room] = end + len(page.entries)
        return ends

    def _write(
        self, connection: sqlite3.Connection, batch: Sequence[Page], settle: Done, *, synced: bool
    ) -> None:
        try:
            since = write(connection, batch)
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told
            settle(error)
            return
        for page in batch:
            if page.first == 0:
                self._since[page.room] = since
        if synced:
            self._syncer.written(settle)
        else:
            settle(None)
            self._syncer.written()

    async def _ask(self, question: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        """The answer to a question that the writing thread asks the database."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[_Answer] = loop.create_future()

        def job(connection: sqlite3.Connection) -> None:
            try:
                found = question(connection)
            except Exception as error:  # noqa: BLE001 - whatever it is, whoever asks is told
                loop.call_soon_threadsafe(_settle, answer, error)
            else:
                loop.call_soon_threadsafe(_give, answer, found)

        self._writer.do(job)
        return await answer


def _prepare(directory: Path) -> None:
    """Make the directory and the file, for this user's eyes only."""
    path = directory / FILE
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if not os.access(directory, os.W_OK | os.X_OK):
            raise PermissionError(f"no right to write in {directory}")
    except OSError as error:
        raise StoreError(
            f"{directory} cannot hold the data ({error.strerror or error}); "
            "choose a directory of yours with --data"
        ) from None


def _settle(
    waiting: "asyncio.Future[None] | asyncio.Future[_Answer]", flaw: Exception | None
) -> None:
    if waiting.done():
        return
    if flaw is not None:
        waiting.set_exception(flaw)
    else:
        waiting.set_result(None)  # type: ignore[arg-type]


def _give(waiting: "asyncio.Future[_Answer]", answer: _Answer) -> None:
    if not waiting.done():
        waiting.set_result(answer)


def _line(error: Exception) -> str:
    """What an error says, in one line: SQLite quotes whole statements."""
    return " ".join(str(error).split())
