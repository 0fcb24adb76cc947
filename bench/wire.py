"""A lean client: frames over a bare asyncio protocol, as WebSocket or as lines."""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Any, Protocol, cast

from pellmell.protocol.messages import SUBPROTOCOL

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


def head(first: int, size: int) -> bytes:
    """The head of a frame; a mask of zeros is a mask, and leaves the payload as it is."""
    if size < 126:
        return bytes((first, 0x80 | size, 0, 0, 0, 0))
    if size < 1 << 16:
        return struct.pack("!BBHI", first, 0xFE, size, 0)
    return struct.pack("!BBQI", first, 0xFF, size, 0)


class Receiver(Protocol):
    """Whoever is told of the frames of a connection."""

    def frame(self, data: bytes) -> None:
        """A whole text frame arrived."""
        ...

    def closed(self) -> None:
        """The connection is gone."""
        ...


class Connection(asyncio.Protocol):
    """A connection that sends and receives text frames; made by `connect`."""

    def __init__(self, receiver: Receiver) -> None:
        self.receiver = receiver
        self.frames = 0
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet the server."""
        # uvloop's transports are alike, but not of the class.
        self._transport = cast("asyncio.Transport", transport)
        self.greet()

    def connection_lost(self, error: Exception | None) -> None:
        """Tell whoever waits for it."""
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("the server closed at once"))
        self._transport = None
        self.receiver.closed()

    def data_received(self, data: bytes) -> None:
        """Take in what arrived."""
        self._buffer = self.unpack(self._buffer + data if self._buffer else data)

    def write(self, data: bytes) -> None:
        """Write bytes, while the connection is there."""
        if self._transport is not None:
            self._transport.write(data)

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    def greet(self) -> None:
        """Say what a server waits for first."""
        raise NotImplementedError

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        raise NotImplementedError

    def unpack(self, data: bytes) -> bytes:
        """Hand on every whole frame; what is left of the data."""
        raise NotImplementedError


class WebSocket(Connection):
    """A connection that speaks WebSocket, without compression."""

    def greet(self) -> None:
        """Ask for a WebSocket."""
        assert self._transport is not None
        host, port = self._transport.get_extra_info("peername")[:2]
        key = base64.b64encode(os.urandom(16)).decode()
        self.write(
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n".encode()
        )

    def send(self, text: bytes) -> None:
        """Send a text frame in one piece."""
        self._send(TEXT, text)

    def _send(self, kind: int, text: bytes) -> None:
        self.write(head(kind, len(text)) + text)

    def unpack(self, data: bytes) -> bytes:
        """Hand on every whole frame; what is left of the data."""
        start = 0
        if not self.opened.done():
            head, end, _ = data.partition(b"\r\n\r\n")
            if not end:
                return data
            if not head.startswith(b"HTTP/1.1 101"):
                first = head.split(b"\r\n")[0].decode()
                self.opened.set_exception(ConnectionError(f"no WebSocket: {first}"))
                return b""
            self.opened.set_result(None)
            start = len(head) + 4
        while (frame := _frame(data, start)) is not None:
            kind, begin, start = frame
            self._take(kind, data[begin:start])
        return data[start:]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.frames += 1
            self.receiver.frame(payload)
        elif kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self._send(CLOSE, payload[:2])
            self.close()
        else:
            raise ConnectionError(f"a frame of kind {kind:#x} is not expected")


def _frame(data: bytes, start: int) -> tuple[int, int, int] | None:
    """The kind of the frame that starts there, where its payload begins and where it ends."""
    if len(data) < start + 2:
        return None
    size, begin = data[start + 1], start + 2
    if size >= 126:
        width = 2 if size == 126 else 8
        begin += width
        size = int.from_bytes(data[start + 2 : begin], "big")
    end = begin + size
    return (data[start], begin, end) if end <= len(data) else None


class Lines(Connection):
    """A connection whose frames are lines."""

    def greet(self) -> None:
        """Nothing is asked for."""
        self.opened.set_result(None)

    def send(self, text: bytes) -> None:
        """Send a line."""
        self.write(text + b"\n")

    def unpack(self, data: bytes) -> bytes:
        """Hand on every whole line; what is left of the data."""
        *lines, rest = data.split(b"\n")
        for line in lines:
            self.frames += 1
            self.receiver.frame(line)
        return rest


async def connect(
    kind: Callable[[Receiver], Connection], receiver: Receiver, host: str, port: int
) -> Any:
    """An open connection."""
    loop = asyncio.get_running_loop()
    _, connection = await loop.create_connection(lambda: kind(receiver), host, port)
    await asyncio.wait_for(connection.opened, 30)
    return connection
