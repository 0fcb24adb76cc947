"""What it takes to leave no trace of rooms that were forgotten, and the mark that it is still owed.

SQLite overwrites what is deleted (`secure_delete`), but copies of rows stay in the unused middle
of pages when it splits a page or joins two, and no later deletion finds those. So the whole file
is written anew, and the write-ahead log is cut. Either may fail: the disk is full, somebody reads
the file, the process is killed. The mark is written together with what is forgotten, and stays
until both are done.
"""

import sqlite3
from typing import Final

_MARK: Final = "owed"


def owe(connection: sqlite3.Connection, now: float) -> None:
    """Note that something was forgotten, unless an older note still stands."""
    connection.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (_MARK, int(now)))


def owed_since(connection: sqlite3.Connection) -> float | None:
    """Since when something forgotten may have left traces; None where nothing has."""
    found = connection.execute("SELECT value FROM meta WHERE name = ?", (_MARK,)).fetchone()
    if found is None:
        return None
    return float(found[0]) if isinstance(found[0], int) else 0.0


def settle(connection: sqlite3.Connection) -> None:
    """Note that no traces are left."""
    connection.execute("DELETE FROM meta WHERE name = ?", (_MARK,))


def rebuild(connection: sqlite3.Connection) -> None:
    """Write the whole file anew."""
    connection.execute("VACUUM")
