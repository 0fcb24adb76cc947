"""Somebody with a browser: what they see of a table, and what they do there."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Final

import msgspec
from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.e2e.serving import Room

PATIENCE: Final = 20_000
PACE: Final = 0.08
LONGEST_ROUND: Final = 120_000
ROOMS: Final = "pellmell.rooms"
"""Where the client keeps the rooms it knows, the creator's secret among them."""

EYES: Final = """
globalThis.eyes = (() => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector, entry) =>
    Object.fromEntries([...document.querySelectorAll(selector)].map((node) => entry(node.dataset, node)));
  // Of two who play at one page, `side` is the one whose cards are looked at.
  const look = (side = "") => {
    const own = side === "" ? document : one(`[data-side="${side}"]`);
    const within = (selector, entry) =>
      Object.fromEntries([...(own?.querySelectorAll(selector) ?? [])].map((node) => entry(node.dataset, node)));
    return {
      screen: one("[data-screen]")?.dataset.screen ?? "",
      phase: one("[data-phase]")?.dataset.phase ?? "",
      line: one("[data-line]")?.dataset.line ?? "",
      own: within("[data-source][data-card]", ({ source, card }) => [source, card]),
      waiting: [...(own?.querySelectorAll("[data-source].queued") ?? [])].map(({ dataset }) => dataset.source),
      hand: Number(own?.querySelector("[data-source=hand]")?.dataset.count ?? 0),
      piles: all(".pile[data-pile]", ({ pile, top }) => [pile, top]),
      stacks: within(".chip[data-seat]", ({ seat, stack }) => [seat, stack]),
      stop: (own?.querySelector(".stop-key.lit") ?? null) !== null,
    };
  };
  const changed = ([before, side]) =>
    new Promise((resolve) => {
      const check = () => {
        const now = look(side);
        if (JSON.stringify(now) === before) return false;
        watch.disconnect();
        resolve(now);
        return true;
      };
      const watch = new MutationObserver(check);
      const what = { subtree: true, childList: true, attributes: true };
      if (!check()) watch.observe(document.documentElement, what);
    });
  return { look, changed };
})();
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
  console.error(`against the page's policy: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`));
"""


class Seen(msgspec.Struct, frozen=True):
    """What the page says about the table, read from its attributes."""

    screen: str
    phase: str
    line: str
    own: dict[str, str]
    """The card of each of one's places (`r1`, `s`, `w`); empty text where there is none."""
    waiting: list[str]
    """Places whose card was tapped early."""
    hand: int
    piles: dict[str, str]
    """The top card of each pile by its number; finished piles that were cleared are not there."""
    stacks: dict[str, str]
    """The others, with the cards that are left on their stacks."""
    stop: bool
    """Whether the end may be called."""

    @property
    def tops(self) -> set[str]:
        """The top cards in the middle."""
        return set(self.piles.values())

    def fits(self, card: str) -> bool:
        """Whether a card goes anywhere in the middle."""
        return card != "" and (card[1:] == "1" or beneath(card) in self.tops)

    def fitting(self) -> list[str]:
        """One's places whose card goes into the middle, the stack first."""
        order = sorted(self.own, key=lambda source: (source != "s", source))
        return [source for source in order if self.fits(self.own[source])]


def beneath(card: str) -> str:
    """The card that has to lie under this one."""
    return f"{card[0]}{int(card[1:]) - 1}"


def key_of(source: str) -> str:
    """The selector of one's own place, of the hand, or of the key that calls the end."""
    name = "data-action" if source == "stop" else "data-source"
    return f'button[{name}="{source}"]'


class Pace:
    """As much time between two taps as a quick person needs, and the server asks for."""

    def __init__(self) -> None:
        self._next = 0.0

    async def breathe(self) -> None:
        """Wait until the next tap is due."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._next - loop.time()))
        self._next = loop.time() + PACE


class Person:
    """A person in a browser of their own."""

    side = ""
    """The seat whose cards are meant, where two play at one page."""

    def __init__(self, page: Page, context: BrowserContext, *, touch: bool = False) -> None:
        self.page = page
        self.context = context
        self._touch = touch
        self.faults: list[str] = []
        self._forgiven: list[str] = []
        self._pace = Pace()
        page.set_default_timeout(PATIENCE)
        self.watch(page)

    def watch(self, page: Page) -> None:
        """Note whatever goes wrong in a page."""
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("crash", lambda _: self.faults.append("the page crashed"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def forgive(self, pattern: str) -> None:
        """Expect an error in the console, such as that of a line which is cut on purpose."""
        self._forgiven.append(pattern)

    def blame(self) -> list[str]:
        """What went wrong and was not expected to."""
        return [f for f in self.faults if not any(re.search(p, f) for p in self._forgiven)]

    def find(self, selector: str) -> Locator:
        """An element of the page."""
        return self.page.locator(selector)

    async def laid_in(self) -> None:
        """Wait until the client's worker has everything and answers for this page."""
        await self.page.wait_for_function(
            "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
        )

    async def at(self, screen: str, *, patience: int = PATIENCE) -> None:
        """Wait until a screen is shown."""
        await self.page.locator(f'[data-screen="{screen}"]').wait_for(timeout=patience)

    async def act(self, action: str, more: str = "") -> None:
        """Press the button of an action."""
        await self.press(self.page.locator(f'[data-action="{action}"]{more}').first)

    async def press(self, what: Locator, patience: int = PATIENCE) -> None:
        """Press with what this person has: a finger or a mouse."""
        press = what.tap if self._touch else what.click
        await press(timeout=patience)

    async def reach(self, selector: str) -> None:
        """Go to something by Tab alone."""
        await self.find(selector).first.wait_for()
        here = "(selector) => document.activeElement?.matches(selector) ?? false"
        for _ in range(80):
            if await self.page.evaluate(here, selector):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    async def choose(self, selector: str) -> None:
        """Go to something by Tab, and press it by Enter."""
        await self.reach(selector)
        await self.page.keyboard.press("Enter")

    async def open(self, action: str, holding: str = "h2") -> None:
        """Press what opens a sheet, and wait until something is to be seen in it.

        An Escape that comes before the sheet closes nothing.
        """
        await self.act(action)
        await self.find(f"dialog[open] {holding}").first.wait_for()

    async def close(self) -> None:
        """Close the sheet that is open."""
        await self.page.keyboard.press("Escape")
        await expect(self.find("dialog[open]")).to_have_count(0)

    # --- coming to a table -------------------------------------------------------------

    async def sit(self, link: str, name: str) -> None:
        """Open a link, say a name and take a seat."""
        await self.page.goto(link)
        await self.take_seat(name)

    async def take_seat(self, name: str) -> None:
        """Say a name where one is asked for it, and sit down."""
        await self.at("join")
        await self.page.locator("form input").fill(name)
        await self.act("sit")
        await self.page.locator(
            "[data-screen]:not([data-screen=join], [data-screen=connecting])"
        ).wait_for()

    async def host(self, address: str, room: Room, name: str) -> None:
        """Come as the one who opened the room, which the browser remembers from doing so."""
        known = [{"code": room.code, "key": room.key, "host": room.host, "name": name}]
        await self.page.goto(address)
        keep = "([key, text]) => localStorage.setItem(key, text)"
        await self.page.evaluate(keep, [ROOMS, json.dumps(known)])
        await self.page.goto(address + room.path)
        await self.at("lobby")

    async def bots(self, number: int, level: str = "beginner") -> None:
        """Add bots in the lobby, one by one."""
        # People who sit down meanwhile may not be seen here yet.
        seats = self.page.locator(".seats [data-kind=bot]")
        before = await seats.count()
        for more in range(1, number + 1):
            await self.act("bot", f'[data-level="{level}"]')
            await expect(seats).to_have_count(before + more)

    async def begin(self) -> None:
        """Start the match and wait until cards can be laid."""
        await self.act("start")
        await self.running()

    async def running(self) -> None:
        """Wait until cards can be laid."""
        await self.page.locator('[data-screen=table][data-phase="round"]').wait_for()

    async def end_round(self, *, keyboard: bool = False) -> str:
        """End the round as its host; the screen that follows. A tie wants one more round."""
        for action in ("menu", "end", "sure"):
            if keyboard:
                await self.choose(f"[data-action={action}]")
            else:
                await self.act(action)
        await self.find("[data-screen=result], [data-screen=over]").wait_for()
        return (await self.look()).screen

    # --- at the table ------------------------------------------------------------------

    async def look(self) -> Seen:
        """What can be seen now."""
        return msgspec.convert(await self.page.evaluate("eyes.look", self.side), Seen)

    async def changed(self, since: Seen) -> Seen:
        """What can be seen once it differs from what was seen before."""
        before = json.dumps(msgspec.to_builtins(since), separators=(",", ":"), ensure_ascii=False)
        async with asyncio.timeout(PATIENCE / 1000):
            return msgspec.convert(
                await self.page.evaluate("eyes.changed", [before, self.side]), Seen
            )

    async def until(self, true: Callable[[Seen], object]) -> Seen:
        """What can be seen once something is true of it."""
        seen = await self.look()
        try:
            async with asyncio.timeout(PATIENCE / 1000):
                while not true(seen):
                    seen = await self.changed(seen)
        except TimeoutError:
            raise AssertionError(f"this did not come true; last seen: {seen}") from None
        return seen

    async def away(self) -> None:
        """Wait until another screen than the table is shown."""
        elsewhere = self.page.locator("[data-screen]:not([data-screen=table])")
        await elsewhere.wait_for(timeout=LONGEST_ROUND)

    def place(self, source: str) -> Locator:
        """One of one's own places, the hand, or the key that calls the end."""
        within = f'[data-side="{self.side}"] ' if self.side else ""
        return self.page.locator(within + key_of(source))

    async def tap(self, source: str) -> None:
        """Tap one of one's own places."""
        await self._pace.breathe()
        await self.press(self.place(source), patience=PATIENCE // 10)

    async def key(self, source: str) -> None:
        """The same from the keyboard."""
        await self._pace.breathe()
        await self.page.keyboard.press(KEYS[source])

    async def caption(self) -> str:
        """What the table says in words."""
        return await self.page.locator("[data-screen=table] .caption").inner_text()

    async def middle(self, of: Locator) -> tuple[float, float]:
        """The middle of an element."""
        box = await of.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def drag(self, source: str, to: Locator | tuple[float, float]) -> None:
        """Take the card of a place and let it go elsewhere."""
        start = await self.middle(self.place(source))
        end = await self.middle(to) if isinstance(to, Locator) else to
        mouse = self.page.mouse
        await mouse.move(*start)
        await mouse.down()
        await mouse.move(*end, steps=4)
        await mouse.up()

    async def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Put a finger down, move it elsewhere and lift it, as a browser on a phone gets it."""
        browser = await self.context.new_cdp_session(self.page)
        steps = 10
        for step in range(steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            kind = "touchMove" if step else "touchStart"
            point = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
            await browser.send("Input.dispatchTouchEvent", point)
        await browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    async def marked(self) -> bool:
        """Whether the page is still the one that `mark` was called on."""
        return bool(await self.page.evaluate("globalThis.markedByTest === true"))

    async def mark(self) -> None:
        """Mark the page, so that a reload would show."""
        await self.page.evaluate("globalThis.markedByTest = true")


KEYS: Final[dict[str, str]] = {
    **{f"r{slot}": f"Digit{slot}" for slot in range(1, 6)},
    "s": "KeyF",
    "w": "KeyD",
    "hand": "Space",
    "stop": "KeyS",
}
