"""What the SQLite store does with its file: damage, other processes, other formats, a full disk."""

import asyncio
import errno
import os
import random
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

import pytest

from pellmell.engine.match import Placed
from pellmell.store import sqlite, syncing, writer
from pellmell.store.contract import Kept, Page, StoreError, UntrustedError
from pellmell.store.sqlite import FILE, SqliteStore
from pellmell.texts import english, said

OPERATING = Path(__file__).parents[2] / "docs" / "operating.md"
ENTRIES = tuple(f"entry {number}".encode() for number in range(5))


async def write(directory: Path, *rooms: str) -> None:
    store = SqliteStore(directory)
    await store.append([Page(room, 0, ENTRIES, ((1, "record"),)) for room in rooms])
    await store.close()


async def load(directory: Path) -> list[Kept]:
    store = SqliteStore(directory)
    try:
        return await store.load()
    finally:
        await store.close()


def change(directory: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(directory / FILE) as connection:
        connection.execute(statement, values)
    connection.close()


@pytest.mark.asyncio
async def test_what_was_written_is_there_for_the_next_process(tmp_path: Path) -> None:
    await write(tmp_path, "AAAAAA", "BBBBBB")
    assert await load(tmp_path) == [Kept("AAAAAA", ENTRIES), Kept("BBBBBB", ENTRIES)]


@pytest.mark.asyncio
async def test_numbering_goes_on_after_a_load(tmp_path: Path) -> None:
    await write(tmp_path, "AAAAAA")
    store = SqliteStore(tmp_path)
    await store.load()
    await store.append([Page("AAAAAA", 5, (b"more",))])
    assert await store.load() == [Kept("AAAAAA", (*ENTRIES, b"more"))]
    await store.close()


@pytest.mark.asyncio
async def test_a_bad_last_entry_is_dropped_and_its_number_is_free(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await write(tmp_path, "AAAAAA")
    change(tmp_path, "UPDATE entries SET body = X'00' WHERE number = 4")
    store = SqliteStore(tmp_path)
    assert await store.load() == [Kept("AAAAAA", ENTRIES[:4])]
    assert [record.getMessage() for record in caplog.records] == [
        "room AAAAAA: the last entry of its log, of 1 bytes, is damaged and left out; 4 are left"
    ]
    await store.append([Page("AAAAAA", 4, (b"anew",))])
    assert await store.load() == [Kept("AAAAAA", (*ENTRIES[:4], b"anew"))]
    await store.close()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("statement", "flaw"),
    [
        ("UPDATE entries SET body = X'00' WHERE number = 2", "AAAAAA: entry 2 is damaged"),
        ("UPDATE entries SET sum = sum + 1 WHERE number = 0", "AAAAAA: entry 0 is damaged"),
        ("UPDATE entries SET body = 'text' WHERE number = 1", "AAAAAA: entry 1 is damaged"),
        ("DELETE FROM entries WHERE number = 3", "AAAAAA: entry 3 is missing"),
        ("DELETE FROM entries WHERE number = 0", "AAAAAA: entry 0 is missing"),
    ],
)
async def test_a_bad_entry_in_the_middle_is_a_flaw_of_that_room_alone(
    tmp_path: Path, statement: str, flaw: str
) -> None:
    await write(tmp_path, "AAAAAA", "BBBBBB")
    change(tmp_path, f"{statement} AND room = 'AAAAAA'")
    bad, good = await load(tmp_path)
    assert bad.flaw is not None
    assert (bad.room, english(bad.flaw)) == ("AAAAAA", flaw)
    assert good == Kept("BBBBBB", ENTRIES)


@pytest.mark.asyncio
async def test_an_entry_is_good_at_its_own_place_only(tmp_path: Path) -> None:
    await write(tmp_path, "AAAAAA")
    change(tmp_path, "UPDATE entries SET number = -number WHERE number IN (1, 2)")
    change(tmp_path, "UPDATE entries SET number = 3 + number WHERE number < 0")
    (kept,) = await load(tmp_path)
    assert kept.flaw == said("store.entry-damaged", room="AAAAAA", entry=1)


@pytest.mark.asyncio
@pytest.mark.parametrize("damage", ["'recorf'", "CAST(X'FF41' AS TEXT)", "7", "X''"])
async def test_a_damaged_record_is_not_handed_out(tmp_path: Path, damage: str) -> None:
    await write(tmp_path, "AAAAAA")
    store = SqliteStore(tmp_path)
    await store.load()
    await store.append([Page("AAAAAA", 5, records=((2, "another"),))])
    await store.close()
    change(tmp_path, f"UPDATE records SET text = {damage} WHERE round = 1")
    store = SqliteStore(tmp_path)
    assert await store.record("AAAAAA", 1) is None
    assert await store.records("AAAAAA") == [(2, "another")]
    await store.close()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "damage",
    ["points = 98", "won = 0", "name = 'Eve'", "seat = 1", "round = 9", "room = 'AAAAAB'",
     "name = X'FF'", "points = 'many'", "sum = NULL + 1"],
)  # fmt: skip
async def test_a_damaged_result_is_not_counted(tmp_path: Path, damage: str) -> None:
    store = SqliteStore(tmp_path)
    await store.append([Page("AAAAAA", 0, ENTRIES, (), (Placed(3, 0, "Ada", 99, won=True),))])
    await store.append([Page("BBBBBB", 0, ENTRIES, (), (Placed(3, 0, "Ben", 7, won=False),))])
    await store.close()
    try:
        change(tmp_path, f"UPDATE results SET {damage} WHERE room = 'AAAAAA'")
    except sqlite3.IntegrityError:
        change(tmp_path, "UPDATE results SET sum = 0 WHERE room = 'AAAAAA'")
    store = SqliteStore(tmp_path)
    assert await store.results() == [Placed(3, 0, "Ben", 7, won=False)]
    await store.close()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "damage", ["body = X'00'", "sum = sum + 1", "body = 'text'", "room = 'CCCCCC'"]
)
async def test_a_damaged_keyring_is_not_believed(tmp_path: Path, damage: str) -> None:
    await write(tmp_path, "AAAAAA", "BBBBBB")
    store = SqliteStore(tmp_path)
    await store.load()
    for room in ("AAAAAA", "BBBBBB"):
        await store.sleep(room, room.encode())
    await store.close()
    change(tmp_path, f"UPDATE keyrings SET {damage} WHERE room = 'AAAAAA'")
    store = SqliteStore(tmp_path)
    assert await store.keyrings() == {"BBBBBB": b"BBBBBB"}
    await store.close()


@pytest.mark.asyncio
async def test_a_log_of_format_3_is_brought_along(tmp_path: Path) -> None:
    await write(tmp_path, "AAAAAA")
    change(tmp_path, "DROP TABLE keyrings")
    change(tmp_path, "UPDATE meta SET value = 3 WHERE name = 'format'")
    store = SqliteStore(tmp_path)
    assert await store.load() == [Kept("AAAAAA", ENTRIES)]
    assert await store.keyrings() == {}
    await store.sleep("AAAAAA", b"what opens it")
    assert await store.keyrings() == {"AAAAAA": b"what opens it"}
    await store.close()


@pytest.mark.asyncio
async def test_a_log_of_format_2_is_brought_along(tmp_path: Path) -> None:
    await write(tmp_path, "AAAAAA")
    change(tmp_path, "DROP TABLE results")
    change(tmp_path, "DROP TABLE keyrings")
    change(tmp_path, "UPDATE meta SET value = 2 WHERE name = 'format'")
    store = SqliteStore(tmp_path)
    assert await store.load() == [Kept("AAAAAA", ENTRIES)]
    assert await store.results() == []
    await store.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("table", ["records", "results", "entries", "asleep", "rooms"])
async def test_whatever_is_read_from_a_damaged_file_one_line_says_so(
    tmp_path: Path, table: str
) -> None:
    await write(tmp_path, "AAAAAA")
    store = SqliteStore(tmp_path)
    change(tmp_path, f"DROP TABLE {table}")
    readings: dict[str, list[Callable[[], Awaitable[object]]]] = {
        "records": [lambda: store.record("AAAAAA", 1), lambda: store.records("AAAAAA")],
        "entries": [store.load, lambda: store.read("AAAAAA"), lambda: store.forget("AAAAAA")],
        "asleep": [store.load, lambda: store.read("AAAAAA")],
        "rooms": [store.load, store.known],
        "results": [store.results],
    }
    for reading in readings[table]:
        with pytest.raises(StoreError, match=r"^[^\n]+ is damaged \([^\n]+\); put a copy"):
            await reading()
    await store.close()


@pytest.mark.asyncio
@pytest.mark.long
async def test_one_flipped_byte_never_makes_another_log(tmp_path: Path) -> None:
    """Every flip is without effect, leaves a beginning of the log, or is refused aloud."""
    await write(tmp_path / "whole", "AAAAAA")
    whole = (tmp_path / "whole" / FILE).read_bytes()
    copy = tmp_path / "copy"
    copy.mkdir()
    refused: list[str] = []
    for place in (at for at in range(len(whole)) if whole[at]):
        damaged = bytearray(whole)
        damaged[place] ^= 0x41
        for old in copy.iterdir():
            old.unlink()
        (copy / FILE).write_bytes(damaged)
        try:
            logs = await load(copy)
        except StoreError as error:
            refused.append(str(error))
            continue
        for kept in logs:
            assert kept.flaw or (
                kept.room == "AAAAAA" and ENTRIES[: len(kept.entries)] == kept.entries
            )
    assert refused
    assert not any("\n" in line for line in refused)


@pytest.mark.asyncio
async def test_a_newer_format_is_refused_in_one_line(tmp_path: Path) -> None:
    await write(tmp_path)
    change(tmp_path, "UPDATE meta SET value = 5 WHERE name = 'format'")
    with pytest.raises(StoreError, match=r"was written by a newer pellmell \(log format 5") as told:
        SqliteStore(tmp_path)
    assert "\n" not in str(told.value)
    change(tmp_path, "UPDATE meta SET value = 4 WHERE name = 'format'")
    assert await load(tmp_path) == []  # the lock was given back


@pytest.mark.asyncio
async def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"a shopping list, not a database" * 200)
    with pytest.raises(StoreError, match="cannot be opened: file is not a database"):
        SqliteStore(tmp_path)


@pytest.mark.asyncio
async def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("CREATE TABLE recipes (cake TEXT)")
    other.close()
    with pytest.raises(StoreError, match="is not a log of pellmell"):
        SqliteStore(tmp_path)


@pytest.mark.asyncio
async def test_a_second_store_on_the_same_directory_is_refused(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    with pytest.raises(StoreError, match="is in use by another pellmell"):
        SqliteStore(tmp_path)
    await store.close()
    await SqliteStore(tmp_path).close()


@pytest.mark.process
@pytest.mark.asyncio
async def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from pellmell.store.sqlite import SqliteStore;"
        "SqliteStore(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(  # noqa: ASYNC220 - nothing else waits
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match="is in use"):
            SqliteStore(tmp_path)
        holder.kill()
        holder.wait()
    await SqliteStore(tmp_path).close()


@pytest.mark.asyncio
async def test_the_backup_that_is_documented_is_whole_though_somebody_writes(
    tmp_path: Path,
) -> None:
    (told,) = re.findall(r"""sqlite3 \S+ "(.+)"\)""", OPERATING.read_text(encoding="utf-8"))
    directory, copy = tmp_path / "data", tmp_path / "copy"
    copy.mkdir()
    await write(directory, "AAAAAA")
    store = SqliteStore(directory)
    await store.load()

    def back_up() -> None:
        tool = sqlite3.connect(directory / FILE)
        tool.execute(told.replace("/backup", str(copy)))
        tool.close()

    backup = asyncio.create_task(asyncio.to_thread(back_up))
    number = len(ENTRIES)
    while not backup.done() or number < 50:
        await store.append([Page("AAAAAA", number, (str(number).encode(),))])
        number += 1
    await backup
    await store.close()
    (kept,) = await load(copy)
    (whole,) = await load(directory)
    assert len(ENTRIES) <= len(kept.entries) <= len(whole.entries) == number
    assert kept == Kept("AAAAAA", whole.entries[: len(kept.entries)])


@pytest.mark.asyncio
async def test_only_this_user_may_read_what_is_kept(tmp_path: Path) -> None:
    directory = tmp_path / "new" / "data"
    store = SqliteStore(directory)
    await store.append([Page("AAAAAA", 0, ENTRIES)], synced=True)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()}
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}
    assert {FILE, f"{FILE}-wal"} <= set(modes)
    await store.close()


@pytest.mark.asyncio
@pytest.mark.skipif(os.name != "posix", reason="files have no such modes here")
async def test_nor_what_was_kept_or_put_back_for_everybodys_eyes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    directory = tmp_path / "data"
    await write(directory, "AAAAAA")
    before = {directory: 0o755, directory / FILE: 0o644, directory / "lock": 0o640}
    before[directory / f"{FILE}-wal"] = before[directory / f"{FILE}-shm"] = 0o664
    for path, mode in before.items():
        path.touch()
        path.chmod(mode)
    store = SqliteStore(directory)
    await store.append([Page("BBBBBB", 0, ENTRIES)], synced=True)
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()}
    assert set(modes.values()) == {0o600}
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == len(before)
    assert all("others than its owner could read" in line for line in lines)
    await store.close()


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes here")
def test_a_directory_in_which_everybody_keeps_their_own_stays_open(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tmp_path.chmod(0o1777)
    asyncio.run(write(tmp_path, "AAAAAA"))
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
    assert caplog.records == []


def test_what_belongs_to_others_is_theirs_to_close(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tmp_path.chmod(0o755)
    monkeypatch.setattr(os, "geteuid", lambda: 4711, raising=False)
    asyncio.run(write(tmp_path, "AAAAAA"))
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert caplog.records == []


def test_a_disk_that_knows_no_such_modes_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_path: Path, _mode: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    tmp_path.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", refuse)
    asyncio.run(write(tmp_path, "AAAAAA"))
    [line] = [record.getMessage() for record in caplog.records]
    assert line == f"others than its owner may read {tmp_path}: Operation not permitted"


@pytest.mark.asyncio
async def test_a_directory_that_cannot_be_made_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match=r"cannot hold the data .* with --data") as told:
        SqliteStore(tmp_path / "file" / "data")
    assert "\n" not in str(told.value)


@pytest.mark.asyncio
async def test_nothing_of_a_forgotten_room_is_left_in_the_directory(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    secret = b"a very telling entry"
    await store.append([Page("AAAAAA", 0, (secret,)), Page("BBBBBB", 0, ENTRIES)], synced=True)
    await store.forget("AAAAAA")
    await store.close()
    for path in sorted(tmp_path.iterdir()):  # noqa: ASYNC240 - nothing else waits
        content = path.read_bytes()
        assert secret not in content
        assert b"AAAAAA" not in content


@pytest.mark.asyncio
async def test_forgetting_looks_at_no_more_than_was_written_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "SLICE", 4)
    looked: list[range] = []
    real = writer.delete_entries

    def watched(connection: sqlite3.Connection, room: str, ids: range) -> None:
        looked.append(ids)
        real(connection, room, ids)

    monkeypatch.setattr(sqlite, "delete_entries", watched)
    await write(tmp_path, "AAAAAA")
    store = SqliteStore(tmp_path)
    await store.load()
    for number in range(70):
        await store.append([Page(f"ROOM{number:02}", 0, ENTRIES)])
    await store.append([Page("BBBBBB", 0, ENTRIES[:2]), Page("CCCCCC", 0, ENTRIES * 20)])
    await store.append([Page("BBBBBB", 2, ENTRIES[2:])])
    await store.forget("BBBBBB")
    assert len(looked) <= 30
    rooms = {kept.room: kept for kept in await store.load()}
    assert len(rooms) == 72
    assert rooms["CCCCCC"] == Kept("CCCCCC", ENTRIES * 20)
    await store.forget("AAAAAA")  # from before: looked for everywhere
    assert "AAAAAA" not in {kept.room for kept in await store.load()}
    await store.close()


@pytest.mark.asyncio
async def test_a_write_that_is_refused_changes_nothing_and_can_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path)

    def full(connection: sqlite3.Connection, batch: object, now: float) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(sqlite, "write", full)
    with pytest.raises(StoreError, match="does not take what is written: database or disk is full"):
        await store.append([Page("AAAAAA", 0, ENTRIES)])
    monkeypatch.undo()
    await store.append([Page("AAAAAA", 0, ENTRIES)])
    assert await store.load() == [Kept("AAAAAA", ENTRIES)]
    await store.close()


@pytest.mark.asyncio
async def test_after_a_sync_that_failed_nothing_is_promised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_file: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(syncing, "_sync_data", broken)
    store = SqliteStore(tmp_path)
    with pytest.raises(UntrustedError, match="does not confirm what is written"):
        await store.append([Page("AAAAAA", 0, ENTRIES)], synced=True)
    monkeypatch.undo()  # a second sync would succeed, and is not believed
    with pytest.raises(UntrustedError):
        await store.append([Page("BBBBBB", 0, ENTRIES)])
    await store.close()


def none_left(*_: object) -> int:
    raise OSError(errno.EMFILE, "Too many open files")


@pytest.mark.asyncio
async def test_where_no_file_can_be_opened_the_log_is_synced_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path)
    await store.append([Page("AAAAAA", 0, ENTRIES)], synced=True)
    monkeypatch.setattr(os, "open", none_left)
    await store.append([Page("BBBBBB", 0, ENTRIES)], synced=True)
    monkeypatch.undo()
    await store.close()
    assert [kept.room for kept in await load(tmp_path)] == ["AAAAAA", "BBBBBB"]


@pytest.mark.asyncio
async def test_a_log_that_cannot_be_opened_yet_is_synced_as_soon_as_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path)
    loop, tries, tried = asyncio.get_running_loop(), count(1), asyncio.Event()

    def open_none(*_: object) -> int:
        if next(tries) == 4:
            loop.call_soon_threadsafe(tried.set)
        return none_left()

    monkeypatch.setattr(os, "open", open_none)
    append = asyncio.create_task(store.append([Page("AAAAAA", 0, ENTRIES)], synced=True))
    await tried.wait()
    assert not append.done()
    await store.append([Page("BBBBBB", 0, ENTRIES)])
    monkeypatch.undo()
    await append
    await store.close()


def test_a_log_that_was_put_in_its_place_is_the_one_that_is_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, newer = tmp_path / "log", tmp_path / "newer"
    path.write_bytes(b"old")
    newer.write_bytes(b"newer")
    log = syncing.LogFile(path)
    file = log.descriptor()
    assert log.descriptor() == file
    newer.replace(path)
    real, tries = os.open, count()

    def open_second(path: Path, flags: int) -> int:
        return none_left() if next(tries) == 0 else real(path, flags)

    monkeypatch.setattr(os, "open", open_second)
    assert os.fstat(log.descriptor()).st_size == len(b"newer"), "by the descriptor kept for it"
    log.close()


@pytest.mark.asyncio
async def test_an_append_that_asks_for_it_returns_only_once_it_is_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    real: Callable[[int], None] = syncing._sync_data

    def watched(file: int) -> None:
        real(file)
        synced.append(os.fstat(file).st_ino)

    monkeypatch.setattr(syncing, "_sync_data", watched)
    store = SqliteStore(tmp_path)
    await store.append([Page("AAAAAA", 0, ENTRIES)], synced=True)
    assert synced == [(tmp_path / f"{FILE}-wal").stat().st_ino]
    await store.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("limit", ["LOG_BYTES", "QUIET"])
async def test_the_log_is_moved_into_the_database_when_it_has_grown_or_nobody_plays(
    tmp_path: Path, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syncing, limit, {"LOG_BYTES": 20_000, "QUIET": 0.02}[limit])
    store = SqliteStore(tmp_path)
    before = (tmp_path / FILE).read_bytes()
    for number in range(5):
        await store.append([Page("AAAAAA", number, (b"a telling entry",))], synced=True)
    async with asyncio.timeout(20):
        while b"a telling entry" not in (tmp_path / FILE).read_bytes():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    assert b"a telling entry" not in before
    await store.append([Page("AAAAAA", 5, (b"more",))])
    assert len((await store.load())[0].entries) == 6
    await store.close()


@pytest.mark.asyncio
async def test_the_log_is_cut_though_there_is_always_somebody_who_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syncing, "LOG_BYTES", 200_000)
    monkeypatch.setattr(syncing, "EVERY", 0.001)
    store = SqliteStore(tmp_path)
    log, sizes = tmp_path / f"{FILE}-wal", [0]
    while sizes[-1] >= max(sizes[-2:]):  # until it is shorter than it was
        assert len(sizes) < 20_000
        writing = [
            asyncio.ensure_future(store.append([Page(room, len(sizes) - 1, (b"an entry",))]))
            for room in ("AAAAAA", "BBBBBB", "CCCCCC")
        ]
        await asyncio.gather(*writing)
        sizes.append(log.stat().st_size)
    assert [len(kept.entries) for kept in await store.load()] == [len(sizes) - 1] * 3
    await store.close()


@pytest.mark.asyncio
async def test_a_log_of_format_1_is_read_and_brought_along(tmp_path: Path) -> None:
    await write(tmp_path, "AAAAAA")
    change(tmp_path, "DROP TABLE rooms")
    change(tmp_path, "DROP TABLE asleep")
    change(tmp_path, "DROP TABLE results")
    change(tmp_path, "DROP TABLE keyrings")
    change(tmp_path, "UPDATE meta SET value = 1 WHERE name = 'format'")
    store = SqliteStore(tmp_path, lambda: 1000.0)
    assert await store.load(since=500) == [Kept("AAAAAA", ENTRIES)]
    assert await store.known() == {"AAAAAA": 1000.0}
    await store.close()
    later = SqliteStore(tmp_path, lambda: 5000.0)
    assert await later.load(since=1001) == []
    assert await later.read("AAAAAA") == Kept("AAAAAA", ENTRIES)
    await later.close()


@pytest.mark.asyncio
async def test_a_start_does_not_read_what_sleeps_and_damage_there_is_found_on_waking(
    tmp_path: Path,
) -> None:
    await write(tmp_path, "AAAAAA", "BBBBBB")
    store = SqliteStore(tmp_path)
    await store.load()
    for room in ("AAAAAA", "BBBBBB"):
        await store.sleep(room)
    await store.close()
    change(tmp_path, "UPDATE asleep SET body = X'00' WHERE room = 'AAAAAA' AND number = 4")
    change(tmp_path, "UPDATE asleep SET body = X'00' WHERE room = 'BBBBBB' AND number = 3")
    store = SqliteStore(tmp_path)
    assert await store.load() == []
    assert await store.read("AAAAAA") == Kept("AAAAAA", ENTRIES[:4])
    await store.mark(["AAAAAA"])
    await store.append([Page("AAAAAA", 4, (b"anew",))])
    broken = await store.read("BBBBBB")
    assert broken is not None
    assert broken.flaw == said("store.entry-damaged", room="BBBBBB", entry=3)
    await store.close()
    assert await load(tmp_path) == [Kept("AAAAAA", (*ENTRIES[:4], b"anew"))]


@pytest.mark.asyncio
async def test_a_log_that_was_put_away_in_part_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "SLICE", 2)
    store = SqliteStore(tmp_path)
    await store.append([Page("AAAAAA", 0, ENTRIES)])
    real = writer.put_away
    done: list[range] = []

    def fails(connection: sqlite3.Connection, room: str, ids: range) -> None:
        if len(done) == 2:
            raise sqlite3.OperationalError("database or disk is full")
        done.append(ids)
        real(connection, room, ids)

    monkeypatch.setattr(sqlite, "put_away", fails)
    with pytest.raises(StoreError, match="disk is full"):
        await store.sleep("AAAAAA")
    assert await store.read("AAAAAA") == Kept("AAAAAA", ENTRIES)
    await store.close()
    assert await load(tmp_path) == [Kept("AAAAAA", ENTRIES)]


@pytest.mark.asyncio
async def test_what_is_erased_is_gone_from_the_files_while_the_store_is_open(
    tmp_path: Path,
) -> None:
    """Rooms of many sizes come and go, so that pages are split, joined and used again."""
    dice = random.Random(5)
    store = SqliteStore(tmp_path)
    rooms = [f"ROOM{number:03}" for number in range(120)]
    ends = dict.fromkeys(rooms, 0)
    for _ in range(1500):
        room = dice.choice(rooms)
        body = f"<{room} tells {'x' * dice.randrange(700)}>".encode()
        await store.append([Page(room, ends[room], (body,), ((ends[room], body.decode()),))])
        ends[room] += 1
    dice.shuffle(rooms)
    for room in rooms[:80]:
        await store.sleep(room)
    dice.shuffle(rooms)
    erased, left = rooms[:100], rooms[100:]
    for number in range(0, 100, 10):
        await store.erase(erased[number : number + 10])
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())  # noqa: ASYNC240
    assert [room for room in erased if room.encode() in content] == []
    assert all(room.encode() in content for room in left)
    assert (await store.known()).keys() == set(left)
    await store.close()


def test_the_format_number_has_not_changed_unnoticed() -> None:
    """Whoever raises it brings older logs along, and this test with it."""
    assert writer.FORMAT == 4
