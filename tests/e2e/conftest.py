"""One Chromium for all browser tests, a server for each module, and people with contexts."""

import asyncio
import functools
import inspect
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.e2e.line import Line
from tests.e2e.person import EYES, Person
from tests.e2e.serving import BUILT, NOT_BUILT, Serving, serve

NOTE: Final = Path(__file__).parents[2] / ".venv/chromium-path"
DESKTOP: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 844}
TABLET: Final[dict[str, Any]] = {"phone": True, "viewport": {"width": 768, "height": 1024}}
"""What makes a person one with a tablet that stands upright."""
QUIET: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--mute-audio",
    "--no-first-run",
    # Several pages play at once, and only one of them can be in front.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
)

fixture = functools.partial(pytest_asyncio.fixture, loop_scope="session")
NewPerson = Callable[..., Awaitable[Person]]
LONGEST: Final = 240.0
"""Seconds after which a browser test that waits for something in vain is ended."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let no browser test wait for ever."""
    for item in items:
        awaited = isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj)
        if isinstance(item, pytest.Function) and awaited and item.get_closest_marker("browser"):
            item.obj = _ending(item.obj)


def _ending(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def ending(*arguments: Any, **named: Any) -> None:
        async with asyncio.timeout(LONGEST):
            await test(*arguments, **named)

    return ending


def chromium() -> str:
    """The path of the Chromium that `scripts/chromium.sh` found, or one that is named or about."""
    named = os.environ.get("CHROMIUM") or (NOTE.read_text().strip() if NOTE.exists() else "")
    path = shutil.which(named or "chromium")
    if path is None:
        pytest.fail("no Chromium: `make browser` finds or installs one", pytrace=False)
    return path


@fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    if not BUILT.exists():
        pytest.fail(NOT_BUILT, pytrace=False)
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=chromium(), args=[*QUIET])
        yield launched
        await launched.close()


@asynccontextmanager
async def serving(
    directory: Path, *more: str, host: str | None = "127.0.0.1"
) -> AsyncIterator[Serving]:
    """A server of its own, with what else it is told, that logs no fault until it is stopped."""
    made = await serve(directory / "rooms", *more, host=host)
    try:
        yield made
    finally:
        log = await made.stop()
    assert "Traceback" not in log, log


@fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Serving]:
    async with serving(tmp_path_factory.mktemp("data")) as made:
        yield made


@asynccontextmanager
async def open_lines(server: Serving, number: int) -> AsyncIterator[list[Line]]:
    """Lines to the server that can be held and cut."""
    lines = [Line(server.port) for _ in range(number)]
    for one in lines:
        await one.start()
    try:
        yield lines
    finally:
        for one in lines:
            await one.close()


@fixture
async def line(server: Serving) -> AsyncIterator[Line]:
    async with open_lines(server, 1) as (made,):
        yield made


@fixture
async def person(browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[NewPerson]:
    """Make somebody with a browser of their own; whatever went wrong there fails the test."""
    people: list[Person] = []

    async def make(*, phone: bool = False, **context: Any) -> Person:
        wanted: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB"}
        if phone:
            wanted |= {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        made = await browser.new_context(**wanted | context)
        await made.add_init_script(EYES)
        somebody = Person(await made.new_page(), made, touch=phone)
        people.append(somebody)
        return somebody

    yield make
    blame = [fault for somebody in people for fault in somebody.blame()]
    for somebody in people:
        await somebody.context.close()
    assert not blame, "\n".join(blame)
