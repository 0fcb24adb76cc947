"""What the server answers to each frame that RFC 6455 allows or forbids, as docs/protocol.md says.

The cases follow the chapters of the well-known suites: lengths, pings, reserved bits, kinds,
fragments, text, and closing. Where the protocol is narrower than the RFC, it is refused as there.
"""

import asyncio
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.server.serving import Served, Wire, serving

pytestmark = pytest.mark.asyncio

TEXT, CONTINUATION, BINARY, PING, PONG, CLOSE, FINAL = 1, 0, 2, 9, 10, 8, 0x80
PROTOCOL, FRAGMENTS, KIND, NO_TEXT, LENGTH = 1002, 1008, 1003, 1007, 1009


@asynccontextmanager
async def welcomed(served: Served) -> AsyncIterator[Wire]:
    """A connection that was let in, and its welcome read."""
    room = await served.create(public=True)
    async with await Wire.upgraded(served.port) as wire:
        wire.text(t="hello", room=room["room"], name="Ada")
        assert (await wire.read_frame())[0] == TEXT | FINAL
        yield wire


def masked(first: int, payload: bytes, mask: bytes | None = None) -> bytes:
    """A frame masked as a browser does it, by a key that is not zero."""
    key = mask or os.urandom(4)
    body = bytes(byte ^ key[place % 4] for place, byte in enumerate(payload))
    size = len(payload)
    if size < 126:
        return bytes((first, 0x80 | size)) + key + body
    return struct.pack("!BBH", first, 0x80 | 126, size) + key + body


def ping_of(size: int) -> bytes:
    """A readable frame of so many bytes, which is answered."""
    start = b'{"t":"ping","c":7,"more":"'
    return start + b"x" * (size - len(start) - 2) + b'"}'


async def is_answered(wire: Wire) -> None:
    """The connection is well: what is asked over it is answered."""
    wire.text(t="ping", c=9)
    first, payload = await wire.read_frame()
    assert first == TEXT | FINAL
    assert b'"pong"' in payload
    assert b'"c":9' in payload


# Lengths


@pytest.mark.parametrize("size", [30, 125, 126, 127, 128, 255, 256, 1000, 4095, 4096])
@pytest.mark.parametrize("pieces", [1, 997, 4096])
async def test_text_of_every_length_is_read_however_it_is_cut_up(size: int, pieces: int) -> None:
    async with serving() as served, welcomed(served) as wire:
        data = masked(TEXT | FINAL, ping_of(size))
        step = 1 if pieces == 1 and size < 300 else max(pieces, 7)
        for start in range(0, len(data), step):
            wire.write(data[start : start + step])
            await asyncio.sleep(0)
        first, payload = await wire.read_frame()
        assert (first, b'"pong"' in payload) == (TEXT | FINAL, True)


@pytest.mark.parametrize("size", [4097, 65535])
async def test_longer_text_is_refused(size: int) -> None:
    async with serving() as served, welcomed(served) as wire:
        wire.write(masked(TEXT | FINAL, ping_of(size)))
        assert await wire.close_code() == LENGTH


async def test_the_longer_form_of_a_short_length_is_read() -> None:
    """The RFC asks senders for the shortest form; a reader loses nothing by taking the other."""
    async with serving() as served, welcomed(served) as wire:
        body = ping_of(40)
        wire.write(struct.pack("!BBH", TEXT | FINAL, 0x80 | 126, len(body)) + bytes(4) + body)
        assert (await wire.read_frame())[0] == TEXT | FINAL


# Pings and pongs


@pytest.mark.parametrize("payload", [b"", b"hello", b"\x00\xff\xfe\xfd", b"\xfe" * 125])
async def test_a_ping_is_answered_by_its_own_payload(payload: bytes) -> None:
    async with serving() as served, welcomed(served) as wire:
        wire.write(masked(PING | FINAL, payload))
        assert await wire.read_frame() == (PONG | FINAL, payload)
        await is_answered(wire)


async def test_pings_are_answered_in_their_order_and_pongs_nobody_asked_for_are_not() -> None:
    async with serving() as served, welcomed(served) as wire:
        for number in range(10):
            wire.write(masked(PONG | FINAL, b"unasked"))
            wire.write(masked(PING | FINAL, bytes((number,))))
        answers = [await wire.read_frame() for _ in range(10)]
        assert answers == [(PONG | FINAL, bytes((number,))) for number in range(10)]
        await is_answered(wire)


@pytest.mark.parametrize("kind", [PING, PONG, CLOSE])
async def test_control_frames_are_short_and_whole(kind: int) -> None:
    for first, payload in ((kind | FINAL, b"x" * 126), (kind, b"")):
        async with serving() as served, welcomed(served) as wire:
            wire.write(masked(first, payload))
            assert await wire.close_code() == PROTOCOL


# Reserved bits and kinds


@pytest.mark.parametrize("kind", [TEXT, PING, CLOSE])
async def test_reserved_bits_are_refused(kind: int) -> None:
    async with serving() as served:
        for bits in range(1, 8):
            async with welcomed(served) as wire:
                wire.write(masked(kind | FINAL | bits << 4, b""))
                assert (bits, await wire.close_code()) == (bits, PROTOCOL)


@pytest.mark.parametrize("payload", [b"", b"payload"])
async def test_reserved_kinds_are_refused(payload: bytes) -> None:
    async with serving() as served:
        for kind in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
            async with welcomed(served) as wire:
                wire.write(masked(kind | FINAL, payload))
                assert (kind, await wire.close_code()) == (kind, PROTOCOL)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 4096])
async def test_binary_is_refused(size: int) -> None:
    async with serving() as served, welcomed(served) as wire:
        wire.write(masked(BINARY | FINAL, b"x" * size))
        assert await wire.close_code() == KIND


async def test_a_frame_that_is_not_masked_is_read_as_well() -> None:
    """The RFC has a server hang up here; masks protect proxies from browsers, which all mask."""
    async with serving() as served, welcomed(served) as wire:
        body = ping_of(40)
        wire.write(bytes((TEXT | FINAL, len(body))) + body)
        assert (await wire.read_frame())[0] == TEXT | FINAL


# Fragments


@pytest.mark.parametrize(
    "frames",
    [
        [(TEXT, b'{"t":'), (CONTINUATION | FINAL, b'"ping","c":1}')],
        [(TEXT, b""), (CONTINUATION, b""), (CONTINUATION | FINAL, b"")],
        [(TEXT, b'{"t":'), (PING | FINAL, b""), (CONTINUATION | FINAL, b"1}")],
        [(BINARY, b"x"), (CONTINUATION | FINAL, b"y")],
        [(CONTINUATION | FINAL, b"nothing began")],
        [(CONTINUATION, b"nothing began")],
        [(TEXT, b"begun"), (TEXT | FINAL, b"and begun again")],
    ],
    ids=range(7),
)
async def test_a_message_in_pieces_is_refused(frames: list[tuple[int, bytes]]) -> None:
    async with serving() as served, welcomed(served) as wire:
        for first, payload in frames:
            wire.write(masked(first, payload))
        assert await wire.close_code() == FRAGMENTS


# Text

GOOD = [
    "κόσμε".encode(),
    "שרה אברהם ♠".encode(),
    "\u0080\u07ff\u0800\ud7ff\ue000\ufffd\uffff".encode(),
    "\U00010000\U0010ffff".encode(),
    "\ufdd0\ufffe\U0001fffe".encode(),
    "👩‍👩‍👧‍👦".encode(),
]
BAD = [
    b"\x80", b"\xbf", b"\x80\xbf\x80", b"\xc0 \xc1 ", b"\xc3", b"\xe0\xa0", b"\xef\xbf",
    b"\xf0\x90\x80", b"\xfe", b"\xff", b"\xfe\xfe\xff\xff", b"\xc0\xaf", b"\xe0\x80\xaf",
    b"\xf0\x80\x80\xaf", b"\xf8\x80\x80\x80\xaf", b"\xfc\x80\x80\x80\x80\xaf", b"\xc1\xbf",
    b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xc0\x80", b"\xe0\x80\x80", b"\xf0\x80\x80\x80",
    b"\xed\xa0\x80", b"\xed\xad\xbf", b"\xed\xae\x80", b"\xed\xaf\xbf", b"\xed\xb0\x80",
    b"\xed\xbf\xbf", b"\xed\xa0\x80\xed\xb0\x80", b"\xf4\x90\x80\x80", b"\xf7\xbf\xbf\xbf",
    b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited",
]  # fmt: skip


async def test_all_of_unicode_is_text() -> None:
    async with serving() as served, welcomed(served) as wire:
        for text in GOOD:
            wire.write(masked(TEXT | FINAL, b'{"t":"ping","c":9,"more":"' + text + b'"}'))
            first, payload = await wire.read_frame()
            assert (text, first, b'"pong"' in payload) == (text, TEXT | FINAL, True)


@pytest.mark.parametrize("around", [b"%s", b'{"t":"ping","c":9,"more":"%s"}'])
async def test_what_is_not_utf_8_is_refused(around: bytes) -> None:
    async with serving() as served:
        for text in BAD:
            async with welcomed(served) as wire:
                wire.write(masked(TEXT | FINAL, around % text))
                assert (text, await wire.close_code()) == (text, NO_TEXT)


# Closing


async def closing(served: Served, payload: bytes) -> bytes:
    """What the server's close frame holds in answer to one, which is the last that it says."""
    async with welcomed(served) as wire:
        wire.write(masked(CLOSE | FINAL, payload))
        first, answer = await wire.read_frame()
        while first != CLOSE | FINAL:  # a `bye` may come before
            first, answer = await wire.read_frame()
        assert await wire.ended() == b""
        return answer


async def test_a_close_without_a_code_is_answered_without_one() -> None:
    async with serving() as served:
        assert await closing(served, b"") == b""


@pytest.mark.parametrize("reason", [b"", "auf später".encode(), b"x" * 123])
async def test_a_close_is_answered_by_its_own_code(reason: bytes) -> None:
    async with serving() as served:
        for code in (*range(1000, 1004), *range(1007, 1015), 3000, 3999, 4000, 4999):
            sent = struct.pack("!H", code)
            assert await closing(served, sent + reason) == sent


async def test_a_code_that_nobody_may_send_is_an_error() -> None:
    async with serving() as served:
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535):
            answer = await closing(served, struct.pack("!H", code))
            assert (code, answer) == (code, struct.pack("!H", PROTOCOL))


async def test_half_a_code_and_a_reason_that_is_not_utf_8_are_errors() -> None:
    async with serving() as served:
        assert await closing(served, b"\x03") == struct.pack("!H", PROTOCOL)
        for reason in (b"\xff", b"\xce\xba\xe1\xbd\xb9\xed\xa0\x80"):
            answer = await closing(served, struct.pack("!H", 1000) + reason)
            assert answer == struct.pack("!H", NO_TEXT)


async def test_after_a_close_nothing_is_heard() -> None:
    async with serving() as served, welcomed(served) as wire:
        wire.write(
            masked(CLOSE | FINAL, struct.pack("!H", 1000))
            + masked(PING | FINAL, b"late")
            + masked(TEXT | FINAL, ping_of(40))
        )
        first, payload = await wire.read_frame()
        assert (first, payload) == (CLOSE | FINAL, struct.pack("!H", 1000))
        assert await wire.ended() == b""
