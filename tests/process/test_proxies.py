"""Behind nginx, HAProxy and Caddy, as docs/operating.md sets them up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from pellmell.server import main
from pellmell.server.guard import Handler
from pellmell.server.proxies import Proxies, is_forwarded
from tests.process.proxies import HOST, PROXIES, behind
from tests.server.serving import Served, Wire, serving
from tests.server.test_requests import HIDDEN, SHADOWED, SMUGGLED

pytestmark = [pytest.mark.process, pytest.mark.asyncio]

ORIGIN = f"https://{HOST}"
PATIENCE = 2.0
"""Seconds for a proxy to answer what it may also wait for the rest of."""


class Behind:
    """A server behind a proxy, and who asked for what of it."""

    def __init__(self, served: Served, port: int, name: str) -> None:
        self.proxied = Served(served.server, port, served.http)
        self.name = name
        self.addresses: list[str] = []
        self.round_trips: list[float | None] = []
        self.strays: list[str] = []
        """What no proxy passed on, though all came through one."""

    def listen(self, request: web.Request) -> None:
        self.addresses.append(Proxies().address_of(request))
        self.round_trips.append(Proxies().round_trip(request))
        if not is_forwarded(request):
            self.strays.append(request.path)


@pytest_asyncio.fixture(params=PROXIES)
async def through(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Behind]:
    catch = main._catch
    listeners: list[Behind] = []

    @web.middleware
    async def heard(asked: web.Request, handler: Handler) -> web.StreamResponse:
        for listener in listeners:
            listener.listen(asked)
        return await catch(asked, handler)

    monkeypatch.setattr(main, "_catch", heard)
    async with (
        serving(origins=(ORIGIN,)) as served,
        behind(request.param, served.port, tmp_path) as port,
    ):
        listeners.append(Behind(served, port, request.param))
        yield listeners[0]


async def test_two_play_behind_a_proxy_under_its_name_and_a_foreign_page_does_not(
    through: Behind,
) -> None:
    served = through.proxied
    named = {"Host": HOST, "Origin": ORIGIN}
    room = await served.create()
    ada, ben = [await served.connect(**named) for _ in range(2)]
    await ada.hello(room["room"], name="Ada", key=room["key"], host=room["host"])
    await ada.until("welcome")
    await ben.hello(room["room"], name="בן", key=room["key"])
    await ben.until("welcome")
    assert (await ada.room("start"))["t"] == "ack"
    await ada.event("phase", phase="round")
    for _ in range(8):
        answer = await ada.do("turn")
        assert answer["t"] == "ack"
        await ben.until(lambda frame, v=answer["v"]: frame["t"] == "ev" and frame["v"] >= v)
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await served.connect(Host=HOST, Origin="https://evil.example")
    assert refused.value.status == 403
    assert not through.strays
    # Before the proxy is gone: what it cuts off, the client never lets go of.
    for somebody in (ada, ben):
        await somebody.socket.close()


async def test_only_the_proxy_says_how_long_frames_are_under_way(through: Behind) -> None:
    """A figure of a player's own making is replaced, or taken out by one that knows none."""
    assert (await through.proxied.get("/healthz", None, **{"X-Round-Trip": "900000"}))[0] == 200
    [told] = through.round_trips
    assert told is None if through.name == "caddy" else told is not None
    assert told is None or told < 0.5


async def test_nobody_behind_a_proxy_is_counted_under_an_address_of_their_own_making(
    through: Behind,
) -> None:
    for header in ("198.51.100.7", "198.51.100.7, 203.0.113.9", "127.0.0.1,", ""):
        assert (await through.proxied.get("/healthz", None, **{"X-Forwarded-For": header}))[
            0
        ] == 200
    assert through.addresses == ["127.0.0.1"] * 4


async def test_no_request_comes_hidden_in_another_through_a_proxy(through: Behind) -> None:
    """Whatever a proxy makes of it: the server reads no request that the proxy did not."""
    served = through.proxied

    async def smuggle(number: int, raw: str) -> None:
        # Each hides an address of its own, of the same length.
        hidden = f"{raw}{HIDDEN}".replace("/healthz", f"/{number:07}")
        async with await Wire.open(served.port) as wire:
            wire.write(hidden.encode("latin-1"))
            with suppress(TimeoutError, ConnectionResetError):
                async with asyncio.timeout(PATIENCE):
                    await wire.reader.read()
        # Whoever comes next over the same connection of the proxy has an answer of their own.
        assert await served.get("/readyz") == (200, "ok\n"), raw

    await asyncio.gather(*(smuggle(*tried) for tried in enumerate((*SMUGGLED, *SHADOWED))))
    assert not through.strays
