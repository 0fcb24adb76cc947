"""The routes of HTTP: rooms, records, health and metrics, as docs/protocol.md lists them."""

import hmac
import logging
from collections.abc import Callable
from typing import Final

import msgspec
from aiohttp import web

from pellmell.engine.rules import Rules, RulesError, parse_rules
from pellmell.protocol.messages import Options
from pellmell.room.opening import Summary
from pellmell.server.board import Standing
from pellmell.server.bodies import read
from pellmell.server.chance import read_code, read_move
from pellmell.server.config import Config
from pellmell.server.counters import Counters
from pellmell.server.downloads import Downloads, no_record
from pellmell.server.errors import problem
from pellmell.server.limits import BUSY_AFTER, MOVE_SECONDS
from pellmell.server.lobby import FullError, Lobby
from pellmell.server.moves import Moves, Seat
from pellmell.server.proxies import Proxies, is_local
from pellmell.server.rooms import BrokenError, Held, Rooms
from pellmell.store.contract import StoreError

_log = logging.getLogger("pellmell.api")


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
    """The public rooms that wait for players; `listed` is false where none are ever named."""

    listed: bool
    rooms: list[Summary]


class Leaderboard(msgspec.Struct, frozen=True):
    """Who won most matches in the last `days`; `kept` is false where none is kept."""

    kept: bool
    days: int
    names: list[Standing]


class QuickRoom(msgspec.Struct, frozen=True):
    """A room in which others wait."""

    room: str
    url: str
    host: None


class Passage(msgspec.Struct, frozen=True):
    """What whoever moves a seat gives along: the key of a private room, if it is known."""

    key: str | None = None


class Move(msgspec.Struct, frozen=True):
    """The code of a move, and for how many seconds it is good."""

    code: str
    seconds: float


class Taken(msgspec.Struct, frozen=True):
    """The code by which somebody takes a seat along."""

    code: str


class Nothing(msgspec.Struct, frozen=True):
    """A body from which nothing is read."""


STANDARD: Final = Rules()
"""What is played where strangers meet, until the host sets other rules."""

_new_room = msgspec.json.Decoder(NewRoom)
_passage = msgspec.json.Decoder(Passage)
_move = msgspec.json.Decoder(Taken)
_nothing = msgspec.json.Decoder(Nothing)


class Api:
    """The handlers of the routes under /api, and of /healthz, /readyz and /metrics."""

    def __init__(
        self,
        rooms: Rooms,
        lobby: Lobby,
        moves: Moves,
        counters: Counters,
        config: Config,
    ) -> None:
        self._rooms = rooms
        self._lobby = lobby
        self._moves = moves
        self._counters = counters
        self._metrics_token = config.metrics_token
        self._ranked = config.ranked
        self._keep = config.keep
        self._proxies = Proxies(config.proxies)
        self._downloads = Downloads(rooms.record)
        self.gauges: Callable[[], dict[str, float]] = dict
        self.draining = False

    def routes(self) -> list[web.RouteDef]:
        """The routes and their handlers."""
        return [
            web.post("/api/rooms", self.create),
            web.get("/api/rooms", self.list),
            web.post("/api/quick", self.quick),
            web.get("/api/rooms/{room}", self.show),
            web.get("/api/rooms/{room}/rounds/{round}", self.record),
            web.post("/api/rooms/{room}/moves", self.offer),
            web.post("/api/moves", self.move),
            web.get("/api/leaderboard", self.leaderboard),
            web.get("/healthz", self.alive),
            web.get("/readyz", self.ready),
            web.get("/metrics", self.metrics),
        ]

    async def create(self, request: web.Request) -> web.Response:
        """Open a room."""
        wanted = await read(request, _new_room)
        if isinstance(wanted, web.Response):
            return wanted
        try:
            rules = parse_rules(wanted.rules)
        except RulesError as error:
            return problem(422, "rules", str(error))
        return await self._open(request, rules, wanted.options, public=wanted.public)

    async def quick(self, request: web.Request) -> web.Response:
        """The public room where most people wait, or a new one."""
        if not self._lobby.listed:
            return problem(404, "not-listed", "This server does not bring strangers together.")
        body = await read(request, _nothing)
        if isinstance(body, web.Response):
            return body
        fullest = self._lobby.fullest()
        if fullest is not None:
            return _json(QuickRoom(fullest, f"/r/{fullest}", None))
        return await self._open(request, STANDARD, Options(), public=True, expected=True)

    async def offer(self, request: web.Request) -> web.Response:
        """A code by which whoever plays a seat goes on at another device."""
        held = await self._find(request)
        if isinstance(held, web.Response):
            return held
        wanted = await read(request, _passage)
        if isinstance(wanted, web.Response):
            return wanted
        token = _bearer(request)
        if token is None or not held.room.seats(token):
            return problem(403, "not-seated", "Only who has a seat can move it; send its token.")
        if not self._lobby.may_move(self._proxies.address_of(request)):
            return problem(429, "too-fast", "Too many codes; wait a moment.", after=2)
        key = wanted.key if wanted.key is not None and held.room.opens_to(wanted.key) else None
        code = self._moves.offer(Seat(held.code, key, token))
        return _json(Move(code, MOVE_SECONDS), status=201)

    async def move(self, request: web.Request) -> web.Response:
        """The seat that a code moves."""
        wanted = await read(request, _move)
        if isinstance(wanted, web.Response):
            return wanted
        address = self._proxies.address_of(request)
        if not self._lobby.may_look(address):
            return self._too_many_in_vain(address)
        code = read_move(wanted.code)
        seat = None if code is None else self._moves.take(code)
        if seat is None:
            self._lobby.failed(address)
            return problem(404, "no-move", "No seat moves by this code; it is good for a minute.")
        return _json(seat)

    async def list(self, request: web.Request) -> web.Response:
        """The public rooms that wait for players."""
        del request
        return _json(PublicRooms(self._lobby.listed, self._lobby.public()))

    async def show(self, request: web.Request) -> web.Response:
        """What a passer-by may know of a room."""
        held = await self._find(request)
        return held if isinstance(held, web.Response) else _json(held.room.summary())

    async def record(self, request: web.Request) -> web.StreamResponse:
        """The record of a finished round."""
        held = await self._find(request)
        if isinstance(held, web.Response):
            return held
        round = request.match_info["round"]
        if not (round.isascii() and round.isdecimal() and len(round) < 10):
            return no_record()
        address = self._proxies.address_of(request)
        try:
            return await self._downloads.send(request, address, held.code, int(round))
        except StoreError as error:
            _log.error("a record of room %s cannot be read: %s", held.code, error)
            return problem(
                503, "unread", "It cannot be read just now; ask again.", after=BUSY_AFTER
            )

    async def _find(self, request: web.Request) -> Held | web.Response:
        """The room of a request, if whoever asks may know of it."""
        address = self._proxies.address_of(request)
        code = read_code(request.match_info["room"])
        held = None if code is None else self._rooms.find(code)
        secret = _bearer(request)
        if code is not None and self._rooms.sleeps(code) and self._may_wake(address, code, secret):
            sleeps_on = problem(503, "full", "This room sleeps; ask again.", after=BUSY_AFTER)
            if self.draining:
                return sleeps_on
            try:
                held = await self._lobby.wake(code, lambda keyring: keyring.shows_to(secret))
            except FullError:
                return sleeps_on
            except StoreError as error:
                _log.error("room %s cannot be woken: %s", code, error)
                return sleeps_on
        known = held is not None and held.room.keyring.knows(secret)
        if not known and not self._lobby.may_look(address):
            return self._too_many_in_vain(address)
        if held is None or not (known or held.room.opens_to(None)):
            self._lobby.failed(address)
            return problem(404, "no-room", "There is no such room.")
        return held

    def _may_wake(self, address: str, code: str, secret: str | None) -> bool:
        return self._lobby.may_wake(
            code,
            address,
            brings=secret is not None,
            known=lambda keyring: keyring.knows(secret),
            opens=lambda keyring: keyring.shows_to(secret),
        )

    async def leaderboard(self, request: web.Request) -> web.Response:
        """Who won most matches in public rooms, of those that are still kept."""
        del request
        names = self._rooms.board.best() if self._ranked else []
        return _json(Leaderboard(self._ranked, self._keep, names))

    def _too_many_in_vain(self, address: str) -> web.Response:
        wait = self._lobby.wait(address)
        return problem(429, "too-fast", "Too many look-ups in vain; wait.", after=wait)

    async def _open(
        self,
        request: web.Request,
        rules: Rules,
        options: Options,
        *,
        public: bool,
        expected: bool = False,
    ) -> web.Response:
        """A new room, or why there cannot be one just now."""
        address = self._proxies.address_of(request)
        if not self.draining and not self._lobby.may_open(address):
            wait = self._lobby.may_open_in(address)
            return problem(429, "too-fast", "Too many new rooms; wait a moment.", after=wait)
        full = problem(503, "full", "No room can be opened just now; try again.", after=BUSY_AFTER)
        if self.draining or not self._lobby.make_place():
            return full
        try:
            opened = await self._lobby.open(rules, options, public=public)
        except BrokenError:
            return full
        if expected:
            self._lobby.expect(opened.room)
        url = f"/r/{opened.room}" + ("" if opened.key is None else f"#k={opened.key}")
        return _json(CreatedRoom(opened.room, url, opened.key, opened.host), status=201)

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


def _bearer(request: web.Request) -> str | None:
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() or None if kind.lower() == "bearer" else None


def _same(token: str, secret: str) -> bool:
    return hmac.compare_digest(token.encode(), secret.encode("utf-8", "surrogateescape"))


def _json(value: msgspec.Struct, *, status: int = 200) -> web.Response:
    return web.Response(
        status=status, body=msgspec.json.encode(value), content_type="application/json"
    )
