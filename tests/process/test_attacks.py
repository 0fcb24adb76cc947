"""Every attack of `bench attack` in small, all at the same time, while others play.

How long the others wait meanwhile is measured there; here it is that they are served, and that
nothing of it stays.
"""

import asyncio
import random

import aiohttp
import pytest

from bench.attacks import ATTACKS, Target, go_on
from bench.company import Company, Table
from bench.probe import Holding, Probed, probed
from bench.restart import crash, spread_of_the_client

pytestmark = [pytest.mark.asyncio, pytest.mark.process, pytest.mark.long]

SLOWEST = 3.0
"""Seconds for which attacks are repeated; a wave may take longer, and is waited for."""
ALLOWED_KB = 20_000


async def public_room(server: Probed, session: aiohttp.ClientSession) -> str:
    async with session.post(f"{server.url}/api/rooms", json={"public": True}) as answer:
        room: str = (await answer.json())["room"]
        return room


async def emptied(server: Probed) -> Holding:
    """What it holds once the room that everybody left is gone."""
    async with asyncio.timeout(30):
        while (held := await server.holding()).rooms:
            pass
    return held


async def test_strangers_of_every_kind_take_nothing_from_who_plays() -> None:
    fresh = aiohttp.TCPConnector(force_close=True)
    async with probed(UNJOINED=1) as server, aiohttp.ClientSession(connector=fresh) as session:
        company = Company(server, session, random.Random(1), calm=1000.0)  # nobody leaves
        await Table(company).last(4, 2.0, 1.0)
        start = await emptied(server)
        table = Table(company)
        playing = asyncio.create_task(table.last(4, 3.0, 14.0))
        target = Target(server.port, await public_room(server, session))
        async with session.ws_connect(f"{server.url}/ws") as host:
            await host.send_json({"t": "hello", "room": target.room})
            outcomes = await asyncio.gather(
                *(go_on(attack, target, SLOWEST, 2) for attack, _ in ATTACKS.values())
            )
            await host.send_json({"t": "room", "n": 1, "do": "leave"})
            async for _ in host:
                pass
        waves = dict(zip(ATTACKS, outcomes, strict=True))
        assert all(count >= 2 and not held for count, held in outcomes), waves
        during = company.commands
        await playing
        end = await server.settled(start, 30)
        metrics = await server.metrics()
    assert during > 50
    assert len(company.waits) == company.commands, "an answer for every command"
    assert (company.gaps, company.refused, company.trouble) == (0, 0, [])
    assert (end.kept(start), end.broken) == ([], 0)
    assert end.kb - start.kb <= ALLOWED_KB
    assert metrics["connections_total"] > 100, "strangers came in at all"


async def test_case_36_everybody_comes_back_after_a_crash_and_nobody_is_refused() -> None:
    spread = spread_of_the_client()
    outcome = await crash(clients=200, seats=10, spread=spread, played=2.0)
    assert outcome.commands > 50, "rounds were played"
    assert (outcome.back, outcome.refused) == (200, {})
