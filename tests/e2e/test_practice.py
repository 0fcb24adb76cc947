"""Practice in the browser alone: rounds against bots, and the drills."""

import re
from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.playing import play
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LONGEST: Final = 180_000


async def practising(server: Serving, person: NewPerson, **context: object) -> Person:
    """Somebody on the page where practice begins."""
    ann = await person(**context)
    await ann.page.goto(f"{server.here}/practice")
    await ann.at("practice")
    return ann


async def slide(page: Page, name: str, value: float) -> None:
    await page.locator(f"[data-range={name}]").fill(str(value))


async def choose(page: Page, value: str) -> None:
    await page.locator("label", has=page.locator(f'input[value="{value}"]')).click()


async def test_a_round_against_bots_is_played_to_its_end_without_a_line(
    server: Serving, person: NewPerson
) -> None:
    ann = await practising(server, person)
    await slide(ann.page, "bots", 3)
    await slide(ann.page, "pace", 2)
    await choose(ann.page, "skilled")
    await choose(ann.page, "round")
    await ann.laid_in()
    await ann.context.set_offline(True)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    await ann.act("deal")
    await ann.running()
    assert len((await ann.look()).stacks) == 3

    await play(ann)
    await ann.at("over", patience=LONGEST)
    assert any("/assets/" in url for url in asked)
    assert not any("/witness-" in url for url in asked), "nothing is promised, or to be proved"
    totals = await ann.find("td[data-total]").all_inner_texts()
    assert len(totals) == 4
    assert all(re.fullmatch(r"−?\d+", total) for total in totals)

    await ann.act("rematch")
    await ann.running()
    await ann.act("menu")
    assert await ann.find("dialog [data-range=pace]").input_value() == "2"
    await expect(ann.find("dialog [data-action=invite]")).to_have_count(0)
    await ann.act("leave")
    await ann.act("sure")
    await ann.at("practice")


async def test_twelve_sit_at_a_table_with_the_speed_machine(
    server: Serving, person: NewPerson
) -> None:
    ann = await practising(server, person, phone=True)
    await slide(ann.page, "bots", 11)
    await choose(ann.page, "speed")
    await ann.act("deal")
    await ann.running()
    assert len((await ann.look()).stacks) == 11
    await ann.find("[data-throw]").first.wait_for()


async def test_everything_stands_still_while_it_is_paused(
    server: Serving, person: NewPerson
) -> None:
    ann = await practising(server, person)
    await ann.page.clock.install()
    await ann.page.goto(f"{server.here}/practice")
    await ann.act("deal")
    await ann.running()
    await ann.act("menu")
    await ann.act("pause")
    await ann.find("[data-cover=paused]").wait_for()
    paused = await ann.look()
    await ann.page.clock.run_for(20_000)
    assert await ann.look() == paused
    await ann.act("resume")
    await ann.running()
    again = await ann.look()
    await ann.page.clock.run_for(20_000)
    assert (await ann.look()).piles != again.piles


async def test_what_was_wished_for_is_still_there_after_a_reload(
    server: Serving, person: NewPerson
) -> None:
    ann = await practising(server, person)
    await slide(ann.page, "bots", 7)
    await slide(ann.page, "pace", 0.5)
    await choose(ann.page, "profi")
    await ann.page.reload()
    assert await ann.find("[data-range=bots]").input_value() == "7"
    assert await ann.find("[data-range=pace]").input_value() == "0.5"
    await expect(ann.find("input[value=profi]")).to_be_checked()


def fitting(piles: list[str], cards: list[str]) -> list[int]:
    """Where the cards lie that go on one of the piles."""
    wanted = {f"{pile[0]}{int(pile[1:]) + 1}" for pile in piles}
    return [at for at, card in enumerate(cards) if card in wanted]


async def values(page: Page, selector: str, name: str) -> list[str]:
    found: list[str] = await page.eval_on_selector_all(
        selector, f"nodes => nodes.map((node) => node.dataset.{name})"
    )
    return found


async def test_find_the_fit_counts_what_fits_and_breaks_the_run_otherwise(
    server: Serving, person: NewPerson
) -> None:
    ann = await practising(server, person)
    await ann.page.click("[data-drill=fit]")
    await ann.act("begin-drill")
    drill = ann.find("[data-screen=drill]")
    for score in range(1, 5):
        (right,) = fitting(
            await values(ann.page, "[data-pile]", "pile"),
            await values(ann.page, "[data-card]", "card"),
        )
        if score % 2:
            await ann.page.locator("[data-card]").nth(right).click()
        else:
            await ann.page.keyboard.press(f"Digit{right + 1}")
        await expect(drill).to_have_attribute("data-score", str(score))
    await expect(drill).to_have_attribute("data-streak", "4")
    (right,) = fitting(
        await values(ann.page, "[data-pile]", "pile"), await values(ann.page, "[data-card]", "card")
    )
    await ann.page.keyboard.press(f"Digit{(right + 1) % 5 + 1}")
    await expect(drill).to_have_attribute("data-streak", "0")
    await expect(drill).to_have_attribute("data-score", "4")


async def test_a_drill_is_over_after_a_minute_and_keeps_the_best(
    server: Serving, person: NewPerson
) -> None:
    ann = await practising(server, person)
    await ann.page.clock.install()
    await ann.page.goto(f"{server.here}/practice")
    await ann.page.click("[data-drill=flip]")
    await ann.act("begin-drill")
    drill = ann.find("[data-screen=drill]")
    played = 0
    while played < 2:
        await ann.page.keyboard.press("Space")
        piles = await values(ann.page, "[data-pile]", "pile")
        if fitting(piles, await values(ann.page, "[data-card]", "card")):
            await ann.page.keyboard.press("KeyW")
            played += 1
            await expect(drill).to_have_attribute("data-score", str(played))
    await ann.page.clock.run_for(61_000)
    await expect(ann.find("[data-final]")).to_have_text("2 cards")
    await ann.page.reload()
    await ann.page.click("[data-drill=flip]")
    await expect(drill).to_contain_text("Your best: 2")
