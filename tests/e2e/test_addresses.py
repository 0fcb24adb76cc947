"""A friend who comes by another address of this machine."""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson, fixture, serving
from tests.e2e.playing import play
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

INSECURE = "Cross-Origin-Opener-Policy header has been ignored"
"""Chromium says so of every page that comes by plain http from another address."""


@fixture(scope="module")
async def open_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Serving]:
    """A server that listens on every address, as it does by default."""
    async with serving(tmp_path_factory.mktemp("data"), host=None) as made:
        yield made


def _others(server: Serving) -> list[str]:
    """The addresses it greets with, or another loopback one where there is no network."""
    told = re.findall(r"http://[^/\s]+", server.greeting)[1:]
    return told or [f"http://127.0.0.2:{server.port}"]


async def test_a_friend_joins_from_another_address_of_the_machine(
    open_server: Serving, person: NewPerson
) -> None:
    room = await open_server.create("standard,stack_size=5,match=single")
    ann, ben = await person(), await person(phone=True)
    ben.forgive(INSECURE)
    await ann.host(open_server.here, room, "Ann")
    link = await ann.find("[data-link]").input_value()
    await ben.sit(_others(open_server)[0] + link.removeprefix(open_server.here), "Ben")
    await ben.act("ready")
    await expect(ann.find('.seats [data-seat="B"] .ready')).to_be_visible()
    await ann.begin()
    await ben.running()
    seen = await play(ben, until=lambda now: len(now.piles) > 0)
    assert (await ann.until(lambda now: now.piles == seen.piles)).piles


async def test_the_link_says_when_only_this_machine_can_open_it(
    open_server: Serving, person: NewPerson
) -> None:
    room = await open_server.create("standard")
    ann = await person()
    await ann.host(open_server.here, room, "Ann")
    await expect(ann.find(".invite .warn")).to_contain_text("this computer only")
    known = _others(open_server)[0]
    if "//127." not in known:
        ben = await person()
        ben.forgive(INSECURE)
        await ben.sit(known + room.path, "Ben")
        await expect(ben.find("[data-link]")).to_have_value(known + room.path)
        await expect(ben.find(".invite .warn")).to_have_count(0)
