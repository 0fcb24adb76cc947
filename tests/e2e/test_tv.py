"""The big screen: everybody and the code at once, and what a round brought, to be read from afar."""

import re
from typing import Any, Final

import pytest
from playwright.async_api import Locator, expect

from pellmell.server.chance import CODE_LENGTH
from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.serving import Room, Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SEATS: Final = 12
SCREENS: Final = [(1280, 720), (1920, 1080)]


async def _watch(server: Serving, room: Room, screen: Person) -> None:
    await screen.page.goto(server.here + room.path.replace("/r/", "/tv/"))
    await screen.find("aside [data-seat]").first.wait_for()


async def _boxes(of: Locator) -> list[dict[str, float]]:
    measure = """(nodes) => nodes.map((node) => {
      const words = document.createRange();
      words.selectNodeContents(node);
      const { left, right, top, bottom, width, height } = words.getBoundingClientRect();
      return { left, right, top, bottom, width, height };
    })"""
    found: list[dict[str, float]] = await of.evaluate_all(measure)
    return found


def _within(box: dict[str, float], width: int, height: int) -> bool:
    seen = min(box["width"], box["height"]) > 0
    return (
        seen
        and min(box["left"], box["top"]) >= 0
        and box["right"] <= width
        and box["bottom"] <= height
    )


async def _all_seen(screen: Person, width: int, height: int) -> None:
    """Every name and total of the side, and the code, wholly on the screen and apart."""
    await screen.page.set_viewport_size({"width": width, "height": height})
    await screen.page.wait_for_function(f"() => innerWidth === {width}")
    await screen.find(".join .letters").evaluate(
        "(node, widest) => { node.textContent = widest; }", WIDEST
    )
    code = await _boxes(screen.find(".join .code"))
    totals = await _boxes(screen.find("aside [data-total]"))
    names = await _boxes(screen.find("aside bdi"))
    assert len(totals) == len(names) == SEATS
    for box in (*code, *totals, *names, *await _boxes(screen.find(".join .letters"))):
        assert _within(box, width, height), box
    assert code[0]["height"] >= 120
    lines = sorted(totals, key=lambda box: box["top"])
    for above, below in zip(lines, [*lines[1:], *code], strict=True):
        assert above["bottom"] <= below["top"] + 2, (above, below)


async def test_twelve_and_the_code_are_seen_at_once_in_the_lobby_and_in_play(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("speed,match=rounds,target=3")
    ann, screen = await person(), await person()
    await ann.host(server.here, room, "Ann")
    await ann.bots(SEATS - 1)
    await _watch(server, room, screen)
    await expect(screen.find("aside [data-seat]")).to_have_count(SEATS)
    for width, height in SCREENS:
        await _all_seen(screen, width, height)
    await ann.begin()
    await screen.find(".chip[data-seat]").first.wait_for()
    for width, height in SCREENS:
        await _all_seen(screen, width, height)

    assert await ann.end_round() == "result"
    board = screen.find("[data-board='1']")
    await board.wait_for()
    for width, height in SCREENS:
        await _all_seen(screen, width, height)
        for box in await _boxes(board.locator("[data-total], [data-round], bdi, .how, h2")):
            assert _within(box, width, height), box


async def test_the_end_of_a_round_is_told_with_its_points_and_the_match_with_who_won(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard,match=rounds,target=2")
    ann, screen = await person(), await person()
    await ann.host(server.here, room, "Ann")
    await ann.bots(7, "skilled")
    await _watch(server, room, screen)
    await ann.begin()
    await screen.find(".pile[data-pile]").first.wait_for()
    assert await ann.end_round() == "result"
    board = screen.find("[data-board='1']")
    await expect(board).to_contain_text("Round 1 is over")
    await expect(board.locator(".how")).to_have_text("The host ended the round.")

    await ann.page.wait_for_function(
        "() => document.querySelectorAll('[data-round]').length === 8 && document.getAnimations().every(({ playState }) => playState !== 'running')"
    )
    await expect(board.locator("[data-seat]")).to_have_count(8)
    for seat in "ABCDEFGH":
        theirs, ours = ann.find(f"[data-seat={seat}]"), board.locator(f"[data-seat={seat}]")
        for what in ("[data-round]", "[data-total]"):
            # Points are counted up there.
            told = await ours.locator(what).inner_text()
            await expect(theirs.locator(what)).to_have_text(told)
    totals = [
        int(text.replace("−", "-"))
        for text in await board.locator("[data-total]").all_inner_texts()
    ]
    assert totals == sorted(totals, reverse=True)
    assert await board.locator(".rank").first.inner_text() == "1."

    await ann.press(ann.find("[data-react=clap]"))
    await screen.find("[data-reacted=clap]").wait_for()

    await ann.act("next")
    await ann.running()
    await expect(board).to_have_count(0)
    while await ann.end_round() != "over":
        await ann.act("next")
        await ann.running()
        # Where nobody has laid anything all are equal, and an equal match wants one more round.
        await screen.find(".pile[data-pile]").first.wait_for()
    await expect(screen.find("[data-board] h2")).to_contain_text("win")


FAKE_LOCK: Final = """
globalThis.locks = [];
const fake = { request: async () => {
  const lock = { released: false, release: async () => { lock.released = true; } };
  locks.push(lock);
  return lock;
} };
Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => fake });
"""
WIDEST: Final = "W" * CODE_LENGTH
"""The code of a room that is the hardest to find a place for."""
DRAWN: Final = """async (part) => {
  await import(part);
  for (const frame of [1, 2]) await new Promise(requestAnimationFrame);
}"""
"""Waits until what a part of the client shows has been drawn."""
HELD: Final = "globalThis.locks.filter(({ released }) => !released).length"


async def test_the_screen_stays_on_at_a_table_and_at_the_big_screen(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann, screen = await person(), await person()
    for somebody in (ann, screen):
        await somebody.context.add_init_script(FAKE_LOCK)
    await ann.host(server.here, room, "Ann")
    await ann.bots(1)
    await _watch(server, room, screen)
    await screen.page.wait_for_function(f"() => {HELD} === 1")
    assert await ann.page.evaluate(HELD) == 0
    await ann.begin()
    await ann.page.wait_for_function(f"() => {HELD} === 1")
    assert await ann.end_round() == "result"
    assert await ann.page.evaluate(HELD) == 1


async def test_where_the_screen_cannot_be_kept_on_that_is_told_once(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann, screen = await person(), await person(phone=True)
    await ann.host(server.here, room, "Ann")
    await screen.context.add_init_script("delete Navigator.prototype.wakeLock;")
    hint: Any = screen.find('[data-told="screen-off"]')
    await _watch(server, room, screen)
    await expect(hint).to_contain_text("cannot keep the screen on")
    async with (
        screen.page.expect_response(re.compile(r"/hand\.en-")) as words,
        screen.page.expect_response(re.compile("/ScreenOff-.*js")) as part,
    ):
        await screen.page.reload()
    await (await words.value).finished()
    await screen.find("aside [data-seat]").first.wait_for()
    # It is shown, where it is, as soon as it is there.
    await screen.page.evaluate(DRAWN, (await part.value).url)
    await expect(hint).to_have_count(0)
