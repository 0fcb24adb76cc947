"""A server under attack: how long others wait, and what it costs."""

import asyncio
import sys

import aiohttp
import uvloop

from bench.attacks import ATTACKS
from bench.load import Load
from bench.machine import allow_files, resident_kb
from bench.probe import Probed, probed
from bench.serving import ROOT

ROOMS, SEATS, PACE = 10, 4, 2.0
ALLOWED_MS, ALLOWED_MB = 50, 20


def run(seconds: float) -> None:
    """What others wait, and memory, while strangers try each of the attacks for a while."""
    allow_files(4096)
    uvloop.run(_run(max(3.0, seconds / (len(ATTACKS) + 3))))


async def _run(seconds: float) -> None:
    async with probed() as server:
        load = Load(server)
        await load.open(ROOMS, SEATS)
        await load.begin()
        room = await _room(server)
        await load.run(PACE, seconds)  # its memory takes its shape
        await _measure(server, load, seconds, room, None)
        for name in ATTACKS:
            await _measure(server, load, seconds, room, name)
        await _measure(server, load, seconds, room, None)
        load.close()


async def _room(server: Probed) -> str:
    """A public room with somebody in it, which the attackers know."""
    async with aiohttp.ClientSession() as session:
        async with session.post(f"{server.url}/api/rooms", json={"public": True}) as answer:
            code: str = (await answer.json())["room"]
        line = await session.ws_connect(f"{server.url}/ws")
        await line.send_json({"t": "hello", "room": code})
        await line.receive()
        await line.close()
    return code


async def _measure(server: Probed, load: Load, seconds: float, room: str, name: str | None) -> None:
    """A line: how long others waited meanwhile, and what the server's memory did."""
    before = resident_kb(server.pid)
    told = b"0 0"
    if name is None:
        tally = await load.run(PACE, seconds)
    else:
        attacker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.attacks", name, str(server.port), room,
            str(seconds + 1.5), cwd=ROOT, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        tally = await load.run(PACE, seconds)
        told, _ = await attacker.communicate()
    waves, held = map(int, told.split())
    grown = (resident_kb(server.pid) - before) / 1000
    print(
        f"  {name or 'nobody':14} p50 {tally.wait(0.5) * 1e3:6.1f} ms, "
        f"p99 {tally.wait(0.99) * 1e3:6.1f} ms (at most {ALLOWED_MS}), longest "
        f"{tally.wait(1.0) * 1e3:6.1f} ms; {grown:+6.1f} MB (at most {ALLOWED_MB}); server "
        f"{tally.cpu / tally.seconds:.2f}, others {tally.others:.2f} cores; "
        f"{waves} waves, {held} sockets held, {tally.closed} lost",
        flush=True,
    )
