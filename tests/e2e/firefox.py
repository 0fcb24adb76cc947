"""Firefox as Debian ships it, over WebDriver BiDi."""

import asyncio
import base64
import json
import os
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import aiohttp

from tests.e2e.remote import HEIGHT, PATIENCE, WIDTH, Remote, Step, ended, pressing, read, typing

FIREFOX: Final = os.environ.get("FIREFOX") or "firefox-esr"
QUIET: Final = """
user_pref("app.normandy.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("intl.accept_languages", "en-GB, en");
user_pref("media.autoplay.default", 0);
user_pref("media.volume_scale", "0.0");
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
"""
"""What a Firefox is told that no person sits at, so that it asks nobody but the server."""


class Firefox:
    """A page of Firefox at the other end of a socket that speaks WebDriver BiDi."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._faults: list[str] = []
        self._page = ""

    async def listen(self) -> None:
        """Hear answers and events until the socket closes."""
        async for message in self._socket:
            told = message.json()
            if told["type"] == "event":
                self._event(told["params"])
            elif (answer := self._answers.pop(told["id"], None)) and not answer.done():
                answer.set_result(told)

    def _event(self, entry: dict[str, Any]) -> None:
        if entry["level"] in {"error", "warn"}:
            self._faults.append(f"{entry['level']}: {entry['text']}")

    async def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for what it comes to."""
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        async with asyncio.timeout(PATIENCE):
            told = await answer
        assert told["type"] == "success", f"{method}: {told}"
        result: dict[str, Any] = told["result"]
        return result

    async def begin(self) -> None:
        """Take the first page, and make it a phone's."""
        await self.ask("session.new", capabilities={"alwaysMatch": {}})
        await self.ask("session.subscribe", events=["log.entryAdded"])
        self._page = (await self.ask("browsingContext.getTree"))["contexts"][0]["context"]
        size = {"width": WIDTH, "height": HEIGHT}
        await self.ask("browsingContext.setViewport", context=self._page, viewport=size)

    async def open(self, address: str) -> None:
        await self.ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    async def run(self, function: str, *arguments: Any) -> Any:
        calling = (
            f"async (given) => JSON.stringify((await ({function})(...JSON.parse(given))) ?? null)"
        )
        given = {"type": "string", "value": json.dumps(arguments)}
        answer = await self.ask(
            "script.callFunction",
            functionDeclaration=calling,
            arguments=[given],
            target={"context": self._page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    async def press(self, x: float, y: float) -> None:
        await self._act("pointer", *pressing(x, y), parameters={"pointerType": "touch"})

    async def type(self, text: str) -> None:
        await self._act("key", *typing(text))

    async def _act(self, kind: str, *steps: Step, **more: Any) -> None:
        doing = {"type": kind, "id": kind, "actions": steps, **more}
        await self.ask("input.performActions", context=self._page, actions=[doing])

    async def picture(self) -> bytes:
        shot = await self.ask("browsingContext.captureScreenshot", context=self._page)
        return base64.b64decode(shot["data"])

    async def faults(self) -> list[str]:
        return self._faults


@asynccontextmanager
async def firefox(directory: Path) -> AsyncIterator[Remote]:
    """Firefox without a screen, with a profile of its own, touched by a finger."""
    (directory / "user.js").write_text(QUIET)
    where = ["--profile", str(directory), "--remote-debugging-port", "0"]
    process = await asyncio.create_subprocess_exec(
        FIREFOX, "--headless", "--no-remote", *where, stdout=DEVNULL, stderr=PIPE
    )
    assert process.stderr is not None
    try:
        address = await read(process.stderr, r"BiDi listening on (ws://\S+)")
        # What else it says has to go somewhere, or it waits for its pipe.
        drain = asyncio.create_task(process.stderr.read())
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{address}/session", max_msg_size=0) as socket,
        ):
            page = Firefox(socket)
            listening = asyncio.create_task(page.listen())
            await page.begin()
            yield page
            await page.ask("browser.close")
            await listening
        await drain
    finally:
        await ended(process)
