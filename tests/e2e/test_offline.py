"""The client as an app: after one visit it is there without a server."""

import re
from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SCREENS: Final = {
    "/": "home",
    "/practice": "practice",
    "/learn": "learn",
    "/score": "score-terms",
    "/machine": "machine",
}


async def laid_in(page: Page) -> None:
    """Wait until the worker has everything and answers for this page."""
    await page.wait_for_function(
        "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
    )


async def visitor(server: Serving, person: NewPerson) -> Person:
    """Somebody who was here once, and has no line now."""
    ann = await person()
    await ann.page.goto(server.here)
    await ann.at("home")
    await laid_in(ann.page)
    await ann.context.set_offline(True)
    return ann


async def test_every_page_that_needs_no_server_opens_without_one(
    server: Serving, person: NewPerson
) -> None:
    ann = await visitor(server, person)
    for path, screen in SCREENS.items():
        await ann.page.goto(server.here + path)
        await ann.page.locator(f'[data-screen="{screen}"]').wait_for()
        assert await ann.page.locator("h1, h2").first.inner_text() != ""


async def test_a_language_that_was_never_spoken_is_there_too(
    server: Serving, person: NewPerson
) -> None:
    ann = await visitor(server, person)
    await ann.page.get_by_text("Deutsch").click()
    await expect(ann.page.locator("[data-action=practice]")).to_have_text("Gegen Bots üben")


async def test_a_round_against_bots_is_played_without_a_server(
    server: Serving, person: NewPerson
) -> None:
    ann = await visitor(server, person)
    await ann.page.goto(f"{server.here}/practice")
    await ann.act("deal")
    await ann.running()
    before = await ann.look()
    await ann.tap("hand")
    await ann.until(lambda seen: seen.hand != before.hand and len(seen.piles) > 0)


async def test_rooms_and_the_api_never_come_from_the_worker(
    server: Serving, person: NewPerson
) -> None:
    ann = await visitor(server, person)
    ann.forgive("ERR_INTERNET_DISCONNECTED")
    fails = "fetch('/api/status').then(() => false, () => true)"
    assert await ann.page.evaluate(fails)
    kept = await ann.page.evaluate(
        """async () => {
          const names = await caches.keys();
          const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return requests.flat().map(({ url }) => new URL(url).pathname);
        }"""
    )
    assert not [path for path in kept if re.match(r"/(api|ws)\b", path)]
    assert "/" in kept


async def test_the_app_can_be_installed(server: Serving, person: NewPerson) -> None:
    ann = await person()
    await ann.page.goto(server.here)
    manifest = await ann.page.evaluate(
        """async () => {
          const link = document.querySelector("link[rel=manifest]");
          const answer = await fetch(link.href);
          return { type: answer.headers.get("Content-Type"), ...(await answer.json()) };
        }"""
    )
    assert manifest["type"] == "application/manifest+json"
    assert manifest["name"] == "Pellmell"
    purposes = {icon["purpose"] for icon in manifest["icons"]}
    assert purposes == {"any", "maskable"}
    for icon in manifest["icons"]:
        size = await ann.page.evaluate(
            """async (src) => {
              const image = new Image();
              image.src = src;
              await image.decode();
              return `${image.naturalWidth}x${image.naturalHeight}`;
            }""",
            icon["src"],
        )
        if icon["type"] == "image/png":
            assert size == icon["sizes"]
    session = await ann.context.new_cdp_session(ann.page)
    await laid_in(ann.page)
    errors = (await session.send("Page.getInstallabilityErrors"))["installabilityErrors"]
    # An incognito context, as tests have one, can install nothing.
    assert [e["errorId"] for e in errors if e["errorId"] != "in-incognito"] == []
