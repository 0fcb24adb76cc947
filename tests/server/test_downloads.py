"""Records on their way to many who read slowly: one copy of each, in pieces, and not without end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from pellmell.server import downloads
from pellmell.server.limits import PIECE_BYTES
from pellmell.store.contract import Page
from pellmell.store.memory import MemoryStore
from tests.server.serving import Served, Wire, eventually, serving

pytestmark = pytest.mark.asyncio

LONG = "[Round 1]\n" + "\u2660 a line of a long record\n" * 200_000
"""More than what a system holds for a socket that is not read."""


class Shelf(MemoryStore):
    """A store of records that says how often one was read, and may be made to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def record(self, room: str, round: int) -> str | None:
        self.asked.append(round)
        await self.gate.wait()
        return await super().record(room, round)


@asynccontextmanager
async def shelved(*records: str) -> AsyncIterator[tuple[Served, Shelf, str]]:
    """A server with the records of a room's rounds, and their address without the number."""
    store = Shelf()
    async with serving(store) as served:
        room = await served.create(public=True)
        log = next(kept for kept in await store.load() if kept.room == room["room"])
        pages = tuple(enumerate(records, start=1))
        await store.append([Page(room["room"], len(log.entries), (), pages)])
        yield served, store, f"/api/rooms/{room['room']}/rounds/"


async def slowly(served: Served, path: str, stack: AsyncExitStack) -> Wire:
    """Somebody who asks for a record and takes no more than its first bytes."""
    wire = await stack.enter_async_context(await Wire.open(served.port, buffer=2048))
    wire.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    return wire


def held_back(served: Served) -> list[int]:
    """Bytes that wait for each connection in the memory of the server."""
    runner: Any = served.server._runner
    return [line.transport.get_write_buffer_size() for line in runner.server.connections]


async def test_who_reads_a_long_record_slowly_holds_a_few_pieces_of_it() -> None:
    async with shelved(LONG) as (served, store, path), AsyncExitStack() as stack:
        readers = [await slowly(served, f"{path}1", stack) for _ in range(30)]
        for reader in readers:
            assert (await reader.reader.readline()).startswith(b"HTTP/1.1 200")
        assert store.asked == [1]
        await eventually(lambda: sum(map(bool, held_back(served))) == 30)
        assert max(held_back(served)) <= 2 * PIECE_BYTES
        under_way = served.server.api._downloads
        (copy,) = under_way._copies.values()
        assert copy.size == len(LONG.encode())
        for reader in readers:
            reader.writer.transport.abort()
        await eventually(lambda: not under_way._under_way)
        assert not under_way._copies


async def test_a_record_in_pieces_comes_whole() -> None:
    for text in ("", "x", "\u00e9" * PIECE_BYTES, LONG):
        async with shelved(text) as (served, _, path):
            for _ in range(2):
                assert await served.get(f"{path}1") == (200, text)
                async with served.http.head(f"{served.url}{path}1") as answer:
                    length = int(answer.headers["Content-Length"])
                    assert (answer.status, length) == (200, len(text.encode()))
                    assert await answer.text() == ""
            assert (await served.get(f"{path}2"))[0] == 404


async def test_records_are_sent_to_so_many_at_once_and_to_others_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(downloads, "DOWNLOADS", 3)
    monkeypatch.setattr(downloads, "DOWNLOADS_EACH", 2)
    async with shelved(LONG, "short") as (served, _, path), AsyncExitStack() as stack:
        first, second = [await slowly(served, f"{path}1", stack) for _ in range(2)]
        for wire in (first, second):
            assert b" 200 " in await wire.reader.readline()
        async with served.http.get(f"{served.url}{path}2") as answer:
            assert (answer.status, answer.headers["Retry-After"]) == (503, "10")
            assert (await answer.json())["error"]["code"] == "busy"
        other = {"X-Forwarded-For": "203.0.113.9"}
        assert await served.get(f"{path}2", **other) == (200, "short")
        third = await stack.enter_async_context(await Wire.open(served.port, buffer=2048))
        third.write(
            f"GET {path}1 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n"
        )
        assert b" 200 " in await third.reader.readline()
        assert (await served.get(f"{path}2", **other))[0] == 503
        under_way = served.server.api._downloads._under_way
        first.writer.transport.abort()
        third.writer.transport.abort()
        await eventually(lambda: under_way.total() == 1)
        assert await served.get(f"{path}2") == (200, "short")


async def test_all_records_that_are_sent_at_once_have_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(downloads, "SHARED_BYTES", len(LONG.encode()) + 100)
    async with shelved(LONG, "x" * 101, "short") as (served, _, path), AsyncExitStack() as stack:
        wire = await slowly(served, f"{path}1", stack)
        assert b" 200 " in await wire.reader.readline()
        assert (await served.get(f"{path}2"))[0] == 503
        assert (await served.get(f"{path}1"))[0] == 200
        assert (await served.get(f"{path}3"))[0] == 200
        wire.writer.transport.abort()
        await eventually(lambda: not served.server.api._downloads._copies)
        assert (await served.get(f"{path}2"))[0] == 200


async def test_who_hangs_up_ends_it_for_nobody_else() -> None:
    async with shelved("[Round 1]\n") as (served, store, path), AsyncExitStack() as stack:
        store.gate.clear()
        wire = await slowly(served, f"{path}1", stack)
        await eventually(lambda: store.asked == [1])
        other = asyncio.create_task(served.get(f"{path}1"))
        copies = served.server.api._downloads._copies
        await eventually(lambda: [copy.readers for copy in copies.values()] == [2])
        wire.writer.transport.abort()
        store.gate.set()
        assert await other == (200, "[Round 1]\n")
        assert store.asked == [1]
