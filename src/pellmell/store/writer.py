"""The thread that owns the SQLite connection, and the tables it writes.

Writes wait in one queue and are done in its order. Each is a transaction in WAL mode that is not
synced by itself: see `syncing`. Entries of all rooms lie in the order of their writing, so that a
batch touches a page or two, and there is no index to keep: a third of the cost of keeping each
room's together. They are read from end to end once, at the start; those of rooms that sleep are
kept apart, by room, and are not.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from zlib import crc32

from pellmell.engine.match import Placed
from pellmell.store.contract import Page, StoreError
from pellmell.store.erasing import owe

FORMAT: Final = 4
"""The number of this form of the tables; a higher one is refused."""

AT_ONCE: Final = 64
"""Entries that one statement inserts."""

PATIENCE: Final = 5.0
"""Seconds that a connection waits for another one to let go of the file."""

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

_SINCE_2 = """
CREATE TABLE IF NOT EXISTS rooms (room TEXT PRIMARY KEY, active REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS asleep (
    room TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (room, number)
) WITHOUT ROWID;
"""
"""When rooms were last awake, and the entries of those that sleep; format 1 had no such tables."""

_PUT_AWAY = "INSERT INTO asleep SELECT room, number, body, sum FROM entries"

_SINCE_3 = """
CREATE TABLE IF NOT EXISTS results (
    room TEXT NOT NULL, round INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL,
    points INTEGER NOT NULL, won INTEGER NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (room, round, seat)
) WITHOUT ROWID;
"""
"""How matches ended, where a leaderboard is kept."""

_SINCE_4 = """
CREATE TABLE IF NOT EXISTS keyrings (
    room TEXT PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL
) WITHOUT ROWID;
"""
"""What opens rooms that sleep; of those that slept before it is found out when it is asked for."""

BESIDE: Final = -1
"""The number in the sum of what lies beside the entries of a room's log."""

Job = Callable[[sqlite3.Connection], None]


def checksum(room: str, number: int, body: bytes) -> int:
    """A sum that an entry has only at its own place in its own room's log."""
    return crc32(body, crc32(f"{room}/{number}/".encode()))


def result_sum(room: str, result: Placed) -> int:
    """A sum that a result has only for its own room, round and seat."""
    told = f"{result.seat}/{result.points}/{result.won}/{result.name}"
    return checksum(room, result.round, told.encode())


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


def connect(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection that begins its own transactions and may be used by any one thread."""
    connection = sqlite3.connect(path, patience, isolation_level=None, check_same_thread=False)
    # NORMAL: a commit is not synced, the beginning of a reused WAL is, without which power loss
    # could mix old pages with new ones. Checkpoints belong to the syncing thread.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def _open(path: Path) -> sqlite3.Connection:
    connection = connect(path)
    try:
        # What SQLite writes beside the file while it writes all anew is the file once more: on the
        # disk of the system it would lie where nobody expects it. Its environment is read before
        # anybody could set it here, and in memory there may be no room for it.
        place = str(path.parent.absolute()).replace("'", "''")
        connection.execute(f"PRAGMA temp_store_directory = '{place}'")
        connection.execute("PRAGMA journal_mode = WAL")
        _check_format(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_format(connection: sqlite3.Connection, path: Path) -> None:
    if not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        connection.executescript(_TABLES)
        connection.execute("INSERT INTO meta VALUES ('format', 1)")
    try:
        found = connection.execute("SELECT value FROM meta WHERE name = 'format'").fetchone()
    except sqlite3.OperationalError:
        found = None
    if found is None or not isinstance(found[0], int):
        raise StoreError("store.not-a-log", path=str(path))
    if found[0] > FORMAT:
        raise StoreError("store.newer", path=str(path), format=found[0], known=FORMAT)
    if found[0] < FORMAT:
        connection.executescript(_SINCE_2 + _SINCE_3 + _SINCE_4)
        connection.execute("UPDATE meta SET value = ? WHERE name = 'format'", (FORMAT,))


def write(connection: sqlite3.Connection, batch: Sequence[Page], now: float) -> int:
    """Write pages as one transaction; the id before which no entry of theirs lies."""
    rows = [row for page in batch for row in _rows(page)]
    if len(rows) <= AT_ONCE and not any(_needs_more(page) for page in batch):
        # One statement is a transaction of its own, and gives way to other threads only once.
        return _insert(connection, rows) - len(rows)
    last = 0
    with _transaction(connection):
        for start in range(0, len(rows), AT_ONCE):
            last = _insert(connection, rows[start : start + AT_ONCE])
        for page in batch:
            _insert_records(connection, page)
            _insert_results(connection, page)
            if page.first == 0:
                connection.execute("INSERT OR IGNORE INTO rooms VALUES (?, ?)", (page.room, now))
    return last - len(rows)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what is done within, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _needs_more(page: Page) -> bool:
    """Whether more tables than the one of entries are to be written."""
    return page.first == 0 or bool(page.records or page.results)


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


def _insert_results(connection: sqlite3.Connection, page: Page) -> None:
    for result in page.results:
        row = (result.round, result.seat, result.name, result.points, result.won)
        connection.execute(
            "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?)",
            (page.room, *row, result_sum(page.room, result)),
        )


def last_id(connection: sqlite3.Connection) -> int:
    """The id of the entry that was written last."""
    return int(connection.execute("SELECT coalesce(max(id), 0) FROM entries").fetchone()[0])


def delete_entries(connection: sqlite3.Connection, room: str, ids: range) -> None:
    """Delete a room's entries among some ids: all at once would hold up whoever writes."""
    connection.execute(
        "DELETE FROM entries WHERE id BETWEEN ? AND ? AND room = ?", (ids.start, ids.stop - 1, room)
    )


def put_away(connection: sqlite3.Connection, room: str, ids: range) -> None:
    """Move a room's entries among some ids to those of rooms that sleep."""
    with _transaction(connection):
        connection.execute(
            f"{_PUT_AWAY} WHERE id BETWEEN ? AND ? AND room = ?", (ids.start, ids.stop - 1, room)
        )
        delete_entries(connection, room, ids)


def put_away_at(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    """Move entries by their ids, which need no search among those of all rooms."""
    at = [(id,) for id in ids]
    with _transaction(connection):
        connection.executemany(f"{_PUT_AWAY} WHERE id = ?", at)
        connection.executemany("DELETE FROM entries WHERE id = ?", at)


def delete_kept(connection: sqlite3.Connection, room: str, erased: float | None) -> None:
    """Delete what is kept by room: records, results, sleeping entries, keyring.

    Where it is to be `erased` from the files too, since that time of the wall, that is noted.
    """
    with _transaction(connection):
        if erased is not None:
            owe(connection, erased)
        for table in ("records", "results", "asleep", "keyrings"):
            connection.execute(f"DELETE FROM {table} WHERE room = ?", (room,))  # noqa: S608 - names


def delete_room(connection: sqlite3.Connection, room: str) -> None:
    """Delete that there was a room: the last of it, since what is not known is not deleted."""
    connection.execute("DELETE FROM rooms WHERE room = ?", (room,))


def mark(connection: sqlite3.Connection, rooms: Iterable[str], now: float) -> None:
    """Note that rooms were awake at a time: what opens them may be another thing from then on."""
    awake = list(rooms)
    with _transaction(connection):
        connection.executemany(
            "UPDATE rooms SET active = ? WHERE room = ?", [(now, room) for room in awake]
        )
        delete_keyrings(connection, awake)


def delete_keyrings(connection: sqlite3.Connection, rooms: Iterable[str]) -> None:
    """Delete what was kept of what opens rooms."""
    connection.executemany("DELETE FROM keyrings WHERE room = ?", [(room,) for room in rooms])


def keep_keyrings(connection: sqlite3.Connection, keyrings: Mapping[str, bytes]) -> None:
    """Keep what opens rooms."""
    rows = [(room, body, checksum(room, BESIDE, body)) for room, body in keyrings.items()]
    with _transaction(connection):
        connection.executemany("INSERT OR REPLACE INTO keyrings VALUES (?, ?, ?)", rows)
