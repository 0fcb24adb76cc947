"""The thread that owns the SQLite connection, and the tables it writes.

Writes wait in one queue and are done in its order. Each is a transaction in WAL mode that is not
synced by itself: see `syncing`. Entries of all rooms lie in the order of their writing, so that a
batch touches a page or two, and there is no index to keep: a third of the cost of keeping each
room's together. They are read from end to end once, at the start.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from pellmell.store.contract import Kept, Page, StoreError

FORMAT: Final = 1
"""The number of this form of the tables; a higher one is refused."""

AT_ONCE: Final = 64
"""Entries that one statement inserts."""

_TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    room TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL
);
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


def write(connection: sqlite3.Connection, batch: Sequence[Page]) -> int:
    """Write pages as one transaction; the id before which no entry of theirs lies."""
    rows = [row for page in batch for row in _rows(page)]
    if len(rows) <= AT_ONCE and not any(page.records for page in batch):
        # One statement is a transaction of its own, and gives way to other threads only once.
        return _insert(connection, rows) - len(rows)
    last = 0
    connection.execute("BEGIN IMMEDIATE")
    try:
        for start in range(0, len(rows), AT_ONCE):
            last = _insert(connection, rows[start : start + AT_ONCE])
        for page in batch:
            _insert_records(connection, page)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return last - len(rows)


_Row = tuple[str, int, bytes, int]


def _rows(page: Page) -> list[_Row]:
    return [
        (page.room, number, body, checksum(page.room, number, body))
        for number, body in enumerate(page.entries, page.first)
    ]


def _insert(connection: sqlite3.Connection, rows: Sequence[_Row]) -> int:
    """Insert entries; the id of the last one."""
    if not rows:
        return 0
    values = ", ".join(["(?, ?, ?, ?)"] * len(rows))
    cursor = connection.execute(
        f"INSERT INTO entries (room, number, body, sum) VALUES {values}",  # noqa: S608 - marks
        [value for row in rows for value in row],
    )
    return cursor.lastrowid or 0


def _insert_records(connection: sqlite3.Connection, page: Page) -> None:
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


def last_id(connection: sqlite3.Connection) -> int:
    """The id of the entry that was written last."""
    return int(connection.execute("SELECT coalesce(max(id), 0) FROM entries").fetchone()[0])


def delete_entries(connection: sqlite3.Connection, room: str, ids: range) -> None:
    """Delete a room's entries among some ids: all at once would hold up whoever writes."""
    connection.execute(
        "DELETE FROM entries WHERE id BETWEEN ? AND ? AND room = ?", (ids.start, ids.stop - 1, room)
    )


def delete_records(connection: sqlite3.Connection, room: str) -> None:
    """Delete a room's records."""
    connection.execute("DELETE FROM records WHERE room = ?", (room,))


class _Found(NamedTuple):
    id: int
    number: int
    body: bytes
    whole: bool


def read_all(connection: sqlite3.Connection) -> list[Kept]:
    """Every room's log; bad last entries are deleted, so that others can take their numbers."""
    logs: dict[bytes, list[_Found]] = {}
    # As a BLOB, since a damaged name need not be text.
    for id, room, number, body, kept_sum in connection.execute(
        "SELECT id, CAST(room AS BLOB), number, body, sum FROM entries ORDER BY id"
    ):
        name = room if isinstance(room, bytes) else b""
        logs.setdefault(name, []).append(_examine(id, name, number, body, kept_sum))
    logs_by_name = sorted(logs.items())
    return [kept for room, log in logs_by_name if (kept := _sift(connection, room, log))]


def _examine(id: int, room: bytes, number: object, body: object, kept_sum: object) -> _Found:
    if not isinstance(number, int) or not isinstance(body, bytes):
        return _Found(id, -1, b"", whole=False)
    whole = checksum(room.decode(errors="replace"), number, body) == kept_sum
    return _Found(id, number, body, whole)


def _sift(connection: sqlite3.Connection, room: bytes, log: list[_Found]) -> Kept | None:
    if not log[-1].whole:
        connection.execute("DELETE FROM entries WHERE id = ?", (log.pop().id,))
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
