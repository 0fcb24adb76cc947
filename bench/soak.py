"""Tables that are played at for hours, while people come, leave and lose their connection.

`python -m bench.soak --minutes 120 --tables 125` prints a line a minute: what the server holds.
At the end everybody leaves, and a minute later the server has to hold what it held at the start.
"""

import argparse
import asyncio
import random
import sys

import aiohttp
import msgspec
import uvloop

from bench.company import Company, Table
from bench.machine import allow_files, cpu_seconds, described
from bench.probe import Holding, probed

SEATS, PACE = 4, 2.0
GONE = 60.0
"""Seconds after which the server lets go of a room that belongs to nobody."""
ALLOWED_SLOPE = 2.0
"""Megabytes an hour."""
WARM_SHARE = 0.25
"""Of the run, at its start, in which memory may still grow into its shape."""


def slope(holdings: list[Holding]) -> float:
    """Megabytes an hour by which the memory grew: the line with the least squares."""
    if len(holdings) < 3:
        return 0.0
    middle = sum(h.at for h in holdings) / len(holdings)
    level = sum(h.kb for h in holdings) / len(holdings)
    above = sum((h.at - middle) * (h.kb - level) for h in holdings)
    return above / sum((h.at - middle) ** 2 for h in holdings) * 3600 / 1000


class Soak(msgspec.Struct):
    """What a server held at the start, all along and at the end, and who played there."""

    start: Holding
    along: list[Holding]
    end: Holding
    company: Company

    @property
    def slope(self) -> float:
        """Megabytes an hour by which memory grew once it had its shape."""
        return slope(self.along[int(len(self.along) * WARM_SHARE) :])


async def soak(
    tables: int,
    seconds: float,
    *,
    life: float = 300.0,
    calm: float = 15.0,
    every: float = 60.0,
    gone: float = GONE,
) -> Soak:
    """Play at so many tables for so long.

    A table lasts about `life` seconds, with somebody who leaves or comes back every `calm` ones;
    then all leave it, and another one is opened. `every` so many seconds what the server holds is
    noted. It lets go of rooms `gone` seconds after all left.
    """
    # The server closes idle connections, maybe just as one is to be used again: so none is.
    fresh = aiohttp.TCPConnector(force_close=True)
    async with (
        probed(UNJOINED=gone) as server,
        aiohttp.ClientSession(connector=fresh) as session,
    ):
        company = Company(server, session, random.Random(1), calm)
        # What is made once and for all is there before it is counted.
        await Table(company).last(SEATS, PACE, 1.0)
        await asyncio.sleep(gone + 1)
        start = await server.holding()
        print(_line(start), flush=True)
        everyone = asyncio.gather(
            *(company.play(SEATS, PACE, life, seconds, n / tables) for n in range(tables))
        )
        run = Soak(start, [], start, company)
        used = cpu_seconds(server.pid)
        while not everyone.done():
            await asyncio.wait([everyone], timeout=every)
            if not everyone.done():
                run.along.append(await server.holding())
                before, used = used, cpu_seconds(server.pid)
                print(
                    f"{_line(run.along[-1])}, {run.slope:+.2f} MB/h, "
                    f"{(used - before) / every:.2f} cores; {company}",
                    flush=True,
                )
        await everyone
        run.end = await server.settled(start, gone + 30)
        print(_line(run.end), flush=True)
    return run


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
    run = uvloop.run(soak(asked.tables, asked.minutes * 60))
    print(f"memory {run.slope:+.2f} MB an hour (at most {ALLOWED_SLOPE:g}); {run.company}")
    kept = run.end.kept(run.start)
    print(f"kept: {', '.join(kept) or 'nothing'}; {run.end.broken} rooms broke")
    for trouble in run.company.trouble:
        print(f"a table broke up: {trouble}")
    sys.exit(bool(kept) or run.end.broken > 0 or run.slope > ALLOWED_SLOPE)


if __name__ == "__main__":
    main()
