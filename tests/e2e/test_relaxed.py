"""A room in which piles rest: what its players see, and when their taps go."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson, open_lines
from tests.e2e.person import Seen, beneath
from tests.e2e.playing import play, seated, staying
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def _follow(seen: Seen) -> tuple[str, str] | None:
    """Two places of one's own: a card that fits, and the one that fits on nothing but it."""
    for first in seen.fitting():
        for then, card in seen.own.items():
            if (
                card
                and card[1:] != "1"
                and beneath(card) == seen.own[first]
                and not seen.fits(card)
            ):
                return first, then
    return None


def _patient(seen: Seen) -> str | None:
    """What to press next, unless a tap waits: a second one would take it back."""
    return None if seen.waiting else staying(seen)


async def test_a_tap_on_a_resting_pile_waits_for_the_end_of_its_rest(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard,turn=1", relaxed=1, assist=True)
    ann, ben = await person(), await person()
    async with open_lines(server, 1) as (line,):
        await seated(room, ann, ben, line)
        rules = ann.find(".digest")
        await expect(rules).to_contain_text("Each pile rests 1 second after a card")
        await expect(rules).to_contain_text("An early tap waits up to 600 ms for its pile")
        await ann.begin()
        await ben.running()
        found = _follow(await play(ann, choose=_patient, until=_follow))
        assert found is not None
        first, then = found
        seen = await ann.look()
        card, next_card = seen.own[first], seen.own[then]

        line.hold()
        await ann.tap(first)
        await ann.until(lambda now: card in now.tops)
        mark = ann.find(f'.pile.resting[data-top="{card}"]')
        await expect(mark).to_have_attribute("aria-label", re.compile(", resting$"))
        await expect(ann.place(then)).not_to_have_class(re.compile("lit"))
        await ann.tap(then)
        await ann.until(lambda now: then in now.waiting and next_card not in now.tops)
        line.release()

        laid = await ann.until(lambda now: next_card in now.tops)
        assert then not in laid.waiting
        await ben.until(lambda now: next_card in now.tops)
        await expect(ann.find(".pile.resting")).to_have_count(0)
        await expect(ann.find("[data-refusal]")).to_have_count(0)
        await ann.end_round()
    assert " ! resting" not in await room.record(1)
