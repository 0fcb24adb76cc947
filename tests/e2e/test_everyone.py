"""The table for everyone: by ear, by keyboard, with large type, with the left hand."""

import itertools
import re
from functools import partial
from typing import Final

import pytest
from playwright.async_api import expect

from tests.e2e.accessible import FITS
from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person, Seen
from tests.e2e.playing import COLOURS, WATCH_FLYERS, alone, compact, play, seated, staying
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHORT: Final = "standard,match=rounds,target=2"
TOP: Final = r"(\d+|(two|three|\d+) \d+s)"
CHANGE: Final = re.compile(
    rf"(red|blue|yellow|green) {TOP}(, {TOP})*|\d+ piles? finished|\w+ \d left"
)
"""What a second may have changed: a colour's tops, finished piles, a stack that is short."""
FOCUSED: Final = """
() => {
  const here = document.activeElement;
  return here?.dataset.action ?? here?.dataset.source ?? here?.localName ?? "";
}
"""

OVERLAPPING = """
() => {
  const told = [...document.querySelectorAll(".bar *, .lines *")].filter((node) =>
    node.checkVisibility() && node.closest(".unseen, svg *") === null && getComputedStyle(node).clipPath === "none"
    && (node.matches("svg") || [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== "")));
  const boxes = told.map((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return { node, rects: [...(node.matches("svg") ? node : range).getClientRects()] };
  });
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap((one, at) => boxes.slice(at + 1)
    .filter((other) => !one.node.contains(other.node) && !other.node.contains(one.node))
    .filter((other) => one.rects.some((a) => other.rects.some((b) => meet(a, b))))
    .map((other) => `${one.node.outerHTML.slice(0, 60)} over ${other.node.outerHTML.slice(0, 60)}`));
}
"""
"""Texts and pictures of the table's bar and of results that lie over one another."""
SIZES: Final = """() => [".chip-name", ".chip-left", ".zone-head"].map((name) =>
  Math.round(parseFloat(getComputedStyle(document.querySelector(name)).fontSize)))"""
"""How large what is told at a table is, in pixels."""


async def _laid(ann: Person, piles: int = 1) -> Seen:
    """Play until so many piles lie in the middle."""
    return await play(ann, choose=staying, until=lambda seen: len(seen.piles) >= piles)


def _sees(laid: Seen, now: Seen) -> bool:
    return set(laid.piles) <= set(now.piles)


async def test_the_table_can_be_heard(server: Serving, person: NewPerson) -> None:
    ann = await person()
    await alone(server, ann)
    read = ann.find("[data-told=read]")
    await read.wait_for(state="attached")
    await ann.page.keyboard.press("t")
    await expect(read).to_contain_text(re.compile(r"Row 1: (red|blue|yellow|green) \d+"))
    await expect(read).to_contain_text("cards")
    # The same again is told again: a screen reader only hears what differs.
    before = await read.evaluate("node => node.textContent")
    await ann.page.keyboard.press("t")
    again = await read.evaluate("node => node.textContent")
    assert again != before
    assert again.strip() == before.strip()
    await ann.page.keyboard.press("o")
    await expect(read).to_contain_text(re.compile(r"a bot: \d+ cards? in the stack"))
    seen = await _laid(ann, 2)
    await ann.page.keyboard.press("r")
    await expect(read).to_contain_text(re.compile(r"(red|blue|yellow|green) \d"))
    assert seen.piles


async def test_what_keys_read_is_read_by_keys_of_the_page_too(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person()
    room = await server.create("standard")
    await ann.host(server.here, room, "Ann")
    await ann.bots(1)
    await ann.begin()
    await ben.sit(room.here + room.path, "Ben")
    await _set(ann, "Single keys play", False)
    read = ann.find("[data-told=read]")
    middle = ann.find("[data-tell=middle]")
    hidden = await ann.find(".readings").bounding_box()
    assert hidden is not None
    assert hidden["width"] <= 1
    await ann.choose("[data-tell=others]")
    await expect(read).to_contain_text(re.compile(r"a bot: \d+ cards? in the stack"))
    await expect(read).to_contain_text("Ben waits for the next round")
    seen = await middle.bounding_box()
    assert seen is not None
    assert seen["height"] >= 24
    await ann.choose("[data-tell=own]")
    await expect(read).to_contain_text(re.compile(r"Row 1: (red|blue|yellow|green) \d+"))
    await _laid(ann)
    await ann.choose("[data-tell=middle]")
    await expect(read).to_contain_text(re.compile(r"(red|blue|yellow|green) \d"))
    chip = ann.find('.chip[data-seat="C"] .unseen')
    await expect(chip).to_have_text("Ben waits for the next round")
    await ben.find("[data-tell=own]").wait_for(state="attached")
    await ben.page.keyboard.press("t")
    await expect(ben.find("[data-told=read]")).to_contain_text("from the next round")


async def test_the_compact_middle_can_be_read(server: Serving, person: NewPerson) -> None:
    ann = await person(phone=True)
    await compact(server, ann, "skilled")
    await ann.page.evaluate("globalThis.rails = [...document.querySelectorAll('.rail-head')]")
    await _laid(ann, 8)
    # All in one look: the bots play on.
    said, tops, same = await ann.page.evaluate(
        """() => [
          globalThis.rails.map((rail) => rail.textContent),
          [...document.querySelectorAll(".pile[data-top]")].map((pile) => pile.dataset.top),
          [...document.querySelectorAll(".rail-head")].every((rail, at) => rail === rails[at]),
        ]"""
    )
    assert same
    assert [text.split("; ")[0] for text in said] == [_rail(colour, tops) for colour in COLOURS]
    browser = await ann.context.new_cdp_session(ann.page)
    nodes = (await browser.send("Accessibility.getFullAXTree"))["nodes"]
    read = [str(node.get("name", {}).get("value")) for node in nodes if not node["ignored"]]
    # The bots have played on by now, so that only the form of what is read is known.
    rail = re.compile(
        rf"(red|blue|yellow|green)(: no open pile| {TOP}(, {TOP})*)(; \d+ piles? finished)?"
    )
    assert {found[1] for text in read if (found := rail.fullmatch(text))} == {*COLOURS.values()}


def _rail(colour: str, tops: list[str]) -> str:
    """What the rail of a colour says with these piles in the middle."""
    own = sorted(int(top[1:]) for top in tops if top[0] == colour and top != f"{colour}10")
    if not own:
        return f"{COLOURS[colour]}: no open pile"
    words = {2: "two", 3: "three"}
    told = [
        str(top) if own.count(top) == 1 else f"{words.get(own.count(top), own.count(top))} {top}s"
        for top in sorted(set(own))
    ]
    return f"{COLOURS[colour]} {', '.join(told)}"


async def test_changes_are_told_at_most_once_a_second(server: Serving, person: NewPerson) -> None:
    ann = await person()
    room = await server.create("standard")
    await ann.host(server.here, room, "Ann")
    await ann.bots(5, "skilled")
    await ann.begin()
    await ann.find("[data-told=changes]").wait_for(state="attached")
    await ann.page.evaluate(
        """() => {
          globalThis.told = [];
          const region = document.querySelector("[data-told=changes]");
          const note = () => told.push([performance.now(), region.textContent]);
          new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    await ann.page.wait_for_function("() => globalThis.told.length >= 4")
    told = await ann.page.evaluate("globalThis.told")
    times = [time for time, _ in told]
    # A timer may come late, and the next one in time.
    assert all(later - sooner > 600 for sooner, later in itertools.pairwise(times))
    parts = [part for _, text in told for part in text.strip().split("; ")]
    assert [part for part in parts if not CHANGE.fullmatch(part)] == []


async def test_only_what_concerns_oneself_is_told_at_once(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await alone(server, ann)
    at_once = ann.find("[data-screen=table] [role=alert]")
    await expect(at_once).to_have_count(1)
    assert (await at_once.inner_text()).strip() == ""
    polite = await ann.find("[data-screen=table] [role=status]").count()
    assert polite >= 3


async def test_the_focus_outlives_whatever_is_drawn_anew(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    room = await server.create(SHORT)
    await ann.host(server.here, room, "Ann")
    await ann.bots(4, "skilled")
    await ann.find("[data-action=kick]").first.focus()
    await ann.page.keyboard.press("Enter")
    await expect(ann.find(".seats [data-seat]")).to_have_count(4)
    assert await ann.page.evaluate(FOCUSED) != "body"
    await ann.find("[data-action=rename]").focus()
    await ann.page.keyboard.press("Enter")
    await ann.page.keyboard.type("Anna")
    await ann.page.keyboard.press("Enter")
    await expect(ann.find("[data-action=rename]")).to_be_visible()
    assert await ann.page.evaluate(FOCUSED) != "body"
    await ann.find("[data-action=start]").focus()
    await ann.page.keyboard.press("Enter")
    await ann.running()
    assert await ann.page.evaluate(FOCUSED) == "main"
    # The keys of the table work from there.
    before = await ann.look()
    await ann.key("hand")
    await ann.until(lambda now: now.hand != before.hand)
    await ann.place("r1").focus()
    # With a card in focus the space bar plays that one, so the hand is left alone: it is the
    # three others who open most of the piles.
    await play(ann, press=ann.key, choose=_fitting, until=lambda seen: len(seen.piles) >= 4)
    assert await ann.page.evaluate(FOCUSED) == "r1"


def _fitting(seen: Seen) -> str | None:
    return next(iter(seen.fitting()), None)


async def test_every_step_of_a_match_by_keyboard(server: Serving, person: NewPerson) -> None:
    ann = await person()
    await alone(server, ann, rules=SHORT)
    # Without a card laid all would have as many points, and the match would go on.
    await _laid(ann)
    while await ann.end_round(keyboard=True) == "result":
        await ann.choose("[data-action=next]")
        await ann.running()
        await _laid(ann)
    await ann.choose("[data-action=rematch]")
    await ann.running()
    for action in ("menu", "settings"):
        await ann.choose(f"[data-action={action}]")
    await ann.reach("dialog[open] input")
    await ann.close()
    assert await ann.page.evaluate(FOCUSED) != "body"


async def test_single_keys_can_be_turned_off(server: Serving, person: NewPerson) -> None:
    ann = await person()
    await alone(server, ann)
    before = await ann.look()
    await _set(ann, "Single keys play", False)
    await ann.key("hand")
    await ann.page.keyboard.press("?")
    await ann.page.keyboard.press("t")
    await expect(ann.find("[data-help]")).to_have_count(0)
    await expect(ann.find("[data-told=read]")).to_be_empty()
    assert (await ann.look()).hand == before.hand
    await _set(ann, "Single keys play", True)
    await ann.key("hand")
    await ann.until(lambda now: now.hand == before.hand - 3)


async def _set(person: Person, label: str, on: bool) -> None:
    """Change a setting at the table."""
    await person.open("menu")
    await person.open("settings", "input")
    await person.page.get_by_label(label).set_checked(on)
    await person.close()


async def test_large_cards_and_the_left_hand_are_kept_on_the_device(
    server: Serving, person: NewPerson
) -> None:
    ann = await person(phone=True)
    await alone(server, ann, bots=3)
    row = ann.place("r1")
    small, (hand, _), (stack, _) = await row.bounding_box(), *await _sides(ann)
    assert small is not None
    assert hand > stack
    await _set(ann, "Large cards", True)
    await _set(ann, "Left-handed", True)
    await ann.page.reload()
    await ann.running()
    large, (hand, _), (stack, _) = await row.bounding_box(), *await _sides(ann)
    assert large is not None
    assert large["width"] > small["width"]
    assert hand < stack


async def _sides(person: Person) -> tuple[tuple[float, float], tuple[float, float]]:
    return await person.middle(person.place("hand")), await person.middle(person.place("s"))


async def test_who_wishes_calm_sees_no_flights(server: Serving, person: NewPerson) -> None:
    ann, ben = await person(), await person()
    await seated(await server.create("standard"), ann, ben)
    await ann.bots(2)
    await ann.begin()
    await ben.running()
    await ann.open("menu")
    await ann.open("settings", "input")
    await ann.page.get_by_text("None", exact=True).click()
    await ann.close()
    for somebody in (ann, ben):
        await somebody.page.evaluate(WATCH_FLYERS)
    more = len((await ann.look()).piles) + 3
    await play(ann, choose=staying, until=lambda seen: len(seen.piles) >= more)
    await ben.until(lambda seen: len(seen.piles) >= more)
    assert await ann.page.evaluate("flown") == 0
    assert await ben.page.evaluate("flown") > 0


async def test_fast_cards_fly_in_half_the_time(server: Serving, person: NewPerson) -> None:
    ann, ben = await person(), await person()
    await seated(await server.create("standard"), ann, ben)
    await ann.open("settings", "input")
    await ann.page.get_by_text("Fast", exact=True).click()
    await ann.close()
    await ann.begin()
    await ben.running()
    for somebody in (ann, ben):
        await somebody.page.evaluate(WATCH_FLYERS)
    for laying, other in ((ann, ben), (ben, ann)):
        more = len((await laying.look()).piles) + 2
        seen = await _laid(laying, more)
        await other.until(partial(_sees, seen))
    assert set(await ann.page.evaluate("flights")) == {45, 90}
    assert set(await ben.page.evaluate("flights")) == {90, 180}


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
async def test_text_of_twice_the_size_fits(
    server: Serving, person: NewPerson, language: str
) -> None:
    ann = await person(viewport={"width": 640, "height": 800}, locale=language)
    # As somebody has it who tells their browser so.
    browser = await ann.context.new_cdp_session(ann.page)
    await browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    await ann.page.goto(server.here)
    await ann.at("home")
    await _fits(ann)
    await ann.act("new")
    await ann.at("create")
    await ann.find("summary").click()
    await _fits(ann)
    await alone(server, ann, bots=3, rules=SHORT)
    await _fits(ann)
    # Where there is room for it, all of the table is twice as large; cards keep their size.
    assert await ann.page.evaluate(SIZES) == [26, 32, 22]
    await ann.open("menu")
    await _fits(ann)
    await ann.close()
    await _laid(ann)
    while await ann.end_round(keyboard=True) == "result":
        await _fits(ann)
        await ann.act("next")
        await ann.running()
        await _laid(ann)
    await _fits(ann)


@pytest.mark.parametrize("bots", [3, 11])
async def test_text_at_a_table_on_a_phone_is_as_large_as_it_bears(
    server: Serving, person: NewPerson, bots: int
) -> None:
    ann = await person(phone=True)
    await alone(server, ann, bots=bots)
    before = await ann.page.evaluate(SIZES)
    await ann.open("menu")
    await ann.open("settings", "input")
    await ann.page.get_by_text("200%").click()
    await ann.close()
    now = await ann.page.evaluate(SIZES)
    assert all(large >= 1.15 * usual for large, usual in zip(now, before, strict=True))
    await _laid(ann, 4)
    await _fits(ann)


async def test_a_result_in_text_of_twice_the_size_is_told_beside_its_points_on_a_small_phone(
    server: Serving, person: NewPerson
) -> None:
    ann = await person(viewport={"width": 360, "height": 640}, locale="fr-FR")
    await ann.page.add_init_script(
        "localStorage.setItem('pellmell.settings', JSON.stringify({ text: '200' }))"
    )
    await alone(server, ann, bots=2)
    assert await ann.end_round(keyboard=True) == "result"
    await _fits(ann)
    assert await ann.page.evaluate(OVERLAPPING) == []


async def test_who_watches_on_a_small_phone_reads_which_round_it_is(
    server: Serving, person: NewPerson
) -> None:
    ann = await person(viewport={"width": 360, "height": 640}, locale="en-GB")
    ben = await person()
    room = await server.create("standard")
    await ben.host(server.here, room, "Ben")
    await ben.bots(1)
    await ben.begin()
    await ann.page.goto(server.here + room.path)
    await ann.at("join")
    await ann.act("watch")
    await expect(ann.find(".bar")).to_contain_text("You are watching")
    assert await ann.page.evaluate(OVERLAPPING) == []


async def _fits(person: Person) -> None:
    assert await person.page.evaluate(FITS) == []
