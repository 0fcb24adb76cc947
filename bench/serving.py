"""Servers in processes of their own: Pellmell's, and the bare ones beside it."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

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
        process = await asyncio.create_subprocess_exec(
            PROGRAM, "serve", "--host", HOST, "--port", "0", "--data", data,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        assert process.stdout is not None
        try:
            # It says where it is once it listens, and little else.
            line = (await asyncio.wait_for(process.stdout.readline(), 20)).decode()
            port = re.search(r":(\d+)/", line)
            if port is None:
                raise ConnectionError(f"pellmell serve did not start: {line!r}")
            yield Served(process.pid, int(port[1]))
        finally:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), 15)
    except TimeoutError:
        process.kill()
        await process.wait()
