"""A phone that is a hand: the table is on the big screen, and one's own cards get the room."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.playing import alone, play, staying
from tests.e2e.serving import Room, Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def _width(person: Person, source: str) -> float:
    box = await person.place(source).bounding_box()
    assert box is not None
    return box["width"]


def _screen(server: Serving, room: Room) -> str:
    return server.here + room.path.replace("/r/", "/tv/")


def _hand(server: Serving, room: Room) -> str:
    """The link that the big screen shows."""
    return f"{server.here}{room.path}&hand"


async def _as_hand(server: Serving, room: Room, ann: Person, bots: int) -> None:
    """Ann, who opened the room, at a phone that the big screen's link made a hand, and bots."""
    await ann.host(server.here, room, "Ann")
    await ann.bots(bots)
    # An address that differs in its fragment alone would load nothing.
    await ann.page.goto("about:blank")
    await ann.page.goto(_hand(server, room))
    await ann.at("lobby")


async def test_the_big_screen_offers_a_link_that_makes_a_phone_a_hand(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann, screen, ben = await person(), await person(), await person(phone=True)
    await ann.host(server.here, room, "Ann")
    await screen.page.goto(_screen(server, room))
    await expect(screen.find(".join")).to_contain_text("it becomes your hand")
    await ben.sit(_hand(server, room), "Ben")
    await ann.begin()
    await ben.running()
    await ben.find("[data-hand=true]").wait_for()

    await expect(ben.find(".chip:visible")).to_have_count(0)
    await expect(ben.find(".rail:visible")).to_have_count(40)
    await expect(screen.find(".chip[data-seat=B]")).to_be_visible()
    before = await ben.look()
    await ben.tap("hand")
    await ben.until(lambda now: now.hand != before.hand)
    seen = await play(ben, choose=staying, until=lambda now: len(now.piles) >= 1)
    await expect(screen.find(".pile[data-pile]")).to_have_count(len(seen.piles))

    # The address is the usual one again, and the device remembers.
    await expect(ben.page).to_have_url(re.compile(r"/r/\w{6}#k=[^&]+$"))
    await ben.page.reload()
    await ben.find("[data-hand=true]").wait_for()


async def test_a_phone_becomes_a_hand_in_the_menu_for_that_table_alone(
    server: Serving, person: NewPerson
) -> None:
    ann = await person(phone=True)
    await alone(server, ann, bots=2)
    await expect(ann.find(".chip:visible")).to_have_count(2)
    usual = await _width(ann, "r1")
    await ann.act("menu")
    await ann.page.get_by_label("Phone as hand").check()
    await ann.page.keyboard.press("Escape")
    await ann.find("[data-hand=true]").wait_for()
    assert await _width(ann, "r1") > usual * 1.3
    await ann.page.reload()
    await ann.find("[data-hand=true]").wait_for()

    await ann.act("menu")
    await ann.page.get_by_label("Phone as hand").uncheck()
    await ann.page.keyboard.press("Escape")
    await expect(ann.find(".chip:visible")).to_have_count(2)
    assert await _width(ann, "r1") == pytest.approx(usual)
    await ann.act("menu")
    await ann.page.get_by_label("Phone as hand").check()

    await alone(server, ann)
    await expect(ann.find(".chip:visible")).to_have_count(1)


async def test_the_machine_sounds_on_the_big_screen_and_a_hand_is_silent(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("speed,speed_interval=2-3")
    ann, screen = await person(phone=True), await person()
    await _as_hand(server, room, ann, bots=1)
    await screen.page.goto(_screen(server, room))
    await screen.find("[data-sound=locked]").wait_for()
    await screen.find("h1").click()
    await expect(screen.find("[data-sound=locked]")).to_have_count(0)
    await ann.begin()
    await ann.find("[data-hand=true] [data-machine]").wait_for()
    for somebody in (ann, screen):
        await somebody.find("[data-throw]").first.wait_for(state="attached")

    await ann.act("menu")
    sound = ann.find("[data-menu=machine]").get_by_label("Sound")
    await expect(sound).not_to_be_checked()
    await expect(ann.find("[data-menu=machine]")).to_contain_text("the big screen plays the noises")
    await ann.page.get_by_label("Phone as hand").uncheck()
    await expect(sound).to_be_checked()


async def test_who_gets_the_card_can_be_chosen_where_the_others_stand_aside(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("speed,speed_interval=2-2")
    ann = await person(phone=True)
    await _as_hand(server, room, ann, bots=2)
    await ann.begin()
    await ann.find("[data-hand=true] [data-machine]").wait_for()
    held = ann.find('[data-held="voila"]')
    grab = ann.find("[data-action=grab]")
    # What it throws first is chance: everything that may be taken is taken until it is this card.
    while not await held.count():
        await grab.and_(ann.find('[data-whose="mine"], [data-whose="free"]')).wait_for()
        await ann.press(grab)
        await grab.and_(ann.find('[data-action]:not([data-whose="mine"])')).wait_for()
    await expect(ann.find(".chip:visible")).to_have_count(0)
    await ann.press(held)
    await expect(ann.find(".chip:visible")).to_have_count(2)
    await expect(ann.find(".rail:visible")).to_have_count(0)
    before = await ann.look()
    await ann.press(ann.find("[data-target=B]"))
    await expect(ann.find(".chip:visible")).to_have_count(0)
    await ann.until(lambda now: now.own["s"] != before.own["s"])
