"""A disk that is full, slow or broken under a server that is played on."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pellmell.store import syncing
from pellmell.store.contract import StoreError
from pellmell.store.sqlite import SqliteStore
from tests.server.serving import Frame, Person, Served, serving

pytestmark = [pytest.mark.asyncio, pytest.mark.long]


@asynccontextmanager
async def table(
    path: Path, clock: Callable[[], float] = time.monotonic
) -> AsyncIterator[tuple[SqliteStore, Served, Frame, Person]]:
    """A round of a person and a bot, on a store of its own."""
    store = SqliteStore(path, clock=clock)
    async with serving(store) as served:
        room = await served.create(rules="standard,match=rounds")
        host = await served.join(room, host=room["host"], name="Ada")
        await host.room("bot", level="beginner")
        await host.room("start")
        await host.event("phase", phase="round")
        yield store, served, room, host


async def pages(store: SqliteStore, limit: int) -> None:
    """How many pages the database may have; none but this connection's writes are held to it."""
    await store._ask(lambda connection: connection.execute(f"PRAGMA max_page_count = {limit}"))


async def test_on_a_full_disk_nothing_is_shown_and_all_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as (store, served, _, host):
        await pages(store, 1)  # SQLite takes the present size instead: the disk is full.
        while not served.server.rooms.troubled:
            host.n += 1
            await host.send(t="do", n=host.n, a="turn")
            await asyncio.sleep(0.07)  # No event tells when the last page is full.
        status, _ = await served.get("/readyz")
        assert status == 503
        await pages(store, 100_000)
        assert (await host.answer(host.n))["t"] == "ack"
        assert not served.server.rooms.troubled


async def test_on_a_full_disk_players_are_told_and_the_bots_stand_still_too(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as (store, served, room, host):
        held = served.server.rooms.find(room["room"])
        assert held is not None
        await pages(store, 1)
        while not held.stalled:
            host.n += 1
            await host.send(t="do", n=host.n, a="turn")
            await asyncio.sleep(0.07)  # No event tells when the last page is full.
        assert (await host.until("stalled"))["on"] is True
        stood, said = held.room._state.v, len(held.said)
        # Two more signs of life later nothing has happened by itself.
        for _ in range(2):
            assert (await host.until("stalled"))["on"] is True
        assert (held.room._state.v, len(held.said)) == (stood, said)
        newcomer = await served.greet(room, name="Bob")
        assert await newcomer.next() == {"t": "stalled", "on": True}
        await pages(store, 100_000)
        assert (await newcomer.until("welcome"))["you"]["seat"] == "C"
        assert (await host.until("stalled"))["on"] is False
        assert (await host.event("did", s="B"))["s"] == "B"
        # Nobody missed a version, and the log has them all.
        versions = [frame["v"] for frame in host.got if frame["t"] == "ev"]
        assert versions == list(range(versions[0], versions[-1] + 1))
        kept = await store.read(room["room"])
        assert kept is not None
        assert kept.flaw is None


async def test_plays_do_not_wait_for_a_slow_sync_and_results_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as (_, _, _, host):
        slow = threading.Event()
        sync = syncing._sync_data

        def wait(file: int) -> None:
            slow.wait()
            sync(file)

        monkeypatch.setattr(syncing, "_sync_data", wait)
        try:
            for _ in range(3):
                assert (await host.do("turn"))["t"] == "ack"
            host.n += 1
            await host.send(t="room", n=host.n, do="end")
            ended = asyncio.create_task(host.event("ended"))
            done, _ = await asyncio.wait([ended], timeout=0.3)
            assert not done
        finally:
            slow.set()
        assert (await ended)["why"] == "host"


async def test_a_sync_that_takes_long_is_told_to_whoever_runs_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now, slow, begun = [0.0], threading.Event(), threading.Event()
    sync = syncing._sync_data

    def wait(file: int) -> None:
        begun.set()
        slow.wait()
        sync(file)

    async with table(tmp_path, lambda: now[0]) as (_, served, _, host):
        monkeypatch.setattr(syncing, "_sync_data", wait)
        try:
            await host.do("turn")
            await asyncio.to_thread(begun.wait)
            now[0] += 1.5
            assert (await host.do("turn"))["t"] == "ack"
            assert (await served.get("/readyz"))[0] == 503
            async with served.http.post(f"{served.url}/api/rooms", json={}) as answer:
                assert answer.status == 503
            assert "\npellmell_unsynced_seconds 1.5\n" in (await served.get("/metrics"))[1]
            assert "has not confirmed for 1.5 s" in caplog.text
            assert not any(frame["t"] == "stalled" for frame in host.got)
        finally:
            slow.set()
        await host.room("end")
        assert (await served.get("/readyz"))[0] == 200


async def test_a_failed_sync_is_the_end_of_what_is_promised_and_no_result_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as (_, served, _, host):
        failed: asyncio.Queue[StoreError] = asyncio.Queue()
        served.server.rooms.when_failed(failed.put_nowait)

        def fail(file: int) -> None:
            raise OSError(5, "Input/output error")

        monkeypatch.setattr(syncing, "_sync_data", fail)
        host.n += 1
        await host.send(t="room", n=host.n, do="end")
        error = await asyncio.wait_for(failed.get(), 20)
        assert "Input/output error" in str(error)
        assert not any(e["k"] == "ended" for f in host.got for e in f.get("e", ()))
