"""Servers in processes of their own: Pellmell's, and the bare ones beside it."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
    with TemporaryDirectory(prefix="pellmell-bench-") as data:
        command = (PROGRAM, "serve", "--host", HOST, "--port", "0", "--data", data)
        async with running(*command, stderr=asyncio.subprocess.DEVNULL) as (pid, port):
            yield Served(pid, port)


@asynccontextmanager
async def running(*command: str | Path, **how: Any) -> AsyncIterator[tuple[int, int]]:
    """The id and the port of a server that a command starts and that is ended here."""
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, **how)
    try:
        async with asyncio.timeout(60):
            port = await _told_port(process)
        yield process.pid, port
    finally:
        await _end(process)


async def _told_port(process: asyncio.subprocess.Process) -> int:
    """The port of a server, which says where it is once it listens."""
    assert process.stdout is not None
    while line := (await process.stdout.readline()).decode():
        if found := re.search(r":(\d+)/", line):
            return int(found[1])
    raise ConnectionError(f"the server ended with {await process.wait()}")


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), 15)
    except TimeoutError:
        process.kill()
        await process.wait()
