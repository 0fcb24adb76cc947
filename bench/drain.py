"""A server that is asked to stop while a thousand people play."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

import uvloop

from bench.load import Client, Load, quantile
from bench.machine import allow_files
from bench.probe import Probed, probed

ROOMS, SEATS, PACE, PLAYED = 250, 4, 2.0, 5.0
TOLD_WITHIN, ENDS_WITHIN = 0.5, 3.0


def run(seconds: float) -> None:
    """From SIGTERM to the goodbye that each of 1,000 people is told, and to the end of the process."""
    allow_files(4096)
    uvloop.run(_run(seconds))


async def _run(seconds: float) -> None:
    async with probed() as server, asyncio.timeout(max(seconds, 60) * 2):
        load = Load(server, Leaving)
        await load.open(ROOMS, SEATS)
        await load.begin()
        await load.run(PACE, PLAYED)
        people = [one for room in load.rooms for one in room.clients if isinstance(one, Leaving)]
        began = perf_counter()
        os.kill(server.pid, signal.SIGTERM)
        for one in people:
            await one.gone.wait()
        await _ended(server)
        taken = perf_counter() - began
    waits = [one.told - began for one in people if one.told]
    print(
        f"  {len(people)} people in {ROOMS} rounds: {len(waits)} were told `restarting`, half of "
        f"them after {quantile(waits, 0.5):.2f} s, the last after {quantile(waits, 1.0):.2f} s "
        f"(at most {TOLD_WITHIN}); the process was over after {taken:.2f} s (at most {ENDS_WITHIN:.0f})"
    )


async def _ended(server: Probed) -> None:
    """Wait until a child is a zombie, or gone: whoever started it has yet to ask for its code."""
    with suppress(OSError):
        while True:
            stat = Path(f"/proc/{server.pid}/stat").read_text()  # noqa: ASYNC240 - no disk is behind it
            if stat.rpartition(")")[2].split()[0] == "Z":
                return
            await asyncio.sleep(0.01)


class Leaving(Client):
    """Somebody who notes when the server says goodbye, and hangs up, as a page does."""

    told = 0.0

    def __init__(self, room: Any) -> None:
        super().__init__(room)
        self.gone = asyncio.Event()

    def bye(self, frame: dict[str, Any]) -> None:
        """The server says goodbye."""
        if frame["why"] == "restarting":
            self.told = perf_counter()

    def closed(self) -> None:
        """The connection is gone."""
        super().closed()
        self.gone.set()
