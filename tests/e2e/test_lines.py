"""What a bad line does to somebody in the middle of a round."""

import re
from collections.abc import Callable

import pytest
from playwright.async_api import Route, expect

from tests.e2e.conftest import NewPerson
from tests.e2e.line import Line
from tests.e2e.person import Person, Seen
from tests.e2e.playing import rivals, seated
from tests.e2e.serving import Room, Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CUT = "WebSocket connection to"
ONE_BY_ONE = "standard,turn=1,stack_size=5"


async def _begun(room: Room, line: Line, ann: Person, ben: Person) -> None:
    """Ann, whose line can be cut, and Ben in a round."""
    await seated(room, ann, ben, line)
    await ann.begin()
    await ben.running()


async def _count(host: Person, room: Room, seat: str) -> int:
    """End the round; how many commands of a seat its record has."""
    assert await host.end_round() == "result"
    lines = (await room.record(1)).splitlines()
    return sum(line.split()[1] == seat and " ! " not in line for line in lines if line[0].isdigit())


def _hand(left: int) -> Callable[[Seen], bool]:
    return lambda now: now.hand == left


async def test_case_32_twenty_reloads_keep_the_seat_and_what_was_under_way(
    server: Serving, person: NewPerson, line: Line
) -> None:
    room = await server.create("standard")
    ann, ben = await person(), await person()
    await _begun(room, line, ann, ben)
    for _ in range(20):
        before = await ann.look()
        fitting = before.fitting()
        line.lose()
        await ann.tap(fitting[0] if fitting else "hand")
        asked = await ann.changed(before)
        await ann.page.reload()
        await ann.running()
        seen = await ann.until(_hand(asked.hand))
        assert set(seen.stacks) == {"B"}
        assert set(asked.tops) <= set(seen.tops)
    assert await _count(ann, room, "A") == 20


async def test_a_cut_line_is_said_in_words_and_resumes_without_a_reload(
    server: Serving, person: NewPerson, line: Line
) -> None:
    room = await server.create("standard")
    ann, ben = await person(), await person()
    ann.forgive(CUT)
    await _begun(room, line, ann, ben)
    await ann.mark()
    before = await ann.look()
    line.cut()
    await expect(ann.find("[data-line=lost]")).to_have_text("Connection lost. Trying again …")
    await expect(ben.find(".chip[data-seat=A].away")).to_be_visible()
    await ann.tap("hand")
    asked = await ann.until(lambda now: now.hand == before.hand - 3)
    assert asked.line == "lost"

    line.mend()
    back = await ann.until(lambda now: now.line == "" and now.own["w"])
    assert back.hand == before.hand - 3
    await expect(ben.find(".chip[data-seat=A]:not(.away)")).to_be_visible()
    assert await ann.marked()
    assert await _count(ann, room, "A") == 1


async def test_case_06_a_play_without_a_line_is_confirmed_or_visibly_undone(
    server: Serving, person: NewPerson, line: Line
) -> None:
    room = await server.create(ONE_BY_ONE)
    ann, ben = await person(), await person()
    ann.forgive(CUT)
    await _begun(room, line, ann, ben)
    await ann.mark()
    at, of, card = await rivals(ann, ben)
    line.cut()
    await ann.find("[data-line=lost]").wait_for()
    await ann.tap(at)
    await ann.until(lambda now: card in now.tops)
    assert card not in (await ben.look()).tops
    await ben.tap(of)
    await ben.until(lambda now: card in now.tops)

    line.mend()
    back = await ann.until(lambda now: now.line == "" and now.own[at] == card)
    told = ann.find("[data-refusal=beaten], [data-refusal=does-not-fit]")
    await expect(told).to_have_text(re.compile("Ben was faster|That card fits nowhere"))
    assert back.piles == (await ben.look()).piles

    line.cut()
    await ann.find("[data-line=lost]").wait_for()
    before = await ann.look()
    await ann.tap("hand")
    line.mend()
    await ann.until(lambda now: now.line == "" and now.hand == before.hand - 1 and now.own["w"])
    assert await ann.marked()


async def test_a_network_that_bars_the_line_is_told_in_words_and_the_seat_is_taken_once_it_does_not(
    server: Serving, person: NewPerson, line: Line
) -> None:
    room = await server.create("standard")
    ann = await person(phone=True)
    ann.forgive(CUT)
    line.bar()
    await ann.page.goto(line.here + room.path)
    await ann.at("join")
    await ann.act("sit")
    await expect(ann.find("[data-screen=connecting]")).to_contain_text("blocks WebSocket")
    line.mend()
    await ann.at("lobby")


async def test_a_line_that_comes_back_asks_for_a_newer_client_and_shows_it_between_rounds_only(
    server: Serving, person: NewPerson, line: Line
) -> None:
    room = await server.create("standard,match=single")
    ann, ben = await person(service_workers="block"), await person()
    ann.forgive(CUT)
    ann.forgive("Service Worker registration blocked")
    await _begun(room, line, ann, ben)
    await ann.mark()

    async def newer(route: Route) -> None:
        if route.request.resource_type == "fetch":
            await route.fulfill(body="<script type=module src=/assets/newer.js></script>")
        else:
            await route.continue_()

    await ann.page.route(re.compile(r"//[^/]+/(new)?$"), newer)
    line.cut()
    await ann.find("[data-line=lost]").wait_for()
    async with ann.page.expect_request(lambda request: request.resource_type == "fetch"):
        line.mend()
    before = await ann.until(lambda now: now.line == "")
    await ann.tap("hand")
    await ann.until(lambda now: now.hand != before.hand)
    assert await ann.marked()
    async with ann.page.expect_event("framenavigated"):
        await ann.act("menu")
        await ann.act("end")
        await ann.act("sure")
    await ann.at("over")
    assert not await ann.marked()
