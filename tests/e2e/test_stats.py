"""What was played on this device, as /stats tells it."""

from typing import Final

import pytest
from playwright.async_api import expect

from tests.e2e.accessible import clean
from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.playing import seated
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SINGLE: Final = "standard,match=single"
NO_STORE: Final = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
"""


async def practise(person: Person) -> None:
    """A match of practice, as short as can be, from the page where it begins."""
    await person.at("practice")
    await person.find('label:has(input[value="round"])').click()
    await person.act("deal")
    await person.running()
    assert await person.end_round() == "over"


async def figure(person: Person, where: str, name: str, value: str) -> None:
    """One figure of the page."""
    shown = person.find(f"[data-where={where}] [data-figure={name}] dd")
    await expect(shown).to_have_text(value)


async def test_a_match_is_found_with_whom_one_met_and_can_be_deleted(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(phone=True), await person()
    await ann.page.goto(f"{server.here}/stats")
    await ann.at("stats")
    await expect(ann.find("[data-where], [data-board], [data-action=delete]")).to_have_count(0)

    await seated(await server.create(SINGLE), ann, ben)
    await ann.bots(1)
    await ann.begin()
    await ben.running()
    assert await ann.end_round() == "over"
    await ben.at("over")
    points = await ben.find("td[data-seat=B][data-total]").inner_text()
    # A page that is loaded again counts nothing again.
    await ben.page.reload()
    await ben.at("over")
    for somebody, other in ((ann, "Ben"), (ben, "Ann")):
        await somebody.page.goto(f"{server.here}/stats")
        await somebody.at("stats")
        await figure(somebody, "table", "matches", "1")
        await figure(somebody, "table", "rounds", "1")
        await expect(somebody.find("[data-where=practice]")).to_have_count(0)
        await expect(somebody.find("[data-sheet=standard]")).to_be_visible()
        await expect(somebody.find("[data-match=table]")).to_have_count(1)
        met = somebody.find("[data-met]")
        await expect(met).to_have_count(1)
        await expect(met).to_contain_text(other)
        await clean(somebody, "stats")
    await figure(ben, "table", "best", points)
    ahead = [await one.find("[data-met]").get_attribute("data-ahead") for one in (ann, ben)]
    assert ahead in (["0", "0"], ["1", "0"], ["0", "1"])

    await ann.act("delete")
    await ann.act("cancel")
    await figure(ann, "table", "matches", "1")
    await ann.act("delete")
    await ann.act("sure")
    await expect(ann.find("[data-where], [data-match], [data-met]")).to_have_count(0)
    await ann.page.reload()
    await ann.at("stats")
    await expect(ann.find("[data-where]")).to_have_count(0)
    assert await ann.page.evaluate("localStorage.getItem('pellmell.stats')") is None


async def test_practice_is_counted_apart_and_the_start_page_leads_to_it(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await ann.page.goto(f"{server.here}/practice")
    await practise(ann)
    await ann.page.goto(server.here)
    await ann.act("stats")
    await ann.at("stats")
    await figure(ann, "practice", "matches", "1")
    await expect(ann.find("[data-where=table]")).to_have_count(0)
    await expect(ann.find("[data-match=practice]")).to_have_count(1)
    await expect(ann.find("[data-met]")).to_have_count(0)


async def test_where_the_browser_keeps_nothing_the_page_still_tells_of_this_visit(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await ann.context.add_init_script(NO_STORE)
    await ann.page.goto(server.here)
    await ann.act("practice")
    await practise(ann)
    await ann.act("leave")
    await ann.at("practice")
    await ann.press(ann.find(".page-head a"))
    await ann.act("stats")
    await figure(ann, "practice", "matches", "1")
    await ann.page.reload()
    await ann.at("stats")
    await expect(ann.find("[data-where]")).to_have_count(0)


async def test_damaged_figures_never_break_the_page(server: Serving, person: NewPerson) -> None:
    ann = await person()
    await ann.page.goto(server.here)
    for text in ("{", '{"version":1,"lines":[{"where":"table"}],"met":"Ben"}', '{"version":9}'):
        await ann.page.evaluate("text => localStorage.setItem('pellmell.stats', text)", text)
        await ann.page.goto(f"{server.here}/stats")
        await expect(ann.find("[data-screen=stats] h1")).to_have_text("Statistics")
        await expect(ann.find("[data-where]")).to_have_count(0)
