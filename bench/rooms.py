"""Ten thousand rooms that are made and left."""

import asyncio

import aiohttp
import uvloop

from bench.load import new_room
from bench.machine import allow_files, resident_kb
from bench.probe import Holding, Probed, probed
from bench.serving import HOST
from bench.wire import WebSocket, connect

ROOMS, AT_ONCE, ADDRESSES = 10_000, 50, 100
LET_GO = 0.5
"""Seconds after which a room that all have left is let go: elsewhere a minute. So only some
hundreds are there at once, and what grows is what is kept."""
ALLOWED_MB = 5


def run(seconds: float) -> None:
    """What is left in memory of 10,000 rooms that somebody made, played in with a bot, and left."""
    del seconds  # it is the number that counts
    allow_files(4096)
    uvloop.run(_run())


async def _run() -> None:
    start, end, grown = await churn(ROOMS)
    print(
        f"  {ROOMS} rooms: {grown:+.1f} MB (at most {ALLOWED_MB}), {start.kb / 1000:.1f} MB before; "
        f"kept: {', '.join(end.kept(start)) or 'nothing'}; "
        f"{end.objects - start.objects:+} objects, {end.asleep - start.asleep} rooms sleep"
    )


async def churn(rooms: int) -> tuple[Holding, Holding, float]:
    """What a server holds before and after so many rooms, and by how many MB it has grown."""
    async with probed(UNJOINED=LET_GO) as server:
        await _wave(server, range(rooms // 5))  # its memory takes its shape
        await _quiet(server)
        await asyncio.sleep(1)
        start = await server.holding()
        before = resident_kb(server.pid)
        await _wave(server, range(rooms))
        await _quiet(server)
        end = await server.settled(start, 30)
        return start, end, (resident_kb(server.pid) - before) / 1000


async def _quiet(server: Probed) -> None:
    """Wait until every room is gone."""
    while (await server.metrics())["rooms"]:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.5)


async def _wave(server: Probed, numbers: range) -> None:
    """Make and leave rooms, some at once."""
    waiting = iter(numbers)

    async def go_on(session: aiohttp.ClientSession) -> None:
        for number in waiting:
            await Guest(server).visit(session, number)

    connector = aiohttp.TCPConnector(force_close=True)
    async with aiohttp.ClientSession(connector=connector) as session:
        await asyncio.gather(*(go_on(session) for _ in range(AT_ONCE)))


class Guest:
    """Somebody who makes a room, asks a bot in, and leaves."""

    def __init__(self, server: Probed) -> None:
        self._server = server
        self._gone = asyncio.Event()

    async def visit(self, session: aiohttp.ClientSession, number: int) -> None:
        """Make a room and leave it; of one address so many would be too many."""
        address = {"X-Forwarded-For": f"198.18.0.{number % ADDRESSES}"}
        made = await new_room(session, self._server.url, address)
        line = await connect(WebSocket, self, HOST, self._server.port)
        for frame in (
            b'{"t":"hello","room":"%s","key":"%s","host":"%s","name":"Ada"}'
            % tuple(made[name].encode() for name in ("room", "key", "host")),
            b'{"t":"room","n":1,"do":"bot","level":"casual"}',
            b'{"t":"room","n":2,"do":"ready","ready":true}',
            b'{"t":"room","n":3,"do":"leave"}',
        ):
            line.send(frame)
        async with asyncio.timeout(60):
            await self._gone.wait()

    def frame(self, data: bytes) -> None:
        """Whatever is said."""

    def closed(self) -> None:
        """The server said goodbye."""
        self._gone.set()
