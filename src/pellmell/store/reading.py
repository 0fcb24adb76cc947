"""How logs are read back from the tables, and what damage to them means."""

import logging
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from pellmell.engine.match import Placed
from pellmell.store.contract import PLAYED_BYTES, Kept
from pellmell.store.writer import BESIDE, checksum, result_sum
from pellmell.texts import Said, said

_log = logging.getLogger("pellmell.store")


def read_record(connection: sqlite3.Connection, room: str, round: int) -> str | None:
    """The record of a round, if it is there and whole."""
    row = connection.execute(
        # As a BLOB, since a damaged text need not be text.
        "SELECT CAST(text AS BLOB), sum FROM records WHERE room = ? AND round = ?",
        (room, round),
    ).fetchone()
    if row is None or not isinstance(row[0], bytes) or checksum(room, round, row[0]) != row[1]:
        return None
    return row[0].decode()


def read_records(connection: sqlite3.Connection, room: str) -> list[tuple[int, str]]:
    """The records of a room that are whole, by round."""
    rounds = connection.execute("SELECT round FROM records WHERE room = ? ORDER BY round", (room,))
    found = [(n, read_record(connection, room, n)) for (n,) in rounds.fetchall()]
    return [(n, text) for n, text in found if text is not None]


def read_unplayed(connection: sqlite3.Connection, rooms: Sequence[str]) -> set[str]:
    """Those of some rooms in which nothing worth keeping was played."""
    question = "SELECT 1 FROM records WHERE room = ? AND LENGTH(text) >= ? LIMIT 1"
    asked = (
        (room, connection.execute(question, (room, PLAYED_BYTES)).fetchone()) for room in rooms
    )
    return {room for room, found in asked if found is None}


def read_results(connection: sqlite3.Connection, of: str | None = None) -> list[Placed]:
    """The results of matches that are whole, those of one room or of all."""
    rows = connection.execute(
        "SELECT CAST(room AS BLOB), round, seat, CAST(name AS BLOB), points, won, sum FROM results "
        "WHERE ?1 IS NULL OR room = ?1 ORDER BY room, round, seat",
        (of,),
    )
    found = []
    for room, round, seat, name, points, won, kept_sum in rows:
        if isinstance(room, bytes) and isinstance(name, bytes):
            result = Placed(round, seat, name.decode(errors="replace"), points, won == 1)
            if result_sum(room.decode(errors="replace"), result) == kept_sum:
                found.append(result)
    return found


def read_rooms(connection: sqlite3.Connection) -> dict[str, float]:
    """Every room, and when it was last awake."""
    rows = connection.execute("SELECT room, CAST(active AS REAL) FROM rooms")
    return {room: active for room, active in rows if isinstance(room, str)}


def read_unnoted(connection: sqlite3.Connection) -> set[str]:
    """The rooms that have entries, and of which it is not noted when they were last awake."""
    rows = connection.execute(
        "SELECT DISTINCT room FROM entries WHERE room NOT IN (SELECT room FROM rooms)"
    )
    return {room for (room,) in rows if isinstance(room, str)}


def read_keyrings(connection: sqlite3.Connection) -> dict[str, bytes]:
    """What opens rooms, where it is whole."""
    rows = connection.execute("SELECT CAST(room AS BLOB), body, sum FROM keyrings").fetchall()
    found = [(room.decode(errors="replace"), body, kept_sum) for room, body, kept_sum in rows]
    return {
        room: body
        for room, body, kept_sum in found
        if isinstance(body, bytes) and checksum(room, BESIDE, body) == kept_sum
    }


class Found(NamedTuple):
    """An entry as it was found; `id` is None where its room sleeps."""

    id: int | None
    number: int
    body: bytes
    whole: bool


def read_asleep(connection: sqlite3.Connection, room: bytes) -> list[Found]:
    """The entries of a room that were put away."""
    rows = connection.execute(
        "SELECT number, body, sum FROM asleep WHERE room = CAST(? AS TEXT) ORDER BY number", (room,)
    )
    return [_examine(None, room, *row) for row in rows]


def read_entries(connection: sqlite3.Connection, room: str, ids: range) -> list[Found]:
    """A room's entries among some ids."""
    rows = connection.execute(
        "SELECT id, number, body, sum FROM entries WHERE id BETWEEN ? AND ? AND room = ? "
        "ORDER BY id",
        (ids.start, ids.stop - 1, room),
    )
    return [_examine(id, room.encode(), *row) for id, *row in rows]


class Log(NamedTuple):
    """A room's log that was found, and the ids of its entries that are not put away."""

    kept: Kept
    ids: list[int]


def read_awake(connection: sqlite3.Connection) -> list[Log]:
    """The log of every room of which not all is put away.

    Bad last entries are deleted, so that others can take their numbers.
    """
    logs: dict[bytes, list[Found]] = {}
    # As a BLOB, since a damaged name need not be text.
    for id, room, number, body, kept_sum in connection.execute(
        "SELECT id, CAST(room AS BLOB), number, body, sum FROM entries ORDER BY id"
    ):
        name = room if isinstance(room, bytes) else b""
        if name not in logs:
            logs[name] = read_asleep(connection, name)
        logs[name].append(_examine(id, name, number, body, kept_sum))
    found = [(sift(connection, room, log), log) for room, log in sorted(logs.items())]
    return [Log(kept, [e.id for e in log if e.id is not None]) for kept, log in found if kept]


def _examine(id: int | None, room: bytes, number: object, body: object, kept_sum: object) -> Found:
    if not isinstance(number, int) or not isinstance(body, bytes):
        return Found(id, -1, b"", whole=False)
    whole = checksum(room.decode(errors="replace"), number, body) == kept_sum
    return Found(id, number, body, whole)


def sift(connection: sqlite3.Connection, room: bytes, log: list[Found]) -> Kept | None:
    """The log that entries make; a bad last one is deleted. None if nothing is left."""
    kept = beginning(room, log)
    if log and not log[-1].whole:
        _delete_last(connection, room, log.pop())
    return kept


def beginning(room: bytes, log: list[Found]) -> Kept | None:
    """The log that entries make, without a bad last one; None if nothing is left."""
    name = room.decode(errors="replace")
    if log and not log[-1].whole:
        *log, last = log
        told = (
            "room %s: the last entry of its log, of %d bytes, is damaged and left out; %d are left"
        )
        _log.warning(told, name, len(last.body), len(log))
    return Kept(name, tuple(found.body for found in log), _flaw(name, log)) if log else None


def _delete_last(connection: sqlite3.Connection, room: bytes, last: Found) -> None:
    if last.id is not None:
        connection.execute("DELETE FROM entries WHERE id = ?", (last.id,))
        return
    connection.execute(
        "DELETE FROM asleep WHERE room = CAST(?1 AS TEXT) AND number = "
        "(SELECT max(number) FROM asleep WHERE room = CAST(?1 AS TEXT))",
        (room,),
    )


def _flaw(room: str, log: list[Found]) -> Said | None:
    for place, found in enumerate(log):
        if not found.whole:
            return said("store.entry-damaged", room=room, entry=place)
        if found.number != place:
            return said("store.entry-missing", room=room, entry=place)
    return None
