"""Requests that try to be two, have odd methods, or come by the thousand."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from aiohttp import StreamReader, web
from aiohttp.base_protocol import BaseProtocol
from aiohttp.test_utils import make_mocked_request

from pellmell.server import main, requests
from pellmell.server.guard import HEADERS
from pellmell.server.limits import REQUESTS_AT_ONCE
from pellmell.server.pages import Pages
from tests.server.serving import Served, Wire, eventually, serving

pytestmark = pytest.mark.asyncio

HOST = "Host: 127.0.0.1\r\n"
GET = f"GET / HTTP/1.1\r\n{HOST}"
POST = f"POST /api/rooms HTTP/1.1\r\n{HOST}Content-Type: application/json\r\n"
CHUNKED = f"{POST}Transfer-Encoding: chunked\r\n\r\n"
END = "\r\n\r\n"
LENGTHS = ["+2", "-2", "0x2", "0_2", "2 2", "2, 2", "2.0", "", "9" * 30, "\xb2", "2\x0b", '"2"']
CODINGS = [
    "xchunked", "identity", "chunked, identity", "chunked, chunked", "\x0bchunked", '"chunked"',
    "chunked\r\nTransfer-Encoding: chunked", "chunked\r\nTransfer-Encoding: x", "\r\n chunked",
    "chunked\r\nContent-Length: 4",
]  # fmt: skip
CHUNKS = [
    "zz\r\n{}", "0x2\r\n{}", "+2\r\n{}", "-2\r\n{}", "0_2\r\n{}", "2 \r\n{}", " 2\r\n{}",
    f"{'f' * 18}\r\n{{}}", "2\r\n{}xx", "\r\n{}", "2;a\nb\r\n{}",
]  # fmt: skip
SMUGGLED = [
    f"{POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    f"{POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}",
    f"{POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{{}}",
    f"{POST}Content-Length : 2\r\n\r\n{{}}",
    f"{POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    *(f"{POST}Content-Length: {length}\r\n\r\n{{}}" for length in LENGTHS),
    *(f"{POST}Transfer-Encoding: {coding}\r\n\r\n0\r\n\r\n" for coding in CODINGS),
    *(f"{CHUNKED}{chunk}\r\n0\r\n\r\n" for chunk in CHUNKS),
    f"{CHUNKED}2\n{{}}\n0\n\n",
    f"{CHUNKED}2\r\n{{}}\r\n0\r\nContent-Length: 50\r\n\r\n",
    f"{CHUNKED}2\r\n{{}}\r\n0\r\nno trailer\r\n\r\n",
    f"{POST.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n",
    f"GET / HTTP/1.1\n{HOST}\n",
    f"{GET}X: a\rY: b\r\n\r\n",
    f"{GET}X: a\x00b\r\n\r\n",
    f"{GET}X\r\n\r\n",
    f"{GET}: x\r\n\r\n",
    f"{GET}X Y: a\r\n\r\n",
    f"{GET}X: a\r\n b\r\n\r\n",
    f"GET / HTTP/1.1\r\n {HOST}\r\n",
    f"{GET}{HOST}\r\n",
    f"GET\t/\tHTTP/1.1\r\n{HOST}\r\n",
    f"GET / HTTP/2.0\r\n{HOST}\r\n",
    f"GET / HTTP/1.10\r\n{HOST}\r\n",
    f"GET / http/1.1\r\n{HOST}\r\n",
    "GET /\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]
HIDDEN = f"GET /healthz HTTP/1.1\r\n{HOST}\r\n"
"""What a proxy might take for a part of the request before it."""
SHADOWED = [
    # By its length the hidden request is a part of the body, by its chunks it comes after it.
    *(
        f"{POST}Content-Length: {len(f'0{END}{HIDDEN}')}\r\nTransfer-Encoding{coding}{END}0{END}{HIDDEN}"
        for coding in (": chunked", " : chunked", *(f": {coding}" for coding in CODINGS[:-1]))
    ),
    # The other way round: by its chunks it is in the body, by its length after it.
    f"{POST}Content-Length: 4\r\nTransfer-Encoding: chunked{END}{len(HIDDEN):x}\r\n{HIDDEN}\r\n0{END}",
    f"{POST}Content-Length: {len(HIDDEN)}\r\nContent-Length: 0{END}{HIDDEN}",
    f"{POST}Content-Length: 0\r\nContent-Length: {len(HIDDEN)}{END}{HIDDEN}",
]
"""Requests with another in them, which is there or not as one reads where the first one ends."""


async def statuses(served: Served, raw: str) -> list[bytes]:
    """The statuses of all answers until the server hangs up."""
    async with await Wire.open(served.port) as wire:
        wire.write(raw.encode("latin-1"))
        return re.findall(rb"HTTP/1\.[01] (\d+) ", await wire.ended())


async def test_a_request_that_could_be_read_in_two_ways_is_refused_with_what_follows() -> None:
    assert len(set(SMUGGLED)) >= 40
    async with serving() as served:
        for raw in (*SMUGGLED, *SHADOWED):
            assert await statuses(served, raw + HIDDEN) == [b"400"], raw
        assert len(served.server.rooms) == 0


async def test_requests_in_one_go_that_are_well_are_all_answered() -> None:
    last = HIDDEN.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
    async with serving() as served:
        assert await statuses(served, f"{CHUNKED}2\r\n{{}}\r\n0\r\n\r\n{last}") == [b"201", b"200"]
        assert await statuses(served, f"{POST}Content-Length: 2\r\n\r\n{{}}{last}") == [
            b"201", b"200",
        ]  # fmt: skip


@pytest.mark.parametrize("expected", ["<script>x</script>", "200-ok", "100-continue, x", ""])
@pytest.mark.parametrize("path", ["/", "/api/rooms", "/nothing", "/ws"])
async def test_what_is_expected_in_vain_is_refused_and_not_repeated(
    expected: str, path: str
) -> None:
    async with serving() as served:
        for more in (f"Expect: {expected}\r\n", f"Expect: 100-continue\r\nExpect: {expected}\r\n"):
            async with await Wire.open(served.port) as wire:
                wire.write(f"GET {path} HTTP/1.1\r\nHost: evil.example\r\n{more}\r\n")
                head, _, body = (await wire.ended()).partition(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 417 ")
                assert json.loads(body)["error"]["code"] == "expect"
                for name, value in HEADERS.items():
                    assert f"\r\n{name}: {value}\r\n" in f"{head.decode()}\r\n"


@pytest.mark.parametrize("expected", ["100-continue", "100-Continue"])
async def test_who_waits_to_be_told_to_go_on_is_told(expected: str) -> None:
    async with serving() as served, await Wire.open(served.port) as wire:
        wire.write(f"{POST}Expect: {expected}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n")
        assert await wire.reader.readuntil(END.encode()) == b"HTTP/1.1 100 Continue\r\n\r\n"
        wire.write("{}")
        assert (await wire.ended()).startswith(b"HTTP/1.1 201 ")
        assert len(served.server.rooms) == 1


@pytest.mark.parametrize(
    "method",
    ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get", "GETT", "__CLASS__", "ROOT",
     "_handle", "close", "A" * 200],
)  # fmt: skip
async def test_an_odd_method_reaches_nothing(method: str) -> None:
    async with serving() as served:
        for path in ("/", "/api/rooms", "/ws", "/healthz", "/nothing"):
            raw = f"{method} {path} HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n"
            (status,) = await statuses(served, raw)
            assert status in {b"400", b"404", b"405"}, path


async def test_nobody_is_connected_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "HEADER_SECONDS", 0.1)
    async with serving() as served:
        for where in ("evil.example:80", "127.0.0.1:80", "/", "*"):
            (status,) = await statuses(served, f"CONNECT {where} HTTP/1.1\r\n{HOST}\r\n")
            assert status in {b"400", b"404", b"405"}, where


@pytest.mark.parametrize(
    ("head", "waits_for", "body", "status"),
    [
        *(
            (f"{post}Content-Encoding: {coding}\r\nContent-Length: 4\r\n\r\n", "", "\x07{}\x07", b"415")
            for coding in ("gzip", "deflate", "br", "zstd", "identity", "x", "")
            for post in (POST, POST.replace("/rooms", "/moves"))
        ),
        (f"{GET}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n", "</html>", "{}", b"200"),
        (f"{GET}Transfer-Encoding: chunked\r\n\r\n", "</html>", "zz\r\n", b"200"),
    ],
)  # fmt: skip
async def test_a_body_that_is_none_writes_nothing_into_the_log(
    head: str, waits_for: str, body: str, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as served, await Wire.open(served.port) as wire:
        wire.write(head.replace("\r\n", "\r\nConnection: close\r\n", 1))
        before = await wire.reader.readuntil(waits_for.encode()) if waits_for else b""
        wire.write(body.encode())
        answers = re.findall(rb"HTTP/1\.1 (\d+) ", before + await wire.ended())
        assert [answer for answer in answers if answer != b"100"] == [status]
    assert caplog.records == []


async def test_a_body_that_breaks_off_is_the_fault_of_who_sent_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    # As the library's parser in Python says it, where the one in C waits for what does not come.
    async with serving() as served:
        body = StreamReader(BaseProtocol(asyncio.get_running_loop()), 2**16)
        body.set_exception(web.RequestPayloadError("not a valid chunk"))
        headers = {"Content-Type": "application/json"}
        request = make_mocked_request("POST", "/api/rooms", headers, payload=body)
        answer = await served.server.api.create(request)
        assert answer.status == 400
        assert served.server._runner is not None
        reader = requests.reader_for(
            served.server._runner, requests.Turnstile(served.server._runner)
        )
        reader.log_exception("Unhandled exception", exc_info=web.RequestPayloadError("chunk"))
        assert caplog.records == []
        reader.log_exception("Unhandled exception", exc_info=ValueError("ours"))
        assert len(caplog.records) == 1


async def test_many_headers_and_many_ranges_are_refused_or_passed_over() -> None:
    close = "Connection: close\r\n\r\n"
    async with serving() as served:
        many = "".join(f"X-{number}: a\r\n" for number in range(5000))
        ranges = ",".join(["0-0"] * 5000)
        for more in (many, f"X: {'a' * 32_768}\r\n", f"Range: bytes={ranges}\r\n"):
            # Whoever is still sending may be reset before the answer is there.
            assert await statuses(served, f"{GET}{more}{close}") in ([b"400"], [])
        async with served.http.get(
            f"{served.url}/healthz", headers={"Range": "bytes=" + ",".join(["0-0"] * 900)}
        ) as answer:
            assert (answer.status, await answer.text()) == (200, "ok\n")
            assert "Content-Range" not in answer.headers


async def test_who_sends_requests_by_the_hundred_waits_and_nobody_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(requests, "REQUESTS_PER_SECOND", 0.01)
    async with serving() as served, await Wire.open(served.port) as wire:
        wire.write(HIDDEN * 500)
        answers = 0
        while answers < REQUESTS_AT_ONCE:
            answers += (await wire.reader.readuntil(b"ok\n")).count(b"ok\n")
        assert (await served.get("/healthz"))[0] == 200
        reading = asyncio.ensure_future(wire.reader.read(1))
        assert (await served.get("/healthz"))[0] == 200
        assert not reading.done(), "the next one is answered in a hundred seconds"
        reading.cancel()


async def test_connections_that_are_reset_leave_nothing_behind() -> None:
    async with serving() as served:
        room = await served.create(public=True)
        ada = await served.join(room["room"], name="Ada")
        runner = served.server._runner
        assert runner is not None
        assert runner.server is not None
        before = len(asyncio.all_tasks()), len(runner.server.connections)
        for number in range(2000):
            wire = await Wire.open(served.port)
            wire.write(["", "GET / HT", HIDDEN, GET][number % 4])
            if number % 3:
                await asyncio.sleep(0)
            wire.writer.transport.abort()
        await served.settled(1)
        async with asyncio.timeout(20):
            while (len(asyncio.all_tasks()), len(runner.server.connections)) > before:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await ada.send(t="ping", c=1)
        await ada.until("pong")


async def test_who_asks_for_much_and_never_reads_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").write_text("<p>")
    (tmp_path / "large.bin").write_bytes(bytes(16 * 1024 * 1024))
    monkeypatch.setattr(main, "Pages", lambda: Pages(tmp_path))
    monkeypatch.setattr(requests, "WRITE_SECONDS", 0.1)
    async with serving() as served:
        runner: Any = served.server._runner
        async with await Wire.open(served.port, buffer=2048) as wire:
            wire.write(GET.replace("/ ", "/large.bin ") + "\r\n")
            await eventually(lambda: runner.server.connections)
            await eventually(lambda: not runner.server.connections)
        assert (await served.get("/healthz"))[0] == 200


class Slow:
    """A transport of whose bytes the other end takes as many as it is told."""

    def __init__(self) -> None:
        self.left = 100_000
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.left

    def get_extra_info(self, name: str) -> None:
        return None

    def abort(self) -> None:
        self.aborted = True


@pytest.mark.parametrize(("taken", "cut"), [(10_240, False), (10_239, True), (0, True)])
async def test_who_reads_slowly_is_waited_for(taken: int, cut: bool) -> None:
    runner = web.AppRunner(web.Application())
    await runner.setup()
    reader: Any = requests.reader_for(runner, requests.Turnstile(runner))
    slow = reader.transport = Slow()
    reader.pause_writing()
    for _ in range(3):
        waits = reader._patience
        slow.left -= taken
        waits.cancel()
        reader._look_at_reader()  # which is what it waits for
        if cut:
            break
        assert reader._patience is not waits
    assert slow.aborted is cut
    reader.resume_writing()
    assert reader._patience is None
    await runner.cleanup()


async def test_what_a_socket_does_not_take_is_for_its_connection_to_judge() -> None:
    runner = web.AppRunner(web.Application())
    await runner.setup()
    reader: Any = requests.reader_for(runner, requests.Turnstile(runner))
    reader.transport = Slow()
    reader.set_parser(object())
    reader.pause_writing()
    assert reader._patience is None
    await runner.cleanup()
