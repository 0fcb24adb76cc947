"""A thousand clients at one server."""

import uvloop

from bench.load import Load
from bench.machine import allow_files
from bench.serving import pellmell

ROOMS, SEATS, PACE = 250, 4, 2.0
ALLOWED_MS = 50


def run(seconds: float) -> None:
    """From `do` to its answer with 1,000 clients in 250 rooms, two commands a second each."""
    allow_files(4096)
    uvloop.run(_run(min(seconds / 3, 20.0)))


async def _run(seconds: float) -> None:
    async with pellmell() as served:
        load = Load(served)
        await load.open(ROOMS, SEATS)
        await load.begin()
        tally = await load.run(PACE, seconds)
        unanswered, closed = load.unanswered(), tally.closed
        load.close()
    print(
        f"  {ROOMS * SEATS} clients, {tally.sent / seconds:.0f} commands and "
        f"{tally.frames / seconds:.0f} frames a second for {seconds:.0f} s"
    )
    print(
        f"  do to answer: p50 {tally.wait(0.5) * 1e3:.1f} ms, p99 {tally.wait(0.99) * 1e3:.1f} ms"
        f" (at most {ALLOWED_MS}), longest {tally.wait(1.0) * 1e3:.1f} ms"
    )
    print(
        f"  lost: {tally.gaps} versions, {unanswered} answers, {closed} connections; "
        f"refused: {tally.refused or 'none'}"
    )
    print(
        f"  the server used {tally.cpu / tally.seconds:.2f} of a core, "
        f"other programs {tally.others:.2f} cores"
    )
