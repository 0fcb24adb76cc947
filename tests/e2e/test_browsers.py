"""Firefox and WebKit, as people have them: a whole round in each, and pages that fit."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from tests.e2e.accessible import FITS
from tests.e2e.conftest import fixture
from tests.e2e.driven import Driven
from tests.e2e.firefox import FIREFOX, firefox
from tests.e2e.person import Seen
from tests.e2e.playing import choice, play
from tests.e2e.serving import Room, Serving, check, serve
from tests.e2e.webkit import DRIVER, SCREEN, mini_browser, webkit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

KINDS = {"firefox": firefox, "webkit": webkit}
SIDEWAYS = """
() => [...document.querySelectorAll("main, main *, [data-screen] *, dialog, dialog *")]
  .filter((node) => ["auto", "scroll"].includes(getComputedStyle(node).overflowX) && !node.matches(".scroll"))
  .filter((node) => node.scrollWidth > node.clientWidth)
  .map((node) => `${node.outerHTML.slice(0, 80)} scrolls sideways`)
"""


def missing(kind: str) -> list[str]:
    """What a browser needs and this machine has not."""
    wanted = [FIREFOX] if kind == "firefox" else [DRIVER, SCREEN]
    lacking = [name for name in wanted if shutil.which(name) is None]
    if kind == "webkit" and mini_browser() is None:
        lacking.append("MiniBrowser")
    return lacking


def opened(kind: str, directory: Path) -> AbstractAsyncContextManager[Driven]:
    """Somebody with a browser; whatever went wrong there fails the test."""
    if lacking := missing(kind):
        pytest.skip(f"no {', '.join(lacking)} on this machine: `make browser` installs it")
    directory.mkdir()
    return _opened(kind, directory)


@asynccontextmanager
async def _opened(kind: str, directory: Path) -> AsyncIterator[Driven]:
    async with KINDS[kind](directory) as remote:
        driven = Driven(remote)
        yield driven
        blame = await driven.blame()
    assert not blame, "\n".join(blame)


@fixture(params=KINDS)
async def ann(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Driven]:
    async with opened(request.param, tmp_path / request.param) as driven:
        yield driven


async def _open_table(host: Driven, address: str, **rules: str) -> str:
    """Open a table of short rounds from the first page; the link to it."""
    await host.open(address)
    await host.at("home")
    await host.laid_in()
    await host.act("new")
    await host.at("create")
    await host.fill("form input", "Ann")
    await host.press("summary")
    for option, value in {"stack_size": "5", **rules}.items():
        await host.press(f'label:has(input[name$="-{option}"][value="{value}"])')
    await host.act("create")
    await host.at("lobby")
    await host.there('.seats [data-seat="A"]')
    return await host.read("[data-link]")


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


def _laid(record: str, seat: str) -> list[str]:
    """What a seat laid in the middle."""
    told = [line.split() for line in record.splitlines() if line[0].isdigit()]
    return [words[2] for words in told if words[1] == seat and ">c" in words[2]]


def _room(server: Serving, link: str) -> Room:
    code, _, key = link.rpartition("/")[2].partition("#k=")
    return Room(server, code, key)


async def test_a_whole_round_from_the_first_page_to_its_result(
    server: Serving, ann: Driven, tmp_path: Path
) -> None:
    link = await _open_table(ann, server.here)
    await ann.act("bot", '[data-level="skilled"]')
    await ann.there('.seats [data-seat="B"]')
    await ann.act("start")
    await ann.running()
    pressed: set[str | None] = set()

    def choose(seen: Seen) -> str | None:
        # A round may be over before the hand is all that is left to press.
        press = choice(seen) if "hand" in pressed else "hand"
        pressed.add(press)
        return press

    middle = await play(ann, choose=choose, until=lambda seen: seen.piles)
    assert middle.screen == "table"
    # Whoever goes and comes back has kept the seat, which this browser remembers.
    await ann.open(server.here)
    await ann.at("home")
    await ann.open(link)
    await ann.running()
    seen = await play(ann, choose=choose)
    assert seen.screen == "result"
    assert "hand" in pressed

    record = await _room(server, link).record(1)
    assert _laid(record, "A")
    for seat, points in (await check(record, tmp_path)).items():
        shown = f"+{points}" if points > 0 else _signed(points)
        await ann.there(f'.lines [data-seat="{seat}"] [data-round]', shown)
    await ann.act("next")
    await ann.running()


async def test_people_with_both_browsers_play_at_one_table(server: Serving, tmp_path: Path) -> None:
    async with (
        opened("webkit", tmp_path / "webkit") as ann,
        opened("firefox", tmp_path / "firefox") as ben,
    ):
        link = await _open_table(ann, server.here, match="single")
        await ben.sit(link, "Ben")
        await ann.there('.seats [data-seat="B"]')
        await ben.act("ready")
        await ann.there('.seats [data-seat="B"] .ready')
        await ann.act("start")
        await asyncio.gather(ann.running(), ben.running())
        ended = await asyncio.gather(play(ann), play(ben))
        assert {seen.screen for seen in ended} == {"over"}
        record = await _room(server, link).record(1)
        assert _laid(record, "A")
        assert _laid(record, "B")
        # The end of a match stays, however long the counting takes.
        for seat, points in (await check(record, tmp_path)).items():
            for person in (ann, ben):
                await person.there(f'[data-seat="{seat}"][data-total]', _signed(points))


async def test_every_page_fits_a_phone(server: Serving, ann: Driven) -> None:
    for path, screen in (
        ("/", "home"),
        ("/new", "create"),
        ("/rules", "rules"),
        ("/machine", "machine"),
        ("/score", "score-terms"),
        ("/replay", "replay"),
        ("/practice", "practice"),
        ("/learn", "learn"),
    ):
        await ann.open(server.here + path)
        await ann.at(screen)
        await ann.laid_in()
        assert await ann.remote.run(SIDEWAYS) + await ann.remote.run(FITS) == [], path
    await ann.open(server.here)
    await ann.act("settings")
    await ann.at("settings")
    assert await ann.remote.run(SIDEWAYS) + await ann.remote.run(FITS) == []


async def test_pages_open_without_a_server_after_one_visit(ann: Driven, tmp_path: Path) -> None:
    server = await serve(tmp_path / "rooms")
    await ann.open(server.here)
    await ann.at("home")
    await ann.laid_in()
    await server.stop()
    for path, screen in (("/practice", "practice"), ("/learn", "learn")):
        await ann.open(server.here + path)
        await ann.at(screen)
