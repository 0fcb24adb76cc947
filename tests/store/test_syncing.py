"""When the syncing thread syncs, by a clock that moves only while it rests."""

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pellmell.store import syncing
from pellmell.store.contract import Page
from pellmell.store.sqlite import FILE, SqliteStore
from pellmell.store.syncing import Syncer
from pellmell.store.writer import Writer

PROMISED = 0.020
"""Seconds within which what was written is synced."""
ROUNDING = 1e-9


class Resting:
    """A clock, and rests in which somebody writes at a moment of their own."""

    def __init__(self, times: int) -> None:
        self.now = 0.0
        self.write: Callable[[], None] = lambda: None
        self.over = threading.Event()
        self._left = times
        self._waiting: list[float] = []
        self.waits: list[float] = []
        self.syncs: list[float] = []

    def clock(self) -> float:
        return self.now

    def wrote(self) -> None:
        self._waiting.append(self.now)
        self.write()

    def sync(self, file: int) -> None:
        del file
        self.syncs.append(self.now)
        self.waits += [self.now - when for when in self._waiting]
        self._waiting.clear()

    def rest(self, hurry: threading.Event, seconds: float) -> None:
        del hurry
        self._left -= 1
        if self._left < 0:
            self.over.set()
            return
        first = seconds * (self._left % 5) / 5
        self.now += first
        self.wrote()
        self.now += seconds - first


def test_what_was_written_is_synced_within_the_time_that_is_promised_and_not_more_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer(tmp_path / FILE)
    resting = Resting(50)
    monkeypatch.setattr(syncing, "_sync_data", resting.sync)
    syncer = Syncer(tmp_path / FILE, resting.clock, resting.rest)
    resting.write = syncer.written
    resting.wrote()
    assert resting.over.wait(20)
    syncer.stop()
    writer.stop()
    assert len(resting.waits) == 51
    assert max(resting.waits) <= PROMISED + ROUNDING
    pauses = [later - now for now, later in zip(resting.syncs, resting.syncs[1:], strict=False)]
    assert min(pauses[:50]) >= PROMISED - ROUNDING


@pytest.mark.asyncio
async def test_a_store_says_for_how_long_what_it_took_has_not_been_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, slow, begun = [100.0], threading.Event(), threading.Event()

    def hang(file: int) -> None:
        del file
        begun.set()
        slow.wait()

    store = SqliteStore(tmp_path, clock=lambda: now[0])
    await store.append([Page("AAAAAA", 0, (b"0",))], synced=True)
    assert store.behind == 0.0
    now[0] += 5.0
    assert store.behind == 0.0, "nothing was written"
    monkeypatch.setattr(syncing, "_sync_data", hang)
    await store.append([Page("AAAAAA", 1, (b"1",))])
    begun.wait()
    now[0] += 1.0
    await store.append([Page("AAAAAA", 2, (b"2",))])
    now[0] += 0.5
    assert store.behind == 1.5
    slow.set()
    await store.append([Page("AAAAAA", 3, (b"3",))], synced=True)
    assert store.behind == 0.0
    await store.close()


@pytest.mark.asyncio
async def test_so_it_does_where_the_log_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, tried = [100.0], threading.Semaphore(0)

    def none_left(*_: object) -> int:
        tried.release()
        raise OSError(errno.EMFILE, "Too many open files")

    store = SqliteStore(tmp_path, clock=lambda: now[0])
    monkeypatch.setattr(os, "open", none_left)
    await store.append([Page("AAAAAA", 0, (b"0",))])
    tried.acquire()
    now[0] += 2.0
    for number in (1, 2, 3):
        await store.append([Page("AAAAAA", number, (b"more",))])
        for _ in range(4):
            tried.acquire()
        assert store.behind == 2.0
    monkeypatch.undo()
    await store.append([Page("AAAAAA", 4, (b"4",))], synced=True)
    assert store.behind == 0.0
    await store.close()
