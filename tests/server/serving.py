"""A server on a free port of this machine, and people who speak to it over real sockets."""

import asyncio
import base64
import json
import os
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Self

import aiohttp

from pellmell.protocol.messages import SUBPROTOCOL
from pellmell.room.chance import Chance
from pellmell.server.chance import CHANCE
from pellmell.server.config import Config
from pellmell.server.listening import listen
from pellmell.server.main import Server
from pellmell.store.contract import Store
from pellmell.store.memory import MemoryStore

HOST = "127.0.0.1"
PATIENCE = 20.0
"""Seconds after which what was awaited is not coming any more."""

Frame = dict[str, Any]


async def eventually(happened: Callable[[], object]) -> None:
    """Wait for what no event tells of."""
    async with asyncio.timeout(PATIENCE):
        while not happened():  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.002)


class Person:
    """A connection that keeps every frame it was sent."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.got: list[Frame] = []
        self.raw: list[str] = []
        self.n = 0

    async def send(self, **frame: Any) -> None:
        await self.socket.send_str(json.dumps(frame))

    async def hello(self, room: str, **fields: Any) -> None:
        await self.send(t="hello", room=room, **fields)

    async def room(self, do: str, **fields: Any) -> Frame:
        """Ask something of the room; its answer."""
        self.n += 1
        await self.send(t="room", n=self.n, do=do, **fields)
        return await self.answer(self.n)

    async def do(self, a: str, **fields: Any) -> Frame:
        """Give a command; its answer."""
        self.n += 1
        await self.send(t="do", n=self.n, a=a, **fields)
        return await self.answer(self.n)

    async def answer(self, n: int) -> Frame:
        return await self.until(lambda frame: frame["t"] in {"ack", "nack"} and frame["n"] == n)

    async def next(self) -> Frame | None:
        """The next frame, or None once the connection is closed."""
        async with asyncio.timeout(PATIENCE):
            message = await self.socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            return None
        self.raw.append(message.data)
        frame: Frame = json.loads(message.data)
        self.got.append(frame)
        return frame

    async def until(self, wanted: Any) -> Frame:
        """The first frame from now on that is wanted: a kind `t`, or a function that says so."""
        is_wanted = wanted if callable(wanted) else lambda frame: frame["t"] == wanted
        while (frame := await self.next()) is not None:
            if is_wanted(frame):
                return frame
        raise AssertionError(f"closed with {self.socket.close_code} after {self.got[-3:]}")

    async def event(self, k: str, **fields: Any) -> Frame:
        """The first event of a kind from now on, with these fields."""
        wanted = {"k": k, **fields}
        found: list[Frame] = []

        def has(frame: Frame) -> bool:
            found[:] = [e for e in frame.get("e", []) if wanted.items() <= e.items()]
            return bool(found)

        await self.until(has)
        return found[0]

    async def closed(self) -> tuple[str | None, int | None]:
        """What the server's `bye` said, and the code it closed with."""
        while await self.next() is not None:
            pass
        last = self.got[-1] if self.got else {}
        return last.get("why") if last.get("t") == "bye" else None, self.socket.close_code


class Served:
    """A running server."""

    def __init__(self, server: Server, port: int, http: aiohttp.ClientSession) -> None:
        self.server = server
        self.port = port
        self.http = http
        self.url = f"http://{HOST}:{port}"

    async def create(self, **wanted: Any) -> Frame:
        async with self.http.post(f"{self.url}/api/rooms", json=wanted) as answer:
            assert answer.status == 201, await answer.text()
            room: Frame = await answer.json()
            return room

    async def get(self, path: str, secret: str | None = None, **headers: str) -> tuple[int, str]:
        if secret is not None:
            headers["Authorization"] = f"Bearer {secret}"
        async with self.http.get(self.url + path, headers=headers) as answer:
            return answer.status, await answer.text()

    async def connect(self, **headers: str) -> Person:
        return Person(
            await self.http.ws_connect(
                f"{self.url}/ws", protocols=[SUBPROTOCOL], headers=headers, compress=15
            )
        )

    async def greet(self, room: Frame | str, **fields: Any) -> Person:
        """Somebody who said hello; a room as it was created gives its key."""
        person = await self.connect()
        if isinstance(room, dict):
            fields = {"key": room["key"], **fields}
        await person.hello(room if isinstance(room, str) else room["room"], **fields)
        return person

    async def join(self, room: Frame | str, **fields: Any) -> Person:
        """Somebody who was welcomed."""
        person = await self.greet(room, **fields)
        await person.until("welcome")
        return person

    async def settled(self, connections: int = 0) -> None:
        """Wait until the server has let go of all but so many connections."""
        server = self.server
        await eventually(
            lambda: len(server.gateway) == connections and not server.rooms._commits._tasks
        )


@asynccontextmanager
async def serving(
    store: Store | None = None,
    chance: Chance = CHANCE,
    clock: Callable[[], float] | None = None,
    **config: Any,
) -> AsyncIterator[Served]:
    sock = listen(HOST, 0)
    server = Server(store or MemoryStore(), Config(host=HOST, **config), chance, clock=clock)
    await server.start(sock)
    try:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
            yield Served(server, sock.getsockname()[1], http)
    finally:
        await server.stop()


class Wire:
    """A socket on which every byte is one's own: what a well-behaved library would not send."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, *, buffer: int | None = None) -> Self:
        """A connection; `buffer` limits the bytes its kernel takes in for it."""
        sock = socket.socket()
        sock.setblocking(False)
        if buffer is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        await asyncio.get_running_loop().sock_connect(sock, (HOST, port))
        limit = 2**16 if buffer is None else buffer
        return cls(*await asyncio.open_connection(sock=sock, limit=limit))

    @classmethod
    async def upgraded(cls, port: int, *, buffer: int | None = None, more: str = "") -> Self:
        """A connection that may send frames."""
        wire = await cls.open(port, buffer=buffer)
        key = base64.b64encode(os.urandom(16)).decode()
        wire.write(
            f"GET /ws HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"{more}\r\n"
        )
        head = await wire.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        return wire

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.writer.transport.abort()

    def write(self, data: bytes | str) -> None:
        self.writer.write(data.encode() if isinstance(data, str) else data)

    def frame(self, first: int, payload: bytes = b"", *, length: int | None = None) -> None:
        """A masked frame; `length` is what it claims, if that is not the truth."""
        size = len(payload) if length is None else length
        if size < 126:
            head = bytes((first, 0x80 | size))
        elif size < 1 << 16:
            head = struct.pack("!BBH", first, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", first, 0x80 | 127, size)
        self.write(head + bytes(4) + payload)

    def text(self, **frame: Any) -> None:
        self.frame(0x81, json.dumps(frame).encode())

    async def read_frame(self) -> tuple[int, bytes]:
        """The kind and the payload of the next frame."""
        async with asyncio.timeout(PATIENCE):
            first, size = await self.reader.readexactly(2)
            if size >= 126:
                width = 2 if size == 126 else 8
                size = int.from_bytes(await self.reader.readexactly(width), "big")
            return first, await self.reader.readexactly(size)

    async def close_code(self) -> int:
        """The code that the server closes with."""
        while True:
            first, payload = await self.read_frame()
            if first == 0x88:
                return int.from_bytes(payload[:2], "big")

    async def ended(self) -> bytes:
        """Whatever comes until the server hangs up."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.read()
            except ConnectionResetError:
                return b""
