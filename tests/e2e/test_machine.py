"""The Speed Machine between people: grabs by right and by speed, and every card it throws."""

import asyncio
import re
from typing import Final

import pytest
from playwright.async_api import Locator, Route, expect

from pellmell.engine.machine import ActionKind
from pellmell.engine.record import parse_record
from pellmell.engine.record.reading import replay_record
from tests.e2e.conftest import NewPerson
from tests.e2e.person import LONGEST_ROUND, PATIENCE, Person
from tests.e2e.playing import play, seated
from tests.e2e.serving import Room, Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

THROWS = 24


WATCH_FLASHES: Final = """() => {
  globalThis.flashes = [];
  const note = () => flashes.push(...[...document.querySelectorAll("[data-flash]")].map(({ dataset }) => dataset.flash));
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""


async def _begun(server: Serving, rules: str, ann: Person, ben: Person) -> Room:
    """A round between Ann, who is the host, and Ben."""
    room = await server.create(rules)
    await seated(room, ann, ben)
    await ann.begin()
    await ben.running()
    return room


def _lying(person: Person, number: int, more: str = "") -> Locator:
    """A thrown card as somebody sees it, once it was heard."""
    return person.find(f'[data-throw="{number}"]{more}')


async def _by_right(ann: Person, ben: Person, number: int) -> tuple[Person, Person]:
    """Whose a thrown card is, and the other."""
    for somebody in (ann, ben):
        await _lying(somebody, number).wait_for()
    anns = await _lying(ann, number).get_attribute("data-whose")
    bens = await _lying(ben, number).get_attribute("data-whose")
    assert {anns, bens} == {"mine", "other"}
    return (ann, ben) if anns == "mine" else (ben, ann)


async def test_case_63_a_grab_by_the_owner_and_one_by_the_other_after_the_next_throw(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person(phone=True)
    await seated(await server.create("speed,speed_interval=4-4"), ann, ben)
    await expect(ann.find("[data-noises] [data-noise]")).to_have_count(8)
    for somebody in (ann, ben):
        await somebody.page.evaluate(WATCH_FLASHES)
    await ann.begin()
    await ben.running()
    for somebody in (ann, ben):
        own = await somebody.find("[data-own-noises]").get_attribute("data-own-noises")
        assert len((own or "").split()) == 4

    owner, other = await _by_right(ann, ben, 1)
    noise = await _lying(owner, 1).get_attribute("data-noise")
    for somebody in (ann, ben):
        await somebody.page.wait_for_function("(noise) => flashes.includes(noise)", arg=noise)
    await expect(owner.find("[data-action=grab]")).to_have_attribute("data-whose", "mine")
    await owner.act("grab")
    for somebody in (ann, ben):
        await expect(_lying(somebody, 1)).to_have_count(0)

    owner, other = await _by_right(ann, ben, 2)
    await other.press(_lying(other, 2))
    await other.find('[data-refusal="not-yet"]').wait_for()
    kind = await _lying(other, 2).get_attribute("data-kind")
    held = other.find(f'[data-held="{kind}"], [data-effect="{kind}"]')
    before = await held.count()
    await _lying(other, 2, '[data-whose="free"]').wait_for()
    await _lying(owner, 2, '[data-whose="free"]').wait_for()
    await other.press(_lying(other, 2))
    for somebody in (ann, ben):
        await expect(_lying(somebody, 2)).to_have_count(0)
    if before == 0:
        await expect(held.first).to_be_visible()


async def _use_joker(ann: Person, ben: Person) -> None:
    """By the keyboard: the joker, and the first pile there is."""
    await ann.page.keyboard.press("j")
    target = ann.find("[data-target]").first
    pile = (await target.get_attribute("data-target") or "")[1:]
    await ann.page.keyboard.press("1")
    for somebody in (ann, ben):
        await somebody.find(f'.pile.joker[data-pile="{pile}"]').wait_for()


async def _use_remove(ann: Person) -> None:
    """By two taps: the card, and the slot."""
    before = (await ann.look()).own["r1"]
    await ann.press(ann.find('[data-held="remove"]'))
    await ann.press(ann.find('[data-target="r1"]'))
    await ann.until(lambda now: now.own["r1"] != before)
    await expect(ann.find("[data-removed]")).not_to_have_attribute("data-removed", "0")


async def _use_voila(ann: Person, ben: Person) -> None:
    """By dragging it to the one who gets the card."""
    top = (await ann.look()).own["s"]
    x, y = await ann.middle(ann.find('[data-held="voila"]'))
    await ann.page.mouse.move(x, y)
    await ann.page.mouse.down()
    await ann.page.mouse.move(x, y - 40)
    await ann.page.mouse.move(*await ann.middle(ann.find('[data-target="B"]')))
    await ann.page.mouse.up()
    await ben.until(lambda now: now.own["s"] == top)


async def test_case_73_each_card_is_used_and_a_joker_left_over_costs_two(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person()
    rules = "standard,speed=quiet,speed_interval=1-1,turn=1"
    room = await _begun(server, rules, ann, ben)
    await play(ann, until=lambda now: now.piles)

    wanted = set(ActionKind)
    jokers = 0
    for number in range(1, THROWS + 1):
        await _lying(ann, number).wait_for()
        kind = ActionKind(await _lying(ann, number).get_attribute("data-kind") or "")
        # The key reaches for the newest, which is another by now where the machine was faster.
        await ann.press(_lying(ann, number))
        await expect(_lying(ann, number)).to_have_count(0)
        jokers += kind is ActionKind.JOKER
        match kind:
            case ActionKind.JOKER if kind in wanted:
                await _use_joker(ann, ben)
                jokers -= 1
            case ActionKind.REMOVE:
                await _use_remove(ann)
            case ActionKind.VOILA:
                await _use_voila(ann, ben)
            case ActionKind.SECOND | ActionKind.EXTRA:
                await expect(ann.find(f'[data-effect="{kind}"]')).to_be_visible()
            case _:
                pass
        wanted.discard(kind)
        if not wanted and jokers:
            break
    assert not wanted
    assert "r6" in (await ann.look()).own
    await expect(ben.find(f'.chip[data-seat="A"] [data-jokers="{jokers}"]')).to_be_visible()

    assert await ann.end_round() == "result"
    line = ann.find('[data-seat="A"]')
    await expect(line.locator(f'[data-jokers-left="{jokers}"]')).to_contain_text(f"−{2 * jokers}")
    replay = replay_record(parse_record(await room.record(1)))
    area = replay.table.areas[0]
    centre = sum(deck == 0 for pile in replay.table.piles for deck in pile.decks)
    assert area.beside.jokers == jokers
    assert replay.scores()[0] == centre - 2 * len(area.stack) - 2 * jokers


async def test_every_second_card_is_on_the_hand_at_once(server: Serving, person: NewPerson) -> None:
    ann, ben = await person(), await person()
    await seated(await server.create("standard,speed=quiet,speed_interval=1-1"), ann, ben)
    await ann.begin()
    turned = ann.place("hand").locator(".hand-turn")
    await expect(turned).to_have_text("3")
    while not await ann.find('[data-effect="second"]').count():
        await ann.find("[data-throw]").first.wait_for()
        await ann.page.keyboard.press("g")
    await expect(turned).to_have_text("2")


async def test_words_that_come_late_leave_the_table_standing(
    server: Serving, person: NewPerson
) -> None:
    # A worker would have the words already, and no route is asked for what comes from it.
    ann, ben = await person(service_workers="block"), await person()
    ann.forgive("Service Worker registration blocked")
    asked, here = asyncio.Event(), asyncio.Event()

    async def late(route: Route) -> None:
        asked.set()
        await here.wait()
        await route.continue_()

    await ann.context.route(re.compile(r"/assets/speed\.en-"), late)
    await seated(await server.create("speed"), ann, ben)
    await ann.begin()
    await asyncio.wait_for(asked.wait(), PATIENCE / 1000)
    await ann.find(".own-panel").evaluate("(panel) => (panel.id = 'before')")
    await expect(ann.find("[data-heard]")).to_have_count(0)
    here.set()
    await ann.find("[data-heard]").wait_for()
    await expect(ann.find("#before")).to_have_count(1)


async def test_case_87_the_host_switches_the_machine_to_quiet_and_back(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person(phone=True)
    await _begun(server, "speed,speed_interval=2-2", ann, ben)
    await _lying(ben, 1, "[data-noise]").wait_for()
    await ben.open("menu", "[data-menu=machine]")
    await expect(ben.find("[data-switch=quiet]")).to_have_count(0)
    await ben.close()

    await ann.act("menu")
    switch = ann.find("[data-switch=quiet] input")
    await switch.check()
    await ben.find("[data-throw]:not([data-noise])").first.wait_for()
    await switch.uncheck()
    await ann.close()
    quiet = await ben.find("[data-throw]:not([data-noise])").count()
    heard = int(await ben.find("[data-heard]").get_attribute("data-heard") or "0")
    await _lying(ben, heard + 2, "[data-noise]").wait_for()
    assert await ben.find("[data-throw]:not([data-noise])").count() <= quiet + 1


async def test_a_reload_finds_the_cards_that_lie_there(server: Serving, person: NewPerson) -> None:
    ann, ben = await person(), await person()
    await _begun(server, "speed,speed_interval=2-3", ann, ben)
    await _lying(ann, 2).wait_for()
    await ann.page.reload()
    await ann.running()
    for number in (1, 2):
        await _lying(ann, number).wait_for()
    whose = await _lying(ann, 1).get_attribute("data-whose")
    assert whose == "free"


async def test_the_key_that_silences_counts_once_beside_the_machine_and_at_the_big_screen(
    server: Serving, person: NewPerson
) -> None:
    ann, ben, screen = await person(), await person(), await person()
    room = await _begun(server, "speed,speed_interval=6-6", ann, ben)
    await screen.page.goto(server.here + room.path.replace("/r/", "/tv/"))
    for somebody in (ann, screen):
        await somebody.find("[data-machine]").wait_for()
    note = ann.find("[data-action=sound]")
    for pressed in ("false", "true"):
        await ann.page.keyboard.press("m")
        await expect(note).to_have_attribute("aria-pressed", pressed)
    for kept in ("off", "on"):
        await screen.page.keyboard.press("m")
        assert await screen.page.evaluate("localStorage.getItem('pellmell.sound')") == kept


async def test_g_reaches_for_the_newest_card(server: Serving, person: NewPerson) -> None:
    ann, ben = await person(), await person()
    await _begun(server, "standard,speed=quiet,speed_interval=6-6", ann, ben)
    await _lying(ann, 1).wait_for()
    await expect(ann.find("[data-action=grab]")).to_have_attribute("data-number", "1")
    await ann.page.keyboard.press("g")
    for somebody in (ann, ben):
        await expect(_lying(somebody, 1)).to_have_count(0)


async def _grab(person: Person) -> None:
    """Reach for the next card that may be grabbed."""
    free = person.find("[data-throw]:not([data-whose=other])").first
    await free.wait_for(timeout=LONGEST_ROUND)
    number = await free.get_attribute("data-throw")
    await person.page.keyboard.press("g")
    await expect(_lying(person, int(number or "0"))).to_have_count(0)


async def _grab_all(person: Person) -> None:
    """Reach for whatever may be grabbed, on and on."""
    while True:
        await _grab(person)


async def test_a_round_with_the_machine_is_played_to_its_own_end(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person()
    room = await _begun(server, "speed,match=rounds,speed_interval=1-2,stack_size=5", ann, ben)
    # A short round may end before the second throw.
    await _grab(ann)
    grabbing = asyncio.create_task(_grab_all(ann))
    await asyncio.gather(play(ann), play(ben))
    grabbing.cancel()
    for somebody in (ann, ben):
        await somebody.at("result")
    record = await room.record(1)
    assert re.search(r"^\d+\.\d+ [AB] stop$", record, re.MULTILINE)
    assert re.search(r"^\d+\.\d+ A grab \d+$", record, re.MULTILINE)
    points = replay_record(parse_record(record)).scores()
    for seat, won in zip("AB", points, strict=True):
        told = ben.find(f'[data-screen=result] [data-seat="{seat}"] [data-total]')
        await expect(told).to_have_text(str(won).replace("-", "−"))
