"""Memory of connections that only stay."""

import asyncio

import uvloop

from bench.load import Load
from bench.machine import allow_files, resident_kb
from bench.serving import pellmell

CONNECTIONS, SEATS = 5000, 10
ALLOWED_KB = 40


def run(seconds: float) -> None:
    """Kilobytes a connection, its share of a room included."""
    uvloop.run(_run(allow_files(CONNECTIONS + 200) - 200, seconds))


async def _run(allowed: int, seconds: float) -> None:
    count = min(CONNECTIONS, allowed) // SEATS * SEATS
    if count < CONNECTIONS:
        print(f"  this process may open {allowed} files only; fewer connections")
    async with pellmell() as served, asyncio.timeout(seconds):
        before = resident_kb(served.pid)
        load = Load(served)
        await load.open(count // SEATS, SEATS)
        await asyncio.sleep(2)
        held = resident_kb(served.pid) - before
        lost = load.tally.closed
        load.close()
    print(
        f"  {count} connections in {count // SEATS} lobbies: {held / count:.1f} KB each "
        f"(at most {ALLOWED_KB}), {before / 1000:.0f} MB before, {lost} lost"
    )
