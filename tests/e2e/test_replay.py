"""Looking back: a record from a file and by a link, moment by moment."""

import asyncio
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.e2e.accessible import clean
from tests.e2e.conftest import PHONE, NewPerson
from tests.e2e.person import Person
from tests.e2e.playing import COLOURS, seated
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

RECORDS: Final = Path(__file__).parents[2] / "conformance" / "records"
FIVE: Final = RECORDS / "04-standard-5-of-7.txt"
TWELVE: Final = RECORDS / "07-standard-12.txt"
SCROLLED: Final = """new Promise((done) => {
  const look = () => (scrollY > 100 ? done() : requestAnimationFrame(look));
  look();
})"""


async def opened(
    server: Serving, person: NewPerson, record: Path, *scripts: str, locale: str = "en-GB"
) -> Page:
    """The player with a record that was chosen from a file."""
    ann = await person(phone=True, locale=locale)
    for script in scripts:
        await ann.page.add_init_script(script)
    return await chosen(server, ann, record)


async def chosen(server: Serving, ann: Person, record: Path) -> Page:
    """The player with a record that somebody chose from a file."""
    page = ann.page
    await page.goto(f"{server.here}/replay")
    await page.set_input_files("[data-action=open]", record)
    await expect(page.locator("[data-screen=replaying]")).to_be_visible()
    return page


async def test_a_record_is_played_followed_and_jumped_in(
    server: Serving, person: NewPerson
) -> None:
    page = await opened(server, person, FIVE)
    await page.select_option("[data-follow]", "B")
    deal = next(line for line in FIVE.read_text("utf-8").splitlines() if line.startswith("[Deal"))
    top = deal.split(" / ")[2].split(" | ")[1].split()[-1]
    await expect(page.locator("[data-source=s]")).to_have_attribute("data-card", top)
    for _ in range(3):
        await page.click("[data-action=step-on]")
    first = page.locator("[data-screen=replaying]")
    assert float(await first.get_attribute("data-at") or 0) > 0
    await page.select_option("[data-speed]", "8")
    await page.click("[data-action=play]")
    await expect(page.locator("[data-action=play]")).to_have_attribute(
        "aria-pressed", "false", timeout=30_000
    )
    last = (RECORDS / FIVE.name).read_text("utf-8").splitlines()[-2].split()[0]
    await expect(first).to_have_attribute("data-at", str(round(1000 * float(last))))
    await page.locator("[data-missed]").first.click()
    assert float(await first.get_attribute("data-at") or 0) < 1000 * float(last)


async def test_figures_stand_for_every_seat_that_was_dealt_in(
    server: Serving, person: NewPerson
) -> None:
    page = await opened(server, person, FIVE)
    rows = page.locator("tbody tr[data-seat]")
    assert [await row.get_attribute("data-seat") for row in await rows.all()] == [*"ABDEG"]
    scores = [await row.locator("td").first.inner_text() for row in await rows.all()]
    result = FIVE.read_text("utf-8").splitlines()[-1].split('"')[1].split()[1:]
    assert [s.replace("−", "-") for s in scores] == [points for points in result if points != "-"]


async def test_missed_chances_are_marked_on_the_line_of_time(
    server: Serving, person: NewPerson
) -> None:
    page = await opened(server, person, FIVE)
    marks = page.locator(".scrub span")
    await expect(marks).to_have_count(await page.locator("[data-missed]").count())
    await expect(marks.first).to_be_visible()


async def test_the_key_that_plays_can_be_read_while_it_plays(
    server: Serving, person: NewPerson
) -> None:
    page = await opened(server, person, FIVE)
    key = page.locator("[data-action=play]")
    colour = "key => getComputedStyle(key).color"
    before = await key.evaluate(colour)
    await key.tap()
    await expect(key).to_have_attribute("aria-pressed", "true")
    assert await key.evaluate(colour) == before


@pytest.mark.parametrize(("locale", "tenths"), [("en-GB", "."), ("de-DE", ","), ("fr-FR", ",")])
async def test_figures_are_written_as_the_language_writes_them(
    server: Serving, person: NewPerson, locale: str, tenths: str
) -> None:
    page = await opened(server, person, FIVE, locale=locale)
    clock = await page.locator(".clock").inner_text()
    missed = await page.locator("[data-missed] .what").first.inner_text()
    cells = await page.locator("tbody tr").first.locator("td").all_inner_texts()
    written = {
        point for text in [clock, missed, *cells] for point in re.findall(r"\d([.,])\d", text)
    }
    assert written == {tenths}


KEPT: Final = """
globalThis.revoked = [];
const revoke = URL.revokeObjectURL.bind(URL);
URL.revokeObjectURL = (address) => (revoked.push(address), revoke(address));
"""


async def test_the_record_is_kept_as_it_was_and_its_address_outlives_the_tap(
    server: Serving, person: NewPerson, tmp_path: Path
) -> None:
    page = await opened(server, person, FIVE, KEPT)
    async with page.expect_download() as started:
        await page.click("[data-action=download]")
    kept = await started.value
    assert kept.suggested_filename == FIVE.name
    assert await page.evaluate("revoked") == []
    await kept.save_as(tmp_path / FIVE.name)
    assert (tmp_path / FIVE.name).read_text("utf-8") == FIVE.read_text("utf-8")


async def test_nothing_is_wider_than_a_phone(server: Serving, person: NewPerson) -> None:
    page = await opened(server, person, RECORDS / "07-standard-12.txt")
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_what_is_no_record_is_told_with_its_line(
    server: Serving, person: NewPerson, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.txt"
    text = FIVE.read_text("utf-8").splitlines()
    broken.write_text("\n".join([*text[:12], "1.0 A dance", *text[12:]]), "utf-8")
    page = (await person()).page
    await page.goto(f"{server.here}/replay")
    await page.set_input_files("[data-action=open]", broken)
    await expect(page.locator("[role=alert]")).to_contain_text("line 13")


async def test_a_record_that_one_may_not_see_is_not_there(
    server: Serving, person: NewPerson
) -> None:
    anyone = await person()
    anyone.forgive("404")
    page = anyone.page
    await page.goto(f"{server.here}/replay#room=AAAAAA&round=1")
    await expect(page.locator("[role=alert]")).to_be_visible()


async def test_the_chance_of_a_record_is_done_again(
    server: Serving, person: NewPerson, tmp_path: Path
) -> None:
    text = (RECORDS / "21-speed-2-proved.txt").read_text("utf-8")
    page = await opened(server, person, RECORDS / "21-speed-2-proved.txt")
    await expect(page.locator("[data-chance=proved]")).to_contain_text("share of Hanna")
    for said, other, why in (
        ("A turn = y3 y5 ", "A turn = y5 y3 ", "chance"),
        ("| g3 b5 y4 ", "| b5 g3 y4 ", "deal"),
        ('[Seed "7', '[Seed "8', "seed"),
        ('[Seed "', '[Start "', "unsealed"),
    ):
        assert said in text
        (tmp_path / "other.txt").write_text(text.replace(said, other), "utf-8")
        await page.click("[data-action=close]")
        await page.set_input_files("[data-action=open]", tmp_path / "other.txt")
        await expect(page.locator(f"[data-chance={why}]")).to_be_visible()


async def test_players_are_told_that_their_deal_is_proved_and_find_their_shares_in_its_record(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person(phone=True)
    await seated(await server.create("standard,match=rounds,target=3"), ann, ben)
    await ann.begin()
    await ann.end_round()
    for one in (ann, ben):
        await expect(one.find("[data-verdict=proved]")).to_be_visible()
    link = await ben.find("[data-action=look-back]").get_attribute("href")
    await ben.page.goto(f"{server.here}{link}")
    await expect(ben.page.locator("[data-chance=proved]")).to_contain_text("shares of Ann, Ben")


async def test_the_page_scrolls_under_a_finger_on_its_table(
    server: Serving, person: NewPerson
) -> None:
    ann = await person(phone=True)
    page = await chosen(server, ann, FIVE)
    for follow in ("", "B"):
        await page.select_option("[data-follow]", follow)
        await page.evaluate("scrollTo(0, 0)")
        x, y = await ann.middle(ann.find(".field .table"))
        await ann.swipe((x, y + 150), (x, y - 150))
        async with asyncio.timeout(30):
            await page.evaluate(SCROLLED)


async def test_a_chip_that_is_held_shows_the_row_of_its_seat(
    server: Serving, person: NewPerson
) -> None:
    ann = await person(phone=True)
    page = await chosen(server, ann, TWELVE)
    chip, row = ann.find('.chip[data-seat="C"]'), ann.find(".peek-row")
    deal = next(line for line in TWELVE.read_text("utf-8").splitlines() if line.startswith("[Deal"))
    slots = deal.split(" / ")[3].split(" | ")[0].split()
    x, y = await ann.middle(chip)
    browser = await page.context.new_cdp_session(page)
    touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    await browser.send("Input.dispatchTouchEvent", touch)
    await expect(row).to_be_visible()
    await expect(row.locator(".face:visible")).to_have_count(len(slots))
    await browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await expect(row).to_be_hidden()
    await expect(row).to_be_empty()

    await chip.focus()
    await page.keyboard.press("Enter")
    await expect(row).to_be_visible()
    told = [f"Row {at}: {COLOURS[c[0]]} {c[1:]}" for at, c in enumerate(slots, 1)]
    await expect(row).to_contain_text("; ".join([*told, "Waste: empty"]))
    box = await row.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    await clean(ann, "a row that is shown")
    await page.keyboard.press("Escape")
    await expect(row).to_be_hidden()
    await page.keyboard.press("Enter")
    await expect(row).to_be_visible()
    await page.keyboard.press("Tab")
    await expect(row).to_be_hidden()
