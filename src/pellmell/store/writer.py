"""The thread that owns the SQLite connection, and the tables it writes.

Writes wait in one queue and are done in its order. Each is a transaction in WAL mode that is not
synced by itself: see `syncing`.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from pellmell.store.contract import Kept, NotNextError, Page, StoreError

FORMAT: Final = 1
"""The number of this form of the tables; a higher one is refused."""

_TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    room TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE records (
    room TEXT NOT NULL, round INTEGER NOT NULL, text TEXT NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (room, round)
) WITHOUT ROWID;
"""

Job = Callable[[sqlite3.Connection], None]


def checksum(room: str, number: int, body: bytes) -> int:
    """A sum that an entry has only at its own place in its own room's log."""
    return crc32(body, crc32(f"{room}/{number}/".encode()))


class Writer:
    """One thread, one connection, one queue."""

    def __init__(self, path: Path) -> None:
        self._connection = _open(path)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="pellmell-writer", daemon=True)
        self._thread.start()

    def do(self, job: Job) -> None:
        """Hand over a job; it must not raise."""
        self._jobs.put(job)

    def stop(self) -> None:
        """Finish what is queued and close the connection."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job(self._connection)
        self._connection.close()


def connect(path: Path) -> sqlite3.Connection:
    """A connection that begins its own transactions and may be used by any one thread."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    # NORMAL: a commit is not synced, the beginning of a reused WAL is, without which power loss
    # could mix old pages with new ones. Checkpoints belong to the syncing thread.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def _open(path: Path) -> sqlite3.Connection:
    connection = connect(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        _check_format(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_format(connection: sqlite3.Connection, path: Path) -> None:
    if not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        connection.executescript(_TABLES)
        connection.execute("INSERT INTO meta VALUES ('format', ?)", (FORMAT,))
    try:
        found = connection.execute("SELECT value FROM meta WHERE name = 'format'").fetchone()
    except sqlite3.OperationalError:
        found = None
    if found is None or not isinstance(found[0], int):
        raise StoreError(f"{path} is not a log of pellmell; choose another directory with --data")
    if found[0] > FORMAT:
        raise StoreError(
            f"{path} was written by a newer pellmell (log format {found[0]}, "
            f"this one reads up to {FORMAT}); update pellmell, or choose another --data"
        )


def write(connection: sqlite3.Connection, batch: Sequence[Page]) -> None:
    """Write pages as one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for page in batch:
            _write_page(connection, page)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _write_page(connection: sqlite3.Connection, page: Page) -> None:
    try:
        connection.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?)",
            [
                (page.room, number, body, checksum(page.room, number, body))
                for number, body in enumerate(page.entries, page.first)
            ],
        )
    except sqlite3.IntegrityError:
        raise NotNextError(f"{page.room}: entry {page.first} is there already") from None
    for round, text in page.records:
        connection.execute(
            "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)",
            (page.room, round, text, checksum(page.room, round, text.encode())),
        )


def read_record(connection: sqlite3.Connection, room: str, round: int) -> str | None:
    """The record of a round, if it is there and whole."""
    row = connection.execute(
        "SELECT text, sum FROM records WHERE room = ? AND round = ?", (room, round)
    ).fetchone()
    if row is None or checksum(room, round, str(row[0]).encode()) != row[1]:
        return None
    return str(row[0])


def delete(connection: sqlite3.Connection, room: str) -> None:
    """Delete a room's entries and records."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM entries WHERE room = ?", (room,))
    connection.execute("DELETE FROM records WHERE room = ?", (room,))
    connection.execute("COMMIT")


class _Found(NamedTuple):
    number: int
    body: bytes
    whole: bool


def read_all(connection: sqlite3.Connection) -> list[Kept]:
    """Every room's log; bad last entries are deleted, so that others can take their numbers."""
    logs: dict[bytes, list[_Found]] = {}
    # As a BLOB, since a damaged name need not be text.
    for room, number, body, kept_sum in connection.execute(
        "SELECT CAST(room AS BLOB), number, body, sum FROM entries ORDER BY room, number"
    ):
        name = room if isinstance(room, bytes) else b""
        logs.setdefault(name, []).append(_examine(name, number, body, kept_sum))
    return [kept for room, log in logs.items() if (kept := _sift(connection, room, log))]


def _examine(room: bytes, number: object, body: object, kept_sum: object) -> _Found:
    if not isinstance(number, int) or not isinstance(body, bytes):
        return _Found(-1, b"", whole=False)
    whole = checksum(room.decode(errors="replace"), number, body) == kept_sum
    return _Found(number, body, whole)


def _sift(connection: sqlite3.Connection, room: bytes, log: list[_Found]) -> Kept | None:
    if not log[-1].whole:
        bad = log.pop()
        connection.execute(
            "DELETE FROM entries WHERE CAST(room AS BLOB) = ? AND number = ?", (room, bad.number)
        )
    if not log:
        return None
    name = room.decode(errors="replace")
    return Kept(name, tuple(found.body for found in log), _flaw(name, log))


def _flaw(room: str, log: list[_Found]) -> str | None:
    for place, found in enumerate(log):
        if not found.whole:
            return f"{room}: entry {place} is damaged"
        if found.number != place:
            return f"{room}: entry {place} is missing"
    return None
