"""Two people face to face at one page, on a tablet that lies between them."""

from functools import partial

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import TABLET, NewPerson
from tests.e2e.line import Line
from tests.e2e.person import Person, Seen
from tests.e2e.playing import has_set, play, rivals, staying
from tests.e2e.serving import Room, Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def beside(ann: Person, name: str = "Ben") -> None:
    """A second person sits down at the device of the first, in the lobby."""
    await ann.act("beside")
    await ann.find(".beside input").fill(name)
    await ann.act("sit-beside")
    await ann.find("[data-both]").wait_for()


def sides(ann: Person) -> tuple[Person, Person]:
    """The page as each of the two sees it: the near one is A, the far one B."""
    near, far = (Person(ann.page, ann.context, touch=True) for _ in range(2))
    near.side, far.side = "A", "B"
    return near, far


async def _between(address: str, room: Room, ann: Person, bots: int = 0) -> tuple[Person, Person]:
    """A round that two play at one page."""
    await ann.host(address, room, "Ann")
    await beside(ann)
    if bots:
        await ann.bots(bots)
    await ann.begin()
    await expect(ann.find("[data-facing] [data-side]")).to_have_count(2)
    return sides(ann)


async def _turned(person: Person) -> None:
    before = await person.look()
    await person.tap("hand")
    await person.until(lambda now: now.hand != before.hand)


def _moved_on(before: Seen, now: Seen) -> bool:
    """Whether another card lies on the stack than before."""
    return now.own["s"] != before.own["s"]


def _lies(card: str, now: Seen) -> bool:
    """Whether a card lies in the middle."""
    return card in now.tops


async def test_two_play_at_one_page_and_a_reload_has_both_seats(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard,stack_size=5")
    ann, wim = await person(**TABLET), await person()
    near, far = await _between(server.here, room, ann, 1)
    await wim.page.goto(server.here + room.path)
    await wim.act("watch")
    await wim.running()

    first, second = await near.look(), await far.look()
    assert set(first.stacks) == {"B", "C"}
    assert set(second.stacks) == {"A", "C"}
    for _ in range(3):
        await _turned(near)
        await _turned(far)
    for somebody, before in ((near, first), (far, second)):
        seen = await play(somebody, choose=staying, until=partial(_moved_on, before))
        assert seen.own["s"] != before.own["s"]
    looked = await near.look()
    left = {"A": (await far.look()).stacks["A"], "B": looked.stacks["B"]}
    await wim.until(lambda now: left.items() <= now.stacks.items())

    await ann.page.reload()
    await ann.running()
    await expect(ann.find("[data-facing] [data-side]")).to_have_count(2)
    again = await near.look()
    assert again.own == looked.own
    await _turned(far)
    await _turned(near)


async def test_case_05_a_race_of_two_at_one_page_is_decided_and_told_to_the_slower(
    server: Serving, person: NewPerson, line: Line
) -> None:
    room = await server.create("standard,turn=1,stack_size=5")
    ann = await person(**TABLET)
    near, far = await _between(line.here, room, ann)
    at, of, card = await rivals(near, far)
    line.hold()
    await near.tap(at)
    await far.tap(of)
    await near.until(lambda now: card in now.tops)
    line.release()

    beaten = ann.find("[data-side] [data-refusal=beaten]")
    await beaten.wait_for()
    await expect(beaten).to_have_count(1)
    slower = await beaten.evaluate("node => node.closest('[data-side]').dataset.side")
    (lost, there), (won, from_there) = (
        ((near, at), (far, of)) if slower == "A" else ((far, of), (near, at))
    )
    back = await lost.until(lambda now: now.own[there] == card)
    assert card in back.tops
    assert (await won.look()).own[from_there] != card or from_there == "s"
    await expect(beaten).to_contain_text("Ben" if slower == "A" else "Ann")
    turned = await beaten.evaluate("node => getComputedStyle(node.parentElement).rotate")
    assert turned == ("none" if slower == "A" else "180deg")


async def test_fingers_of_both_count_at_once_and_the_far_one_can_drag(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann = await person(**TABLET)
    near, far = await _between(server.here, room, ann)
    first, second = await near.look(), await far.look()
    points = [await one.middle(one.place("hand")) for one in (near, far)]
    assert points[0][1] > 512 > points[1][1]
    touching = await ann.context.new_cdp_session(ann.page)
    down = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
    await touching.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": down})
    await near.until(lambda now: now.hand != first.hand)
    await far.until(lambda now: now.hand != second.hand)
    await touching.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    # A one starts a pile anywhere in the zone of its colour.
    seen = await far.look()
    while not (ones := [source for source, card in seen.own.items() if card[1:] == "1"]):
        await _turned(far)
        seen = await far.look()
    card = seen.own[ones[0]]
    zone = ann.find(f'[data-zone="{card[0]}"]')
    await far.drag(ones[0], zone)
    await far.until(lambda now: card in now.tops)


async def test_where_taps_pick_up_they_play_at_once_face_to_face(
    server: Serving, person: NewPerson
) -> None:
    # Whose place a tap in the middle means could not be told.
    ann = await person(**TABLET)
    await has_set(ann, input="pick")
    for somebody in await _between(server.here, await server.create("standard,turn=1"), ann):
        seen = await somebody.look()
        while not (ones := [source for source, card in seen.own.items() if card[1:] == "1"]):
            await _turned(somebody)
            seen = await somebody.look()
        await somebody.tap(ones[0])
        await somebody.until(partial(_lies, seen.own[ones[0]]))


async def test_either_may_leave_and_the_other_plays_on(server: Serving, person: NewPerson) -> None:
    room = await server.create("standard")
    ann = await person(**TABLET)
    await _between(server.here, room, ann, 1)
    await ann.act("menu")
    await ann.act("leave", "[data-seat=A]")
    await ann.act("sure")
    await ann.find("[data-screen=table]:not([data-facing])").wait_for()
    await expect(ann.find(".chip[data-seat]")).to_have_count(2)
    await ann.page.reload()
    await ann.running()
    seen = await ann.look()
    assert set(seen.stacks) == {"A", "C"}
    await _turned(ann)

    other = await server.create("standard")
    await ann.host(server.here, other, "Ann")
    await beside(ann)
    await ann.act("leave", "[data-seat=B]")
    await ann.act("sure")
    await expect(ann.find(".seats [data-seat]")).to_have_count(1)
    await expect(ann.find("[data-both]")).to_have_count(0)
    await ann.page.reload()
    await ann.at("lobby")
    await expect(ann.find(".seats [data-seat]")).to_have_count(1)


async def test_a_newer_window_has_both_seats_and_gives_both_back(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard")
    ann = await person(**TABLET)
    await _between(server.here, room, ann)
    newer = await ann.context.new_page()
    ann.watch(newer)
    await newer.goto(server.here + room.path)
    await newer.locator("[data-facing] [data-side=B]").wait_for()
    await ann.find("[data-screen=closed][data-why=taken-over]").wait_for()
    await ann.act("take-back")
    await ann.find("[data-facing] [data-side=B]").wait_for()
    await newer.locator("[data-screen=closed][data-why=taken-over]").wait_for()
    await newer.close()
    for somebody in sides(ann):
        await _turned(somebody)


async def test_one_key_readies_both_and_brings_both_on(server: Serving, person: NewPerson) -> None:
    room = await server.create("standard,match=rounds,target=2")
    zoe, ann = await person(), await person(**TABLET)
    await zoe.host(server.here, room, "Zoe")
    await ann.sit(server.here + room.path, "Ann")
    await beside(ann)
    await expect(ann.find("[data-both]")).to_contain_text("Ann and Ben")
    await ann.act("ready")
    for seat in ("B", "C"):
        await expect(zoe.find(f".seats [data-seat={seat}] .state.ready")).to_be_visible()
    await zoe.begin()
    await ann.running()
    assert await zoe.end_round() == "result"
    await ann.at("result")
    await ann.act("next")
    for seat in ("B", "C"):
        await expect(zoe.find(f"[data-seat={seat}] .ready")).to_be_visible()


async def test_a_phone_is_too_small_for_two_and_says_so(server: Serving, person: NewPerson) -> None:
    room = await server.create("standard")
    ann, ben = await person(phone=True), await person(**TABLET)
    await ann.host(server.here, room, "Ann")
    await ann.act("beside")
    await expect(ann.find("[data-too-small]")).to_contain_text("at least 700 by 600")
    await expect(ann.find("[data-action=sit-beside]")).to_have_count(0)
    await ben.sit(server.here + room.path, "Ben")
    await beside(ben, "Cleo")
    await ann.begin()
    await ben.running()
    await ben.page.set_viewport_size({"width": 390, "height": 844})
    await expect(ben.find("[data-facing] [data-too-small]")).to_be_visible()
    await expect(ben.find("[data-source]:visible")).to_have_count(0)
    await ben.page.set_viewport_size({"width": 1024, "height": 768})
    await expect(ben.find("[data-source=hand]:visible")).to_have_count(2)
