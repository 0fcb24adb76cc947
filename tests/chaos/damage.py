"""One round's log, cut at every byte and with a bit flipped in every byte, by what it is kept in.

Whatever is found then is a beginning of what was written, or is refused with a reason.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from pellmell.bots.mind import make_mind
from pellmell.room.opening import RestoreError
from pellmell.room.restoring import replayed
from pellmell.store.contract import Kept, Page, StoreError
from pellmell.store.reading import read_awake
from pellmell.store.sqlite import _DAMAGE, FILE
from pellmell.store.writer import _open, write
from tests.room.driving import CODE, Driven

BATCHES = 3


class Tally(msgspec.Struct):
    """What became of damaged logs."""

    whole: int = 0
    shorter: int = 0
    refused: int = 0
    cuts: int = 0
    flips: int = 0

    @property
    def tried(self) -> int:
        """How many there were."""
        return self.whole + self.shorter + self.refused


def one_round() -> list[bytes]:
    """The log of a short round of two bots and somebody who looks on from their seat."""
    driven = Driven("standard,stack_size=5,match=single", mind=make_mind)
    host = driven.host()
    for _ in range(2):
        host.ask("bot", level="skilled")
    host.ask("start")
    driven.run(300.0, until=lambda: driven.room._state.phase in ("result", "over"))
    assert driven.room._state.phase == "over"
    return driven.log


def written(path: Path, entries: list[bytes], *, moved: bool) -> None:
    """The files of a store with these entries: in the log of the database, or moved into it."""
    _open(path / FILE).close()  # The empty tables are in the database by then.
    connection = _open(path / FILE)
    size = -(-len(entries) // BATCHES)
    for start in range(0, len(entries), size):
        write(connection, [Page(CODE, start, tuple(entries[start : start + size]))], 0.0)
    if moved:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    # What a killed process leaves is what is there while the connection is open.
    files = {name: (path / name).read_bytes() for name in (FILE, FILE + "-wal")}
    connection.close()
    for name, data in files.items():
        (path / name).write_bytes(data)


def damages(data: bytes, stride: int, chance: random.Random, tally: Tally) -> Iterator[bytes]:
    """The bytes cut at every place, then with one bit flipped in every byte; or every so many."""
    for place in range(chance.randrange(stride), len(data), stride):
        tally.cuts += 1
        yield data[:place]
    for place in range(chance.randrange(stride), len(data), stride):
        tally.flips += 1
        flipped = data[place] ^ 1 << chance.randrange(8)
        yield data[:place] + bytes((flipped,)) + data[place + 1 :]


def found(path: Path) -> list[Kept] | None:
    """What a start finds in the files; None where it refuses them."""
    try:
        connection = _open(path / FILE)
    except (*_DAMAGE, StoreError):
        return None
    try:
        return [log.kept for log in read_awake(connection)]
    except _DAMAGE:
        return None
    finally:
        connection.close()


def judge(entries: list[bytes], kept: list[Kept] | None, tally: Tally) -> None:
    """A beginning of what was written, or a refusal; never anything else."""
    if kept is None:
        tally.refused += 1
        return
    for log in kept:
        if log.flaw is None and list(log.entries) != entries[: len(log.entries)]:
            # Another room's name on entries of this one: no room can be made of these.
            _is_refused(log)
    ours = next((log for log in kept if log.room == CODE), None)
    if any(log.flaw is not None for log in kept):
        tally.refused += 1
    elif ours is not None and len(ours.entries) == len(entries):
        tally.whole += 1
    else:
        tally.shorter += 1


def _is_refused(log: Kept) -> None:
    try:
        replayed(log.entries)
    except RestoreError:
        return
    raise AssertionError(f"another log was made of it: {log.room}, {len(log.entries)} entries")


def try_files(path: Path, *, moved: bool, stride: int, seed: str) -> Tally:
    """Damage the store's files, a byte at a time, and start on each."""
    entries, tally = one_round(), Tally()
    written(path, entries, moved=moved)
    original = {name: (path / name).read_bytes() for name in (FILE, FILE + "-wal")}
    chance = random.Random(seed)
    intact = Tally()
    judge(entries, found(path), intact)
    assert intact.whole == 1
    for damaged in (FILE,) if moved else (FILE + "-wal",):
        for data in damages(original[damaged], stride, chance, tally):
            with TemporaryDirectory(dir=path) as own:
                for name, whole in original.items():
                    (Path(own) / name).write_bytes(data if name == damaged else whole)
                judge(entries, found(Path(own)), tally)
    return tally


def try_entries(stride: int, seed: str) -> Tally:
    """Damage the stored form of each entry, a byte at a time: its body and its sum."""
    entries, tally, chance = one_round(), Tally(), random.Random(seed)
    connection = _open(Path(":memory:"))
    write(connection, [Page(CODE, 0, tuple(entries))], 0.0)
    intact = connection.serialize()
    rows = connection.execute("SELECT number, body, sum FROM entries").fetchall()
    for number, body, kept_sum in rows:
        for data in damages(body, stride, chance, tally):
            connection.deserialize(intact)
            connection.execute("UPDATE entries SET body = ? WHERE number = ?", (data, number))
            judge(entries, [log.kept for log in read_awake(connection)], tally)
        for bit in range(32):
            tally.flips += 1
            connection.deserialize(intact)
            other = kept_sum ^ 1 << bit
            connection.execute("UPDATE entries SET sum = ? WHERE number = ?", (other, number))
            judge(entries, [log.kept for log in read_awake(connection)], tally)
    connection.close()
    return tally


def try_all(entry_stride: int, file_stride: int, seed: str) -> dict[str, Tally]:
    """What becomes of the entries, of the database and of its log, damaged at every so many bytes."""
    tallies = {"entries": try_entries(entry_stride, seed)}
    for name, moved in (("database", True), ("log of the database", False)):
        with TemporaryDirectory() as path:
            tallies[name] = try_files(Path(path), moved=moved, stride=file_stride, seed=seed)
    return tallies
