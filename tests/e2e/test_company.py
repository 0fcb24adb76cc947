"""Who may come, who has to go, and what each of them is told in words."""

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.playing import play, seated
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NAUGHTY = "<b onclick=x>Ben</b>"
HEBREW = "שרה אברהם"


async def _told(person: Person, why: str, words: str) -> None:
    await expect(person.find(f'[data-screen=closed][data-why="{why}"]')).to_contain_text(words)


async def _ask(person: Person, link: str) -> None:
    """Ask for a seat that one will not get."""
    await person.page.goto(link)
    await person.at("join")
    await person.act("sit")
    await person.at("closed")


async def test_who_watches_sees_the_table_and_has_no_cards(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard,stack_size=5")
    ann, wim = await person(), await person(phone=True)
    await ann.host(server.here, room, "Ann")
    await wim.page.goto(server.here + room.path)
    await wim.act("watch")
    await wim.at("lobby")
    await expect(ann.find("[data-screen=lobby]")).to_contain_text("1 is watching")
    await ann.bots(1)
    await ann.begin()
    await wim.running()
    await expect(wim.find(".bar")).to_contain_text("You are watching")
    seen = await play(ann, until=lambda now: len(now.piles) >= 2)
    looked = await wim.until(lambda now: set(seen.piles) <= set(now.piles))
    assert set(looked.stacks) == {"A", "B"}
    await expect(wim.find("[data-source]:visible")).to_have_count(0)
    await expect(wim.find("[data-action=stop]:visible")).to_have_count(0)


async def test_a_wrong_key_and_a_room_that_is_gone_are_told_in_words(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    guest = await person()
    await _ask(guest, f"{server.here}/r/{room.code}#k=AAAAAAAAAAAAAAAAAAAAAA")
    await _told(guest, "wrong-key", "This table is private")
    await _ask(guest, f"{server.here}/r/ABCDEF#k=AAAAAAAAAAAAAAAAAAAAAA")
    await _told(guest, "wrong-key", "Ask for it")
    await guest.find("a[href='/']").click()
    await guest.at("home")


async def test_a_code_that_is_none_is_said_where_it_is_typed(
    server: Serving, person: NewPerson
) -> None:
    guest = await person()
    await guest.page.goto(server.here)
    await guest.page.get_by_label("Join a table").fill("nonsense")
    await guest.act("join")
    await expect(guest.page.get_by_role("alert")).to_contain_text("six letters and digits")
    room = await server.create("standard", public=True)
    await guest.page.get_by_label("Join a table").fill(room.code.lower())
    await guest.act("join")
    await guest.at("join")
    await guest.act("sit")
    await guest.at("lobby")


async def test_a_locked_table_lets_nobody_else_in_and_says_so(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann, ben = await person(), await person(phone=True)
    await ann.host(server.here, room, "Ann")
    await ann.page.get_by_label("Let nobody else in").check()
    await _ask(ben, server.here + room.path)
    await _told(ben, "full-or-locked", "No seat is free")
    await ann.page.get_by_label("Let nobody else in").uncheck()
    await ben.act("again")
    await ben.at("join")
    await ben.act("sit")
    await ben.at("lobby")


async def test_who_is_removed_is_told_and_a_new_link_shuts_the_old_one(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann, ben = await person(), await person(phone=True)
    await seated(room, ann, ben)
    await ann.act("kick")
    await _told(ben, "removed", "The host has taken your seat away.")
    await expect(ann.find(".seats [data-seat]")).to_have_count(1)
    old = await ann.find("[data-link]").input_value()
    await ann.act("rekey")
    await expect(ann.find("[data-link]")).not_to_have_value(old)
    await ben.page.evaluate("localStorage.clear()")
    await ben.page.goto(server.here)
    await _ask(ben, old)
    await _told(ben, "wrong-key", "links can be renewed")


async def test_case_37_the_newer_of_two_tabs_plays_and_the_older_one_says_so(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann = await person()
    await ann.host(server.here, room, "Ann")
    await ann.bots(1)
    await ann.begin()
    newer = await ann.context.new_page()
    ann.watch(newer)
    await newer.goto(server.here + room.path)
    await newer.locator("[data-screen=table]").wait_for()
    await _told(ann, "taken-over", "You play in another window")
    await ann.act("take-back")
    await ann.running()
    await newer.locator("[data-screen=closed][data-why=taken-over]").wait_for()
    await newer.close()
    before = await ann.look()
    await ann.tap("hand")
    await ann.until(lambda now: now.hand != before.hand)


async def test_a_bot_plays_for_somebody_away_until_they_are_back(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann, ben = await person(), await person(phone=True)
    await seated(room, ann, ben)
    await ann.begin()
    await ben.running()
    link = ben.page.url
    before = await ben.look()
    await ben.page.goto("about:blank")
    await expect(ann.find(".chip[data-seat=B].away")).to_be_visible()
    await ann.act("menu")
    await expect(ann.find("[data-action=hand-over]")).to_have_text("A bot plays for Ben")
    await ann.act("hand-over")
    await expect(ann.find(".chip[data-seat=B].bot")).to_be_visible()

    await ben.page.goto(link)
    await ben.running()
    back = await ben.look()
    assert set(back.stacks) == set(before.stacks)
    await ben.tap("hand")
    await expect(ann.find(".chip[data-seat=B]:not(.bot, .away)")).to_be_visible()


async def test_case_26_the_next_person_is_host_when_the_host_has_left(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann, ben = await person(), await person(phone=True)
    await seated(room, ann, ben)
    await ann.act("leave")
    await _told(ann, "left", "You have left the table")
    await expect(ben.find("[data-action=start]")).to_be_visible()
    await ben.bots(1)
    await ben.begin()


async def test_names_are_text_whatever_is_in_them(server: Serving, person: NewPerson) -> None:
    room = await server.create("standard,match=single")
    ann, sara = await person(), await person(phone=True)
    await ann.host(server.here, room, "Ann")
    await sara.sit(server.here + room.path, HEBREW)
    await ann.act("rename")
    await ann.find(".rename input").fill(NAUGHTY)
    await ann.find(".rename button").click()
    for somebody in (ann, sara):
        await expect(somebody.find(".seats [data-seat=A] bdi")).to_have_text(NAUGHTY)
        await expect(somebody.find(".seats [data-seat=B] bdi")).to_have_text(HEBREW)
    await ann.begin()
    await expect(ann.find(".chip[data-seat=B] .chip-name")).to_have_text(HEBREW)
    await expect(sara.find(".chip[data-seat=A] .chip-name")).to_have_text(NAUGHTY)
    await ann.end_round()
    await sara.at("over")
    await expect(sara.find(".podium")).to_contain_text(NAUGHTY)
    await expect(sara.find(".podium")).to_contain_text(HEBREW)
    assert await sara.find("b[onclick]").count() == 0


async def test_the_language_changes_at_once_and_is_kept(server: Serving, person: NewPerson) -> None:
    ann = await person()
    await ann.page.goto(server.here)
    await ann.find("[data-action=new]").wait_for()
    await ann.page.get_by_role("button", name="Deutsch").click()
    await expect(ann.find("[data-action=new]")).to_have_text("Neuer Tisch")
    await expect(ann.find("html")).to_have_attribute("lang", "de")
    await ann.page.reload()
    await expect(ann.find("[data-action=new]")).to_have_text("Neuer Tisch")
    ada = await person(locale="de-AT")
    await ada.page.goto(server.here)
    await expect(ada.find("[data-action=new]")).to_have_text("Neuer Tisch")
