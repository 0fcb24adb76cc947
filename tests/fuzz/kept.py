"""What was kept: the log of a room, and the file that it lies in."""

import sqlite3
from pathlib import Path

import msgspec

from pellmell.room.facts import decode_entry, encode_entry
from pellmell.room.opening import RestoreError
from pellmell.room.restoring import replayed
from pellmell.store.contract import Page
from pellmell.store.reading import read_awake, read_records, read_rooms
from pellmell.store.sqlite import _DAMAGE
from pellmell.store.writer import _open, write
from pellmell.texts import english
from tests.chaos.damage import one_round
from tests.fuzz.target import TRAPS, Target
from tests.room.driving import CODE, playing

ENTRIES = one_round()
MACHINE = playing("speed", people=3)[0].log
WORDS = (
    *(b'"f"', b'"v"', b'"at"', b'"facts"', b'"seat"', b'"n"', b'"digest"', b'"events"', b'"hands"'),
    *(b"{", b"}", b"[", b"]", b",", b":", b"0", b"1", b"-1", b"11", b"12", b"1000", b"1e9", b"-"),
    *(b'"dealt"', b'"opened"', b'"acted"', b'"seated"', b'"freed"', b'"ended"', b'"thrown"', b"\n"),
    *TRAPS,
)


def _entry(data: bytes) -> bool:
    """An entry is read or is none, and reads the same once written again."""
    try:
        entry = decode_entry(data)
    except msgspec.MsgspecError:
        return False
    assert decode_entry(encode_entry(entry)) == entry
    return True


def _log(data: bytes) -> bool:
    """A log, one entry a line, makes a room or is refused by the number of an entry."""
    entries = [line for line in data.split(b"\n") if line]
    try:
        journal = replayed(entries)
    except RestoreError as error:
        assert str(error)
        return False
    assert journal.state.v >= 0
    return True


def _image() -> bytes:
    """A small file of a store, as bytes."""
    connection = _open(Path(":memory:"))
    pages = [Page(CODE, 0, tuple(ENTRIES[:6]), ((1, "[Format]\n"),)), Page("ABCDEF", 0, (b"{}",))]
    write(connection, pages, 0.0)
    image = bytes(connection.serialize())
    connection.close()
    return image


def _database(data: bytes) -> bool:
    """A file is read or refused as damaged, and what is read has a reason where it is not whole."""
    if not data:
        return False  # which is no file to the library either, but it says so by MemoryError
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.deserialize(data)
        for log in read_awake(connection):
            read_records(connection, log.kept.room)
            assert log.kept.flaw is None or english(log.kept.flaw).startswith(log.kept.room)
        read_rooms(connection)
    except _DAMAGE:
        return False
    finally:
        connection.close()
    return True


TARGETS = (
    Target(
        name="entries",
        attempt=_entry,
        seeds=(*ENTRIES, *MACHINE),
        words=WORDS,
        longest=8192,
        share=80,
    ),
    Target(
        name="logs",
        attempt=_log,
        seeds=tuple(b"\n".join(log[:size]) for log in (ENTRIES, MACHINE) for size in range(1, 24)),
        words=WORDS,
        longest=1 << 14,
        share=10,
    ),
    Target(name="files", attempt=_database, seeds=(_image(),), longest=1 << 16, share=10),
)
