"""One WebSocket connection: what waits for it, how long it may take, and how it ends.

Its life: greeting (until `hello`), speaking, closing (our close is written, theirs awaited), over.
Whatever it sends is counted first; whatever it is sent waits in one bounded queue.
"""

import asyncio
import struct
from typing import Final, Literal, Protocol

from aiohttp import WSCloseCode, WSMsgType
from aiohttp.abc import AbstractStreamWriter
from aiohttp.base_protocol import BaseProtocol
from aiohttp.http import WebSocketError

from pellmell.protocol.messages import Bye, encode
from pellmell.room.pace import Budget
from pellmell.server.frames import NarrowReader, close_frame, frame
from pellmell.server.limits import (
    BUSY_AFTER,
    CLOSE_SECONDS,
    FRAMES_PER_SECOND,
    HELLO_SECONDS,
    MEASURE_SECONDS,
    PING_SECONDS,
    PINGS_AT_ONCE,
    PINGS_PER_SECOND,
    QUEUE_BYTES,
    QUEUE_FRAMES,
    SOCKET_BUFFER_BYTES,
    WAKE_SECONDS,
    WRITE_SECONDS,
)
from pellmell.server.rooms import Held
from pellmell.server.roundtrip import RoundTrips, kernel_round_trip
from pellmell.server.standstill import RESTARTING

State = Literal["greeting", "speaking", "closing", "over"]

UNREADABLE: Final = 4400
TOO_SLOW: Final = 4408

SENDABLE: Final = frozenset(WSCloseCode) - {WSCloseCode.ABNORMAL_CLOSURE}
"""The codes that a close frame may hold; the one without stands for a close that never came."""

_BREACHES: Final = {
    WSCloseCode.UNSUPPORTED_DATA: "binary",
    WSCloseCode.POLICY_VIOLATION: "too-many",
    WSCloseCode.MESSAGE_TOO_BIG: "too-long",
}
"""What the `bye` says before the close codes of the WebSocket protocol."""
_WELCOME: Final = b'{"t":"welcome"'


class Owner(Protocol):
    """Who hears of a connection."""

    def spoke(self, connection: "Connection", text: str) -> None:
        """It sent a text frame."""
        ...

    def is_playing(self, connection: "Connection") -> bool:
        """Whether a round is played in its room."""
        ...

    def measured(self, connection: "Connection", delay: float, *, proved: bool) -> None:
        """Its frames are under way for so many seconds."""
        ...

    def caught_up(self, connection: "Connection") -> None:
        """It took what was handed over, after what waited for it had been dropped."""
        ...

    def ended(self, connection: "Connection") -> None:
        """It is gone."""
        ...


class Connection:
    """A connection, numbered by `who`, of an address, in a room once it has greeted one."""

    __slots__ = (
        "_backlog", "_behind", "_bytes", "_deaf", "_direct", "_draining", "_frames", "_heard", "_loop",
        "_owner", "_pinged", "_pings", "_protocol", "_second", "_strikes", "_timer", "_told", "_transport",
        "_trips", "_writer", "address", "held", "over", "reader", "state", "who",
    )  # fmt: skip

    def __init__(
        self,
        who: int,
        address: str,
        owner: Owner,
        *,
        protocol: BaseProtocol,
        transport: asyncio.Transport,
        writer: AbstractStreamWriter,
        direct: bool,
        told: float | None,
    ) -> None:
        self.who = who
        self.address = address
        self.held: Held | None = None
        self.state: State = "greeting"
        self._owner = owner
        self._protocol = protocol
        self._transport = transport
        self._writer = writer
        self._loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = self._loop.create_future()
        self._backlog: list[bytes] = []
        self._frames = 0
        self._bytes = 0
        self._behind = False
        self._deaf = False
        """Whether what comes cannot be read any more, an answer to our close neither."""
        self._strikes = 0
        self._draining: asyncio.Task[None] | None = None
        self._second = self._loop.time()
        self._heard = 0
        self._pings = Budget(PINGS_PER_SECOND, PINGS_AT_ONCE)
        self._direct = direct
        """Whether no proxy stands between, so that the kernel knows the way to the other end."""
        self._told = told
        """The round trip that a proxy in between told, once."""
        self._trips = RoundTrips()
        self._pinged = float("-inf")
        self._timer = self._loop.call_later(HELLO_SECONDS, self._greets_too_late)
        transport.set_write_buffer_limits(high=SOCKET_BUFFER_BYTES)
        self.reader = NarrowReader(protocol, self._arrived, self._failed, self._gone)

    # What comes in

    def _arrived(self, kind: int, payload: bytes) -> None:
        self._count()
        match kind:
            case WSMsgType.TEXT:
                if self.state in {"greeting", "speaking"}:
                    self._owner.spoke(self, _text(payload))
            case WSMsgType.PING:
                self._count_ping()
                if self.state != "closing" and not self._protocol.writing_paused:
                    self._hand_over(frame(payload, WSMsgType.PONG))
            case WSMsgType.PONG:
                self._measure(payload)
            case _:
                self._answer_close(payload)

    def _count(self) -> None:
        now = self._loop.time()
        if now - self._second >= 1:
            self._second = now
            self._heard = 0
        self._heard += 1
        if self._heard > FRAMES_PER_SECOND:
            raise WebSocketError(WSCloseCode.POLICY_VIOLATION, "too many frames")

    def _count_ping(self) -> None:
        if not self._pings.take(self._loop.time()):
            raise WebSocketError(WSCloseCode.POLICY_VIOLATION, "too many pings")

    def _failed(self, code: int) -> None:
        self._deaf = True
        self.dismiss(_BREACHES.get(WSCloseCode(code), "unreadable"), code)

    def _answer_close(self, payload: bytes) -> None:
        if self.state != "closing":
            self._hand_over(_close_answer(payload))
        self._transport.close()

    def _gone(self) -> None:
        """The socket is closed, by whichever end."""
        if self.state == "over":
            return
        self.state = "over"
        self._timer.cancel()
        if self._draining is not None:
            self._draining.cancel()
        self._backlog.clear()
        self._owner.ended(self)
        if not self.over.done():  # cancelled with the request it came from
            self.over.set_result(None)

    # How long it may take

    @property
    def has_deadline(self) -> bool:
        """Whether something happens if nothing comes."""
        return not self._timer.cancelled()

    def waits(self) -> None:
        """It said hello to a room that has to be woken first."""
        self._timer.cancel()
        self._timer = self._loop.call_later(WAKE_SECONDS, self.put_off)

    def put_off(self) -> None:
        """Ask it to come back, since the room that it greeted cannot hear it now."""
        self.dismiss("restarting", RESTARTING, BUSY_AFTER)

    def greeted(self, held: Held) -> None:
        """It said hello to a room."""
        self.held = held
        self.state = "speaking"
        self._timer.cancel()
        self._timer = self._loop.call_later(MEASURE_SECONDS, self._beat)

    def _greets_too_late(self) -> None:
        self.dismiss("no-hello", UNREADABLE)

    def _beat(self) -> None:
        now = self._loop.time()
        if self._trips.waiting(now) >= PING_SECONDS:
            self._transport.abort()
            return
        due = now >= self._pinged + PING_SECONDS or self._owner.is_playing(self)
        if due and not self._protocol.writing_paused:  # a write has its own deadline
            self._pinged = now
            self._hand_over(frame(self._trips.begin(now), WSMsgType.PING))
        self._timer = self._loop.call_later(MEASURE_SECONDS, self._beat)

    def _measure(self, payload: bytes) -> None:
        if not self._trips.answered(payload, self._loop.time()):
            return
        trip = self._trips.lowest()
        known = kernel_round_trip(self._transport) if self._direct else self._told
        delay = (trip if known is None else min(trip, known)) / 2
        self._owner.measured(self, delay, proved=known is not None)

    # What goes out

    def put(self, data: bytes, frames: int, opens: bytes) -> None:
        """Queue frames, of which `opens` is the first; `flush` writes them."""
        if self.state != "speaking":
            return
        if self._behind:
            # What it missed is worth nothing until it gets all it may see.
            if self._draining is not None or not opens.startswith(_WELCOME):
                return
            self._behind = False
        self._backlog.append(data)
        self._frames += frames
        self._bytes += len(data)

    def flush(self) -> None:
        """Write what is queued in one go; for a slow connection it waits, up to the limits."""
        if self._draining is None:
            self._write()
        elif (
            self._frames > QUEUE_FRAMES
            or self._bytes + self._transport.get_write_buffer_size() > QUEUE_BYTES
        ):
            self._fall_behind()

    def _write(self) -> None:
        if not self._backlog or self.state == "over":
            return
        data = self._backlog[0] if len(self._backlog) == 1 else b"".join(self._backlog)
        self._empty()
        self._hand_over(data)
        if self._deaf and not self._transport.is_closing():
            # The other end sees the end at once, and nothing that it still sends resets what it
            # has not read yet.
            self._transport.write_eof()
        elif self._protocol.writing_paused and self._draining is None:
            self._draining = self._loop.create_task(self._drain())

    def _hand_over(self, data: bytes) -> None:
        """Give bytes to the transport, unless it closes and has not said so yet."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def _empty(self) -> None:
        self._backlog.clear()
        self._frames = self._bytes = 0

    async def _drain(self) -> None:
        """Wait until a slow connection takes more, and give it what waited meanwhile."""
        try:
            while self._protocol.writing_paused:
                async with asyncio.timeout(WRITE_SECONDS):
                    await self._writer.drain()
                self._write()
        except TimeoutError:
            self.dismiss("too-slow", TOO_SLOW)
        except ConnectionError:
            return
        finally:
            self._draining = None
        self._write()  # the goodbye, where there was no end to the waiting
        if self._behind and self.state == "speaking":
            self._owner.caught_up(self)

    def _fall_behind(self) -> None:
        self._empty()
        self._strikes += 1
        if self._strikes > 1:
            self.dismiss("too-slow", TOO_SLOW)
        else:
            self._behind = True

    # How it ends

    def dismiss(self, why: str, code: int, after: float = 0.0) -> None:
        """Say why, and close."""
        if self.state not in {"greeting", "speaking"}:
            return
        self._backlog.append(frame(encode(Bye(why=why, after=after))))
        self.close(code)

    def close(self, code: int) -> None:
        """Close after what is queued; the other end has a moment to answer."""
        if self.state not in {"greeting", "speaking"}:
            return
        self.state = "closing"
        self._backlog.append(close_frame(code))
        self._timer.cancel()
        self._timer = self._loop.call_later(CLOSE_SECONDS, self._transport.abort)
        if self._draining is None:
            self._write()


def _text(payload: bytes) -> str:
    try:
        return payload.decode()
    except UnicodeDecodeError:
        raise WebSocketError(WSCloseCode.INVALID_TEXT, "text is not UTF-8") from None


def _close_answer(payload: bytes) -> bytes:
    """The close that answers another: the same code, where it is one that may be sent."""
    if not payload:
        return frame(b"", WSMsgType.CLOSE)
    code = struct.unpack("!H", payload[:2])[0] if len(payload) > 1 else 0
    known = code in SENDABLE or 3000 <= code < 5000
    try:
        payload[2:].decode()
    except UnicodeDecodeError:
        return close_frame(WSCloseCode.INVALID_TEXT)
    return close_frame(code if known else WSCloseCode.PROTOCOL_ERROR)
