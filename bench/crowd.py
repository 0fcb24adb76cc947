"""A thousand clients at one server, in rooms of four; and forty rooms of twelve."""

import uvloop

from bench.load import Load
from bench.machine import allow_files, resident_kb
from bench.probe import probed

PACE = 2.0
SIZES = ((250, 4), (40, 12))
"""Rooms, and the seats of each."""
ALLOWED_MS = 50
ALLOWED_STALL_MS = 100
ALLOWED_ROOM_KB = 250


def run(seconds: float) -> None:
    """From `do` to its answer in 250 rooms of 4 and in 40 of 12, two commands a second each."""
    allow_files(4096)
    for rooms, seats in SIZES:
        uvloop.run(_run(rooms, seats, min(seconds / 6, 20.0)))


async def _run(rooms: int, seats: int, seconds: float) -> None:
    async with probed() as served:
        await served.holding()
        before = resident_kb(served.pid)
        load = Load(served)
        await load.open(rooms, seats)
        await load.begin()
        await served.holding()  # Stalls are counted from now on; asking is one itself.
        tally = await load.run(PACE, seconds)
        held = resident_kb(served.pid) - before
        stall = (await served.holding()).stall
        unanswered, closed = load.unanswered(), tally.closed
        load.close()
    print(
        f"  {rooms * seats} clients in {rooms} rooms of {seats}: {tally.sent / seconds:.0f} "
        f"commands and {tally.frames / seconds:.0f} frames a second for {seconds:.0f} s"
    )
    print(
        f"    do to answer: p50 {tally.wait(0.5) * 1e3:.1f} ms, p99 {tally.wait(0.99) * 1e3:.1f} ms"
        f" (at most {ALLOWED_MS}), longest {tally.wait(1.0) * 1e3:.1f} ms"
    )
    print(
        f"    lost: {tally.gaps} versions, {unanswered} answers, {closed} connections; "
        f"refused: {tally.refused or 'none'}"
    )
    print(f"    the loop was held for {stall * 1e3:.0f} ms at most (at most {ALLOWED_STALL_MS})")
    allowed = f" (at most {ALLOWED_ROOM_KB})" if seats == 4 else ""
    print(f"    memory: {held / rooms:.0f} KB a room{allowed}, its connections included")
    print(
        f"    the server used {tally.cpu / tally.seconds:.2f} of a core, "
        f"other programs {tally.others:.2f} cores"
    )
