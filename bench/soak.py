"""Tables that are played at for hours, while people come, leave and lose their connection.

`python -m bench.soak --minutes 120 --tables 125` prints a line a minute: what the server holds.
At the end everybody leaves, and a minute later the server has to hold what it held at the start.
"""

import argparse
import asyncio
import json
import random
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from os import kill
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Self

import aiohttp
import msgspec
import uvloop

from bench.company import Company, Table
from bench.machine import allow_files, cpu_seconds, described, resident_kb
from bench.serving import HOST, ROOT, Served, free_port

SEATS, PACE = 4, 2.0
GONE = 60.0
"""Seconds after which the server forgets a room that belongs to nobody."""
ALLOWED_SLOPE = 2.0
"""Megabytes an hour."""
WARM_SHARE = 0.25
"""Of the run, at its start, in which memory may still grow into its shape."""


class Holding(msgspec.Struct):
    """What a server holds at a moment."""

    at: float
    kb: int
    files: int
    rooms: int
    asleep: int
    connections: int
    tasks: int
    timers: int
    """Of the whole loop, whoever set them."""
    threads: int
    objects: int
    broken: int

    def kept(self, start: Self) -> list[str]:
        """What there is more of than at the start, though everybody has left."""
        names = ("rooms", "connections", "tasks", "timers", "threads", "files")
        return [name for name in names if getattr(self, name) > getattr(start, name)]


class Probed:
    """A server and the file in which it tells what its loop holds."""

    def __init__(self, served: Served, probe: Path) -> None:
        self.served = served
        self._probe = probe
        self._began = monotonic()

    async def holding(self) -> Holding:
        """What it holds now."""
        self._probe.unlink(missing_ok=True)
        kill(self.served.pid, signal.SIGUSR1)
        async with asyncio.timeout(30):
            while not self._probe.exists():  # noqa: ASYNC110 - a file tells nobody
                await asyncio.sleep(0.02)
        told = json.loads(self._probe.read_text())
        metrics = await self._metrics()
        return Holding(
            at=monotonic() - self._began,
            kb=resident_kb(self.served.pid),
            files=len(list(Path(f"/proc/{self.served.pid}/fd").iterdir())),
            rooms=metrics["rooms"],
            asleep=metrics["rooms_asleep"],
            connections=metrics["connections"],
            broken=metrics.get("rooms_broken_total", 0),
            **told,
        )

    async def _metrics(self) -> dict[str, int]:
        async with (
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as session,
            session.get(f"{self.served.url}/metrics") as answer,
        ):
            lines = [line for line in (await answer.text()).splitlines() if line[:1] != "#"]
        pairs = (line.removeprefix("pellmell_").split() for line in lines if "{" not in line)
        return {name: int(float(value)) for name, value in pairs}


@asynccontextmanager
async def probed() -> AsyncIterator[Probed]:
    """A server in a process of its own, with a data directory that goes with it."""
    port = free_port()
    with TemporaryDirectory(prefix="pellmell-soak-") as directory:
        probe = Path(directory) / "probe"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.probed", "serve", "--host", HOST, "--port", str(port),
            "--data", f"{directory}/data",
            cwd=ROOT, env={"PELLMELL_PROBE": str(probe)}, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        try:
            async with asyncio.timeout(30):
                while f":{port}/" not in (await process.stdout.readline()).decode():
                    if process.returncode is not None:
                        raise ConnectionError(f"the server ended with {process.returncode}")
            yield Probed(Served(process.pid, port), probe)
        finally:
            if process.returncode is None:
                process.terminate()
            await process.communicate()


async def settled(server: Probed, start: Holding, seconds: float) -> Holding:
    """What the server holds once it holds no more than at the start, or after so many seconds."""
    until = monotonic() + seconds
    end = await server.holding()
    while end.kept(start) and monotonic() < until:
        await asyncio.sleep(1.0)
        end = await server.holding()
    return end


def slope(holdings: list[Holding]) -> float:
    """Megabytes an hour by which the memory grew: the line with the least squares."""
    if len(holdings) < 3:
        return 0.0
    middle = sum(h.at for h in holdings) / len(holdings)
    level = sum(h.kb for h in holdings) / len(holdings)
    above = sum((h.at - middle) * (h.kb - level) for h in holdings)
    return above / sum((h.at - middle) ** 2 for h in holdings) * 3600 / 1000


def warm(holdings: list[Holding]) -> list[Holding]:
    """Those after the first part of the run."""
    return holdings[int(len(holdings) * WARM_SHARE) :]


async def soak(
    tables: int, minutes: float, life: float = 300.0, every: float = 60.0
) -> tuple[Holding, list[Holding], Holding, Company]:
    """What a server held at the start, all along and at the end, and who played there.

    A table lasts about `life` seconds; then all leave it, and another one is opened.
    """
    async with probed() as server, aiohttp.ClientSession() as session:
        company = Company(server.served, session, random.Random(1))
        first = Table(company)  # what is made once is there before it is counted
        await first.last(SEATS, PACE, 1.0)
        await asyncio.sleep(GONE)
        start = await server.holding()
        print(_line(start), flush=True)
        playing = [
            asyncio.create_task(company.play(SEATS, PACE, life, minutes * 60, number / tables))
            for number in range(tables)
        ]
        holdings: list[Holding] = []
        everyone = asyncio.gather(*playing)
        cpu = cpu_seconds(server.served.pid)
        while not everyone.done():
            await asyncio.wait([everyone], timeout=every)
            if not everyone.done():
                holdings.append(await server.holding())
                used = (cpu_seconds(server.served.pid) - cpu) / every
                cpu += used * every
                print(
                    f"{_line(holdings[-1])}, {slope(warm(holdings)):+.2f} MB/h, "
                    f"{used:.2f} cores; {company}",
                    flush=True,
                )
        await everyone
        end = await settled(server, start, GONE + 30)
        print(_line(end), flush=True)
    return start, holdings, end, company


def _line(h: Holding) -> str:
    return (
        f"{h.at / 60:6.1f} min {h.kb / 1000:7.1f} MB {h.files:4} files {h.rooms:4} rooms "
        f"{h.asleep:5} asleep {h.connections:4} connections {h.tasks:5} tasks {h.timers:5} timers "
        f"{h.threads} threads {h.objects:7} objects {h.broken} broken"
    )


def main() -> None:
    """Play for so many minutes; the exit code is 1 where the server kept something."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--tables", type=int, default=125, help="of four, half of a full server")
    asked = parser.parse_args()
    allow_files(asked.tables * SEATS + 200)
    print(described(), flush=True)
    start, holdings, end, company = uvloop.run(soak(asked.tables, asked.minutes))
    grew = slope(warm(holdings))
    print(f"memory {grew:+.2f} MB an hour (at most {ALLOWED_SLOPE:g}); {company}")
    kept = end.kept(start)
    print(f"kept: {', '.join(kept) or 'nothing'}; {end.broken} rooms broke")
    sys.exit(bool(kept) or end.broken > 0 or grew > ALLOWED_SLOPE)


if __name__ == "__main__":
    main()
