"""Somebody who plays: taps what fits, turns cards where nothing does, and calls the end."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, Protocol, TypeVar

from msgspec.structs import replace
from playwright.async_api import TimeoutError as LateError

from tests.e2e.line import Line
from tests.e2e.person import Person, Seen, beneath
from tests.e2e.serving import Room, Serving

_T = TypeVar("_T")
Press = Callable[[str], Coroutine[Any, Any, None]]
WATCH_FLYERS: Final = """() => {
  globalThis.flown = 0;
  globalThis.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.classList.contains("flyer")) {
      globalThis.flown += 1;
      globalThis.flights.push(how[1].duration);
    }
    return animate.apply(this, how);
  };
}"""
"""Counts the cards that fly from now on, in `flown`, and notes for how long, in `flights`."""
HAND: Final = 40
COLOURS: Final = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
"""The colours of cards, as an English page says them."""


async def seated(room: Room, ann: Person, ben: Person, *lines: Line) -> None:
    """Ann, who opened the room, and Ben beside her in its lobby, by lines of their own or none."""
    by_ann, by_ben, *_ = [*(line.here for line in lines), room.here, room.here]
    await ann.host(by_ann, room, "Ann")
    await ben.sit(by_ben + room.path, "Ben")


async def alone(
    server: Serving, ann: Person, rules: str = "standard", bots: int = 1, queue: int = 600
) -> None:
    """Ann and bots in a round of a new room."""
    await ann.host(server.here, await server.create(rules, queue=queue), "Ann")
    await ann.bots(bots)
    await ann.begin()


async def has_set(ann: Person, **settings: bool | str) -> None:
    """What Ann has set for her device, on every page that she opens from now on."""
    keep = f"localStorage.setItem('pellmell.settings', {json.dumps(json.dumps(settings))})"
    await ann.context.add_init_script(keep)


async def compact(
    server: Serving,
    ann: Person,
    level: str = "beginner",
    rules: str = "standard",
    **settings: bool | str,
) -> None:
    """Ann, on a phone, and seven bots in a round, with cards so large that the middle is compact."""
    await has_set(ann, large=True, **settings)
    await ann.host(server.here, await server.create(rules), "Ann")
    await ann.bots(7, level)
    await ann.begin()
    await ann.find(".table.compact").wait_for()


class Player(Protocol):
    """Somebody at a table, in whatever browser."""

    async def look(self) -> Seen:
        """What can be seen now."""

    async def changed(self, since: Seen) -> Seen:
        """What can be seen once it differs from what was seen before."""

    async def tap(self, source: str) -> None:
        """Tap one of one's own places."""

    async def away(self) -> None:
        """Wait until another screen than the table is shown."""


def choice(seen: Seen) -> str | None:
    """What to press next: the end, a card that fits, a slot to fill, or the hand."""
    if seen.stop:
        return "stop"
    fitting = seen.fitting()
    if fitting:
        return fitting[0]
    empty = [source for source, card in seen.own.items() if source[0] == "r" and not card]
    if empty and seen.own["s"]:
        return empty[0]
    if seen.hand > 0 or seen.own.get("w"):
        return "hand"
    return None


def staying(seen: Seen) -> str | None:
    """What to press next, without ending the round."""
    return choice(replace(seen, stop=False))


async def play(
    person: Player,
    *,
    press: Press | None = None,
    choose: Callable[[Seen], str | None] = choice,
    until: Callable[[Seen], object] | None = None,
) -> Seen:
    """Play until the round is over, or something is true; what is seen then."""
    over = asyncio.create_task(person.away())
    try:
        seen = await person.look()
        while not over.done() and not (until and until(seen)):
            what = choose(seen) if seen.phase == "round" else None
            if what is not None:
                with suppress(LateError, TimeoutError):
                    await _first(over, (press or person.tap)(what))
            seen = await _first(over, person.changed(seen)) or await person.look()
        if over.done():
            # Whoever waited for its end in vain has not played a round.
            over.result()
        return seen
    finally:
        over.cancel()
        await asyncio.gather(over, return_exceptions=True)


async def rivals(one: Person, other: Person) -> tuple[str, str, str]:
    """A card that both can lay on the same pile now: the place it lies at for each, and the card.

    One card is turned at a time, so that nearly every card of a hand can be reached.
    """
    for turn in range(200):
        await _lay_ones(one)
        await _lay_ones(other)
        seen = await one.look()
        for source in seen.fitting():
            card = seen.own[source]
            # On two like piles both would find room. After a hand in vain one of them grows.
            if list(seen.piles.values()).count(beneath(card)) > 1:
                if turn > HAND and source != "s":
                    await one.tap(source)
                    await one.changed(seen)
                    break
                continue
            at = await _search(other, card)
            if at is not None:
                return source, at, card
        await _turn(one)
    raise AssertionError("in 200 turns there was no card that both could lay")


async def _lay_ones(person: Person) -> None:
    seen = await person.look()
    while ones := [source for source, card in seen.own.items() if card[1:] == "1"]:
        await person.tap(ones[0])
        seen = await person.changed(seen)


async def _search(person: Person, card: str) -> str | None:
    """Where somebody has a card, after turning through the whole hand if need be."""
    seen = await person.look()
    again = False
    while True:
        for source, lies in seen.own.items():
            if lies == card:
                return source
        if seen.hand == 0 and again:
            return None
        again = again or seen.hand == 0
        seen = await _turn(person)


async def _turn(person: Person) -> Seen:
    """One card turned, seen once the server has told which it is."""
    seen = await person.look()
    await person.tap("hand")
    turned = await person.until(lambda now: now.hand != seen.hand)
    if turned.hand < seen.hand:
        turned = await person.until(lambda now: now.own["w"] not in ("", seen.own["w"]))
    return turned


async def _first(over: asyncio.Task[None], act: Coroutine[Any, Any, _T]) -> _T | None:
    """The outcome of an act, unless the round is over before: then its place is gone."""
    acting = asyncio.create_task(act)
    await asyncio.wait({over, acting}, return_when=asyncio.FIRST_COMPLETED)
    if acting.done():
        return acting.result()
    acting.cancel()
    await asyncio.gather(acting, return_exceptions=True)
    return None
