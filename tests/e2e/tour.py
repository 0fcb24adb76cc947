"""A walk past every screen in one language, for tests that look at each."""

from collections.abc import Awaitable, Callable
from typing import Final

from tests.e2e.person import Person
from tests.e2e.serving import Serving

Look = Callable[[str], Awaitable[None]]
"""Called on every screen, with its name."""

NAME: Final = "Maximiliane von Thal"
MATCH: Final = "standard,match=rounds,target=2"
SINGLE: Final = "standard,match=single"
SPEED: Final = "speed,speed_interval=2-5"


class Tour:
    """Somebody who goes everywhere, and looks at everything there."""

    def __init__(self, server: Serving, person: Person, look: Look) -> None:
        self._server = server
        self._person = person
        self._look = look

    async def everywhere(self) -> None:
        """All of it."""
        await self.pages()
        await self.entrance()
        await self.match()
        await self.last()
        await self.strangers()
        await self.speed()
        await self.two()

    async def pages(self) -> None:
        """What needs no room."""
        page = self._person.page
        for path, ready in (
            ("/", "home"),
            ("/rules", "rules"),
            ("/stats", "stats"),
            ("/settings", "settings"),
            ("/machine", "machine"),
            ("/score", "score-terms"),
            ("/replay", "replay"),
            ("/practice", "practice"),
            ("/learn", "learn"),
        ):
            await page.goto(self._server.here + path)
            await page.locator(f"[data-screen={ready}]").wait_for()
            await self._look(ready)

    async def entrance(self) -> None:
        """From the start page to a seat, and away again."""
        person = self._person
        await person.page.goto(self._server.here)
        await person.act("new")
        await person.at("create")
        await person.find("summary").first.click()
        await self._look("create")
        room = await self._server.create("standard")
        await person.page.goto(self._server.here + room.path)
        await person.at("join")
        await self._look("join")
        await person.page.goto(f"{self._server.here}/r/ABCDEF")
        await person.act("sit")
        await person.at("closed")
        await self._look("closed")

    async def match(self) -> None:
        """A lobby, a round, and its result."""
        person = self._person
        room = await self._server.create(MATCH)
        await person.host(self._server.here, room, NAME)
        await person.bots(3, "skilled")
        await self._look("lobby")
        await person.open("rules")
        await person.find("dialog[open] input[type=radio]").first.wait_for(state="attached")
        await self._look("lobby-rules")
        await person.close()
        await person.act("start")
        await person.at("table")
        await self._look("countdown")
        await person.running()
        await person.tap("hand")
        await self._look("table")
        await person.open("menu")
        await self._look("menu")
        await person.act("move")
        await person.find("[data-move]").wait_for()
        await self._look("menu-move")
        await person.open("help", "[data-help]")
        await self._look("help")
        await person.close()
        await self._pause()
        assert await person.end_round() == "result"
        await self._look("result")

    async def last(self) -> None:
        """The end of a match, and the match looked back on; a single round ends it even if two are level."""
        person = self._person
        room = await self._server.create(SINGLE)
        await person.host(self._server.here, room, NAME)
        await person.bots(2)
        await person.begin()
        assert await person.end_round() == "over"
        await self._look("over")
        await person.page.goto(f"{self._server.here}/replay#room={room.code}&rounds=1-1")
        await person.find("[data-screen=match] [data-versus]").wait_for()
        await self._look("match")

    async def strangers(self) -> None:
        """What a server that lists tables shows of them, and what was played by now."""
        person = self._person
        room = await self._server.create(SINGLE, public=True)
        await person.page.goto(self._server.here + room.path)
        await person.find("[data-ranked]").wait_for()
        await self._look("join-ranked")
        other = await person.context.new_page()
        await other.goto(self._server.here + room.path)
        await other.locator("[data-action=sit]").click()
        await other.locator("[data-screen=lobby]").wait_for()
        await person.page.goto(self._server.here)
        await person.find("[data-room]").first.wait_for()
        await self._look("home-list")
        await other.close()
        await person.act("new")
        await person.find('input[type="checkbox"]').first.check()
        await person.find("[data-ranked]").wait_for()
        await self._look("create-open")
        await person.page.goto(f"{self._server.here}/stats")
        await person.find("[data-where=table]").wait_for()
        await person.find("[data-board]").wait_for()
        await self._look("stats-figures")

    async def speed(self) -> None:
        """A table with a Speed Machine, once it has thrown, and on the big screen."""
        person = self._person
        room = await self._server.create(SPEED)
        await person.host(self._server.here, room, NAME)
        await person.bots(1)
        await person.find("[data-noises]").wait_for()
        await self._look("lobby-speed")
        await person.begin()
        await person.find("[data-throw]").first.wait_for()
        await self._look("table-speed")
        await person.open("menu", "[data-menu=machine]")
        await self._look("menu-speed")
        await person.find("[data-switch=hand] input").check()
        await person.page.keyboard.press("Escape")
        await person.find("[data-hand=true]").wait_for()
        await self._look("hand")
        await person.page.goto(self._server.here + room.path.replace("/r/", "/tv/"))
        await person.find("[data-screen=tv] [data-seat]").first.wait_for()
        await self._look("tv")

    async def two(self) -> None:
        """Another player at the same device, where it is large enough for two."""
        person = self._person
        await person.host(self._server.here, await self._server.create(SINGLE), NAME)
        await person.act("beside")
        form = person.find(".beside input")
        await form.or_(person.find("[data-too-small]")).wait_for()
        await self._look("beside")
        if not await form.count():
            return
        await form.fill(NAME)
        await person.act("sit-beside")
        await person.find("[data-both]").wait_for()
        await self._look("lobby-two")
        await person.begin()
        await person.find("[data-facing]").wait_for()
        await self._look("facing")
        await person.act("menu")
        await person.find("[data-action=leave]").first.wait_for()
        await self._look("menu-two")
        await person.act("leave")
        await self._look("leave-two")
        await person.page.keyboard.press("Escape")
        await person.find("dialog[open]").wait_for(state="detached")
        await self._pause()
        assert await person.end_round() == "over"
        await person.find("[data-both]").wait_for()
        await self._look("over-two")

    async def _pause(self) -> None:
        person = self._person
        await person.act("menu")
        await person.act("pause")
        await person.find("[data-cover=paused]").first.wait_for()
        await self._look("paused")
        await person.act("resume")
        await person.running()
