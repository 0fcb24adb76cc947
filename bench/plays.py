"""CPU of the server for an accepted play, beside servers that only pass frames on."""

import asyncio

import uvloop

from bench.load import KINDS, Load, Tally
from bench.machine import allow_files
from bench.queued import cpu_a_command
from bench.serving import bare, pellmell

ALLOWED_MS = {4: 0.1, 12: 0.2}
SIZES = ((4, 100, 2.5), (12, 30, 2.0))
"""Seats of a room, rooms, and commands a second of each client."""


def run(seconds: float) -> None:
    """Milliseconds of CPU a play: the whole server, sockets, engine and log included."""
    allow_files(4096)
    uvloop.run(_run(min(seconds / 9, 6.0)))


async def _run(seconds: float) -> None:
    for seats, rooms, pace in SIZES:
        print(f"  rooms of {seats}, {rooms} of them, {rooms * seats * pace:.0f} commands a second")
        queued = 1000 * await cpu_a_command(seats, rooms, rooms * seats * pace, seconds)
        print(
            f"    to frames queued: {queued:.3f} ms of CPU a command, engine and log included"
            f" (at most {ALLOWED_MS[seats]})"
        )
        cost = {"pellmell": await _pellmell(seats, rooms, pace, seconds)}
        for kind in KINDS:
            cost[kind] = await _bare(kind, seats, rooms, pace, seconds)
        for name, ms in cost.items():
            ratio = f"; pellmell takes {cost['pellmell'] / ms:.1f} times this"
            print(
                f"    {name:<10} {ms:7.3f} ms of CPU a command, sockets included"
                f"{ratio if name in KINDS else ''}"
            )


async def _pellmell(seats: int, rooms: int, pace: float, seconds: float) -> float:
    async with pellmell() as served:
        load = Load(served)
        await load.open(rooms, seats)
        await load.begin()
        tally = await load.run(pace, seconds)
        load.close()
    share = tally.laid / max(1, tally.accepted)
    print(
        f"    {tally.accepted} accepted ({share:.0%} laid a card), refused: "
        f"{tally.refused or 'none'}; other programs used {tally.others:.2f} cores"
    )
    return _ms(tally)


async def _bare(kind: str, seats: int, rooms: int, pace: float, seconds: float) -> float:
    async with bare(kind) as served:
        load = Load(served)
        await load.open_bare(KINDS[kind], rooms, seats)
        await asyncio.sleep(0.2)
        tally = await load.run(pace, seconds)
        load.close()
    return _ms(tally)


def _ms(tally: Tally) -> float:
    return 1000 * tally.cpu / max(1, tally.accepted)
