"""What Lighthouse says of the built client's pages, as a phone opens them from a real server."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
from playwright.async_api import BrowserContext, async_playwright

from bench.machine import chromium
from bench.serving import HOST, ROOT, pellmell

PROGRAM: Final = ROOT / "bench/lighthouse/node_modules/lighthouse/cli/index.js"
FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--mute-audio")
PATHS: Final = {"home": "/", "new": "/new", "practice": "/practice", "rules": "/rules"}
RUNS: Final = 5
COUNTED: Final = 3
"""Of so many runs the median is taken: those in which the machine was fastest."""
ALLOWED: Final = {"performance": 90, "accessibility": 100, "best-practices": 100, "seo": 100}
TIMES: Final = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest paint",
    "total-blocking-time": "blocked",
    "speed-index": "speed index",
}


class Report(msgspec.Struct, frozen=True):
    """What came of one run."""

    scores: dict[str, int]
    """Points of a hundred for each category."""
    flaws: list[str]
    """Audits that cost points, by category; those of speed are left out."""
    times: dict[str, float]
    index: float
    """How fast the machine was just then: a desktop has 1,500 and more, a slow phone 150."""


class Pages:
    """The addresses to look at, in a Chromium that Lighthouse can reach."""

    def __init__(self, port: int, addresses: dict[str, str]) -> None:
        self._port = port
        self.addresses = addresses

    async def report(self, page: str, categories: Iterable[str], *more: str) -> Report:
        """One run, with nothing in any cache."""
        process = await asyncio.create_subprocess_exec(
            "node", PROGRAM, self.addresses[page], f"--port={self._port}", "--quiet",
            "--output=json", f"--only-categories={','.join(categories)}", *more,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env=_found_by(),
        )  # fmt: skip
        out, errors = await process.communicate()
        if process.returncode != 0:
            raise OSError(f"Lighthouse ended with {process.returncode}: {errors.decode()}")
        return read(json.loads(out))


def read(told: dict[str, Any]) -> Report:
    """The part of Lighthouse's report that is looked at here."""
    if "runtimeError" in told:
        raise OSError(f"Lighthouse: {told['runtimeError']['message']}")
    categories, audits = told["categories"], told["audits"]
    flaws = [
        f"{name}: {audits[one['id']]['title']} ({one['id']})"
        for name, category in categories.items()
        for one in category["auditRefs"]
        if name != "performance" and one["weight"] > 0
        if audits[one["id"]]["score"] is not None and audits[one["id"]]["score"] < 1
    ]
    return Report(
        scores={name: round(100 * category["score"]) for name, category in categories.items()},
        flaws=flaws,
        times={name: audits[name]["numericValue"] for name in TIMES if name in audits},
        index=told["environment"]["benchmarkIndex"],
    )


def _found_by() -> dict[str, str]:
    """Where a machine has no Node, the one inside the virtual environment is found."""
    own = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": f"{own}{os.pathsep}{os.environ.get('PATH', '')}"}


def missing() -> str:
    """What is not there that this needs, or nothing."""
    if chromium() is None:
        return "no Chromium here; `make browser` finds or installs one"
    if not PROGRAM.is_file():
        return "Lighthouse is not installed; `make lighthouse` does it"
    return ""


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Pages]:
    """The pages of a server, with a seat at a table, so that its lobby can be seen."""
    with TemporaryDirectory(prefix="pellmell-pages-") as profile:
        async with async_playwright() as playwright:
            context = await playwright.chromium.launch_persistent_context(
                profile,
                executable_path=chromium(),
                args=[*FLAGS, "--remote-debugging-port=0"],
            )
            lobby = await _seated(context, url)
            addresses = {name: url + path for name, path in PATHS.items()}
            port = await _port(Path(profile) / "DevToolsActivePort")
            yield Pages(port, {**addresses, "lobby": lobby})
            await context.close()


async def _port(note: Path) -> int:
    """The port that Chromium took, once it has noted it in its profile."""
    async with asyncio.timeout(20):
        while (port := _noted(note)) is None:  # noqa: ASYNC110 - another program writes it
            await asyncio.sleep(0.05)
    return port


def _noted(note: Path) -> int | None:
    return int(note.read_text().split()[0]) if note.exists() else None


async def _seated(context: BrowserContext, url: str) -> str:
    """The link of a table that was opened in this browser, which keeps the seat."""
    page = await context.new_page()
    await page.goto(f"{url}/new")
    await page.locator("form input").first.fill("Ann")
    await page.locator("[data-action=create]").click()
    await page.locator("[data-screen=lobby]").wait_for()
    for level in ("beginner", "skilled"):
        await page.locator(f"[data-action=bot][data-level={level}]").click()
    await page.locator(".seats [data-seat=C]").wait_for()
    link = page.url
    await page.close()
    return link


def run(_seconds: float) -> None:
    """Points for each page as Lighthouse gives them to a phone; the median of the quieter runs."""
    if lacking := missing():
        print(f"  {lacking}")
        return
    asyncio.run(_run())


async def _run() -> None:
    below: list[str] = []
    async with pellmell() as served, opened(f"http://{HOST}:{served.port}") as pages:
        for page in pages.addresses:
            reports = [await pages.report(page, ALLOWED) for _ in range(RUNS)]
            below += _tell(page, reports)
    if below:
        raise SystemExit("\n".join(below))


def _tell(page: str, reports: Sequence[Report]) -> list[str]:
    reports = sorted(reports, key=lambda report: report.index)[-COUNTED:]
    scores = {name: median(report.scores[name] for report in reports) for name in ALLOWED}
    print(f"  {page:9}", *(f"{name} {score:.0f}" for name, score in scores.items()), sep="  ")
    times = (
        f"{words} {median(report.times[name] for report in reports):.0f} ms"
        for name, words in TIMES.items()
    )
    indices = " ".join(f"{report.index:.0f}" for report in reports)
    print(f"  {'':9}", *times, f"(machine: {indices})", sep="  ")
    flaws = sorted({flaw for report in reports for flaw in report.flaws})
    print(*(f"  {'':9}  {flaw}\n" for flaw in flaws), sep="", end="")
    return [
        f"{page}: {name} is {score:.0f} and should be {ALLOWED[name]}"
        for name, score in scores.items()
        if score < ALLOWED[name]
    ]
