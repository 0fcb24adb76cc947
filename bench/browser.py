"""The browser's client at a full table, on a processor four times slower."""

import asyncio
import json
from typing import Any

import aiohttp
from playwright.async_api import Page, async_playwright

from bench.load import Load, Tally, new_room
from bench.machine import chromium
from bench.serving import Served, pellmell

Event = dict[str, Any]

SLOWER = 4
LONG_MS = 50
OTHERS = 11
PACE = 5.0
"""Commands a second of each of the others: about twenty cards a second are laid by all."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--mute-audio")
CATEGORIES = ["toplevel", "blink.user_timing"]
MARK = "phase "
WATCH = """
globalThis.frames = [];
let phase = "", last = 0;
const look = () => {
  const now = document.querySelector("[data-phase]")?.dataset.phase ?? "";
  if (now !== phase) performance.mark(`phase ${now}`);
  phase = now;
};
new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
look();
requestAnimationFrame(function frame(now) {
  if (phase === "round" && last > 0) frames.push(now - last);
  last = phase === "round" ? now : 0;
  requestAnimationFrame(frame);
});
"""


def run(seconds: float) -> None:
    """Tasks over 50 ms and times of frames, twelve at a table, four times slower."""
    path = chromium()
    if path is None:
        print("  no Chromium here; `make browser` finds or installs one")
        return
    asyncio.run(_run(path, min(seconds, 30.0)))


async def _run(path: str, seconds: float) -> None:
    async with pellmell() as served, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*FLAGS])
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        tally, frames, trace = await _measured(served, page, seconds)
        await browser.close()
    _tell(tally, frames, tasks(trace))


async def _measured(
    served: Served, page: Page, seconds: float
) -> tuple[Tally, list[float], list[Event]]:
    load = Load(served)
    async with aiohttp.ClientSession() as session:
        made = await new_room(session, load.served.url)
    await load.fill(made, OTHERS)
    await page.goto(f"{served.url}{made['url']}")
    await page.locator("[data-action=sit]").click()
    await page.locator("[data-screen=lobby]").wait_for()
    await load.begin()
    await page.locator("[data-screen=table]").wait_for()
    slower = await page.context.new_cdp_session(page)
    await slower.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser = page.context.browser
    assert browser is not None
    await browser.start_tracing(page=page, categories=CATEGORIES)
    await page.evaluate(WATCH)
    tally = await load.run(PACE, seconds)
    frames: list[float] = await page.evaluate("frames")
    trace = await browser.stop_tracing()
    load.close()
    return tally, frames, json.loads(trace)["traceEvents"]


def tasks(trace: list[Event]) -> list[float]:
    """Milliseconds of CPU of each task of the page's main thread, while a round runs.

    Time of the processor, as the thread has used it: what other programs take does not count.
    """
    marks = [event for event in trace if event["name"].startswith(MARK)]
    if not marks:
        return []
    thread = (marks[0]["pid"], marks[0]["tid"])
    begun = {event["ts"]: event["name"] == f"{MARK}round" for event in marks}
    found = []
    for event in trace:
        if (event["pid"], event["tid"]) != thread or not event["name"].endswith("RunTask"):
            continue
        before = [ts for ts in begun if ts <= event["ts"]]
        if before and begun[max(before)]:
            found.append((event.get("tdur") or event.get("dur") or 0) / 1000)
    return sorted(found)


def _tell(tally: Tally, frames: list[float], found: list[float]) -> None:
    frames = sorted(frames) or [0.0]
    long = [ms for ms in found if ms > LONG_MS]
    print(
        f"  {tally.laid / tally.seconds:.1f} cards and {tally.accepted / tally.seconds:.0f}"
        f" commands a second for {tally.seconds:.0f} s at a table of {OTHERS + 1},"
        f" the page's processor {SLOWER} times slower"
    )
    print(
        f"  {len(long)} of {len(found)} tasks in a round over {LONG_MS} ms of CPU (allowed: none),"
        f" the longest {max(found, default=0):.0f} ms"
    )
    print(
        f"  frames: half within {frames[len(frames) // 2]:.0f} ms,"
        f" 95 % within {frames[int(0.95 * (len(frames) - 1))]:.0f} ms"
    )
    print(f"  other programs, the browser among them, used {tally.others:.2f} cores")
