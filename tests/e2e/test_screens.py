"""What all screens share: titles, the way back, refusals that pass, and styles that keep apart."""

import json
from typing import Any, Final

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.playing import alone
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TITLES: Final = {
    "/new": "New table",
    "/machine": "Speed Machine",
    "/score": "Score pad",
    "/rules": "The rules",
    "/replay": "Looking back",
    "/practice": "Practice",
    "/learn": "Learn the game",
}


class Between:
    """Stands between a page and its server: holds back each turn, and refuses each vote."""

    def __init__(self) -> None:
        self._page: WebSocketRoute | None = None
        self._held: list[int] = []

    async def stand(self, person: Person) -> None:
        """Take the place, before the page opens."""
        await person.page.route_web_socket("**/ws", self._route)

    def refuse_turn(self) -> None:
        """Answer the turn that was held back."""
        self._refuse(self._held.pop(0))

    def _route(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self._page = page

        def said(text: str | bytes) -> None:
            message: dict[str, Any] = json.loads(text)
            if message["t"] == "do" and message["a"] == "turn":
                self._held.append(message["n"])
            elif message.get("do") == "vote":
                self._refuse(message["n"])
            else:
                server.send(text)

        page.on_message(said)

    def _refuse(self, number: int) -> None:
        assert self._page is not None
        self._page.send(json.dumps({"t": "nack", "n": number, "why": "not-running"}))


async def _turned(server: Serving, person: NewPerson) -> tuple[Person, Between]:
    """Somebody at a table who has turned the hand, and has had no answer."""
    ann, between = await person(), Between()
    await between.stand(ann)
    await alone(server, ann)
    await ann.key("hand")
    await ann.act("menu")
    return ann, between


async def test_a_refused_request_is_told_for_a_while_whatever_else_is_refused(
    server: Serving, person: NewPerson
) -> None:
    ann, between = await _turned(server, person)
    await ann.act("vote")
    told = ann.find("dialog [role=alert]")
    await expect(told).to_be_visible()
    between.refuse_turn()
    await expect(ann.find(".caption[data-refusal]")).to_be_visible()
    await expect(told).to_be_hidden(timeout=12_000)


async def test_a_refused_play_is_told_for_a_while_whatever_else_is_refused(
    server: Serving, person: NewPerson
) -> None:
    ann, between = await _turned(server, person)
    between.refuse_turn()
    caption = ann.find(".caption[data-refusal]")
    await expect(caption).to_be_visible()
    await ann.act("vote")
    await expect(ann.find("dialog [role=alert]")).to_be_visible()
    await expect(caption).to_have_count(0, timeout=8_000)


async def test_every_page_is_named_by_its_title_until_one_leaves_it(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    for path, title in TITLES.items():
        await ann.page.goto(server.here + path)
        await expect(ann.page).to_have_title(f"{title} · Pellmell")
        await ann.find("a[data-action=home]").first.click()
        await ann.at("home")
        await expect(ann.page).to_have_title("Pellmell")
    await ann.act("practice")
    await expect(ann.page).to_have_title("Practice · Pellmell")
    await ann.act("learn")
    await expect(ann.page).to_have_title("Learn the game · Pellmell")


async def test_the_way_to_the_start_page_is_called_the_same_everywhere(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    for path in TITLES:
        await ann.page.goto(server.here + path)
        await ann.page.get_by_role("link", name="To the start page", exact=True).click()
        await ann.at("home")


async def test_the_table_of_a_lesson_has_no_frame(server: Serving, person: NewPerson) -> None:
    ann = await person(phone=True)
    await ann.page.goto(f"{server.here}/learn")
    await ann.running()
    frame = "table => getComputedStyle(table.parentElement).borderTopWidth"
    assert await ann.find("[data-screen=table]").evaluate(frame) == "0px"


async def test_the_start_page_fetches_no_style_of_the_table(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await ann.page.goto(server.here)
    await ann.at("home")
    rules = "[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map(({ selectorText }) => selectorText ?? '')"
    selectors: list[str] = await ann.page.evaluate(rules)
    assert ".page" in selectors
    assert ".zone-head" not in selectors
    # It is that of the table, which comes with the first one.
    await ann.page.goto(f"{server.here}/learn")
    await ann.running()
    assert ".zone-head" in await ann.page.evaluate(rules)
