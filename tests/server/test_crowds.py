"""How many connections an address may hold, where the operator wants a limit to that."""

import asyncio

import aiohttp
import pytest

from pellmell.cli.main import main as command
from pellmell.server import main as server_main
from pellmell.server.config import Config
from tests.server.serving import Person, Served, eventually, serving

ONE, OTHER = "198.51.100.7", "203.0.113.9"


async def connect(served: Served, address: str = ONE) -> Person | int:
    """A connection that a proxy of this machine passes on for an address, or how it is refused."""
    try:
        return await served.connect(**{"X-Forwarded-For": address})
    except aiohttp.WSServerHandshakeError as error:
        assert error.headers is not None
        assert (error.status == 429) == ("Retry-After" in error.headers)
        return error.status


@pytest.mark.asyncio
async def test_an_address_holds_no_more_connections_than_the_operator_lets_it() -> None:
    async with serving(per_address=2) as served:
        room = await served.create()
        first, second = await connect(served), await connect(served)
        assert await connect(served) == 429
        assert served.server.counters.counts["connections_refused"] == 1
        other = await connect(served, OTHER)
        assert isinstance(other, Person)
        # Who is there notices nothing, and who goes makes place for another.
        assert isinstance(first, Person)
        assert isinstance(second, Person)
        await first.hello(room["room"], key=room["key"])
        await first.until("welcome")
        await second.socket.close()
        await eventually(lambda: len(served.server.gateway) == 2)
        third = await connect(served)
        assert isinstance(third, Person)
        assert await connect(served) == 429


@pytest.mark.asyncio
async def test_nor_does_one_that_comes_with_many_at_once_and_nothing_of_it_is_kept() -> None:
    async with serving(per_address=3) as served:
        came = await asyncio.gather(*(connect(served) for _ in range(20)))
        people = [one for one in came if isinstance(one, Person)]
        assert len(people) == 3
        for person in people:
            await person.socket.close()
        await eventually(lambda: not len(served.server.gateway._crowds))


@pytest.mark.asyncio
async def test_without_a_limit_an_address_holds_as_many_as_it_likes() -> None:
    async with serving() as served:
        came = await asyncio.gather(*(connect(served) for _ in range(60)))
        assert {type(one) for one in came} == {Person}


@pytest.mark.parametrize(("options", "most"), [([], 0), (["--per-address", "40"], 40)])
def test_the_command_line_says_how_many(
    options: list[str], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Config] = []

    def run(config: Config) -> int:
        told.append(config)
        return 0

    monkeypatch.setattr(server_main, "run", run)
    assert command(["serve", *options]) == 0
    assert [config.per_address for config in told] == [most]
