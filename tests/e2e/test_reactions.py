"""Quick reactions: who sends one, who sees it, and who would rather not."""

import asyncio

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.playing import seated
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def _react(person: Person, reaction: str) -> None:
    await person.press(person.find(f'[data-react="{reaction}"]'))


async def _ready(person: Person, seen_by: Person, seat: str) -> None:
    """Say that one is ready, and wait until somebody else has heard it."""
    await person.act("ready")
    await expect(seen_by.find(f"[data-seat={seat}] .state.ready")).to_be_visible()


async def test_reactions_are_seen_by_all_and_by_nobody_who_muted_them(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person(phone=True)
    await seated(await server.create("standard"), ann, ben)
    both = [one.find("[data-reacted=clap]") for one in (ann, ben)]
    seen = [expect(one).to_contain_text("Ben: Applause") for one in both]
    await asyncio.gather(_react(ben, "clap"), *seen)
    for one in both:
        await expect(one).to_have_count(0)

    await ann.act("settings")
    await ann.page.get_by_label("Reactions", exact=True).uncheck()
    await ann.page.keyboard.press("Escape")
    wow = ben.find("[data-reacted=wow]")
    await asyncio.gather(_react(ben, "wow"), expect(wow).to_be_visible())
    await _ready(ben, ann, "B")
    # What came before she was ready would still be seen: to wait would be to wait until it is gone.
    assert await ann.find("[data-reacted]").count() == 0


async def test_a_reaction_during_a_round_is_two_taps_away_and_closes_the_menu(
    server: Serving, person: NewPerson
) -> None:
    ann, ben = await person(), await person(phone=True)
    await seated(await server.create("standard"), ann, ben)
    await ann.begin()
    await ben.running()
    await ben.act("menu")
    oops = ann.find("[data-reacted=oops]")
    said, bar, *_ = await asyncio.gather(
        oops.locator(".seen").bounding_box(),
        ann.find(".bar").bounding_box(),
        expect(oops).to_contain_text("Ben: Oops"),
        _react(ben, "oops"),
    )
    await expect(ben.find("dialog[open]")).to_have_count(0)
    assert bar is not None
    assert said is not None
    assert said["y"] + said["height"] <= bar["y"] + bar["height"]
