"""WebKitGTK as Debian ships it, over WebDriver, on a screen that nobody sees."""

import asyncio
import base64
import os
import socket
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

from tests.e2e.remote import HEIGHT, PATIENCE, WIDTH, Remote, Step, ended, pressing, typing

DRIVER: Final = os.environ.get("WEBKIT_DRIVER") or "WebKitWebDriver"
SCREEN: Final = "Xvfb"
MINI_BROWSERS: Final = "usr/lib/*/webkit2gtk-4.1/MiniBrowser"
"""Where Debian keeps the small browser that comes with WebKitGTK, on every kind of processor."""

NO_BAR: Final = """
toolbar, toolbar *, box, box > * {
  margin: 0; border: 0; padding: 0; min-width: 0; min-height: 0; font-size: 1px;
  -gtk-icon-source: none;
}
"""
"""A window is no narrower than the bar above its page, so the bar has to be."""

HEAR: Final = """
() => {
  globalThis.faults = [];
  for (const level of ["error", "warn"]) {
    const told = console[level];
    console[level] = (...words) => { faults.push(`${level}: ${words.join(" ")}`); told(...words); };
  }
  addEventListener("error", ({ message, target }) => faults.push(`error: ${message ?? target.src ?? target.href}`), true);
  addEventListener("unhandledrejection", ({ reason }) => faults.push(`rejected: ${reason}`));
}
"""
"""The driver tells nothing of the console: a page that is loaded listens to itself."""
HEARD: Final = "() => globalThis.faults?.splice(0) ?? []"


class WebKit:
    """A page of WebKitGTK behind a driver that speaks WebDriver."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self._faults: list[str] = []
        self._path = "/session"

    async def ask(self, path: str, method: str = "POST", **parameters: Any) -> Any:
        """Send a command and wait for what it comes to."""
        body = parameters if method == "POST" else None
        asked = self._session.request(method, self._path + path, json=body)
        async with asyncio.timeout(PATIENCE), asked as answer:
            value = (await answer.json())["value"]
            assert answer.status == 200, f"{path}: {value}"
            return value

    async def begin(self, binary: Path) -> None:
        """Open a window as wide as a phone."""
        options = {"binary": str(binary), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        began = await self.ask("", capabilities=wanted)
        self._path += f"/{began['sessionId']}"
        await self.ask("/window/rect", x=0, y=0, width=WIDTH, height=HEIGHT)

    async def open(self, address: str) -> None:
        self._faults += await self.run(HEARD)
        await self.ask("/url", url=address)
        await self.run(HEAR)

    async def run(self, function: str, *arguments: Any) -> Any:
        # The driver waits for a promise that is answered.
        script = f"return ({function})(...arguments)"
        return await self.ask("/execute/sync", script=script, args=arguments)

    async def press(self, x: float, y: float) -> None:
        # WebKitGTK's driver has no finger, it takes one for a mouse.
        await self._act("pointer", *pressing(x, y), parameters={"pointerType": "mouse"})

    async def type(self, text: str) -> None:
        await self._act("key", *typing(text))

    async def _act(self, kind: str, *steps: Step, **more: Any) -> None:
        doing = {"type": kind, "id": kind, "actions": steps, **more}
        await self.ask("/actions", actions=[doing])

    async def picture(self) -> bytes:
        return base64.b64decode(await self.ask("/screenshot", "GET"))

    async def faults(self) -> list[str]:
        self._faults += await self.run(HEARD)
        return self._faults


def mini_browser() -> Path | None:
    return next(Path("/").glob(MINI_BROWSERS), None)


@asynccontextmanager
async def webkit(directory: Path) -> AsyncIterator[Remote]:
    """WebKitGTK's own small browser on a screen that is kept in memory."""
    look = directory / ".config/gtk-3.0/gtk.css"
    look.parent.mkdir(parents=True)
    look.write_text(NO_BAR)
    async with _screen() as screen:
        env = {**os.environ, "DISPLAY": screen, "HOME": str(directory), "NO_AT_BRIDGE": "1"}
        env |= {"GDK_BACKEND": "x11", "LANGUAGE": "en_GB", "LANG": "C.UTF-8"}
        port = _free_port()
        process = await asyncio.create_subprocess_exec(DRIVER, f"--port={port}", env=env)
        binary = mini_browser()
        assert binary is not None
        try:
            async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
                await _answering(session)
                page = WebKit(session)
                await page.begin(binary)
                yield page
                await page.ask("", "DELETE")
        finally:
            await ended(process)


@asynccontextmanager
async def _screen() -> AsyncIterator[str]:
    """A screen of a phone's size that nobody sees."""
    here, there = os.pipe()
    size = ["-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
    process = await asyncio.create_subprocess_exec(
        SCREEN, "-displayfd", str(there), *size, pass_fds=[there], stderr=DEVNULL
    )
    os.close(there)
    try:
        async with asyncio.timeout(PATIENCE):
            number = await asyncio.to_thread(os.read, here, 16)
        yield f":{number.decode().strip()}"
    finally:
        os.close(here)
        await ended(process)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def _answering(session: aiohttp.ClientSession) -> None:
    """Wait until a driver listens; nothing says so but its answer."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                async with session.get("/status") as answer:
                    assert answer.status == 200
                    return
            except aiohttp.ClientConnectionError:
                await asyncio.sleep(0.05)
