"""A match that is over: its course, its figures, one against another, and a picture of it."""

import struct

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.playing import alone, play
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_match_is_looked_back_on_as_a_whole_and_handed_on_as_a_picture(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await alone(server, ann, "standard,match=rounds,target=2", bots=2)
    await play(ann, until=lambda seen: len(seen.piles) >= 2)
    rounds = 1
    while await ann.end_round() == "result":
        rounds += 1
        await ann.act("next")
        await ann.running()
        # Where nobody has laid anything all are equal, and an equal match wants one more round.
        await play(ann, until=lambda seen: len(seen.piles) >= 2)
    assert rounds >= 2
    await expect(ann.find("[data-course]")).to_have_count(3)
    async with ann.page.expect_download() as kept:
        await ann.act("share-picture")
    path = await (await kept.value).path()
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    assert (width, height > 800) == (1080, True)

    async with ann.page.expect_popup() as popup:
        await ann.act("look-back-match")
    page = await popup.value
    ann.watch(page)
    await page.locator("[data-screen=match] [data-versus]").wait_for()
    totals = {
        await row.get_attribute("data-seat"): await row.locator("td").first.inner_text()
        for row in await page.locator("[data-sums] [data-seat]").all()
    }
    told = {
        await cell.get_attribute("data-seat"): await cell.inner_text()
        for cell in await ann.find("[data-total]").all()
    }
    assert totals == told
    assert await page.locator("[data-round]").all_inner_texts() == [
        f"Round {number}" for number in range(1, rounds + 1)
    ]
    points = page.locator("[data-versus] [data-row=points] td")
    before = await points.all_inner_texts()
    first = page.get_by_label("One player")
    await first.select_option(await page.get_by_label("The other player").input_value())
    assert await points.all_inner_texts() == before[::-1]
    await page.close()


async def test_a_match_whose_table_is_private_is_shown_to_nobody_else(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    eve = await person()
    eve.forgive("404")
    await eve.page.goto(f"{server.here}/replay#room={room.code}&rounds=1-2")
    await expect(eve.page.get_by_role("alert")).to_contain_text("This record is not there")
