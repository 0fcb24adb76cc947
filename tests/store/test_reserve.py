"""The room that is kept on the disk for when it is full."""

import shutil
import sqlite3
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from pellmell.store import reserve, sqlite, writer
from pellmell.store.contract import Page, StoreError
from pellmell.store.reserve import AGAIN, FILE, PLENTY, Reserve
from pellmell.store.sqlite import SqliteStore
from tests.store.test_sqlite import ENTRIES

SIZE = 1 << 17


@pytest.fixture(autouse=True)
def free(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes the disk says it has left."""
    left = [PLENTY * SIZE]
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=left[0]))
    return left


def full() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


class SmallDisk:
    """A disk on which there is room for entries only where the reserve is not."""

    def __init__(self, directory: Path) -> None:
        self.reserve = directory / FILE
        self.full = True
        self.other: sqlite3.Error | None = None

    def write(self, connection: sqlite3.Connection, batch: Sequence[Page], now: float) -> int:
        if self.other is not None:
            raise self.other
        if self.full and self.reserve.exists():
            raise full()
        return writer.write(connection, batch, now)


def test_the_reserve_is_there_for_this_user_alone_and_holds_blocks(tmp_path: Path) -> None:
    assert Reserve(tmp_path, SIZE).held
    told = (tmp_path / FILE).stat()
    assert told.st_size == SIZE
    assert told.st_blocks * 512 >= SIZE
    assert stat.S_IMODE(told.st_mode) == 0o600
    # It is kept from one start to the next.
    assert Reserve(tmp_path, SIZE).held
    assert (tmp_path / FILE).stat().st_ino == told.st_ino


def test_a_reserve_that_does_not_fit_is_not_half_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: int, size: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(reserve, "_fill", refuse)
    assert not Reserve(tmp_path, SIZE).held
    assert list(tmp_path.iterdir()) == []


def test_the_reserve_comes_back_once_there_is_plenty(tmp_path: Path, free: list[int]) -> None:
    kept = Reserve(tmp_path, SIZE)
    assert kept.give_up()
    assert not kept.give_up()
    free[0] -= 1
    kept.look(1000.0)
    assert not kept.held
    free[0] += 1
    kept.look(1000.0 + AGAIN - 1)
    assert not kept.held
    kept.look(1000.0 + AGAIN)
    assert kept.held
    assert (tmp_path / FILE).stat().st_size == SIZE


@pytest.mark.asyncio
async def test_on_a_full_disk_the_reserve_takes_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: list[int]
) -> None:
    free[0] = 0
    disk = SmallDisk(tmp_path)
    monkeypatch.setattr(sqlite, "write", disk.write)
    store = SqliteStore(tmp_path, reserve=SIZE)
    assert not store.low
    await store.append([Page("AAAAAA", 0, ENTRIES)])
    assert store.low
    assert not (tmp_path / FILE).exists()
    [kept] = await store.load()
    assert kept.entries == ENTRIES
    await store.close()


@pytest.mark.asyncio
async def test_another_failure_leaves_the_reserve_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SmallDisk(tmp_path)
    disk.other = sqlite3.OperationalError("disk I/O error")
    monkeypatch.setattr(sqlite, "write", disk.write)
    store = SqliteStore(tmp_path, reserve=SIZE)
    with pytest.raises(StoreError):
        await store.append([Page("AAAAAA", 0, ENTRIES)])
    assert not store.low
    assert (tmp_path / FILE).exists()
    await store.close()


@pytest.mark.asyncio
async def test_writing_everything_anew_is_not_worth_the_reserve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs room for all there is, on a disk that still has plenty for what is played."""

    def refuse(connection: sqlite3.Connection) -> None:
        raise full()

    store = SqliteStore(tmp_path, reserve=SIZE)
    await store.append([Page("AAAAAA", 0, ENTRIES), Page("BBBBBB", 0, ENTRIES)])
    monkeypatch.setattr(sqlite, "rebuild", refuse)
    gone: list[str] = []
    with pytest.raises(StoreError):
        await store.erase(["AAAAAA"], lambda room, _results: gone.append(room))
    assert not store.low
    assert (tmp_path / FILE).exists()
    assert gone == ["AAAAAA"], "whoever counted its results hears of it all the same"
    assert set(await store.known()) == {"BBBBBB"}
    await store.close()
