"""Somebody with a browser that Playwright does not drive: what they see, and what they do there."""

import asyncio
import json
import re
from typing import Any, Final

import msgspec

from tests.e2e.person import EYES, LONGEST_ROUND, PATIENCE, Pace, Seen, key_of
from tests.e2e.remote import Remote

LEFT: Final = (
    "A ServiceWorker intercepted the request|NetworkError when attempting|to preload CSS"
    "|error loading dynamically imported module"
)
"""How Firefox tells of what a page was still fetching when it was left; then it is in nobody's way."""
REACH: Final = """
async (selector, patience) => {
  const frame = () => new Promise(requestAnimationFrame);
  let before = "";
  for (const end = performance.now() + patience; performance.now() < end; await frame()) {
    const node = document.querySelector(selector);
    if (node === null || node.disabled) continue;
    node.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const { x, y, width, height } = node.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    // Where it stays for a frame and nothing lies over it.
    if (String(middle) === before && node.contains(document.elementFromPoint(...middle))) return middle;
    before = String(middle);
  }
  return null;
}
"""
THERE: Final = """
(selector, text, patience) => new Promise((resolve) => {
  const look = () => {
    const there = [...document.querySelectorAll(selector)].some((node) => text === null || node.textContent.trim() === text);
    if (there) end(true);
    return there;
  };
  const watch = new MutationObserver(look);
  const late = setTimeout(() => end(false), patience);
  const end = (found) => { watch.disconnect(); clearTimeout(late); resolve(found); };
  const what = { subtree: true, childList: true, attributes: true, characterData: true };
  if (!look()) watch.observe(document.documentElement, what);
})
"""


class Driven:
    """A person in a browser of another kind; a `Person` has more at hand."""

    def __init__(self, remote: Remote) -> None:
        self.remote = remote
        self._pace = Pace()
        self._away = asyncio.Event()
        self._forgiven: list[str] = []

    def forgive(self, pattern: str) -> None:
        """Expect an error, such as that of a server that is stopped on purpose."""
        self._forgiven.append(pattern)

    async def blame(self) -> list[str]:
        """What went wrong and was not expected to."""
        faults = await self.remote.faults()
        return [f for f in faults if not any(re.search(p, f) for p in self._forgiven)]

    async def open(self, address: str) -> None:
        """Go to an address."""
        await self.remote.open(address)
        self.forgive(LEFT)
        await self.remote.run(f"() => {{ if (!globalThis.eyes) {{ {EYES} }} }}")

    async def laid_in(self) -> None:
        """Wait until the service worker has every file; whoever leaves then breaks nothing off."""
        waiting = "async () => (await navigator.serviceWorker.ready).active !== null"
        assert await self.remote.run(waiting)

    async def there(self, selector: str, text: str | None = None) -> None:
        """Wait until an element is there, and says something."""
        found = await self.remote.run(THERE, selector, text, PATIENCE)
        assert found, f"{selector} {text or ''} did not come, but {await self.words()}"

    async def at(self, screen: str) -> None:
        """Wait until a screen is shown."""
        await self.there(f'[data-screen="{screen}"]')

    async def words(self) -> str:
        """The text of the page."""
        return str(await self.remote.run("() => document.body.innerText"))

    async def read(self, selector: str) -> str:
        """What stands in a field."""
        reading = "(selector) => document.querySelector(selector).value"
        return str(await self.remote.run(reading, selector))

    async def press(self, selector: str, patience: int = PATIENCE) -> None:
        """Press the first of what is meant, once it can be."""
        middle = await self.remote.run(REACH, selector, patience)
        if middle is None:
            raise TimeoutError(f"{selector} could not be pressed")
        await self.remote.press(*middle)

    async def act(self, action: str, more: str = "") -> None:
        """Press the button of an action."""
        await self.press(f'[data-action="{action}"]{more}')

    async def fill(self, selector: str, text: str) -> None:
        """Type into a field, after emptying it."""
        await self.press(selector)
        await self.remote.run("(selector) => document.querySelector(selector).select()", selector)
        await self.remote.type(text)

    async def sit(self, link: str, name: str) -> None:
        """Open a link, say a name and take a seat."""
        await self.open(link)
        await self.at("join")
        await self.fill("form input", name)
        await self.act("sit")
        await self.at("lobby")

    async def running(self) -> None:
        """Wait until cards can be laid."""
        await self.there('[data-screen=table][data-phase="round"]')
        self._away.clear()

    # --- at the table ------------------------------------------------------------------

    def _saw(self, told: Any) -> Seen:
        seen = msgspec.convert(told, Seen)
        if seen.screen not in {"table", ""}:
            self._away.set()
        return seen

    async def look(self) -> Seen:
        """What can be seen now."""
        return self._saw(await self.remote.run("() => eyes.look()"))

    async def changed(self, since: Seen) -> Seen:
        """What can be seen once it differs from what was seen before."""
        before = json.dumps(msgspec.to_builtins(since), separators=(",", ":"), ensure_ascii=False)
        return self._saw(await self.remote.run('(before) => eyes.changed([before, ""])', before))

    async def tap(self, source: str) -> None:
        """Tap one of one's own places."""
        await self._pace.breathe()
        await self.press(key_of(source), patience=PATIENCE // 10)

    async def away(self) -> None:
        """Wait until another screen was seen: one who looks twice at once would wait for ever."""
        async with asyncio.timeout(LONGEST_ROUND / 1000):
            await self._away.wait()
