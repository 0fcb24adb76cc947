"""Servers in processes of their own: Pellmell's, and the bare ones beside it."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
import msgspec

HOST = "127.0.0.1"
PROGRAM = Path(sys.executable).with_name("pellmell")
ROOT = Path(__file__).parent.parent


class Served(msgspec.Struct):
    """A server that answers: the id of its process and its port."""

    pid: int
    port: int

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://{HOST}:{self.port}"


@asynccontextmanager
async def bare(kind: str) -> AsyncIterator[Served]:
    """The bare server of a kind, `aiohttp` or `raw`."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.bare", kind, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), 20)
        yield Served(process.pid, int(line))
    finally:
        await _end(process)


@asynccontextmanager
async def pellmell() -> AsyncIterator[Served]:
    """`pellmell serve` with a data directory of its own, which goes with it."""
    port = free_port()
    with TemporaryDirectory(prefix="pellmell-bench-") as data:
        process = await asyncio.create_subprocess_exec(
            PROGRAM, "serve", "--host", HOST, "--port", str(port), "--data", data,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            served = Served(process.pid, port)
            await _answers(served, process)
            yield served
        finally:
            await _end(process)


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.create_server((HOST, 0)) as server:
        return int(server.getsockname()[1])


async def _answers(served: Served, process: asyncio.subprocess.Process) -> None:
    async with aiohttp.ClientSession() as session:
        for _ in range(200):
            if process.returncode is not None:
                raise ConnectionError(f"pellmell serve ended with {process.returncode}")
            try:
                async with session.get(f"{served.url}/healthz") as answer:
                    if answer.status == 200:
                        return
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.1)
    raise ConnectionError("pellmell serve did not answer within 20 s")


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), 15)
    except TimeoutError:
        process.kill()
        await process.wait()
