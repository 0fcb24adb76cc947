"""The door for WebSocket connections: it knows whose connection a frame comes by.

The first frame of a connection names its room; from then on its frames go there, and the room's
frames come back. A private room answers like one that is not there, whatever is tried on it.
"""

import asyncio
import logging
import re
from collections.abc import Sequence
from itertools import count
from typing import Final

from aiohttp import web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.base_protocol import BaseProtocol

from pellmell.protocol.messages import SUBPROTOCOL, Hello, decode
from pellmell.room.keyring import Keyring
from pellmell.room.outbox import Send
from pellmell.server.chance import read_code
from pellmell.server.connection import UNREADABLE, Connection
from pellmell.server.counters import Counters
from pellmell.server.crowds import Crowds
from pellmell.server.errors import problem
from pellmell.server.frames import frame
from pellmell.server.handshake import Upgrade, accepted
from pellmell.server.limits import BROKEN_AFTER, BUSY_AFTER, RESTART_AFTER
from pellmell.server.lobby import FullError, Lobby
from pellmell.server.proxies import Proxies
from pellmell.server.rooms import Held, Rooms
from pellmell.server.standstill import RESTARTING
from pellmell.server.waiting import Waiting
from pellmell.store.contract import StoreError

TOO_MANY: Final = 1008
WRONG_SECRET: Final = 4401
NO_SUCH_ROOM: Final = 4404
OUTDATED: Final = 4426
OLDEST_CLIENT: Final = (1, 0, 0)
"""The oldest client that understands this server; an older page has to be loaded anew."""

_log = logging.getLogger("pellmell.gateway")


class Gateway:
    """Every WebSocket connection of this process, by its number."""

    def __init__(
        self,
        rooms: Rooms,
        lobby: Lobby,
        counters: Counters,
        proxies: Proxies,
        per_address: int = 0,
    ) -> None:
        self._rooms = rooms
        self._lobby = lobby
        self._proxies = proxies
        self._counters = counters
        self._crowds = Crowds(per_address)
        self._connections: dict[int, Connection] = {}
        self._numbers = count(1)
        self._draining = False
        self._waiting = Waiting()
        self._wakes: set[asyncio.Task[None]] = set()
        rooms.deliver = self._deliver
        rooms.broke = self._room_broke
        rooms.slept = self._room_slept

    def __len__(self) -> int:
        return len(self._connections)

    @property
    def timers(self) -> int:
        """How many connections have a deadline."""
        return sum(connection.has_deadline for connection in self._connections.values())

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Turn a request into a connection, and stay until that is over."""
        accept = accepted(request)
        if isinstance(accept, web.Response):
            return accept
        if self._draining:
            soon = "The server is about to restart; try again soon."
            return problem(503, "restarting", soon, after=RESTART_AFTER)
        address = self._proxies.address_of(request)
        if not self._crowds.enter(address):
            self._counters.counts["connections_refused"] += 1
            many = "Too many connections from your address; close one, or try again."
            return problem(429, "too-many", many, after=BUSY_AFTER)
        try:
            return await self._upgrade(request, address, accept)
        finally:
            self._crowds.leave(address)

    async def _upgrade(self, request: web.Request, address: str, accept: str) -> web.StreamResponse:
        asked = request.headers.get("Sec-WebSocket-Protocol", "")
        spoken = SUBPROTOCOL in [name.strip() for name in asked.split(",")]
        response = Upgrade(accept, spoken=spoken)
        writer = await response.prepare(request)
        transport = request.transport
        if transport is None or writer is None:
            return response
        connection = self.admit(
            address,
            request.protocol,
            transport,
            writer,
            direct=not self._proxies.is_between(request),
            told=self._proxies.round_trip(request),
        )
        request.protocol.keep_alive(val=False)
        request.protocol.set_parser(connection.reader)
        await connection.over
        return response

    def admit(
        self,
        address: str,
        protocol: BaseProtocol,
        transport: asyncio.Transport,
        writer: AbstractStreamWriter,
        *,
        direct: bool = True,
        told: float | None = None,
    ) -> Connection:
        """Take in what was upgraded; what comes over it is for the connection's `reader`."""
        connection = Connection(
            next(self._numbers),
            address,
            self,
            protocol=protocol,
            transport=transport,
            writer=writer,
            direct=direct,
            told=told,
        )
        self._connections[connection.who] = connection
        self._counters.counts["connections"] += 1
        return connection

    # What connections do

    def spoke(self, connection: Connection, text: str) -> None:
        """A connection sent a text frame."""
        self._counters.counts["frames_in"] += 1
        if self._draining:
            return
        if connection in self._waiting:
            if not self._waiting.hear(connection, text):
                connection.put_off()
        elif connection.held is None:
            self._greet(connection, text)
        else:
            self._rooms.receive(connection.held, connection.who, text)

    def is_playing(self, connection: Connection) -> bool:
        """Whether a round is played in a connection's room."""
        held = connection.held
        return held is not None and not held.gone and held.room.summary().phase == "round"

    def measured(self, connection: Connection, delay: float, *, proved: bool) -> None:
        """How long a connection's frames take was measured."""
        if connection.held is not None:
            self._rooms.measured(connection.held, connection.who, delay, proved=proved)

    def caught_up(self, connection: Connection) -> None:
        """A connection whose queue was dropped takes frames again."""
        if connection.held is not None:
            self._rooms.fresh(connection.held, connection.who)

    def ended(self, connection: Connection) -> None:
        """A connection is gone."""
        del self._connections[connection.who]
        self._waiting.end(connection)
        if connection.held is not None:
            self._rooms.lost(connection.held, connection.who)

    def _greet(self, connection: Connection, text: str) -> None:
        hello = decode(text)
        if not isinstance(hello, Hello):
            self._counters.counts["unreadable_hellos"] += 1
            connection.dismiss("unreadable", UNREADABLE)
            return
        if _is_outdated(hello.client):
            connection.dismiss("outdated", OUTDATED)
            return
        code = read_code(hello.room)
        asleep = code is not None and self._rooms.sleeps(code)
        if code is not None and asleep and self._may_wake(connection.address, hello, code):
            self._wait_for(connection, hello, code)
            return
        self._let_in(connection, hello, code, None if code is None else self._rooms.find(code))

    def _may_wake(self, address: str, hello: Hello, code: str) -> bool:
        return self._lobby.may_wake(
            code,
            address,
            brings=bool(_secrets(hello)),
            known=lambda keyring: keyring.welcomes(hello),
            opens=lambda keyring: keyring.admits(hello),
        )

    def _wait_for(self, connection: Connection, hello: Hello, code: str) -> None:
        """Let a connection in once its room is awake."""
        self._waiting.begin(connection)
        connection.waits()
        wake = asyncio.get_running_loop().create_task(self._wake(connection, hello, code))
        self._wakes.add(wake)
        wake.add_done_callback(self._wakes.discard)

    async def _wake(self, connection: Connection, hello: Hello, code: str) -> None:
        try:
            held = await self._lobby.wake(code, lambda keyring: keyring.admits(hello))
        except (StoreError, FullError) as error:
            if isinstance(error, StoreError):
                _log.error("room %s cannot be woken: %s", code, error)
            connection.put_off()
            held = None
        texts = self._waiting.end(connection)
        if texts is None or connection.state != "greeting" or self._draining:
            return
        self._let_in(connection, hello, code, held)
        for text in texts:
            if connection.held is not None:
                self._rooms.receive(connection.held, connection.who, text)

    def _let_in(
        self, connection: Connection, hello: Hello, code: str | None, held: Held | None
    ) -> None:
        """Let a connection into its room, or answer as if there were none.

        That is judged beside the room: by the time that one whose log is being written takes to
        answer, it would betray itself, and hear no more of who has a seat for all who guess.
        """
        keyrings = self._keyrings(code, held)
        if not self._may_try(connection.address, keyrings, hello):
            wait = self._lobby.wait(connection.address)
            connection.dismiss("too-fast", TOO_MANY, wait)
        elif held is not None and any(keyring.admits(hello) for keyring in keyrings):
            connection.greeted(held)
            self._rooms.hello(held, connection.who, hello)
        elif code is not None and self._may_hear_that_it_broke(code, keyrings, hello):
            connection.dismiss("broken", RESTARTING, BROKEN_AFTER)
        else:
            self._lobby.failed(connection.address)
            connection.dismiss(*_not_there(hello))

    def _keyrings(self, code: str | None, held: Held | None) -> tuple[Keyring, ...]:
        """What opens a room, as far as it is known."""
        if held is not None:
            return held.keyrings
        keyring = None if code is None else self._rooms.keyring(code)
        return () if keyring is None else (keyring,)

    def _may_hear_that_it_broke(self, code: str, keyrings: Sequence[Keyring], hello: Hello) -> bool:
        """Whether a room is set aside into which a greeting would have come.

        Where it is not known what opens it, any secret may be right.
        """
        if not self._rooms.is_set_aside(code):
            return False
        if not keyrings:
            return bool(_secrets(hello))
        return any(keyring.admits(hello) for keyring in keyrings)

    def _may_try(self, address: str, keyrings: Sequence[Keyring], hello: Hello) -> bool:
        """Whether an address has not failed too often; a right secret is never held up."""
        known = any(keyring.welcomes(hello) for keyring in keyrings)
        return known or self._lobby.may_look(address)

    # What rooms say

    def _deliver(self, held: Held, sends: Sequence[Send]) -> None:
        """Hand frames to their connections: made once, and one write for each connection."""
        del held
        touched: dict[Connection, None] = {}
        for send in sends:
            frames = [frame(payload) for payload in send.frames]
            data = frames[0] if len(frames) == 1 else b"".join(frames)
            opens = send.frames[0] if send.frames else b""
            for who in send.to:
                connection = self._connections.get(who)
                if connection is None:
                    continue
                if frames:
                    connection.put(data, len(frames), opens)
                    touched[connection] = None
                if send.close is not None:
                    connection.close(send.close)
            self._counters.counts["frames_out"] += len(frames) * len(send.to)
        for connection in touched:
            connection.flush()

    def _room_broke(self, held: Held) -> None:
        self._dismiss_all(held, "broken", BROKEN_AFTER)

    def _room_slept(self, held: Held) -> None:
        """Whoever greeted a room as it fell asleep greets it again."""
        self._dismiss_all(held, "restarting", RESTART_AFTER)

    def _dismiss_all(self, held: Held, why: str, after: float) -> None:
        for connection in list(self._connections.values()):
            if connection.held is held:
                connection.dismiss(why, RESTARTING, after)

    # The end

    def stop_listening(self) -> None:
        """Take no more connections and no more greetings."""
        self._draining = True

    async def say_goodbye(self) -> None:
        """Ask everyone to come back in a moment, and wait until they hung up."""
        for connection in list(self._connections.values()):
            connection.dismiss("restarting", RESTARTING, RESTART_AFTER)
        over = [connection.over for connection in self._connections.values()]
        if over:
            await asyncio.wait(over)


def _secrets(hello: Hello) -> list[str]:
    return [secret for secret in (hello.token, hello.key, hello.host) if secret is not None]


def _not_there(hello: Hello) -> tuple[str, int]:
    """The answer where no room is: the one that a wrong secret gets, if there is a secret."""
    if hello.token is not None:
        return "wrong-token", WRONG_SECRET
    if hello.key is not None or hello.host is not None:
        return "wrong-key", WRONG_SECRET
    return "no-room", NO_SUCH_ROOM


def _is_outdated(client: str | None) -> bool:
    """Whether a client says that it is too old; one that says nothing of the kind is not."""
    version = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})\.([0-9]{1,6})", client or "")
    return version is not None and tuple(map(int, version.groups())) < OLDEST_CLIENT
