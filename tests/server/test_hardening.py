"""What a connection may not do, and that it costs nobody else anything."""

import asyncio
import json
import socket
import struct
import sys
from collections.abc import Callable

import pytest

from bench.machine import allow_files
from pellmell.protocol.messages import MAX_FRAME
from pellmell.server import connection as connection_module
from pellmell.server import limits, requests
from pellmell.server.connection import Connection
from tests.server.serving import Served, Wire, eventually, serving

pytestmark = pytest.mark.asyncio

TEXT, CONTINUATION, BINARY, PING, PONG, CLOSE, FINAL = 1, 0, 2, 9, 10, 8, 0x80


RUBBISH = b"\x81\x7e\x1f\x40" + b"x" * 8000
"""A frame that nobody understands."""


async def stop_up(slow: Connection) -> None:
    """Write to somebody who does not read until their kernel's buffers are full."""
    async with asyncio.timeout(20):
        while slow._draining is None:
            slow.put(RUBBISH, 1, b"")
            slow.flush()
            await asyncio.sleep(0)


async def goodbye(wire: Wire) -> tuple[str, int]:
    """Why a connection is closed, as its last frame says, and the code."""
    last = b""
    while True:
        first, payload = await wire.read_frame()
        if first == CLOSE | FINAL:
            return json.loads(last)["why"], int.from_bytes(payload, "big")
        last = payload


async def undisturbed(served: Served, attack: Callable[[Wire], None]) -> int:
    """The code with which a connection that attacks is closed, while a table goes on."""
    room = await served.create(public=True)
    ada = await served.join(room["room"], name="Ada")
    async with await Wire.upgraded(served.port) as wire:
        attack(wire)
        code = await wire.close_code()
    await ada.send(t="ping", c=1)
    await ada.until("pong")
    assert [frame["t"] for frame in ada.got] == ["welcome", "pong"]
    return code


HELLO = json.dumps({"t": "hello", "room": "AAAAAA"}).encode()


@pytest.mark.parametrize(
    ("attack", "code"),
    [
        (lambda wire: wire.frame(BINARY | FINAL, HELLO), 1003),
        (lambda wire: wire.frame(TEXT, HELLO[:5]), 1008),
        (lambda wire: wire.frame(TEXT), 1008),
        (lambda wire: wire.frame(BINARY, HELLO), 1008),
        (lambda wire: wire.frame(CONTINUATION | FINAL, HELLO), 1008),
        (lambda wire: wire.frame(CONTINUATION), 1008),
        (lambda wire: wire.frame(TEXT | FINAL, b" " * (MAX_FRAME + 1)), 1009),
        (lambda wire: wire.frame(TEXT | FINAL, b"", length=1 << 40), 1009),
        (lambda wire: wire.frame(TEXT | FINAL, b"", length=(1 << 64) - 1), 1009),
        (lambda wire: wire.frame(TEXT | FINAL | 0x40, HELLO), 1002),
        (lambda wire: wire.frame(TEXT | FINAL | 0x20, HELLO), 1002),
        (lambda wire: wire.frame(3 | FINAL), 1002),
        (lambda wire: wire.frame(11 | FINAL), 1002),
        (lambda wire: wire.frame(PING), 1002),
        (lambda wire: wire.frame(PING | FINAL, b" " * 126), 1002),
        (lambda wire: wire.frame(TEXT | FINAL, b"\xff"), 1007),
        (lambda wire: wire.frame(TEXT | FINAL, b'{"t":"\xed\xa0\x80"}'), 1007),
        (lambda wire: wire.frame(CLOSE | FINAL, b"\x03"), 1002),
        (lambda wire: wire.frame(CLOSE | FINAL, struct.pack("!H", 999)), 1002),
        (lambda wire: wire.frame(CLOSE | FINAL, struct.pack("!H", 1000)), 1000),
        (lambda wire: wire.frame(CLOSE | FINAL, struct.pack("!H", 4000) + b"bye"), 4000),
    ],
    ids=range(21),
)
async def test_what_is_not_spoken_here_is_refused_at_its_first_frame(
    attack: Callable[[Wire], None], code: int
) -> None:
    async with serving() as served:
        assert await undisturbed(served, attack) == code


async def test_who_is_cut_off_sees_the_end_at_once_and_nothing_it_sent_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection_module, "CLOSE_SECONDS", 1000.0)
    async with serving() as served, await Wire.upgraded(served.port) as wire:
        wire.frame(BINARY | FINAL, HELLO)
        wire.write(b"x" * 50_000)
        assert await wire.close_code() == 1003
        assert await wire.ended() == b""
        (connection,) = served.server.gateway._connections.values()
        error = connection.reader._queue.exception()
        assert error is not None
        assert error.__traceback__ is None, "where it was raised is what came"
        wire.writer.transport.abort()
        await served.settled()


async def test_a_frame_of_the_full_size_is_read() -> None:
    async with serving() as served:
        room = await served.create(public=True)
        hello = json.dumps({"t": "hello", "room": room["room"], "pad": ""})
        padded = hello[:-2] + "x" * (MAX_FRAME - len(hello)) + hello[-2:]
        assert len(padded) == MAX_FRAME
        person = await served.connect()
        await person.socket.send_str(padded)
        assert (await person.until("welcome"))["you"]["seat"] == "A"


async def test_pings_have_a_limit_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "PINGS_PER_SECOND", 0.0)
    async with serving() as served, await Wire.upgraded(served.port) as wire:
        for number in range(limits.PINGS_AT_ONCE):  # which is more than any library sends at once
            wire.frame(PING | FINAL, bytes((number,)))
        for number in range(limits.PINGS_AT_ONCE):
            assert await wire.read_frame() == (PONG | FINAL, bytes((number,)))
        wire.frame(PONG | FINAL)
        wire.frame(PING | FINAL)
        kind, payload = await wire.read_frame()
        assert (kind, json.loads(payload)["why"]) == (TEXT | FINAL, "too-many")
        assert await wire.close_code() == 1008


@pytest.mark.parametrize("kind", [TEXT, PING, PONG])
async def test_a_flood_is_cut_off(kind: int) -> None:
    def flood(wire: Wire) -> None:
        wire.text(t="hello", room=room["room"])
        for _ in range(limits.FRAMES_PER_SECOND):
            wire.frame(kind | FINAL, b'{"t":"ping","c":1}' if kind == TEXT else b"")

    async with serving() as served:
        room = await served.create(public=True)
        assert await undisturbed(served, flood) == 1008


async def test_sixty_frames_a_second_are_read() -> None:
    async with serving() as served:
        room = await served.create(public=True)
        person = await served.join(room["room"])
        for n in range(1, limits.FRAMES_PER_SECOND - 1):
            await person.send(t="do", n=n, a="turn")
        await person.answer(limits.FRAMES_PER_SECOND - 2)


async def test_a_flood_of_empty_fragments_ends_with_the_first() -> None:
    def flood(wire: Wire) -> None:
        wire.frame(TEXT)
        wire.write(b"\x00\x80\0\0\0\0" * 80_000)

    async with serving() as served:
        assert await undisturbed(served, flood) == 1008


async def test_a_socket_that_never_speaks_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "HELLO_SECONDS", 0.05)
    async with serving() as served, await Wire.upgraded(served.port) as wire:
        wire.frame(PING | FINAL)
        assert (await wire.read_frame())[0] == PONG | FINAL
        assert json.loads((await wire.read_frame())[1])["why"] == "no-hello"
        assert await wire.close_code() == 4400


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"GET / HTTP/1.1\r\nHo"],
)
async def test_a_request_that_never_ends_its_headers_is_closed(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "HEADER_SECONDS", 0.05)
    async with serving() as served, await Wire.open(served.port) as wire:
        wire.write(sent)
        assert await wire.ended() == b""


async def test_headers_that_trickle_are_closed_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(requests, "HEADER_SECONDS", 0.1)

    async def trickle(wire: Wire) -> None:
        wire.write(b"GET / HTTP/1.1\r\n")
        while not wire.writer.is_closing():
            wire.write(b"X-A: a\r\n")
            await asyncio.sleep(0.005)

    async with serving() as served, await Wire.open(served.port) as wire:
        trickling = asyncio.create_task(trickle(wire))
        assert await wire.ended() == b""
        trickling.cancel()


@pytest.mark.parametrize(
    "head",
    [
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "X-A: a\r\n" * 200,
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: " + "a" * 40_000 + "\r\n",
        "GET /" + "a" * 40_000 + " HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: a\r\n folded\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n",
        "GET / HTTP/1.1\r\n",
        "GET  HTTP/9.9\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
    ids=range(9),
)
async def test_what_is_no_request_gets_400(head: str) -> None:
    async with serving() as served, await Wire.open(served.port) as wire:
        wire.write(f"{head}Connection: close\r\n\r\n".encode("latin-1"))
        answer, _, body = (await wire.ended()).partition(b"\r\n\r\n")
        assert answer.split()[1] == b"400"
        assert b"Content-Security-Policy: default-src 'none'" in answer
        assert b"aiohttp" not in answer
        assert json.loads(body)["error"]["code"] == "malformed"


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (("Upgrade: websocket\r\n", ""), 426),
        (("Connection: Upgrade\r\n", "Connection: keep-alive\r\n"), 426),
        (("Version: 13", "Version: 8"), 426),
        (("Sec-WebSocket-Version: 13\r\n", ""), 426),
        (("Key: AAAAAAAAAAAAAAAAAAAAAA==", "Key: AAAA"), 400),
        (("Key: AAAAAAAAAAAAAAAAAAAAAA==", "Key: not base64 at all!!"), 400),
        (("Key: AAAAAAAAAAAAAAAAAAAAAA==", "Key: AAAAAAAAAAAAAAAAAAAAAA=\x98"), 400),
        (("Key: AAAAAAAAAAAAAAAAAAAAAA==", "Key: ÄAAAAAAAAAAAAAAAAAAAAA=="), 400),
        (("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", ""), 400),
        (("GET", "POST"), 405),
        (("Host", "Origin: http://evil.example\r\nHost"), 403),
        (("Host: 127.0.0.1", "Host: evil.example"), 403),
        (("", ""), 101),
    ],
)
async def test_a_handshake_that_is_none_is_refused(change: tuple[str, str], status: int) -> None:
    head = (
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    async with serving() as served, await Wire.open(served.port) as wire:
        wire.write(head.replace(*change, 1) if change[0] else head)
        assert (await wire.reader.readline()).startswith(f"HTTP/1.1 {status} ".encode())


async def test_a_secret_that_is_no_text_opens_nothing_and_breaks_nothing() -> None:
    async with serving() as served, await Wire.open(served.port) as wire:
        room = (await served.create())["room"]
        wire.write(
            f"GET /api/rooms/{room} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ".encode()
            + b"the-ke\xc0\r\n\r\n"
        )
        assert (await wire.reader.readline()).startswith(b"HTTP/1.1 404 ")


async def test_compression_is_not_taken_up() -> None:
    async with serving() as served:
        person = await served.connect()
        assert person.socket.compress == 0
        headers = person.socket._response.headers
        assert "Sec-WebSocket-Extensions" not in headers


@pytest.mark.skipif(sys.platform != "linux", reason="other kernels have no such patience")
async def test_the_kernel_gives_up_whoever_is_gone_without_a_word() -> None:
    async with serving() as served, await Wire.upgraded(served.port):
        (connection,) = served.server.gateway._connections.values()
        sock = connection._transport.get_extra_info("socket")
        # What was written is acknowledged in that time, and whether one is there at all is asked.
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 20_000
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) != 0


async def test_who_answers_no_ping_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "PING_SECONDS", 0.05)
    monkeypatch.setattr(connection_module, "MEASURE_SECONDS", 0.01)
    async with serving() as served:
        room = await served.create(public=True)
        ada = await served.join(room["room"], name="Ada")
        async with await Wire.upgraded(served.port) as wire:
            wire.text(t="hello", room=room["room"], name="Bob")
            event = await ada.event("seat", name="Bob")
            assert (await ada.event("seat", s=event["s"], here=False))["k"] == "seat"
            kinds = set()
            while not wire.reader.at_eof():
                try:
                    kinds.add((await wire.read_frame())[0])
                except (asyncio.IncompleteReadError, ConnectionResetError):
                    break
            assert PING | FINAL in kinds
        # Whoever answers, as every library does, stays: through several pings by now.
        await ada.send(t="ping", c=1)
        await ada.until("pong")


async def test_case_41_a_socket_on_which_nothing_is_said_is_kept_warm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Proxies cut what is silent for a minute."""
    assert limits.PING_SECONDS + limits.MEASURE_SECONDS < 60 / 2
    monkeypatch.setattr(connection_module, "PING_SECONDS", 0.05)
    monkeypatch.setattr(connection_module, "MEASURE_SECONDS", 0.01)
    async with serving() as served:
        room = await served.create(public=True)
        async with await Wire.upgraded(served.port) as wire:
            wire.text(t="hello", room=room["room"], name="Ada")
            assert (await wire.read_frame())[0] == TEXT | FINAL
            for _ in range(5):
                kind, payload = await wire.read_frame()
                while kind == TEXT | FINAL:  # the lobby has its events
                    kind, payload = await wire.read_frame()
                assert kind == PING | FINAL
                wire.frame(PONG | FINAL, payload)
            wire.text(t="ping", c=1)
            while (frame := await wire.read_frame())[0] != TEXT | FINAL:
                assert frame[0] == PING | FINAL
            assert b"pong" in frame[1]


async def test_who_reads_slowly_gets_one_fresh_welcome_and_the_next_time_4408() -> None:
    async with serving() as served:
        room = await served.create(public=True)
        ada = await served.join(room["room"], name="Ada")
        async with await Wire.upgraded(served.port, buffer=4096) as wire:
            wire.text(t="hello", room=room["room"], watch=True)
            await ada.event("watchers")
            (slow,) = [
                link
                for link in served.server.gateway._connections.values()
                if link.held and link.who == 2
            ]

            def overfill() -> None:
                strikes = slow._strikes
                while slow._strikes == strikes and slow.state == "speaking":
                    slow.put(RUBBISH, 1, b"")
                    slow.flush()
                    queued = slow._bytes + slow._transport.get_write_buffer_size()
                    assert queued <= limits.QUEUE_BYTES + len(RUBBISH)

            # Once its kernel's buffers are full, what waits grows to the limit and is dropped.
            await stop_up(slow)
            overfill()
            assert (slow._strikes, slow._frames) == (1, 0)
            await ada.room("react", emoji="clap")  # is not held up, and not queued for the slow one
            kinds: list[str] = []
            while not kinds or kinds[-1] != "welcome" or kinds.count("welcome") < 2:
                _, payload = await wire.read_frame()
                kinds.append("rubbish" if payload[:1] == b"x" else json.loads(payload)["t"])
            assert set(kinds[1:-1]) <= {"rubbish", "ev"}
            assert slow.state == "speaking"
            await stop_up(slow)
            overfill()
            assert await goodbye(wire) == ("too-slow", 4408)


async def test_a_write_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "WRITE_SECONDS", 0.05)
    monkeypatch.setattr(connection_module, "CLOSE_SECONDS", 0.05)
    async with serving() as served:
        room = await served.create(public=True)
        ada = await served.join(room["room"], name="Ada")
        async with await Wire.upgraded(served.port, buffer=4096) as wire:
            wire.text(t="hello", room=room["room"], name="Bob")
            seat = (await ada.event("seat", name="Bob"))["s"]
            slow = served.server.gateway._connections[2]
            await stop_up(slow)
            assert (await ada.event("seat", s=seat, here=False))["k"] == "seat"
            await slow.over


async def test_who_takes_nothing_for_too_long_and_then_reads_is_told_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection_module, "WRITE_SECONDS", 0.05)
    async with serving() as served:
        room = await served.create(public=True)
        async with await Wire.upgraded(served.port, buffer=4096) as wire:
            wire.text(t="hello", room=room["room"], watch=True)
            await wire.read_frame()
            (slow,) = served.server.gateway._connections.values()
            await stop_up(slow)
            assert slow._draining is not None
            await slow._draining
            assert await goodbye(wire) == ("too-slow", 4408)


async def test_case_40_who_never_reads_delays_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pellmell.room.pace.TELLINGS_AT_ONCE", 30.0)
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, host=room["host"], name="Ada")
        await ada.room("options", options={"watchers": 50})
        wires = []
        for _ in range(20):
            wire = await Wire.upgraded(served.port, buffer=2048)
            wire.text(t="hello", room=room["room"], key=room["key"], watch=True)
            wires.append(wire)
        while (await ada.event("watchers"))["n"] < 20:
            pass
        slow = [c for who, c in served.server.gateway._connections.items() if who > 1]
        for connection in slow:
            sock = connection._transport.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            await stop_up(connection)
        # Every buffer on the way is full: whoever waited for one of them would wait for ever.
        for turn in range(30):
            assert all(connection._protocol.writing_paused for connection in slow)
            assert (await ada.room("ready", ready=bool(turn % 2)))["t"] == "ack"
        assert all(connection._frames + connection._strikes > 0 for connection in slow)
        for wire in wires:
            wire.writer.transport.abort()


class Clock:
    """The loop's clock, which can be put forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        self._time = loop.time
        self.forward = 0.0
        monkeypatch.setattr(loop, "time", lambda: self._time() + self.forward)


SILENT = 500
GONE_WITHIN = 12.0


async def test_five_hundred_silent_sockets_are_all_let_go_within_twelve_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Half of them send no request, half greet nobody and answer no close."""
    allow_files(4 * SILENT)
    clock = Clock(monkeypatch)
    async with serving() as served:
        wires = [await Wire.open(served.port) for _ in range(SILENT // 2)]
        ended = [asyncio.create_task(wire.reader.read()) for wire in wires]
        upgraded = [await Wire.upgraded(served.port) for _ in range(SILENT // 2)]
        ended += [asyncio.create_task(wire.reader.read()) for wire in upgraded]
        assert served.server.counters.counts["connections"] == SILENT // 2
        deadlines = (max(limits.HEADER_SECONDS, limits.HELLO_SECONDS), limits.CLOSE_SECONDS)
        for seconds in deadlines:
            clock.forward += seconds
            # What was due is done; closes are written, and waited for.
            await eventually(lambda: not _greeting(served))
        said = await asyncio.gather(*ended)
        assert clock.forward <= GONE_WITHIN
        assert len(served.server.gateway) == 0
        assert not any(said[: SILENT // 2]), "nothing to say to who never asked"
        assert all(b"no-hello" in words for words in said[SILENT // 2 :])
        for wire in wires + upgraded:
            wire.writer.transport.abort()


def _greeting(served: Served) -> bool:
    """Whether anybody is still waited for who has not greeted."""
    return any(one.state == "greeting" for one in served.server.gateway._connections.values())
