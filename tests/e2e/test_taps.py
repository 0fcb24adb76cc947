"""What a tap means at the table, what else means the same, and what is seen and felt of it."""

import itertools
import re
from typing import Final

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person, Seen
from tests.e2e.playing import alone, play, seated, staying
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FLICK: Final = """([source, x, y]) => {
  const node = document.querySelector(`[data-source="${source}"]`);
  const box = node.getBoundingClientRect();
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const send = (type, part) => {
    const [clientX, clientY] = [at.x + part * x, at.y + part * y];
    const how = { bubbles: true, cancelable: true, pointerId: 7, pointerType: "touch", button: 0 };
    node.dispatchEvent(new PointerEvent(type, { ...how, clientX, clientY }));
  };
  send("pointerdown", 0);
  for (const part of [0.4, 0.8, 1]) send("pointermove", part);
  send("pointerup", 1);
}"""
"""A finger that goes from a card as far as that, quicker than a driven mouse can."""

RINGS: Final = """() => {
  globalThis.rings = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.classList.contains("ring")) globalThis.rings.push(how[1].duration);
    return animate.apply(this, how);
  };
}"""
SHAKES: Final = """() => {
  globalThis.shakes = [];
  navigator.vibrate = (how) => { globalThis.shakes.push(how); return true; };
}"""


LOOKS: Final = 80
"""Looks at a table after which another one is likelier to bring what is waited for."""


def _stuck(seen: Seen) -> list[str]:
    return [place for place, card in seen.own.items() if card and not seen.fits(card)]


@pytest.mark.parametrize("way", [(0, -220), (-20, 25)], ids=["towards the middle", "a slip"])
async def test_a_flick_waits_for_its_pile_like_a_tap(
    server: Serving, person: NewPerson, way: tuple[int, int]
) -> None:
    ann = await person()
    await alone(server, ann, queue=1000)
    seen = await ann.look()
    at = _stuck(seen)[0]
    await ann.page.evaluate(FLICK, [at, *way])
    await ann.until(lambda now: now.waiting == [at] or now.own[at] != seen.own[at])


async def test_a_quick_drag_away_from_the_middle_waits_for_nothing(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await alone(server, ann, queue=1000)
    at = _stuck(await ann.look())[0]
    await ann.page.evaluate(FLICK, [at, 0, 90])
    await ann.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    assert (await ann.look()).waiting == []


def _fits_twice(now: Seen) -> str | None:
    """The waste or the stack, where its card fits in the middle and on a card of the row."""
    row = [card for place, card in now.own.items() if place[0] == "r" and card]
    for place in ("w", "s"):
        card = now.own[place]
        if card and now.fits(card):
            over = int(card[1:]) + 1
            if any(int(under[1:]) == over and under[0] != card[0] for under in row):
                return place
    return None


def _beside_the_row(seen: Seen) -> str:
    """What to press next, without using up the row, on which cards are to fit."""
    return next((place for place in seen.fitting() if place in ("w", "s")), "hand")


async def _until_a_card_fits_twice(server: Serving, ann: Person) -> tuple[str, Seen]:
    """Play until chance brings it, at one table after the other: where, and what is seen then."""
    while True:
        await alone(server, ann, "standard,profi=on,turn=1,recycle=shuffle,stack_size=12")
        looks = itertools.count()
        seen = await play(
            ann,
            choose=_beside_the_row,
            until=lambda now: _fits_twice(now) or next(looks) > LOOKS,  # noqa: B023 - used at once
        )
        where = _fits_twice(seen)
        if where is not None:
            return where, seen


async def test_profi_a_card_that_fits_twice_is_flicked_into_the_middle(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    at, seen = await _until_a_card_fits_twice(server, ann)
    card = seen.own[at]
    await ann.page.evaluate(FLICK, [at, 12, -20])
    now = await ann.until(lambda now: now.own[at] != card)
    assert card not in now.own.values()
    assert {place for place in now.own if place[0] == "r"} == {p for p in seen.own if p[0] == "r"}


async def test_a_tap_that_waits_is_felt_as_much_as_one_that_plays(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await alone(server, ann, queue=1000)
    await ann.page.evaluate(SHAKES)
    seen = await ann.look()
    at = _stuck(seen)[0]
    await ann.tap(at)
    await ann.until(lambda now: now.waiting == [at] or now.own[at] != seen.own[at])
    assert await ann.page.evaluate("globalThis.shakes") == [8]


async def test_where_nothing_flies_a_ring_shows_where_ones_card_went(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann, ben = await person(reduced_motion="reduce"), await person()
    await seated(room, ann, ben)
    await ann.begin()
    await ann.page.evaluate(RINGS)
    await play(ann, choose=staying, until=lambda now: len(now.piles) > 0)
    assert await ann.page.evaluate("globalThis.rings") == [300]


async def test_the_place_of_the_card_one_points_at_is_marked_and_taken(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann, ben = await person(), await person()
    await seated(room, ann, ben)
    await ann.begin()
    seen = await play(ann, choose=lambda _: "hand", until=lambda now: now.fitting())
    at = seen.fitting()[0]
    # The mouse may lie on a card since the key that began the match was pressed.
    await ann.page.mouse.move(0, 0)
    await expect(ann.find(".goal")).to_have_count(0)
    await ann.place(at).hover()
    await expect(ann.find(".goal")).to_have_count(1)
    there = await ann.middle(ann.find(".goal"))
    await ann.tap(at)
    laid = await ann.until(lambda now: now.piles != seen.piles)
    pile = next(pile for pile in laid.piles if laid.piles[pile] == seen.own[at])
    assert await ann.middle(ann.find(f'[data-pile="{pile}"]')) == there
    await ann.page.mouse.move(4, 4)
    await expect(ann.find(".goal")).to_have_count(0)


async def test_a_table_that_assists_marks_where_cards_go(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard", assist=True)
    ann, ben = await person(phone=True), await person()
    await seated(room, ann, ben)
    await ann.begin()
    seen = await play(ann, choose=lambda _: "hand", until=lambda now: now.fitting())
    colours = {seen.own[at][0] for at in seen.fitting()}
    await expect(ann.find(".place.goal")).to_have_count(len(colours))


async def test_how_long_answers_take_is_told_at_a_touch(server: Serving, person: NewPerson) -> None:
    ann = await person(phone=True)
    await alone(server, ann)
    await ann.tap("hand")
    dot = ann.find("[data-action=lag]")
    await expect(dot).to_have_attribute("data-pace", re.compile("good|fair|slow"))
    await expect(dot).to_have_attribute("aria-label", re.compile(r"connection: .*\d+.* ms"))
    await ann.act("lag")
    await expect(ann.find("[data-figure]")).to_have_text(re.compile(r"\d+.* ms"))
    await ann.open("menu")
    await expect(ann.find("[data-told-lag]")).to_have_text(re.compile(r"\d+.* ms"))
