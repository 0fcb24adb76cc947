"""Why SQLite or the disk refused, as messages name it."""

import sqlite3
from typing import Final

from pellmell.texts import Value, reason_of, said

KNOWN: Final = {
    sqlite3.SQLITE_BUSY: "sqlite.busy",
    sqlite3.SQLITE_CANTOPEN: "sqlite.cannot-open",
    sqlite3.SQLITE_CORRUPT: "sqlite.corrupt",
    sqlite3.SQLITE_FULL: "sqlite.full",
    sqlite3.SQLITE_IOERR: "sqlite.input-output",
    sqlite3.SQLITE_NOTADB: "sqlite.not-a-database",
    sqlite3.SQLITE_READONLY: "sqlite.read-only",
}
"""What happens to a disk and its files; what else may be is quoted as SQLite says it."""

KIND: Final = 0xFF
"""The part of SQLite's numbers that says which kind of failure it was."""


def reason_for(error: Exception) -> Value:
    """Why something failed, in one line."""
    # What Python itself refuses has no number.
    code = getattr(error, "sqlite_errorcode", None)
    key = None if code is None else KNOWN.get(code & KIND)
    return reason_of(error) if key is None else said(key)


def is_full(error: Exception) -> bool:
    """Whether something failed because the disk is full."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & KIND == sqlite3.SQLITE_FULL


def busy() -> sqlite3.Error:
    """What SQLite says where others have the file, for when it says so by a number alone."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error
