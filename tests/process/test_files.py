"""A server that may open few files, and strangers who would take them all."""

import asyncio
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from tests.process.serving import Process, open_table

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.process,
    pytest.mark.skipif(shutil.which("prlimit") is None, reason="limits files by prlimit"),
]

FILES = 256
STRANGERS = 600


@asynccontextmanager
async def strangers(port: int) -> AsyncIterator[list[bytes]]:
    """Sockets that say nothing; what those were answered that are over by then."""
    loop = asyncio.get_running_loop()
    answers: list[bytes] = []

    async def come(stack: AsyncExitStack) -> None:
        own = stack.enter_context(socket.socket())
        own.setblocking(False)
        await loop.sock_connect(own, ("127.0.0.1", port))
        answers.append(await loop.sock_recv(own, 4096))

    async with AsyncExitStack() as stack:
        waiting = [asyncio.create_task(come(stack)) for _ in range(STRANGERS)]
        try:
            # Who was let in is silent for seconds; all others are answered before that.
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            yield answers
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_burst_of_silent_sockets_leaves_files_for_the_log(tmp_path: Path) -> None:
    server = await Process.start(tmp_path, files=FILES)
    async with aiohttp.ClientSession() as http:
        host, other = await open_table(http, server.url)
        await host.in_phase("round")
        async with strangers(server.port) as answers:
            for player in (host, other) * 3:
                answer = await player.answered(await player.give({"t": "do", "a": "turn"}))
                assert answer["t"] == "ack", answer
            assert answers
            assert {answer[:13] for answer in answers} == {b"HTTP/1.1 503 "}
            assert b'"code":"full"' in answers[0]
            # What has to be synced before it is told is told.
            await host.answered(await host.give({"t": "room", "do": "pause"}))
        async with asyncio.timeout(20):
            while (again := await _asked(http, server.url)) != 200:
                assert again == 503, "whoever comes meanwhile is told why"
    assert await server.terminate() == (0, "")


async def _asked(http: aiohttp.ClientSession, url: str) -> int:
    async with http.get(f"{url}/healthz", headers={"Connection": "close"}) as answer:
        return answer.status
