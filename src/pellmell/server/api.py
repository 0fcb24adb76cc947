"""The routes of HTTP: rooms, records, health and metrics, as docs/protocol.md lists them."""

import asyncio
import hmac
from collections.abc import Callable

import msgspec
from aiohttp import web

from pellmell.engine.rules import RulesError, parse_rules
from pellmell.protocol.messages import Options
from pellmell.room.opening import Summary
from pellmell.server.chance import read_code
from pellmell.server.counters import Counters
from pellmell.server.errors import problem
from pellmell.server.guard import address_of, is_local
from pellmell.server.limits import BODY_BYTES, BODY_SECONDS, BUSY_AFTER
from pellmell.server.lobby import Lobby
from pellmell.server.rooms import Held, Rooms


class NewRoom(msgspec.Struct, frozen=True):
    """What somebody wants of a new room."""

    rules: str = "standard"
    public: bool = False
    options: Options = Options()


class CreatedRoom(msgspec.Struct, frozen=True):
    """A new room, its link and its secrets; `key` is null where the room is public."""

    room: str
    url: str
    key: str | None
    host: str


class PublicRooms(msgspec.Struct, frozen=True):
    """The public rooms that wait for players."""

    rooms: list[Summary]


_new_room = msgspec.json.Decoder(NewRoom)


class Api:
    """The handlers of the routes under /api, and of /healthz, /readyz and /metrics."""

    def __init__(
        self, rooms: Rooms, lobby: Lobby, counters: Counters, metrics_token: str | None
    ) -> None:
        self._rooms = rooms
        self._lobby = lobby
        self._counters = counters
        self._metrics_token = metrics_token
        self.gauges: Callable[[], dict[str, float]] = dict
        self.draining = False

    def routes(self) -> list[web.RouteDef]:
        """The routes and their handlers."""
        return [
            web.post("/api/rooms", self.create),
            web.get("/api/rooms", self.list),
            web.get("/api/rooms/{room}", self.show),
            web.get("/api/rooms/{room}/rounds/{round}", self.record),
            web.get("/healthz", self.alive),
            web.get("/readyz", self.ready),
            web.get("/metrics", self.metrics),
        ]

    async def create(self, request: web.Request) -> web.Response:
        """Open a room."""
        if request.content_type != "application/json":
            return problem(415, "content-type", "Send JSON, with Content-Type: application/json.")
        address = address_of(request)
        if self.draining or self._lobby.full:
            return problem(503, "full", "No room can be opened just now; try again.", after=10)
        if not self._lobby.may_open(address):
            wait = self._lobby.may_open_in(address)
            return problem(429, "too-fast", "Too many new rooms; wait a moment.", after=wait)
        wanted = await _read(request)
        if isinstance(wanted, web.Response):
            return wanted
        try:
            rules = parse_rules(wanted.rules)
        except RulesError as error:
            return problem(422, "rules", str(error))
        opened = await self._lobby.open(rules, wanted.options, public=wanted.public)
        url = f"/r/{opened.room}" + ("" if opened.key is None else f"#k={opened.key}")
        return _json(CreatedRoom(opened.room, url, opened.key, opened.host), status=201)

    async def list(self, request: web.Request) -> web.Response:
        """The public rooms that wait for players."""
        del request
        return _json(PublicRooms(self._lobby.public()))

    async def show(self, request: web.Request) -> web.Response:
        """What a passer-by may know of a room."""
        held = await self._find(request)
        return held if isinstance(held, web.Response) else _json(held.room.summary())

    async def record(self, request: web.Request) -> web.Response:
        """The record of a finished round."""
        held = await self._find(request)
        if isinstance(held, web.Response):
            return held
        round = request.match_info["round"]
        whole = round.isascii() and round.isdecimal() and len(round) < 10
        text = await self._rooms.record(held.code, int(round)) if whole else None
        if text is None:
            return problem(404, "no-record", "There is no record of such a round, or not yet.")
        return web.Response(text=text, content_type="text/plain", charset="utf-8")

    async def _find(self, request: web.Request) -> Held | web.Response:
        """The room of a request, if whoever asks may know of it."""
        address = address_of(request)
        code = read_code(request.match_info["room"])
        held = None if code is None else self._rooms.find(code)
        secret = _bearer(request)
        secrets = [] if secret is None else [secret]
        if code is not None and self._rooms.sleeps(code) and self._lobby.may_look(address):
            if self.draining or self._lobby.full:
                return problem(503, "full", "This room sleeps; ask again.", after=BUSY_AFTER)
            held = await self._rooms.wake(code, secrets)
        known = self._lobby.opens(held, secrets)
        if not known and not self._lobby.may_look(address):
            wait = self._lobby.wait(address)
            return problem(429, "too-fast", "Too many look-ups in vain; wait.", after=wait)
        if held is None or not (known or held.room.opens_to(None)):
            self._lobby.failed(address)
            return problem(404, "no-room", "There is no such room.")
        return held

    async def alive(self, request: web.Request) -> web.Response:
        """The process answers."""
        del request
        return web.Response(text="ok\n")

    async def ready(self, request: web.Request) -> web.Response:
        """Rooms can be opened."""
        del request
        if self.draining or self._rooms.troubled:
            return problem(503, "not-ready", "The server opens no rooms just now.")
        return web.Response(text="ok\n")

    async def metrics(self, request: web.Request) -> web.Response:
        """Counters for Prometheus, for this machine or whoever has the token."""
        token, secret = self._metrics_token, _bearer(request)
        trusted = token is not None and secret is not None and _same(token, secret)
        if not trusted and not is_local(request):
            return problem(403, "metrics", "Metrics are for this machine, or with the token.")
        return web.Response(text=self._counters.text(self.gauges()), content_type="text/plain")


async def _read(request: web.Request) -> NewRoom | web.Response:
    """What the body asks for, or what is wrong with it."""
    if (request.content_length or 0) > BODY_BYTES:
        return problem(413, "too-long", f"A request has at most {BODY_BYTES} bytes.")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = await request.read()
    except TimeoutError:
        return problem(408, "too-slow", f"The body did not come within {BODY_SECONDS:g} seconds.")
    except web.HTTPRequestEntityTooLarge:
        return problem(413, "too-long", f"A request has at most {BODY_BYTES} bytes.")
    try:
        return _new_room.decode(body or b"{}")
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return problem(422, "unreadable", f"This cannot be read: {error}")


def _bearer(request: web.Request) -> str | None:
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() or None if kind.lower() == "bearer" else None


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "surrogateescape"))


def _json(value: msgspec.Struct, *, status: int = 200) -> web.Response:
    return web.Response(
        status=status, body=msgspec.json.encode(value), content_type="application/json"
    )
