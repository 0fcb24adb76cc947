"""The line between a client and a server: two directions of bytes, and what goes wrong on them.

The server's end is a transport under the real connection, the real reader of frames and the real
queue; the client's end is given whole frames.
"""

import asyncio
import contextvars
import random
import struct
from collections.abc import Callable
from typing import Any

from aiohttp.base_protocol import BaseProtocol

from tests.storm.loop import Process, VirtualLoop

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
APART = 1e-6
"""Seconds between two arrivals, since what is due at one time comes in no order."""


def masked(payload: bytes, kind: int = TEXT, *, final: bool = True) -> bytes:
    """A frame as clients send it, under a mask that changes nothing."""
    first = (0x80 if final else 0) | kind
    size = len(payload)
    if size < 126:
        return bytes((first, 0x80 | size, 0, 0, 0, 0)) + payload
    return struct.pack("!BBH", first, 0x80 | 126, size) + bytes(4) + payload


class Weather:
    """How long a direction of a line takes, and how much of it a reader takes in a second."""

    def __init__(self, chance: random.Random, delay: float, jitter: float, rate: float) -> None:
        self._chance = chance
        self._delay = delay
        self._jitter = jitter
        self.rate = rate

    def delay(self) -> float:
        return self._delay + self._chance.random() * self._jitter


class Line:
    """One connection of a client, from its first byte to its loss."""

    def __init__(
        self,
        loop: VirtualLoop,
        server: Process,
        weather: tuple[Weather, Weather],
        got: "Got",
        lost: "Lost",
    ) -> None:
        self._loop = loop
        self.server = server
        self._up, self._down = weather
        down = self._down
        self._got = got
        self._lost = lost
        self._arrives_up = self._arrives_down = loop.now
        self._inbox = b""
        self.cut_off = False
        """Whether nothing passes any more, though neither end knows."""
        self.over = False
        self.slow = down.rate != float("inf")
        self.closed: int | None = None
        self.protocol = BaseProtocol(loop)
        self.protocol._upgraded = True
        self.transport = Transport(loop, server, self, down)
        self.protocol.transport = self.transport
        self.reader: Any = None

    # Towards the server

    def send(self, data: bytes) -> None:
        """Send bytes; they arrive in order, unless the line is gone by then."""
        self._arrives_up = max(self._arrives_up + APART, self._loop.now + self._up.delay())
        self._at_server(self._arrives_up, self._feed, data)

    def _at_server(self, when: float, act: Callable[..., object], *args: object) -> None:
        self._loop.call_at(when, act, *args, context=self.server.context)

    def _feed(self, data: bytes) -> None:
        if not (self.over or self.cut_off or self.reader is None):
            self.reader.feed_data(data)

    # Towards the client

    def carry(self, data: bytes) -> None:
        """Carry what the server handed over."""
        self._arrives_down = max(self._arrives_down + APART, self._loop.now + self._down.delay())
        self._loop.call_at(self._arrives_down, self._deliver, data, context=_nobody())

    def _deliver(self, data: bytes) -> None:
        if self.over or self.cut_off:
            return
        self._inbox += data
        while (found := _first_frame(self._inbox)) is not None:
            kind, payload, size = found
            self._inbox = self._inbox[size:]
            if kind == CLOSE:
                self.closed = int.from_bytes(payload[:2], "big") if payload else None
                self.send(masked(payload, CLOSE))
            self._got(self, kind, payload)

    # How it ends

    def reset(self) -> None:
        """Both ends notice that the line is gone, each in its time."""
        if self.over:
            return
        self.over = True
        self._loop.call_at(self._loop.now + self._down.delay(), self._lost, self, context=_nobody())
        self._at_server(self._loop.now + self._up.delay(), self.transport.lost)

    def hung_up(self) -> None:
        """The server closed it, after what it wrote."""
        self._arrives_down = max(self._arrives_down + APART, self._loop.now + self._down.delay())
        self._loop.call_at(self._arrives_down, self._end, context=_nobody())

    def _end(self) -> None:
        if not (self.over or self.cut_off):
            self.over = True
            self._lost(self)


Got = Callable[[Line, int, bytes], None]
Lost = Callable[[Line], None]


def _nobody() -> contextvars.Context:
    """The context of what is no process's."""
    return contextvars.Context()


def _first_frame(data: bytes) -> tuple[int, bytes, int] | None:
    """The kind and payload of a server's first whole frame, and how long it is."""
    if len(data) < 2:
        return None
    size, start = data[1], 2
    if size >= 126:
        start = 4 if size == 126 else 10
        size = int.from_bytes(data[2:start], "big")
    if len(data) < start + size:
        return None
    return data[0] & 0x0F, data[start : start + size], start + size


class Transport(asyncio.Transport):
    """The server's end of a line: what is written waits until the other end takes it."""

    def __init__(self, loop: VirtualLoop, server: Process, line: Line, down: Weather) -> None:
        super().__init__()
        self._loop = loop
        self._server = server
        self._line = line
        self._down = down
        self._high = 64 * 1024
        self._waiting: list[bytes] = []
        self._size = 0
        self._closing = False
        self._gone = False
        self._moving = False

    def write(self, data: Any) -> None:
        if self._gone or self._closing:
            return
        if self._down.rate == float("inf"):
            self._line.carry(bytes(data))
            return
        self._waiting.append(bytes(data))
        self._size += len(data)
        if self._size > self._high and not self._line.protocol.writing_paused:
            self._line.protocol.pause_writing()
        self._move()

    def _move(self) -> None:
        """Hand over what waits at the pace of a slow reader; at none, nothing ever moves."""
        if self._moving or not self._waiting or not self._down.rate:
            return
        self._moving = True
        self._loop.call_later(len(self._waiting[0]) / self._down.rate, self._moved)

    def _moved(self) -> None:
        self._moving = False
        if self._gone or not self._waiting:
            return
        data = self._waiting.pop(0)
        self._size -= len(data)
        self._line.carry(data)
        if self._size <= self._high // 4 and self._line.protocol.writing_paused:
            self._line.protocol.resume_writing()
        if self._waiting:
            self._move()
        elif self._closing:
            self._leave()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._high = high or 0

    def get_write_buffer_size(self) -> int:
        return self._size

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def is_closing(self) -> bool:
        return self._closing or self._gone

    def close(self) -> None:
        if self._closing or self._gone:
            return
        self._closing = True
        if not self._waiting:
            self._leave()

    def write_eof(self) -> None:
        """Nothing: whoever is told of a close answers it here, and the server ends the rest."""

    def abort(self) -> None:
        self._waiting.clear()
        self._size = 0
        self._leave()

    def _leave(self) -> None:
        if not self._gone:
            self._line.hung_up()
            self._server.call(self.lost)

    def lost(self) -> None:
        """Tell the connection that its socket is gone."""
        if self._gone:
            return
        self._gone = True
        self._line.protocol.connection_lost(None)
        if self._line.reader is not None:
            self._line.reader.feed_eof()


class Drains:
    """What a connection asks to wait until it may write on."""

    def __init__(self, protocol: BaseProtocol) -> None:
        self._protocol = protocol

    async def drain(self) -> None:
        await self._protocol._drain_helper()
