"""What strangers may try on a server: each attack is one wave, to be repeated.

A wave ends when the server has cut it off or has answered all of it, or a few seconds later.
`python -m bench.attacks NAME PORT ROOM SECONDS` goes on with one for so long.
"""

import asyncio
import base64
import os
import random
import socket
import struct
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic

import msgspec
import uvloop

from bench.machine import allow_files
from bench.serving import HOST
from bench.wire import head
from pellmell.server.chance import ALPHABET, CODE_LENGTH

TEXT, BINARY, PING = 0x81, 0x82, 0x89
PATIENCE = 15.0
"""Seconds within which a server that keeps its limits has let go of a socket."""


class HeldError(Exception):
    """The server still holds a socket that it should have let go of."""


class Target(msgspec.Struct):
    """A server's port, and a public room there."""

    port: int
    room: str


class Stranger:
    """A connection on which every byte is one's own."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def write(self, data: bytes) -> None:
        """Send bytes; raises ConnectionError once the server has hung up."""
        if self.writer.is_closing():
            raise ConnectionResetError
        self.writer.write(data)

    def frame(self, first: int, payload: bytes = b"", size: int | None = None) -> None:
        """Send a frame, which may claim another size than it has."""
        self.write(head(first, len(payload) if size is None else size) + payload)

    async def over(self) -> None:
        """Take everything in until the server hangs up; raises HeldError if it does not."""
        with suppress(ConnectionError):
            try:
                async with asyncio.timeout(PATIENCE):
                    while await self.reader.read(1 << 16):
                        pass
            except TimeoutError:
                raise HeldError from None


@asynccontextmanager
async def connected(target: Target, buffer: int | None = None) -> AsyncIterator[Stranger]:
    """A connection, reset at the end; `buffer` limits what its kernel takes in."""
    sock = socket.socket()
    sock.setblocking(False)
    if buffer is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    try:
        await asyncio.get_running_loop().sock_connect(sock, (HOST, target.port))
    except OSError:
        sock.close()
        raise
    stranger = Stranger(*await asyncio.open_connection(sock=sock, limit=buffer or 1 << 16))
    try:
        yield stranger
    finally:
        stranger.writer.transport.abort()


@asynccontextmanager
async def upgraded(target: Target, buffer: int | None = None) -> AsyncIterator[Stranger]:
    """A connection that may send frames, with compression offered."""
    async with connected(target, buffer) as stranger:
        key = base64.b64encode(os.urandom(16)).decode()
        stranger.write(
            f"GET /ws HTTP/1.1\r\nHost: {HOST}:{target.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n".encode()
        )
        async with asyncio.timeout(30):
            await stranger.reader.readuntil(b"\r\n\r\n")
        yield stranger


@asynccontextmanager
async def watching(target: Target, buffer: int | None = None) -> AsyncIterator[Stranger]:
    """A connection that has greeted the room."""
    async with upgraded(target, buffer) as stranger:
        stranger.frame(TEXT, b'{"t":"hello","room":"%s","watch":true}' % target.room.encode())
        yield stranger


async def flood(target: Target) -> None:
    """As many commands and looks as go through."""
    async with watching(target) as stranger:
        for n in range(500):
            stranger.frame(TEXT, b'{"t":"do","n":%d,"a":"turn"}' % (n + 1))
            stranger.frame(TEXT, b'{"t":"look"}')
        await stranger.over()


async def pings(target: Target) -> None:
    """20,000 pings."""
    async with watching(target) as stranger:
        stranger.write(head(PING, 0) * 20_000)
        await stranger.over()


async def fragments(target: Target) -> None:
    """A message of 80,000 empty pieces."""
    async with watching(target) as stranger:
        stranger.write(head(0x01, 0) + head(0x00, 0) * 80_000)
        await stranger.over()


async def oversize(target: Target) -> None:
    """A frame that claims a tebibyte, and a mebibyte of it."""
    async with watching(target) as stranger:
        stranger.frame(TEXT, bytes(1 << 20), size=1 << 40)
        await stranger.over()


async def bombs(target: Target) -> None:
    """Frames that would be large if compression had been agreed on."""
    async with watching(target) as stranger:
        stranger.frame(TEXT | 0x40, (b"\xec\xc1\x01\x01" + bytes(1000)) * 4)
        await stranger.over()


async def brackets(target: Target) -> None:
    """4 KiB of brackets, and other traps for who reads JSON."""
    for text in (b"[" * 4096, b'{"a":' * 819, b"9" * 4096, b'"' + b"\\ud800" * 600 + b'"'):
        async with watching(target) as stranger:
            stranger.frame(TEXT, text)
            await stranger.over()


async def silent(target: Target) -> None:
    """Nothing at all; half a request; a WebSocket without a greeting."""
    async with connected(target) as mute, connected(target) as half, upgraded(target) as rude:
        half.write(b"GET / HTTP/1.1\r\nHost: ")
        await asyncio.gather(mute.over(), half.over(), rude.over())


async def never_reading(target: Target) -> None:
    """Somebody who looks again and again and reads nothing."""
    async with watching(target, buffer=2048) as stranger:
        for _ in range(40):
            stranger.frame(TEXT, b'{"t":"look"}')
            await asyncio.sleep(0.06)


async def headers(target: Target) -> None:
    """A request with 5,000 headers, and one with a long one."""
    for more in (b"".join(b"X-%d: a\r\n" % n for n in range(5000)), b"X: %s\r\n" % (b"a" * 32_768)):
        async with connected(target) as stranger:
            stranger.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + more + b"\r\n")
            await stranger.over()


async def ranges(target: Target) -> None:
    """The page in hundreds of ranges."""
    wanted = b",".join(b"%d-%d" % (n, n) for n in range(450))
    async with connected(target) as stranger:
        stranger.write(
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nRange: bytes=%s\r\n\r\n"
            % wanted
        )
        await stranger.over()


async def pipelined(target: Target) -> None:
    """Thousands of requests at once, whose answers nobody reads."""
    async with connected(target, buffer=2048) as stranger:
        stranger.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20_000)
        await asyncio.sleep(3)


async def resets(target: Target) -> None:
    """Connections that are reset at once, in mid-request and after it."""
    for sent in (b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"):
        async with connected(target) as stranger:
            stranger.write(sent)
            sock = stranger.writer.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            await asyncio.sleep(0)


async def guesses(target: Target) -> None:
    """Codes of rooms, by chance, over both doors."""
    code = "".join(random.choices(ALPHABET, k=CODE_LENGTH))
    async with upgraded(target) as stranger:
        stranger.frame(TEXT, b'{"t":"hello","room":"%s","watch":true}' % code.encode())
        await stranger.over()
    async with connected(target) as stranger:
        stranger.write(
            b"GET /api/rooms/%s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
            % code.encode()
        )
        await stranger.over()


async def bodies(target: Target) -> None:
    """Bodies that are promised and do not come, and one that does not end."""
    start = b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    async with connected(target) as late, connected(target) as long:
        late.write(start + b"Content-Length: 4000\r\n\r\n{")
        long.write(start + b"Transfer-Encoding: chunked\r\n\r\n" + b"fff\r\n%s\r\n" % bytes(4095))
        await asyncio.gather(late.over(), long.over())


Attack = Callable[[Target], Awaitable[None]]
ATTACKS: dict[str, tuple[Attack, int]] = {
    "flood": (flood, 50),
    "pings": (pings, 20),
    "fragments": (fragments, 20),
    "oversize": (oversize, 20),
    "bombs": (bombs, 20),
    "brackets": (brackets, 20),
    "silent": (silent, 170),
    "never-reading": (never_reading, 40),
    "headers": (headers, 10),
    "ranges": (ranges, 10),
    "pipelined": (pipelined, 10),
    "resets": (resets, 20),
    "guesses": (guesses, 10),
    "bodies": (bodies, 50),
}
"""Each attack, and how many of them the bench lets go on at once."""


async def go_on(attack: Attack, target: Target, seconds: float, at_once: int) -> tuple[int, int]:
    """Repeat an attack, so many at once, for so long.

    How many waves there were, and how many sockets the server held on to.
    """
    until, waves, held = monotonic() + seconds, 0, 0

    async def repeat() -> None:
        nonlocal waves, held
        while monotonic() < until:
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                try:
                    await attack(target)
                except HeldError:
                    held += 1
            waves += 1
            await asyncio.sleep(0)

    await asyncio.gather(*(repeat() for _ in range(at_once)))
    return waves, held


def main() -> None:
    """Attack; the numbers of waves and of sockets held on to on standard output."""
    name, port, room, seconds = sys.argv[1:]
    allow_files(4096)
    # Strangers come from elsewhere: here they take what the others leave.
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(10)
    attack, at_once = ATTACKS[name]
    print(*uvloop.run(go_on(attack, Target(int(port), room), float(seconds), at_once)))


if __name__ == "__main__":
    main()
