"""What comes over the network before it is a frame, and what stands on a command line."""

import argparse
import asyncio
import base64
import contextlib
import io
import logging
from typing import Any

from aiohttp import web

from pellmell.cli.arguments import InputError
from pellmell.cli.main import parser
from pellmell.engine.rules import Rules
from pellmell.protocol.messages import MAX_FRAME, Options
from pellmell.server.chance import ALPHABET, CODE_LENGTH, mint_code, read_code
from pellmell.server.config import Config, ConfigError, read_network, read_origin
from pellmell.server.main import Server
from pellmell.server.requests import Turnstile, reader_for
from pellmell.store.memory import MemoryStore
from pellmell.texts import speech
from tests.fuzz.messages import FRAMES
from tests.fuzz.target import TRAPS, Target, text_of
from tests.storm.wire import CLOSE, PING, PONG, masked

ROUNDS = 100
"""Inputs after which a server is replaced, so that what it keeps of them stays small."""


class Wire(asyncio.Transport):
    """A connection to a client that takes everything at once."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 4711), "sockname": ("127.0.0.1", 8000)})
        self.got = bytearray()
        self.closed = False

    def write(self, data: Any) -> None:
        self.got += data

    def writelines(self, list_of_data: Any) -> None:
        self.got += b"".join(list_of_data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def write_eof(self) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class House(logging.Handler):
    """A server without sockets, given the bytes of one connection after another."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._failed)
        self._served = 0
        self._faults: list[str] = []
        self._real: tuple[tuple[bytes, bytes], ...] = ()
        """What stands in inputs for the codes and the key of rooms that are there."""
        self._server: Server | None = None
        self._runner: web.AppRunner | None = None

    def emit(self, record: logging.LogRecord) -> None:
        self._faults.append(self.format(record))

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self._faults.append(repr(context))

    def ask(self, data: bytes) -> bytes:
        """All that is answered to the bytes of one connection; AssertionError where it failed."""
        return self._loop.run_until_complete(self._ask(data))

    async def _ask(self, data: bytes) -> bytes:
        if self._served % ROUNDS == 0:
            await self._move_in()
        self._served += 1
        for stands_for, real in self._real:
            data = data.replace(stands_for, real)
        assert self._runner is not None
        wire, protocol = Wire(), reader_for(self._runner, Turnstile(self._runner))
        protocol.connection_made(wire)
        try:
            protocol.data_received(data)
            for _ in range(12):
                await asyncio.sleep(0)
        finally:
            protocol.connection_lost(None)
        for _ in range(4):
            await asyncio.sleep(0)
        faults, self._faults = self._faults, []
        assert faults == [], faults[0]
        return bytes(wire.got)

    async def _move_in(self) -> None:
        if self._runner is not None and self._server is not None:
            await self._server.rooms.drain()
            await self._runner.cleanup()
        self._server = Server(MemoryStore(), Config())
        await self._server.rooms.load()
        self._runner = web.AppRunner(self._server._application(), shutdown_timeout=0.0)
        await self._runner.setup()
        hidden = await self._server.lobby.open(Rules(), Options(), public=False)
        shown = await self._server.lobby.open(Rules(), Options(), public=True)
        assert hidden.key is not None
        self._real = ((b"KQZ7MB", hidden.room.encode()), (b"the-key", hidden.key.encode()),
                      (b"SHARED", shown.room.encode()))  # fmt: skip
        for name in ("pellmell", "aiohttp", "asyncio"):
            if self not in logging.getLogger(name).handlers:
                logging.getLogger(name).addHandler(self)


HOUSE = House()
"""One for the whole process: a server is not a thing to build for every input."""


def _request(data: bytes) -> bool:
    """A connection is answered, never with a failure of ours, and never told what it said."""
    got = HOUSE.ask(data)
    status = got[9:12]
    assert not status.startswith(b"50") or status == b"503", got[:200]
    assert got == b"" or got.startswith(b"HTTP/"), got[:200]
    return status[:1] in (b"1", b"2", b"3")


def _socket(data: bytes) -> bool:
    """A connection that was upgraded gets whole frames, whatever it sends."""
    got = HOUSE.ask(UPGRADE + data)
    head, _, frames = got.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101 "), head[:200]
    kinds = []
    while frames:
        size, start = frames[1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(frames[2:start], "big")
        assert len(frames) >= start + size, frames[:80]
        kinds.append(frames[0] & 0x0F)
        frames = frames[start + size :]
    assert CLOSE not in kinds[:-1], "nothing follows a close"
    return CLOSE not in kinds


def _origin(data: bytes) -> bool:
    try:
        origin = read_origin(text_of(data))
    except ConfigError as error:
        assert str(error).isprintable()
        return False
    assert read_origin(origin) == origin
    return True


def _network(data: bytes) -> bool:
    try:
        network = read_network(text_of(data))
    except ConfigError as error:
        assert str(error).isprintable()
        return False
    assert read_network(str(network)) == network
    return True


def _code(data: bytes) -> bool:
    code = read_code(text_of(data))
    if code is None:
        return False
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(ALPHABET)
    assert read_code(code.lower()) == code
    return True


def _arguments(data: bytes) -> bool:
    """A command line, its words apart by a line's end; it is read, not run."""
    words = [text_of(word) for word in data.split(b"\n")]
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            options = PARSER.parse_args([word.replace("\0", "") for word in words])
        except InputError as error:
            assert "\n" not in str(error)
            return False
        except SystemExit as ended:  # --help and --version
            assert not ended.code
            return True
    assert isinstance(options, argparse.Namespace)
    return True


PARSER = parser(speech("en"))
KEY = base64.b64encode(bytes(16))
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost:8000\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + b"\r\n\r\n"
)


def _post(body: bytes, more: bytes = b"") -> bytes:
    return (
        b"POST /api/rooms HTTP/1.1\r\nHost: localhost:8000\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n%b\r\n%b" % (len(body), more, body)
    )


def _get(path: bytes, more: bytes = b"") -> bytes:
    return b"GET %b HTTP/1.1\r\nHost: localhost:8000\r\n%b\r\n" % (path, more)


REQUESTS = (
    *map(_get, (b"/", b"/api/rooms", b"/api/rooms/KQZ7MB", b"/api/rooms/KQZ7MB/rounds/1")),
    *map(
        _get, (b"/healthz", b"/readyz", b"/metrics", b"/index.html", b"/r/KQZ7MB", b"/tv/KQZ7MB/")
    ),
    _get(b"/api/rooms/SHARED"),
    _get(b"/api/rooms/KQZ7MB", b"Authorization: Bearer the-key\r\n"),
    _get(b"/api/rooms/KQZ7MB", b"Authorization: Bearer abc\r\nX-Forwarded-For: 10.0.0.1, ::1\r\n"),
    _get(b"/", b'If-None-Match: "x"\r\nAccept-Encoding: gzip\r\nOrigin: http://localhost:8000\r\n'),
    _get(b"/metrics", b"Authorization: Bearer \xc3\xa4\r\nForwarded: for=1\r\n"),
    _get(b"/%2e%2e/%00/..%5c"),
    _post(b'{"rules":"standard","public":true,"options":{"queue":0}}'),
    _post(b'{"rules":"speed,turn=2","options":{"fair":"arrival"}}', b"Connection: close\r\n"),
    _post(b"{}") + _get(b"/api/rooms"),
    b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    UPGRADE,
    UPGRADE + masked(FRAMES[0]),
    UPGRADE.replace(b"13\r\n", b"13\r\nSec-WebSocket-Protocol: pellmell.v1\r\nOrigin: null\r\n"),
)
HEADERS = (
    *(b"Host: ", b"Origin: ", b"Content-Length: ", b"Transfer-Encoding: chunked\r\n", b"Expect: "),
    *(b"Sec-WebSocket-Key: ", b"Sec-WebSocket-Version: 13\r\n", b"Upgrade: websocket\r\n"),
    *(b"Connection: ", b"Authorization: Bearer ", b"X-Forwarded-For: ", b"Cookie: ", b"Range: "),
    *(b"Content-Encoding: ", b"If-None-Match: ", b"Accept-Encoding: gzip", b"HTTP/1.0", b"HTTP/2"),
    *(
        b"\r\n",
        b"\r\n\r\n",
        b"\r",
        b" ",
        b"\t",
        b":",
        b"%",
        b"%00",
        b"%ff",
        b"%2f",
        b"//",
        b"?",
        b"#",
    ),
    *(b"OPTIONS", b"HEAD", b"PUT", b"CONNECT localhost:8000", b"TRACE", b"http://localhost/", b"*"),
    *(b"[::1]:8000", b"127.0.0.1", b"[", b"]", b"@", b"localhost:99999", b"localhost:0"),
    *(
        b"/assets/",
        b"/ws",
        b"/api/rooms/",
        b"/rounds/",
        b"gzip",
        b"deflate",
        b"br",
        b"100-continue",
    ),
    *TRAPS,
)
SOCKETS = (
    *map(masked, FRAMES),
    b"".join(map(masked, FRAMES)),
    masked(b"abc", PING) + masked(b"\0\0\0\0", PONG) + masked(b"\x03\xe8bye", CLOSE),
    masked(b"", CLOSE),
    masked(b"x" * MAX_FRAME),
    masked(b"x" * 200),
    masked(b"{", final=False) + masked(b"}", 0),
    masked(b"binary", 2),
)
ORIGINS = (
    b"https://cards.example.org",
    b"http://localhost:8000",
    b"http://[::1]:80",
    b"https://a:443/",
)
LINES = (
    *(b"serve\n--port\n8000\n--origin\nhttps://a.example", b"serve\n--keep\n30\n--log\njson"),
    *(
        b"serve\n--print-limits",
        b"moves\n-\n--rules\nspeed",
        b"perft\n-\n3",
        b"stuck\n-",
        b"--version",
    ),
    *(b"check\nfile", b"verify\n-", b"deal\n3\n--rules\nstandard", b"data\nlist", b"--help"),
    *(b"data\nexport\nKQZ7MB", b"data\ndelete\n--older\n30d\n--data\ndir"),
)

TARGETS = (
    Target(name="requests", attempt=_request, seeds=REQUESTS, words=HEADERS, share=25),
    Target(
        name="sockets",
        attempt=_socket,
        seeds=SOCKETS,
        words=(*map(masked, FRAMES), *(bytes((first, 0x80)) + bytes(4) for first in range(256))),
        share=15,
    ),
    Target(
        name="origins",
        attempt=_origin,
        seeds=ORIGINS,
        words=HEADERS,
        longest=200,
        share=15,
    ),
    Target(
        name="networks",
        attempt=_network,
        seeds=(b"172.17.0.0/16", b"10.0.0.7", b"fd00::/8", b"::ffff:10.0.0.1"),
        words=TRAPS,
        longest=60,
        share=15,
    ),
    Target(
        name="codes",
        attempt=_code,
        seeds=(b"KQZ7MB", b"kqz7mb", mint_code().encode()),
        words=TRAPS,
        longest=12,
        share=20,
    ),
    Target(
        name="arguments",
        attempt=_arguments,
        seeds=LINES,
        words=(
            *TRAPS,
            *(line.partition(b"\n")[0] for line in LINES),
            b"--",
            b"-",
            b"=",
            b"--port=",
        ),
        longest=200,
        share=10,
    ),
)
