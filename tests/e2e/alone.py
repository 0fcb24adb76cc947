"""A walk past what one does alone: looking back, learning, practising, and beside real cards."""

from pathlib import Path
from typing import Final

from tests.e2e.person import Person
from tests.e2e.serving import Serving
from tests.e2e.tour import NAME, Look

RECORDS: Final = Path(__file__).parents[2] / "conformance/records"
TWELVE: Final = RECORDS / "07-standard-12.txt"
LESSONS: Final = ("one", "up", "fill", "turn", "stop", "score", "profi", "speed")
LONGEST: Final = 9_000
"""Milliseconds after which the machine has thrown, at its usual pace."""
MINUTE: Final = 61_000


class Alone:
    """Somebody who goes everywhere where nobody else is, and looks at everything there."""

    def __init__(self, server: Serving, person: Person, look: Look) -> None:
        self._server = server
        self._person = person
        self._look = look

    async def everywhere(self) -> None:
        """All of it; the clock that can be turned on comes last, since it stays."""
        await self.replay()
        await self.lessons()
        await self.practice()
        await self.move()
        await self.score()
        await self._person.page.clock.install()
        await self.drills()
        await self.machine()

    async def _go(self, path: str, screen: str) -> None:
        await self._person.page.goto(self._server.here + path)
        await self._person.at(screen)

    async def replay(self) -> None:
        """A round of twelve, from the deal and somewhere in the middle of it."""
        person = self._person
        await self._go("/replay", "replay")
        await person.page.set_input_files("[data-action=open]", TWELVE)
        await person.at("replaying")
        await self._look("replaying")
        await person.page.select_option("[data-follow]", "B")
        await person.find("[data-missed]").first.click()
        await person.find("[data-source=s]").wait_for()
        await self._look("replaying-follow")

    async def lessons(self) -> None:
        """Every step of the tutorial, one that is done, and its end."""
        person = self._person
        await self._go("/learn", "learn")
        await person.tap("r1")
        await person.find("[data-lesson=one][data-done=true]").wait_for()
        await self._look("learn-done")
        await person.act("next-step")
        for name in LESSONS[1:]:
            played = "" if name == "score" else " [data-phase=round]"
            await person.find(f"[data-lesson={name}]{played}").wait_for()
            if name == "score":
                await person.press(person.find("[data-answer='5']"))
                await person.find(".error").wait_for()
            await self._look(f"learn-{name}")
            await person.act("skip")
        await person.at("learnt")
        await self._look("learnt")

    async def practice(self) -> None:
        """A round against bots, and its menu."""
        person = self._person
        await self._go("/practice", "practice")
        await person.act("deal")
        await person.running()
        await self._look("practising")
        await person.open("menu", "[data-range=pace]")
        await self._look("menu-practising")
        await person.act("leave")
        await self._look("leave-practising")

    async def move(self) -> None:
        """Where a seat arrives, and a code that is none."""
        await self._go("/move#ABC", "move")
        await self._person.act("take")
        await self._person.find("[role=alert]").wait_for()
        await self._look("move")

    async def score(self) -> None:
        """The pad: a game that begins, a round written down, and what was won."""
        person, page = self._person, self._person.page
        await self._go("/score", "score-terms")
        for player, name in enumerate((NAME, "Ben", NAME.upper())):
            await page.fill(f'[data-name="{player}"]', name)
        await page.fill("[data-target]", "20")
        await person.act("save")
        await person.at("score-pad")
        await self._look("score-pad")
        await person.act("enter")
        await person.at("score-enter")
        await self._look("score-enter")
        for figures in ("28", "0", "9", "9", "10", "0"):
            for key in (*figures, "Enter"):
                await page.keyboard.press(key)
        await person.find("[data-screen=score-pad][data-state=won]").wait_for()
        await self._look("score-won")
        await person.open("share")
        await self._look("score-share")
        await person.close()
        await person.open("menu")
        await self._look("score-menu")
        await person.act("terms")
        await person.at("score-terms")
        await self._look("score-change")
        await person.act("cancel")
        await person.find("[data-correct='0']").first.click()
        await person.at("score-enter")
        await self._look("score-correct")
        await person.act("cancel")
        await person.act("all")
        await person.find("[data-game]").first.wait_for()
        await self._look("score-all")

    async def drills(self) -> None:
        """Both drills before, during and after their minute."""
        person = self._person
        await self._go("/practice", "practice")
        for drill in ("fit", "flip"):
            await person.press(person.find(f"[data-drill={drill}]"))
            await person.at("drill")
            await self._look(f"drill-{drill}")
            await person.act("begin-drill")
            await person.find("[data-screen=drill] [data-pile]").first.wait_for()
            await self._look(f"drill-{drill}-running")
            await person.page.clock.run_for(MINUTE)
            await person.find("[data-final]").wait_for()
            await self._look(f"drill-{drill}-over")
            await person.act("back")
            await person.at("practice")

    async def machine(self) -> None:
        """The machine beside real cards, from the noises that are shown round to its end."""
        person = self._person
        await self._go("/machine", "machine")
        await person.act("hold")
        await person.at("machine-hold")
        await self._look("machine-hold")
        await self._go("/machine", "machine")
        await person.act("hear")
        await person.at("machine-hear")
        await self._look("machine-hear")
        await self._go("/machine", "machine")
        await person.act("start")
        await person.at("machine-running")
        await self._look("machine-running")
        for _ in range(2):
            await person.page.clock.run_for(LONGEST)
        await person.find("[data-action-card]").wait_for()
        await self._look("machine-thrown")
        await person.act("pause")
        await person.find("[data-action=go-on]").wait_for()
        await self._look("machine-paused")
        await person.open("stop", "[data-action=stop-yes]")
        await self._look("machine-stop")
        await person.act("stop-yes")
        await person.at("machine-over")
        await self._look("machine-over")
