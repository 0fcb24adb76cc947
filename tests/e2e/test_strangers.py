"""People who do not know one another: the list of open tables, quick play, and names."""

from collections.abc import AsyncIterator
from typing import Final

import pytest
from playwright.async_api import expect

from tests.e2e.accessible import clean
from tests.e2e.conftest import NewPerson, fixture, serving
from tests.e2e.person import Person
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SINGLE: Final = "standard,match=single"


@fixture(scope="module")
async def listing(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Serving]:
    """A server that brings strangers together, and counts who wins."""
    data = tmp_path_factory.mktemp("data")
    async with serving(data, "--public", "--leaderboard") as made:
        yield made


async def at_home(person: Person, address: str) -> None:
    """On the start page, once the server has said who waits."""
    async with person.page.expect_response("**/api/rooms"):
        await person.page.goto(address)
    await person.at("home")


async def test_nothing_is_said_of_strangers_where_the_server_lists_no_tables(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    await at_home(ann, server.here)
    await ann.act("new")
    await ann.at("create")
    await ann.page.wait_for_load_state("networkidle")
    switch = ann.page.get_by_label("The code opens it")
    await switch.check()
    await expect(ann.page.get_by_label("Open to everybody")).to_have_count(0)
    async with ann.page.expect_response("**/api/leaderboard"):
        await ann.page.goto(f"{server.here}/r/ABCDEF")
    await expect(ann.find("[data-ranked]")).to_have_count(0)
    await at_home(ann, server.here)
    await ann.page.wait_for_load_state("networkidle")
    await expect(ann.find("[data-strangers]")).to_have_count(0)
    assert not [url for url in asked if "OpenTables" in url or "/strangers." in url]


async def test_strangers_meet_by_quick_play_and_by_the_list(
    listing: Serving, person: NewPerson
) -> None:
    ann, ben, eve = await person(phone=True), await person(), await person()
    await at_home(ann, listing.here)
    await expect(ann.find("[data-list=none]")).to_be_visible()
    await at_home(ben, listing.here)
    await ben.act("quick")
    await ben.at("join")
    await expect(ben.find("[data-ranked]")).to_contain_text("30 days")
    await ben.take_seat("Ben")
    # The list comes anew by itself.
    table = ann.find("[data-strangers] [data-room]")
    await expect(table).to_contain_text("Standard")
    await expect(table).to_contain_text("1 of 12 seats taken")
    await clean(ann, "home with a list")
    await ann.press(table)
    await ann.take_seat("Rude Ann")
    await at_home(eve, listing.here)
    await eve.act("quick")
    await eve.take_seat("Rude Eve")
    for one in (ann, ben, eve):
        await one.at("lobby")
    assert len({one.page.url for one in (ann, ben, eve)}) == 1

    # Whoever opened the table by quick play is its host, and need not read every name.
    await expect(ann.find("[data-action=take-name]")).to_have_count(0)
    await ben.act("take-name", "[aria-label*=Ann]")
    await expect(ann.find(".seats [data-seat=B] .name")).to_contain_text("Player B")
    await ben.begin()
    await ben.act("menu")
    await ben.press(ben.find("[data-menu=names] summary"))
    await ben.act("take-name", "[data-seat=C]")
    await expect(ben.find("dialog [data-action=take-name][data-seat=C]")).to_contain_text(
        "Player C"
    )
    await clean(ben, "menu with names")


async def test_a_table_that_is_open_to_everybody_is_found_by_others(
    listing: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person()
    await ann.page.goto(f"{listing.here}/new")
    await ann.at("create")
    await expect(ann.find("[data-ranked]")).to_have_count(0)
    await ann.page.get_by_label("Open to everybody").check()
    await expect(ann.find("[data-ranked]")).to_contain_text("leaderboard")
    await ann.find('label:has(input[value="profi"])').click()
    await ann.act("create")
    await ann.at("lobby")
    await at_home(ben, listing.here)
    code = ann.page.url.rpartition("/")[2]
    await expect(ben.find(f'[data-room="{code}"]')).to_contain_text("Profi")


async def test_the_list_says_when_it_cannot_be_had_and_comes_back(
    listing: Serving, person: NewPerson
) -> None:
    ann = await person()
    ann.forgive("503|ERR_FAILED")
    await at_home(ann, listing.here)
    await ann.find("[data-strangers]").wait_for()
    await ann.page.route("**/api/*", lambda route: route.fulfill(status=503, json={}))
    await expect(ann.find("[data-list=failed]")).to_be_visible()
    await ann.act("quick")
    await expect(ann.find("[data-strangers] [role=alert]")).to_contain_text("Too many tables")
    await ann.page.unroute("**/api/*")
    await expect(ann.find("[data-list=failed]")).to_have_count(0, timeout=15_000)
