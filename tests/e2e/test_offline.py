"""The client as an app: after one visit it is there without a server."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import pytest
from aiohttp import web
from playwright.async_api import expect

from pellmell.server.pages import Pages
from tests.e2e.conftest import NewPerson, fixture
from tests.e2e.person import Person
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SCREENS: Final = {
    "/": "home",
    "/practice": "practice",
    "/learn": "learn",
    "/score": "score-terms",
    "/machine": "machine",
    "/stats": "stats",
    "/settings": "settings",
}


async def visitor(server: Serving, person: NewPerson) -> Person:
    """Somebody who was here once, and has no line now."""
    ann = await person()
    await ann.page.goto(server.here)
    await ann.at("home")
    await ann.laid_in()
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
    await ann.until(lambda seen: seen.hand != before.hand)


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
    await ann.laid_in()
    errors = (await session.send("Page.getInstallabilityErrors"))["installabilityErrors"]
    # An incognito context, as tests have one, can install nothing.
    assert [e["errorId"] for e in errors if e["errorId"] != "in-incognito"] == []


class Builds:
    """The client on a server whose build can be exchanged for a newer one."""

    def __init__(self) -> None:
        self.address = ""
        self._number = 1
        self._pages = Pages()

    def renew(self) -> None:
        """From now on the server has another build."""
        self._number += 1

    async def worker(self, request: web.Request) -> web.Response:
        """The worker, with a version that is the number of the build."""
        answer = await self._pages.file(request)
        assert isinstance(answer.body, bytes)
        versioned = re.sub(rb'"[0-9a-f]{16}"', b'"build-%d"' % self._number, answer.body)
        assert versioned != answer.body
        return web.Response(body=versioned, content_type="text/javascript")

    def routes(self) -> list[web.RouteDef]:
        others = [route for route in self._pages.routes() if route.path != "/sw.js"]
        return [web.get("/sw.js", self.worker), *others]


@fixture
async def builds() -> AsyncIterator[Builds]:
    made = Builds()
    app = web.Application(middlewares=[plainly])
    app.add_routes(made.routes())
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    made.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield made
    await runner.cleanup()


@web.middleware
async def plainly(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answers that are not packed, so that they can be changed."""
    return await handler(request.clone(headers={"Host": request.host}))


LOOK_FOR_UPDATE: Final = "navigator.serviceWorker.ready.then((known) => known.update())"
WAITING: Final = "navigator.serviceWorker.ready.then(({ waiting }) => waiting !== null)"


async def test_a_newer_client_is_shown_by_itself_where_nobody_plays(
    builds: Builds, person: NewPerson
) -> None:
    ann = await person()
    ann.forgive(
        "404"
    )  # These are pages without a server: nobody says whether there are open tables.
    await ann.page.goto(builds.address)
    await ann.laid_in()
    await ann.mark()
    builds.renew()
    async with ann.page.expect_navigation():
        await ann.page.evaluate(f"void {LOOK_FOR_UPDATE}")
    await ann.at("home")
    assert not await ann.marked()


async def test_a_newer_client_waits_until_a_round_is_over(
    builds: Builds, person: NewPerson
) -> None:
    ann = await person()
    await ann.page.goto(f"{builds.address}/practice")
    await ann.laid_in()
    await ann.act("deal")
    await ann.running()
    await ann.mark()
    builds.renew()
    await ann.page.evaluate(f"void {LOOK_FOR_UPDATE}")
    await ann.page.wait_for_function(WAITING)
    await ann.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert await ann.marked()
    await ann.act("menu")
    await ann.act("leave")
    async with ann.page.expect_navigation():
        await ann.act("sure")
    await ann.at("practice")
    assert not await ann.marked()


MISSING: Final = "void dispatchEvent(new Event('vite:preloadError'))"


async def _practising(server: Serving, person: NewPerson) -> Person:
    """Somebody on the page of practice, which no worker serves and which has a mark."""
    ann = await person(service_workers="block")
    ann.forgive("Service Worker registration blocked")
    await ann.page.goto(f"{server.here}/practice", wait_until="networkidle")
    await ann.mark()
    return ann


async def test_a_part_that_did_not_come_reloads_nothing_while_the_client_is_the_same(
    server: Serving, person: NewPerson
) -> None:
    ann = await _practising(server, person)
    async with ann.page.expect_response("**/new"):
        await ann.page.evaluate(MISSING)
    assert await ann.marked()


async def test_a_part_that_the_server_no_longer_has_brings_the_newer_client(
    server: Serving, person: NewPerson
) -> None:
    ann = await _practising(server, person)
    await ann.page.route("**/new", lambda route: route.fulfill(body="another client"))
    async with ann.page.expect_navigation():
        await ann.page.evaluate(MISSING)
    await ann.at("practice")
    assert not await ann.marked()
