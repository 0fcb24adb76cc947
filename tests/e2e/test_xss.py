"""Names that would be markup or script: wherever one is shown, it is text and nothing more."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from pellmell.protocol.messages import SUBPROTOCOL
from tests.e2e.conftest import NewPerson
from tests.e2e.person import PATIENCE, Person
from tests.e2e.serving import Room, Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAYLOADS: Final = (
    "<script>alert(1)</script>",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<script src=data:,alert(1)></script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "</script><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "--><script>alert(1)</script><!--",
    "]]><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<img src=x onerror=alert(1)//",
    "<IMG SRC=x ONERROR=alert(1)>",
    "<img/src=`x`/onerror=alert(1)>",
    '<img src="x"onerror="alert(1)">',
    '"><img src=x onerror=alert(1)>',
    "'><img src=x onerror=alert(1)>",
    "`><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x="',
    "' onfocus='alert(1)' autofocus x='",
    "<svg onload=alert(1)>",
    "<svg/onload=alert(1)//",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x>",
    "<svg><a xlink:href=javascript:alert(1)><text>x",
    "<math><a xlink:href=javascript:alert(1)>x",
    "<body onload=alert(1)>",
    "<iframe src=javascript:alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<object data=javascript:alert(1)>",
    "<embed src=javascript:alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<form action=javascript:alert(1)><button>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<base href=//example.org/>",
    "<meta http-equiv=refresh content=0;url=//x>",
    "<link rel=stylesheet href=//example.org>",
    "<style>*{display:none}</style>",
    "javascript:alert(1)",
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
)

AT_A_TABLE: Final = 11
TABLES: Final = [
    PAYLOADS[start : start + AT_A_TABLE] for start in range(0, len(PAYLOADS), AT_A_TABLE)
]

PLANTED: Final = """
() => [...document.querySelectorAll("*")].filter((node) =>
  ["IFRAME", "OBJECT", "EMBED", "BASE", "ANIMATE", "MATH"].includes(node.tagName.toUpperCase())
  || (node.tagName === "SCRIPT" && !node.src)
  || [...node.attributes].some(({ name, value }) =>
    name.startsWith("on") || name === "srcdoc"
    || (/^(src|data|action|formaction|(xlink:)?href)$/.test(name) && /^javascript:/i.test(value))))
  .map((node) => node.outerHTML)
"""
"""What no page of ours has: where it is found, a name became markup."""


class Table:
    """A room full of people whose names are sent to browsers as something else.

    The server cuts names short, so on their way to the browser they are put in whole.
    """

    def __init__(
        self, payloads: tuple[str, ...], people: list[aiohttp.ClientWebSocketResponse]
    ) -> None:
        self.payloads = payloads
        self.names = [f"zq{number:02}" for number in range(len(payloads))]
        self.people = people
        self._n = 0
        self._refused = 0

    async def ask(self, do: str) -> None:
        """Ask for something as the host."""
        self._n += 1
        await self.people[0].send_json({"t": "room", "n": self._n, "do": do})

    async def between(self, page: Page) -> None:
        """Stand between a browser and the server."""

        def route(browser: WebSocketRoute) -> None:
            server = browser.connect_to_server()
            server.on_message(lambda said: browser.send(self._dressed(str(said))))
            browser.on_message(lambda said: self._heard(browser, server, str(said)))

        await page.route_web_socket("**/ws", route)

    def _dressed(self, said: str) -> str:
        for name, payload in zip(self.names, self.payloads, strict=True):
            said = said.replace(json.dumps(name), json.dumps(payload))
        return said

    def _heard(self, browser: WebSocketRoute, server: WebSocketRoute, said: str) -> None:
        """Refuse what the browser plays, each time because another one was first."""
        frame: dict[str, Any] = json.loads(said)
        if frame["t"] != "do":
            server.send(said)
            return
        by = "ABCDEFGHIJKL"[self._refused % len(self.payloads)]
        self._refused += 1
        browser.send(
            json.dumps({"t": "nack", "n": frame["n"], "why": "beaten", "by": by, "ms": 12})
        )


@asynccontextmanager
async def seated(room: Room, here: str, payloads: tuple[str, ...]) -> AsyncIterator[Table]:
    """A table where programs sit whose names stand for payloads."""
    async with aiohttp.ClientSession() as session:
        people = []
        for number in range(len(payloads)):
            one = await session.ws_connect(f"{here}/ws", protocols=[SUBPROTOCOL])
            host = room.host if number == 0 else None
            await one.send_json(
                {"t": "hello", "room": room.code, "key": room.key, "host": host,
                 "name": f"zq{number:02}"}
            )  # fmt: skip
            assert (await one.receive_json(timeout=PATIENCE / 1000))["t"] == "welcome"
            people.append(one)
        listening = [asyncio.create_task(_listen(one)) for one in people]
        yield Table(payloads, people)
        for task in listening:
            task.cancel()


async def _listen(one: aiohttp.ClientWebSocketResponse) -> None:
    async for _ in one:
        pass


async def _texts(person: Person, selector: str) -> list[str]:
    return [text.strip() for text in await person.find(selector).all_text_contents()]


async def _is_clean(person: Person) -> None:
    assert await person.page.evaluate(PLANTED) == []


@pytest.mark.parametrize("payloads", TABLES, ids=range(len(TABLES)))
async def test_a_name_is_text_in_the_lobby_at_the_table_in_words_and_in_the_result(
    server: Serving, person: NewPerson, payloads: tuple[str, ...]
) -> None:
    room = await server.create("standard,match=single")
    ann = await person()
    dialogs: list[str] = []

    async def dismiss(dialog: Any) -> None:
        dialogs.append(dialog.message)
        await dialog.dismiss()

    ann.page.on("dialog", dismiss)
    async with seated(room, server.here, payloads) as table:
        await table.between(ann.page)
        await ann.sit(server.here + room.path, "Ann")
        await ann.at("lobby")
        assert await _texts(ann, ".seats [data-seat] bdi") == [*payloads, "Ann"]
        await _is_clean(ann)

        await table.ask("start")
        await ann.running()
        assert await _texts(ann, ".chip[data-seat] .chip-name") == [*payloads]
        for payload in payloads:
            await ann.tap("hand")
            await expect(ann.find(".caption")).to_contain_text(payload)
        await _is_clean(ann)

        await table.ask("end")
        await ann.at("over")
        shown = " ".join(await _texts(ann, "[data-screen=over]"))
        assert [payload for payload in payloads if payload not in shown] == []
        await _is_clean(ann)
    assert dialogs == []
