"""The tutorial: every step is done by doing it."""

from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

BY_TAPS: Final = {
    "one": ["r1"],
    "up": ["r1", "r3"],
    "fill": ["r1", "s"],
    "turn": ["hand", "w"],
    "stop": ["s", "stop"],
}
BY_KEYS: Final = {
    "one": ["Digit1"],
    "up": ["Digit1", "Digit3"],
    "fill": ["Digit1", "KeyF"],
    "turn": ["Space", "KeyW"],
    "stop": ["KeyF", "KeyS"],
}


async def learning(server: Serving, person: NewPerson, **context: object) -> Person:
    ann = await person(**context)
    await ann.page.goto(f"{server.here}/learn")
    await at_step(ann.page, "one")
    return ann


async def at_step(page: Page, name: str) -> None:
    """Wait until the table of a step can be played at."""
    await page.locator(f"[data-lesson={name}][data-done=false] [data-phase=round]").wait_for()


async def done(page: Page, name: str) -> None:
    await page.locator(f"[data-lesson={name}][data-done=true]").wait_for()


async def test_every_step_is_done_by_taps(server: Serving, person: NewPerson) -> None:
    ann = await learning(server, person, phone=True)
    for name, taps in BY_TAPS.items():
        await at_step(ann.page, name)
        for source in taps:
            await ann.tap(source)
        await done(ann.page, name)
        await ann.act("next-step")

    await ann.find("[data-answer='5']").tap()
    await expect(ann.find(".error")).to_be_visible()
    await ann.find("[data-answer='3']").tap()
    await done(ann.page, "score")
    await ann.act("next-step")

    await at_step(ann.page, "profi")
    await ann.tap("s")
    await ann.until(lambda seen: seen.own.get("s") == "y5")
    await ann.tap("s")
    await done(ann.page, "profi")
    await ann.act("next-step")

    await at_step(ann.page, "speed")
    await ann.page.locator("[data-action=grab][data-whose=mine]").tap(force=True)
    await ann.page.locator("[data-held=joker]").tap()
    await ann.page.locator("[data-target=c1]").tap()
    await ann.until(lambda seen: "b4" in seen.tops)
    await ann.tap("r1")
    await done(ann.page, "speed")
    await ann.act("next-step")

    await ann.at("learnt")
    await ann.act("practice")
    await ann.at("practice")


async def test_the_steps_are_done_by_the_keyboard_alone(server: Serving, person: NewPerson) -> None:
    ann = await learning(server, person)
    for name, keys in BY_KEYS.items():
        await at_step(ann.page, name)
        for key in keys:
            await ann.page.keyboard.press(key)
        await done(ann.page, name)
        await ann.page.locator("[data-action=next-step]").focus()
        await ann.page.keyboard.press("Enter")
    await ann.page.locator("[data-answer='3']").focus()
    await ann.page.keyboard.press("Enter")
    await done(ann.page, "score")


async def test_progress_is_kept_steps_can_be_skipped_and_begun_again(
    server: Serving, person: NewPerson
) -> None:
    ann = await learning(server, person)
    await ann.tap("r1")
    await done(ann.page, "one")
    await ann.page.reload()
    await at_step(ann.page, "up")
    await ann.tap("r1")
    await ann.until(lambda seen: "r2" in seen.tops)
    await ann.act("again")
    await ann.until(lambda seen: "r2" not in seen.tops and "r1" in seen.tops)
    for name in ("up", "fill", "turn", "stop", "score", "profi", "speed"):
        await ann.page.locator(f"[data-lesson={name}]").wait_for()
        await ann.act("skip")
    await ann.at("learnt")
    await ann.page.click("[data-step=turn]")
    await at_step(ann.page, "turn")


async def test_a_screen_reader_hears_what_to_do_and_that_it_is_done(
    server: Serving, person: NewPerson
) -> None:
    ann = await learning(server, person)
    told = ann.find(".coach [aria-live=polite]")
    await expect(told).to_contain_text("Tap the red 1")
    await expect(
        ann.page.get_by_role("button", name="Step 1 of 8: A 1 opens a pile")
    ).to_have_attribute("aria-current", "step")
    await ann.tap("r1")
    await expect(told).to_contain_text("That pile is for everybody now.")
