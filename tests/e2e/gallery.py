"""Pictures of every screen on every device, from a live server with bots.

python -m tests.e2e.gallery DIRECTORY
"""

import asyncio
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, async_playwright

from tests.e2e.conftest import QUIET, chromium
from tests.e2e.person import EYES, Person, Seen
from tests.e2e.playing import play, staying
from tests.e2e.serving import Room, Serving, serve

TOUCH: Final[dict[str, Any]] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DEVICES: Final[dict[str, dict[str, Any]]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, **TOUCH},
    "small": {"viewport": {"width": 360, "height": 640}, **TOUCH},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
NAMES: Final = ("Ann", "Benedikta", "Ömer", "Maximiliane von Thal")
MATCH: Final = "standard,match=rounds,target=2"


class Gallery:
    """Four people with a device each, who show what they see."""

    def __init__(self, serving: Serving, into: Path, people: dict[str, Person]) -> None:
        self._serving = serving
        self._into = into
        self.people = people

    async def show(self, name: str, *devices: str, whole: bool = False) -> None:
        """A picture of what some devices show, or all."""
        for device in devices or self.people:
            page = self.people[device].page
            await page.screenshot(path=self._into / f"{name}-{device}.png", full_page=whole)

    async def entrance(self) -> None:
        """The pages before a table."""
        room = await self._serving.create("standard")
        for person in self.people.values():
            await person.page.goto(self._serving.here)
            await person.at("home")
        await self.show("home", whole=True)
        for person in self.people.values():
            await person.page.goto(f"{self._serving.here}/stats")
            await person.at("stats")
        await self.show("stats", whole=True)
        for person in self.people.values():
            await person.page.goto(f"{self._serving.here}/new")
            await person.at("create")
        await self.show("create")
        for person in self.people.values():
            await person.find("summary").click()
        await self.show("create-advanced", whole=True)
        for person in self.people.values():
            await person.page.goto(self._serving.here + room.path)
            await person.at("join")
        await self.show("join")

    async def seat(self, room: Room, bots: int, *devices: str, level: str = "skilled") -> Person:
        """People of some devices, and bots, in a lobby; the first is the host."""
        first, *others = devices
        host = self.people[first]
        names = dict(zip(self.people, NAMES, strict=True))
        await host.host(self._serving.here, room, names[first])
        for device in others:
            await self.people[device].sit(self._serving.here + room.path, names[device])
        await host.bots(bots, level)
        return host

    async def match(self) -> None:
        """Twelve at a table, from the lobby to the end of the match."""
        room = await self._serving.create(MATCH)
        # Eight of the skilled would be done before all the pictures are taken.
        host = await self.seat(room, 8, *self.people, level="casual")
        await self.people["tablet"].act("ready")
        await self.show("lobby-12", whole=True)
        await host.act("start")
        await asyncio.gather(*(person.at("table") for person in self.people.values()))
        await self.show("countdown")
        await asyncio.gather(*(person.running() for person in self.people.values()))
        await self._filled(12)
        await self.show("table-12")
        for person in self.people.values():
            await person.open("menu")
        await self.show("menu")
        for person in self.people.values():
            await person.close()
        await host.act("menu")
        await host.act("pause")
        await host.find("[data-cover=paused]").wait_for()
        await self.show("paused")
        await host.act("resume")
        await host.running()
        assert await host.end_round() == "result"
        await asyncio.gather(*(person.at("result") for person in self.people.values()))
        await self._counted()
        await self.show("result", whole=True)
        await host.act("next")
        await host.running()
        await self._filled(4)
        while await host.end_round() != "over":
            await host.act("next")
            await host.running()
            await self._filled(4)
        await asyncio.gather(*(person.at("over") for person in self.people.values()))
        await self.show("over", whole=True)
        for person in self.people.values():
            await person.page.goto(f"{self._serving.here}/stats")
            await person.find("[data-where=table]").wait_for()
        await self.show("stats-played", whole=True)

    async def _filled(self, piles: int) -> None:
        """Until there is something to be seen in the middle: everybody plays a little."""

        def enough(seen: Seen) -> bool:
            return len(seen.piles) >= piles and seen.own.get("w", "") != ""

        everybody = self.people.values()
        await asyncio.gather(*(play(one, choose=staying, until=enough) for one in everybody))

    async def _counted(self) -> None:
        for person in self.people.values():
            await person.page.wait_for_function(
                "() => document.getAnimations().every(({ playState }) => playState !== 'running')"
            )
            await person.page.wait_for_timeout(1000)

    async def small_tables(self) -> None:
        """Two and four at a table, plain and with Profi."""
        for name, rules, bots in (
            ("table-2", "standard", 1),
            ("table-4", "standard", 3),
            ("profi-4", "standard,profi=on", 3),
            ("refill-4", "standard,row_refill=manual", 3),
        ):
            for device, person in self.people.items():
                host = await self.seat(await self._serving.create(rules), bots, device)
                await host.begin()
                profi = name.startswith("profi")
                await play(
                    person, choose=_parking if profi else staying, until=_piles(2 * bots + 1)
                )
                await self.show(name, device)
                if name == "table-4":
                    await person.page.keyboard.press("?")
                    await person.find("dialog[open] [data-help]").wait_for()
                    await self.show("help", device)

    async def shared(self) -> None:
        """Phones that are hands, and two face to face on a tablet."""
        for device in ("phone", "small"):
            person = await self.seat(await self._serving.create("speed"), 3, device)
            await person.begin()
            await person.act("menu")
            await person.find("[data-switch=hand] input").check()
            await person.page.keyboard.press("Escape")
            await person.find("[data-throw]").first.wait_for(state="attached")
            await play(person, choose=staying, until=_piles(4))
            await self.show("hand", device)
        tablet = await self.seat(await self._serving.create("standard"), 2, "tablet")
        await tablet.act("beside")
        await tablet.find(".beside input").fill(NAMES[2])
        await tablet.act("sit-beside")
        await tablet.find("[data-both]").wait_for()
        await self.show("lobby-two", "tablet", whole=True)
        await tablet.begin()
        await tablet.until(_piles(4))
        await self.show("facing", "tablet")

    async def closed(self) -> None:
        """What is said where nobody can come in any more."""
        room = await self._serving.create("standard")
        host = await self.seat(room, 0, "desktop", "phone")
        guest = self.people["phone"]
        await host.act("kick", "")
        await guest.at("closed")
        await self.show("closed-removed", "phone")
        await guest.page.goto(f"{self._serving.here}/r/ABCDEF")
        await guest.act("sit")
        await guest.at("closed")
        await self.show("closed-wrong-key", "phone")
        again = await host.context.new_page()
        await again.goto(self._serving.here + room.path)
        await again.locator("[data-screen=lobby]").wait_for()
        await host.at("closed")
        await self.show("closed-taken-over", "desktop")
        await again.close()

    async def german(self) -> None:
        """The same in German, where words are longest."""
        for device in ("small", "desktop"):
            person = self.people[device]
            room = await self._serving.create("standard")
            await self.seat(room, 3, device)
            await person.find('[lang="de"]').first.click()
            await self.show("lobby-de", device, whole=True)
            await person.begin()
            await play(person, choose=staying, until=_piles(6))
            await self.show("table-de", device)
            assert await person.end_round() == "result"
            await self._counted()
            await self.show("result-de", device, whole=True)


def _piles(number: int) -> Callable[[Seen], bool]:
    return lambda seen: len(seen.piles) >= number


def _parking(seen: Seen) -> str | None:
    """Every card onto the row that can be, so that there are sequences to be seen."""
    for source in ("w", "s"):
        card = seen.own[source]
        for slot, top in seen.own.items():
            apart = slot[0] == "r" and top and card and top[0] != card[0]
            if apart and int(top[1:]) == int(card[1:]) + 1:
                return source
    return staying(seen)


PARTS: Final = ("entrance", "match", "small_tables", "shared", "closed", "german")


async def _hang(into: Path, browser: Browser, serving: Serving, parts: Sequence[str]) -> None:
    people: dict[str, Person] = {}
    async with AsyncExitStack() as stack:
        for device, wanted in DEVICES.items():
            context = await browser.new_context(locale="en-GB", **wanted)
            stack.push_async_callback(context.close)
            await context.add_init_script(EYES)
            touch = bool(wanted.get("has_touch"))
            people[device] = Person(await context.new_page(), context, touch=touch)
        gallery = Gallery(serving, into, people)
        for part in parts:
            print(part, flush=True)
            try:
                await getattr(gallery, part)()
            except Exception:
                await gallery.show("stuck")
                for device, person in people.items():
                    print(device, await person.look(), file=sys.stderr)
                raise
    for device, person in people.items():
        for fault in person.blame():
            print(f"{device}: {fault}", file=sys.stderr)


async def main(into: Path, parts: Sequence[str]) -> None:
    """Fill a directory with pictures."""
    with tempfile.TemporaryDirectory() as data:
        serving = await serve(Path(data) / "rooms", "--public", "--leaderboard")
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=chromium(), args=[*QUIET]
                )
                await _hang(into, browser, serving, parts)
                await browser.close()
        finally:
            await serving.stop()


if __name__ == "__main__":
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(PARTS):
        sys.exit(f"usage: python -m tests.e2e.gallery DIRECTORY [{' | '.join(PARTS)}] ...")
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(directory, sys.argv[2:] or PARTS))
