"""What fingers do at the table, and how it is laid out."""

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Seen
from tests.e2e.playing import COLOURS, WATCH_FLYERS, alone, play, seated, staying
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PHONES = [(390, 844), (360, 640)]


def _turning(seen: Seen) -> str | None:
    """Only turn cards."""
    return "hand"


async def test_a_card_is_dragged_onto_its_pile(server: Serving, person: NewPerson) -> None:
    ann = await person()
    await alone(server, ann, "standard,turn=1")
    seen = await play(ann, choose=_turning, until=Seen.fitting)
    at = seen.fitting()[0]
    card = seen.own[at]
    await ann.drag(at, ann.find(f"[data-zone={card[0]}]"))
    await ann.until(lambda now: now.own[at] != card and card in now.tops)


async def test_a_play_of_ones_own_draws_nobody_else_anew(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person()
    await seated(await server.create("standard"), ann, ben)
    await ann.begin()
    await ann.find('.chip[data-seat="B"]').evaluate(
        """(chip) => {
            globalThis.chip = chip;
            globalThis.drawnAnew = 0;
            const seen = (changes) => (globalThis.drawnAnew += changes.length);
            const what = { attributes: true, characterData: true, childList: true, subtree: true };
            new MutationObserver(seen).observe(chip, what);
        }"""
    )
    before = await ann.look()
    await ann.tap("hand")
    await ann.changed(before)
    # An effect of the page runs before the next frame.
    await ann.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert await ann.page.evaluate("globalThis.drawnAnew") == 0
    same = """document.querySelector('.chip[data-seat="B"]') === globalThis.chip"""
    assert await ann.page.evaluate(same)


async def test_case_20_nothing_scrolls_under_a_finger_that_drags_a_card(
    server: Serving, person: NewPerson
) -> None:
    ann = await person(phone=True)
    await alone(server, ann, "standard,turn=1")
    seen = await play(ann, choose=_turning, until=Seen.fitting)
    at = seen.fitting()[0]
    card = seen.own[at]
    await ann.page.evaluate(
        """() => {
            globalThis.taken = 0;
            addEventListener("pointercancel", () => (globalThis.taken += 1));
        }"""
    )
    start = await ann.middle(ann.place(at))
    end = await ann.middle(ann.find(f"[data-zone={card[0]}]"))
    await ann.swipe(start, end)
    await ann.until(lambda now: now.own[at] != card and card in now.tops)
    assert await ann.page.evaluate("globalThis.taken") == 0
    # Not every browser looks further up than the table itself.
    await expect(ann.find(".table")).to_have_css("touch-action", "none")


async def test_a_drag_to_nowhere_brings_the_card_back(server: Serving, person: NewPerson) -> None:
    ann = await person()
    await alone(server, ann, "standard", queue=0)
    seen = await ann.until(lambda now: [s for s in now.own if _stuck(now, s)])
    at = next(source for source in seen.own if _stuck(seen, source))
    before = await ann.place(at).bounding_box()
    await ann.drag(at, (640, 120))
    await ann.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    assert await ann.place(at).bounding_box() == before
    assert (await ann.look()).own[at] == seen.own[at]


async def test_case_01_a_card_in_the_hand_holds_nobody_up(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard", queue=0)
    ann, ben = await person(), await person(phone=True)
    await seated(room, ann, ben)
    await ann.bots(2, "skilled")
    await ann.begin()
    seen = await ann.until(lambda now: [s for s in now.own if _stuck(now, s)])
    at = next(source for source in seen.own if _stuck(seen, source))
    held = ann.place(at)
    start = await ann.middle(held)
    await ann.page.mouse.move(*start)
    await ann.page.mouse.down()
    await ann.page.mouse.move(start[0] + 60, start[1] - 120, steps=3)
    lifted = await ann.middle(held)
    before = await ben.look()
    await play(ben, choose=staying, until=lambda now: len(now.tops - before.tops) >= 2)
    theirs = await ben.look()
    mine = await ann.until(lambda now: theirs.piles.keys() <= now.piles.keys())
    assert mine.own[at] == seen.own[at]
    assert await ann.middle(held) == lifted
    await ann.page.mouse.move(lifted[0] + 20, lifted[1])
    assert await ann.middle(held) == (lifted[0] + 20, lifted[1])
    await ann.page.mouse.up()


def _stuck(seen: Seen, source: str) -> bool:
    return seen.own[source] != "" and not seen.fits(seen.own[source])


async def test_a_tap_that_comes_early_waits_for_its_pile(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await alone(server, ann, "standard", queue=1000)
    seen = await ann.look()
    at = next(source for source in seen.own if _stuck(seen, source))
    await ann.tap(at)
    await ann.until(lambda now: now.waiting == [at] or now.own[at] != seen.own[at])
    await ann.until(lambda now: now.waiting == [])


async def test_an_empty_slot_is_filled_by_a_tap_where_the_rules_leave_it_to_people(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await alone(server, ann, "standard,row_refill=manual,row_size=5", bots=3)

    def opened(now: Seen) -> list[str]:
        return [source for source, card in now.own.items() if source[0] == "r" and not card]

    def from_the_row(seen: Seen) -> str | None:
        fitting = seen.fitting()
        row = [source for source in fitting if source[0] == "r"]
        return next(iter(row or fitting), "hand")

    seen = await play(ann, choose=from_the_row, until=opened)
    at, stack = opened(seen)[0], seen.own["s"]
    await ann.tap(at)
    await ann.until(lambda now: now.own[at] == stack)


@pytest.mark.parametrize("way", ["tap", "drag"])
async def test_profi_parks_a_card_on_the_row(server: Serving, person: NewPerson, way: str) -> None:
    ann = await person()
    await alone(server, ann, "standard,profi=on,turn=1,recycle=shuffle")

    def parks(now: Seen) -> list[str]:
        waste = now.own["w"]
        if not waste or now.fits(waste):
            return []
        row = {source: card for source, card in now.own.items() if source[0] == "r" and card}
        return [
            source
            for source, card in row.items()
            if card[0] != waste[0] and int(card[1:]) == int(waste[1:]) + 1
        ]

    seen = await play(ann, choose=_turning, until=parks)
    at, waste = parks(seen)[-1 if way == "drag" else 0], seen.own["w"]
    if way == "tap":
        await ann.tap("w")
    else:
        await ann.drag("w", ann.place(at))
    await ann.until(lambda now: now.own[at] == waste and now.own["w"] != waste)
    await expect(ann.place(at).locator(".peek")).to_have_count(1)


async def test_a_pause_covers_the_boards_for_everybody(server: Serving, person: NewPerson) -> None:
    room = await server.create("standard")
    ann, ben = await person(), await person(phone=True)
    await seated(room, ann, ben)
    await ann.begin()
    await ben.running()
    await ann.act("menu")
    await ann.act("pause")
    for somebody in (ann, ben):
        await expect(somebody.find("[data-cover=paused]")).to_contain_text("Paused")
        for source in ("r1", "s", "hand"):
            await expect(somebody.place(source)).to_be_hidden()
    await expect(ben.find("[data-cover=paused]")).to_contain_text("Ann can go on.")
    await expect(ben.find("[data-action=resume]")).to_have_count(0)
    before = await ben.look()
    await ben.page.keyboard.press("Space")
    await ann.act("resume")
    await expect(ann.find("[data-cover=countdown]")).to_be_visible()
    await ann.running()
    await ben.running()
    assert (await ben.look()).hand == before.hand


async def test_a_pause_that_lasts_can_be_ended_by_anybody(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person()
    await seated(await server.create("standard"), ann, ben)
    await ann.begin()
    await ben.running()
    await ben.page.clock.install()
    await ann.act("menu")
    await ann.act("pause")
    resume = ben.find("[data-cover=paused] [data-action=resume]")
    await expect(ben.find("[data-cover=paused]")).to_be_visible()
    await ben.page.clock.run_for(59_000)
    await expect(resume).to_have_count(0)
    await ben.page.clock.run_for(3_000)
    await expect(resume).to_be_visible()


async def test_nothing_flies_where_motion_is_unwelcome(server: Serving, person: NewPerson) -> None:
    room = await server.create("standard")
    ann, ben = await person(reduced_motion="reduce"), await person()
    await seated(room, ann, ben)
    await ann.bots(2)
    for somebody in (ann, ben):
        await somebody.page.evaluate(WATCH_FLYERS)
    await ann.begin()
    await play(ann, choose=staying, until=lambda now: len(now.piles) >= 3)
    await ben.until(lambda now: len(now.piles) >= 3)
    assert await ann.page.evaluate("globalThis.flown") == 0
    assert await ben.page.evaluate("globalThis.flown") > 0


@pytest.mark.parametrize(("width", "height"), PHONES)
async def test_case_14_twelve_seats_fit_on_a_phone_without_overlap(
    server: Serving, person: NewPerson, width: int, height: int
) -> None:
    ann = await person(phone=True, viewport={"width": width, "height": height})
    await ann.host(server.here, await server.create("standard"), "Ann")
    await ann.bots(11, "skilled")
    await ann.begin()
    await play(ann, choose=staying, until=lambda now: len(now.piles) >= 12)
    assert await ann.page.evaluate(OUTSIDE) == []
    assert await ann.page.evaluate(OVERLAPS) == []
    small = await ann.page.evaluate(SMALL)
    assert small == []


OUTSIDE = """() => [...document.querySelectorAll(
    "[data-source], [data-action], .chip, .pile.lying, .zone")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => [node.className, node.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.top < 0
    || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
  .map(([name, box]) => `${name} ${JSON.stringify(box)}`)
  .concat(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [])"""

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(
      "[data-source], [data-action], .chip, .pile.lying")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => [node.dataset.source ?? node.dataset.action ?? node.dataset.seat
      ?? `pile ${node.dataset.pile}`, node.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
      && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${one} and ${other}`));
}"""

SMALL = """() => [...document.querySelectorAll("[data-source], [data-action]")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => [node.dataset.source ?? node.dataset.action, node.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


async def test_the_other_screens_reflow_at_320_pixels(server: Serving, person: NewPerson) -> None:
    ann = await person(viewport={"width": 320, "height": 640})

    async def fits(screen: str) -> None:
        await ann.at(screen)
        wide = await ann.page.evaluate(WIDE)
        assert wide == [], f"{screen}: {wide}"

    await ann.page.goto(server.here)
    await fits("home")
    await ann.act("settings")
    await fits("settings")
    await ann.act("home")
    await ann.act("new")
    await ann.find("summary").click()
    await fits("create")
    room = await server.create("standard")
    await ann.page.goto(server.here + room.path)
    await fits("join")
    for match, screen in (("rounds", "result"), ("single", "over")):
        room = await server.create(f"standard,match={match}")
        await ann.host(server.here, room, "Maximiliane von Thal-Weis")
        await ann.bots(5)
        await fits("lobby")
        await ann.begin()
        await ann.open("menu")
        assert await ann.page.evaluate(WIDE) == []
        await ann.close()
        assert await ann.end_round() == screen
        await fits(screen)
    await ann.act("leave")
    await fits("closed")


WIDE = """() => [...document.querySelectorAll("body *")]
  .filter((node) => node.checkVisibility() && !node.closest(".scroll, svg, .table, .unseen"))
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
  .map((node) => `${node.tagName}.${node.className} ${node.getBoundingClientRect().right}`)
  .concat(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [])"""


async def test_rows_are_shown_to_those_who_wait_and_not_to_those_who_play(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(phone=True), await person(phone=True)
    room = await server.create("standard")
    await ann.host(server.here, room, "Ann")
    await ann.bots(9)
    await ann.begin()
    await ben.sit(server.here + room.path, "Ben")
    await ben.running()
    await expect(ben.find(".chip[aria-expanded]")).to_have_count(10)
    await expect(ann.find(".chip")).to_have_count(10)
    await expect(ann.find(".chip[aria-expanded]")).to_have_count(0)
    await ben.find('.chip[data-seat="A"]').focus()
    await ben.page.keyboard.press("Enter")
    row = [card for source, card in (await ann.look()).own.items() if source[0] == "r"]
    told = [f"Row {at}: {COLOURS[card[0]]} {card[1:]}" for at, card in enumerate(row, 1)]
    await expect(ben.find(".peek-row")).to_contain_text("; ".join([*told, "Waste: empty"]))


WATCH_GROUPS = """() => {
  globalThis.groups = [];
  const note = () => groups.push(...[...document.querySelectorAll(".chip[role=group][aria-expanded]")].map(({ dataset }) => dataset.seat));
  new MutationObserver(note).observe(document.body, { subtree: true, attributes: true });
}"""
"""Notes seats that are told as something to be opened, and are none, from now on in `groups`."""


async def test_a_row_that_is_shown_when_cards_can_be_laid_is_closed_and_leaves_no_key(
    server: Serving, person: NewPerson
) -> None:
    ann = await person(phone=True)
    await ann.host(server.here, await server.create("standard"), "Ann")
    await ann.bots(9)
    await ann.act("start")
    chip = ann.find(".chip[data-seat=B]")
    await expect(chip).to_have_attribute("aria-expanded", "false")
    # As a screen reader does, which leaves the focus where it is.
    await chip.evaluate("chip => chip.click()")
    await expect(chip).to_have_attribute("aria-expanded", "true")
    await expect(ann.find("[data-cover=countdown]")).to_have_count(1)
    await ann.page.evaluate(WATCH_GROUPS)
    await ann.running()
    await expect(chip).to_have_attribute("role", "group")
    await expect(ann.find(".chip[aria-expanded]")).to_have_count(0)
    await expect(ann.find(".peek-row")).to_be_empty()
    assert await ann.page.evaluate("globalThis.groups") == []
