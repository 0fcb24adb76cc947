"""A server in a process of its own, and what it holds: memory, files, rooms, tasks, timers."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Self

import aiohttp
import msgspec

from bench.machine import resident_kb
from bench.serving import HOST, ROOT, Served, running


class Holding(msgspec.Struct):
    """What a server holds at a moment."""

    at: float
    kb: int
    files: int
    rooms: int
    asleep: int
    connections: int
    broken: int
    tasks: int
    timers: int
    """Of the whole loop, whoever set them."""
    threads: int
    objects: int
    stall: float
    """Seconds, at most, that something was late in the loop since this was last asked."""

    def kept(self, start: Self) -> list[str]:
        """What there is more of than at the start, though everybody has left."""
        names = ("rooms", "connections", "tasks", "timers", "threads", "files")
        return [name for name in names if getattr(self, name) > getattr(start, name)]


class Probed(Served):
    """A server that tells what its loop holds."""

    directory: Path
    began: float

    async def holding(self) -> Holding:
        """What it holds now."""
        probe = _probe(self.directory)
        probe.unlink(missing_ok=True)
        os.kill(self.pid, signal.SIGUSR1)
        async with asyncio.timeout(60):
            while not probe.exists():  # noqa: ASYNC110 - a file tells nobody
                await asyncio.sleep(0.02)
        metrics = await self.metrics()
        return Holding(
            at=monotonic() - self.began,
            kb=resident_kb(self.pid),
            files=_open_files(self.pid),
            rooms=metrics["rooms"],
            asleep=metrics["rooms_asleep"],
            connections=metrics["connections"],
            broken=metrics.get("rooms_broken_total", 0),
            **json.loads(probe.read_text()),
        )

    async def metrics(self) -> dict[str, int]:
        """What it counts itself."""
        async with (
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as session,
            session.get(f"{self.url}/metrics") as answer,
        ):
            lines = [line for line in (await answer.text()).splitlines() if line[:1] != "#"]
        pairs = (line.removeprefix("pellmell_").split() for line in lines if "{" not in line)
        return {name: int(float(value)) for name, value in pairs}

    async def settled(self, start: Holding, seconds: float) -> Holding:
        """What it holds once it holds no more than at the start, or after so many seconds."""
        until = monotonic() + seconds
        end = await self.holding()
        while end.kept(start) and monotonic() < until:
            await asyncio.sleep(0.5)
            end = await self.holding()
        return end

    def kill(self) -> None:
        """End it as a crash does."""
        os.kill(self.pid, signal.SIGKILL)


@asynccontextmanager
async def probed(**constants: float) -> AsyncIterator[Probed]:
    """A server with a data directory that goes with it; constants of rooms may be others."""
    with TemporaryDirectory(prefix="pellmell-bench-") as directory:
        async with started(Path(directory), 0, **constants) as server:
            yield server


@asynccontextmanager
async def started(directory: Path, port: int = 0, /, **constants: float) -> AsyncIterator[Probed]:
    """A server on a directory and a port, or a free one, until it is over or killed."""
    command = (
        sys.executable, "-m", "bench.probed", json.dumps(constants),
        "serve", "--host", HOST, "--port", str(port), "--data", str(directory / "data"),
    )  # fmt: skip
    probing = {**os.environ, "PELLMELL_PROBE": str(_probe(directory))}
    async with running(*command, cwd=ROOT, env=probing) as (pid, taken):
        yield Probed(pid, taken, directory, monotonic())


def _probe(directory: Path) -> Path:
    return directory / "probe"


def _open_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))
