"""Deleting that fails, is interrupted or is held up: it is owed until nothing is left."""

import asyncio
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from pellmell.store import sqlite, writer
from pellmell.store.contract import Page, StoreError
from pellmell.store.sqlite import FILE, SqliteStore

pytestmark = pytest.mark.asyncio

SECRET = b"a very telling entry"
OPEN = Path("/proc/self/fd")
DAY = 24 * 60 * 60.0


class Wall:
    """A clock on the wall that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def told(directory: Path) -> bool:
    """Whether any file of a directory tells of what was deleted."""
    return any(SECRET in path.read_bytes() for path in directory.iterdir())


async def filled(directory: Path, wall: Wall | None = None) -> SqliteStore:
    """A store with a telling room and another one."""
    store = SqliteStore(directory, wall or Wall())
    pages = [Page("AAAAAA", 0, (SECRET,) * 50, ((1, SECRET.decode()),)), Page("BBBBBB", 0, (b"b",))]
    await store.append(pages, synced=True)
    await store.sleep("AAAAAA")
    return store


def full(connection: sqlite3.Connection) -> None:
    """What a full disk makes of writing everything anew, with copies of rows that are left."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, 0)", (SECRET.decode(),))
    connection.execute("PRAGMA secure_delete = OFF")
    connection.execute("DELETE FROM meta WHERE name = ?", (SECRET.decode(),))
    connection.execute("PRAGMA secure_delete = ON")
    raise sqlite3.OperationalError("database or disk is full")


async def test_what_could_not_be_erased_is_said_and_tried_again_until_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await filled(tmp_path)
    monkeypatch.setattr(sqlite, "rebuild", full)
    with pytest.raises(StoreError, match=r"^[^\n]+ has traces of what was deleted \([^\n]+\); "):
        await store.erase(["AAAAAA"])
    with pytest.raises(StoreError, match="full"):
        await store.finish()
    assert told(tmp_path)
    monkeypatch.undo()
    await store.finish()
    assert not told(tmp_path)
    assert (await store.known()).keys() == {"BBBBBB"}
    await store.close()


async def test_what_is_owed_is_known_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await filled(tmp_path)
    monkeypatch.setattr(sqlite, "rebuild", full)
    with pytest.raises(StoreError):
        await store.erase(["AAAAAA"])
    await store.close()
    monkeypatch.undo()
    assert told(tmp_path)
    store = SqliteStore(tmp_path)
    await store.finish()
    assert not told(tmp_path)
    await store.close()


async def test_a_process_that_is_killed_while_it_erases_owes_it_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, copy = tmp_path / "before", tmp_path / "as it was when it was killed"
    store = await filled(before)

    def killed(connection: sqlite3.Connection) -> None:
        del connection
        shutil.copytree(before, copy)
        (copy / "trace").write_bytes(SECRET)

    monkeypatch.setattr(sqlite, "rebuild", killed)
    await store.erase(["AAAAAA"])
    await store.close()
    monkeypatch.undo()
    rebuilt: list[bool] = []
    monkeypatch.setattr(sqlite, "rebuild", lambda _: rebuilt.append(True))
    for directory, owed in ((copy, [True]), (before, [])):
        rebuilt.clear()
        later = SqliteStore(directory)
        await later.finish()
        assert rebuilt == owed
        await later.close()


async def test_under_a_reader_nothing_is_said_to_be_erased_and_nothing_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup keeps the log as it is: writing all anew behind it would only make it longer."""
    store = await filled(tmp_path)
    reader = sqlite3.connect(tmp_path / FILE)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM entries").fetchall()
    rebuilt: list[bool] = []
    monkeypatch.setattr(sqlite, "rebuild", lambda _: rebuilt.append(True))
    for attempt in (store.erase(["AAAAAA"]), store.finish()):
        with pytest.raises(StoreError, match="database is locked"):
            await attempt
    assert rebuilt == []
    assert told(tmp_path)
    reader.close()
    monkeypatch.undo()
    await store.finish()
    assert not told(tmp_path)
    await store.close()


async def test_a_reader_who_comes_during_it_keeps_it_owed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await filled(tmp_path)
    readers: list[sqlite3.Connection] = []

    def overtaken(connection: sqlite3.Connection) -> None:
        reader = sqlite3.connect(tmp_path / FILE, check_same_thread=False)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entries").fetchall()
        readers.append(reader)
        connection.execute("VACUUM")

    monkeypatch.setattr(sqlite, "rebuild", overtaken)
    with pytest.raises(StoreError, match="database is locked"):
        await store.erase(["AAAAAA"])
    readers.pop().close()
    monkeypatch.undo()
    await store.finish()
    assert not told(tmp_path)
    await store.close()


async def test_nobody_who_writes_waits_for_a_reader_until_tables_stand_still(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path)
    ((patience,),) = store._syncer._connection.execute("PRAGMA busy_timeout").fetchall()
    assert patience <= 500
    await store.close()


@pytest.mark.skipif(not OPEN.is_dir(), reason="this system does not list what a process has open")
async def test_no_other_disk_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: set[str] = set()

    def look() -> None:
        for file in OPEN.iterdir():
            with suppress(OSError):
                opened.add(str(file.readlink()))

    def watched(connection: sqlite3.Connection) -> None:
        connection.set_progress_handler(look, 1000)
        connection.execute("VACUUM")
        connection.set_progress_handler(None, 0)

    directory = tmp_path / "Ada's data"
    store = await filled(directory)
    await store.append([Page("CCCCCC", 0, (bytes(5000),) * 1000)])
    monkeypatch.setattr(sqlite, "rebuild", watched)
    await store.erase(["AAAAAA"])
    beside = {name for name in opened if name.endswith(" (deleted)") and "etilqs" in name}
    assert {str(Path(name).parent) for name in beside} == {str(directory)}
    await store.close()


async def test_what_is_owed_may_wait_for_who_plays_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall()
    store = await filled(tmp_path, wall)
    monkeypatch.setattr(sqlite, "rebuild", full)
    with pytest.raises(StoreError):
        await store.erase(["AAAAAA"])
    rebuilt: list[float] = []
    monkeypatch.setattr(sqlite, "rebuild", lambda _: rebuilt.append(wall.now))
    wall.now += DAY - 1
    await store.finish(DAY)
    assert rebuilt == []
    wall.now += 1
    await store.finish(DAY)
    await store.finish()
    assert rebuilt == [wall.now]
    await store.close()


async def test_a_room_that_was_forgotten_by_half_is_known_until_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "SLICE", 20)
    store = SqliteStore(tmp_path)
    await store.append([Page("AAAAAA", 0, (SECRET,) * 50, ((1, "record"),))])
    done: list[range] = []

    def fails(connection: sqlite3.Connection, room: str, ids: range) -> None:
        if len(done) == 2:
            raise sqlite3.OperationalError("database or disk is full")
        done.append(ids)
        writer.delete_entries(connection, room, ids)

    monkeypatch.setattr(sqlite, "delete_entries", fails)
    gone: list[str] = []
    with pytest.raises(StoreError, match="disk is full"):
        await store.erase(["AAAAAA"], lambda room, _results: gone.append(room))
    assert gone == ["AAAAAA"], "its results are gone"
    assert (await store.known()).keys() == {"AAAAAA"}
    done.clear()
    monkeypatch.undo()
    await store.erase(await store.known())
    assert await store.known() == {}
    assert not told(tmp_path)
    await store.close()


async def test_what_is_forgotten_while_another_is_erased_is_erased_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await filled(tmp_path)
    known_when_rebuilt: list[set[str]] = []

    def watched(connection: sqlite3.Connection) -> None:
        rooms = connection.execute("SELECT room FROM rooms").fetchall()
        known_when_rebuilt.append({room for (room,) in rooms})

    real = store._forget_entries

    async def slow(room: str) -> None:
        if room == "AAAAAA":
            await asyncio.wait([other])
        await real(room)

    monkeypatch.setattr(sqlite, "rebuild", watched)
    monkeypatch.setattr(store, "_forget_entries", slow)
    other = asyncio.create_task(store.erase(["BBBBBB"]))
    await asyncio.sleep(0)  # it has begun
    await store.erase(["AAAAAA"])
    assert known_when_rebuilt[-1] == set()
    await store.close()
