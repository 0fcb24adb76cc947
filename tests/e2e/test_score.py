"""The score pad for real cards, through a match with a correction."""

from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NAMES: Final = ("Ada", "Ben", "Chloé")
PNG: Final = b"\x89PNG\r\n\x1a\n"


def _content(path: Path) -> bytes:
    return path.read_bytes()


async def pad(server: Serving, person: NewPerson, **context: object) -> Person:
    """Somebody's phone with the score pad, where there is no server any more."""
    ann = await person(phone=True, **context)
    await ann.page.goto(f"{server.here}/score")
    await expect(ann.page.locator("[data-screen=score-terms]")).to_be_visible()
    await ann.laid_in()
    await ann.context.set_offline(True)
    return ann


async def begin(
    page: Page, *, written: str = "cards", jokers: bool = False, target: int | None = None
) -> None:
    """A new game of three."""
    for player, name in enumerate(NAMES):
        await page.fill(f'[data-name="{player}"]', name)
    await page.locator("label", has=page.locator(f"[value={written}]")).last.click()
    if jokers:
        await page.get_by_label("With the Speed Machine").check()
    if target is not None:
        await page.fill("[data-target]", str(target))
    await page.click("[data-action=save]")
    await expect(page.locator("[data-screen=score-pad]")).to_be_visible()


async def type_in(page: Page, figures: str) -> None:
    for key in figures:
        await page.click(f'[data-key="{"sign" if key == "-" else key}"]')
    await page.click("[data-key=next]")


async def enter(page: Page, *figures: str) -> None:
    """Write a round down with the keys; the last field saves it."""
    await page.click("[data-action=enter]")
    for text in figures:
        await type_in(page, text)
    await expect(page.locator("[data-screen=score-pad]")).to_be_visible()


async def totals(page: Page) -> dict[str, str]:
    """The totals by player, the best first."""
    lines = page.locator(".lines li")
    names = await lines.locator("strong").all_inner_texts()
    return dict(zip(names, await lines.locator("[data-total]").all_inner_texts(), strict=True))


async def test_a_match_by_points_with_a_correction_a_reload_and_a_text(
    server: Serving, person: NewPerson
) -> None:
    ann = await pad(server, person)
    page = ann.page
    await begin(page, written="points", target=50)

    await enter(page, "21", "-4", "7")
    await enter(page, "12", "30", "-20")
    assert list((await totals(page)).items()) == [("Ada", "33"), ("Ben", "26"), ("Chloé", "−13")]
    await expect(page.locator("h1")).to_have_text("Ada leads")

    await page.click("[data-correct='0']")
    await page.click("[data-field='2-points']")
    await type_in(page, "17")
    assert (await totals(page))["Chloé"] == "−3"
    await page.click("[data-action=undo]")
    assert (await totals(page))["Chloé"] == "−13"
    await page.click("[data-correct='0']")
    await page.click("[data-field='1-points']")
    await type_in(page, "4")
    await page.click("[data-action=save]")
    assert list((await totals(page)).items()) == [("Ben", "34"), ("Ada", "33"), ("Chloé", "−13")]

    before = await page.locator("main").inner_text()
    await ann.context.set_offline(False)
    await page.reload()
    await ann.laid_in()
    await ann.context.set_offline(True)
    assert await page.locator("main").inner_text() == before

    await enter(page, "18", "17", "5")
    pad_screen = page.locator("[data-screen=score-pad]")
    await expect(pad_screen).to_have_attribute("data-state", "extra")
    await expect(page.locator("h1")).to_contain_text("one more round decides between Ada and Ben")
    await enter(page, "1", "2", "40")
    await expect(pad_screen).to_have_attribute("data-state", "won")
    await expect(page.locator("h1")).to_have_text("Ben wins!")
    await expect(page.locator("[data-course]")).to_have_count(3)

    await page.click("[data-action=share]")
    text = await page.locator("[data-text]").input_value()
    assert text.splitlines()[:5] == [
        "Pellmell · First to 50 points · 4 rounds",
        "Ben wins!",
        "",
        "1. Ben: 53",
        "2. Ada: 52",
    ]
    assert "Chloé: 7 · −20 · 5 · 40 = 32" in text


async def test_cards_are_turned_into_points_and_jokers_cost_two(
    server: Serving, person: NewPerson
) -> None:
    page = (await pad(server, person)).page
    await begin(page, jokers=True)
    await page.click("[data-action=enter]")
    for figures in ("12", "0", "0", "9", "3"):
        await type_in(page, figures)
    made = page.locator("[data-player='1'] [data-makes]")
    await expect(made).to_have_text("+3")
    await type_in(page, "2")
    await expect(made).to_have_text("−1")
    await expect(page.locator("[data-action=save]")).to_be_disabled()
    await type_in(page, "4")
    await page.click("[data-action=save]")
    assert await totals(page) == {"Ada": "12", "Chloé": "4", "Ben": "−1"}


async def test_a_keyboard_types_a_round(server: Serving, person: NewPerson) -> None:
    page = (await pad(server, person)).page
    await begin(page)
    await page.click("[data-action=enter]")
    for key in ("1", "8", "Enter", "2", "Enter", "5", "Enter", "Enter", "3", "ArrowUp", "7"):
        await page.keyboard.press(key)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Backspace")
    for key in ("4", "Enter", "Enter"):
        await page.keyboard.press(key)
    assert await totals(page) == {"Ada": "14", "Chloé": "4", "Ben": "−9"}


async def test_a_game_that_was_deleted_comes_back(server: Serving, person: NewPerson) -> None:
    page = (await pad(server, person)).page
    await begin(page)
    await enter(page, "5", "0", "6", "0", "7", "0")
    await page.click("[data-action=menu]")
    await page.click("[data-action=delete]")
    await expect(page.locator("[data-game]")).to_have_count(0)
    await page.click("[data-action=bring-back]")
    await page.click("[data-game] >> nth=0")
    assert await totals(page) == {"Chloé": "7", "Ben": "6", "Ada": "5"}


async def test_the_picture_is_downloaded_where_it_cannot_be_shared(
    server: Serving, person: NewPerson
) -> None:
    page = (await pad(server, person)).page
    await begin(page)
    await enter(page, "5", "0", "6", "0", "7", "0")
    await page.click("[data-action=share]")
    async with page.expect_download() as downloading:
        await page.click("[data-action=share-picture]")
    download = await downloading.value
    assert download.suggested_filename == "pellmell.png"
    picture = _content(await download.path())
    assert picture.startswith(PNG)
    assert len(picture) > 10_000
    await expect(page.locator("dialog [role=status]")).not_to_be_empty()


async def test_the_text_is_copied_where_there_is_no_clipboard(
    server: Serving, person: NewPerson
) -> None:
    ann = await pad(server, person)
    page = ann.page
    await begin(page)
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.evaluate("delete Navigator.prototype.share")
    await page.click("[data-action=share]")
    await page.click("[data-action=share-text]")
    await expect(page.locator("dialog [role=status]")).to_have_text(
        "Copied. Paste it wherever you like."
    )


async def test_twelve_players_fit_a_small_phone(server: Serving, person: NewPerson) -> None:
    page = (await pad(server, person)).page
    await page.set_viewport_size({"width": 360, "height": 640})
    for _ in range(9):
        await page.click("[data-action=more]")
    await begin(page)
    wide = "document.documentElement.scrollWidth - innerWidth"
    await page.click("[data-action=enter]")
    for player in range(12):
        await expect(page.locator(f"[data-field='{player}-middle']")).to_be_in_viewport()
        await type_in(page, "9")
        await type_in(page, "1")
    assert await page.evaluate(wide) <= 0
    assert len(await totals(page)) == 12
    await expect(page.locator("[data-course]")).to_have_count(12)
    assert await page.evaluate(wide) <= 0
