"""The browser's client at a full table, on a processor four times slower."""

import asyncio
import os
from pathlib import Path
from typing import Any

import aiohttp
from playwright.async_api import Page, async_playwright

from bench.load import Load, Tally
from bench.serving import ROOT, Served, pellmell

NOTE = ROOT / ".venv/chromium-path"
SLOWER = 4
LONG_MS = 50
OTHERS = 11
PACE = 5.0
"""Commands a second of each of the others: about twenty cards a second are laid by all."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--mute-audio")
WATCH = """
globalThis.measured = { tasks: [], frames: [], last: 0 };
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) measured.tasks.push(duration);
}).observe({ type: "longtask" });
requestAnimationFrame(function frame(now) {
  if (measured.last > 0) measured.frames.push(now - measured.last);
  measured.last = now;
  requestAnimationFrame(frame);
});
"""


def run(seconds: float) -> None:
    """Tasks over 50 ms and times of frames, twelve at a table, four times slower."""
    path = os.environ.get("CHROMIUM") or (NOTE.read_text().strip() if NOTE.exists() else "")
    if not Path(path).is_file():
        print("  no Chromium here; `make browser` finds or installs one")
        return
    asyncio.run(_run(path, min(seconds, 30.0)))


async def _run(path: str, seconds: float) -> None:
    async with pellmell() as served, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*FLAGS])
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        tally, measured = await _measured(served, page, seconds)
        await browser.close()
    _tell(tally, measured)


async def _measured(served: Served, page: Page, seconds: float) -> tuple[Tally, dict[str, Any]]:
    load = Load(served)
    async with aiohttp.ClientSession() as session:
        made = await load.create(session)
    await load.fill(made, OTHERS)
    await page.goto(f"{served.url}{made['url']}")
    await page.locator("[data-action=sit]").click()
    await page.locator("[data-screen=lobby]").wait_for()
    await load.begin()
    await page.locator("[data-screen=table]").wait_for()
    slower = await page.context.new_cdp_session(page)
    await slower.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await page.evaluate(WATCH)
    tally = await load.run(PACE, seconds)
    measured: dict[str, Any] = await page.evaluate("measured")
    load.close()
    return tally, measured


def _tell(tally: Tally, measured: dict[str, Any]) -> None:
    tasks, frames = sorted(measured["tasks"]), sorted(measured["frames"])
    middle = frames[len(frames) // 2] if frames else 0.0
    slowest = frames[int(0.95 * (len(frames) - 1))] if frames else 0.0
    print(
        f"  {tally.laid / tally.seconds:.1f} cards and {tally.accepted / tally.seconds:.0f}"
        f" commands a second for {tally.seconds:.0f} s at a table of {OTHERS + 1},"
        f" the page's processor {SLOWER} times slower"
    )
    print(f"  {len(tasks)} tasks over {LONG_MS} ms (allowed: none)", end="")
    print(f", the longest {tasks[-1]:.0f} ms" if tasks else "")
    print(f"  frames: half within {middle:.0f} ms, 95 % within {slowest:.0f} ms")
    print(f"  other programs, the browser among them, used {tally.others:.2f} cores")
