"""Every case of `conformance/websocket.json` against a server in a process of its own.

The table is that of the well-known public suite, told anew for a server that does not echo: what
is text there is a readable command here, and its answer stands for the echo.
"""

import base64
import json
import os
import re
import socket
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

import pytest

pytestmark = pytest.mark.process

ROOT: Final = Path(__file__).parents[2]
CASES: Final = json.loads((ROOT / "conformance" / "websocket.json").read_text("utf-8"))
PATIENCE: Final = 30.0
KINDS: Final = {"more": 0, "text": 1, "binary": 2, "close": 8, "ping": 9, "pong": 10}
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
OURS: Final = {"1003", "1008", "1009", "4400"}
"""The codes that only a departure from the table can lead to."""
NEEDED: Final = {"case", "about", "sends", "answers"}
OPTIONAL: Final = {"offer", "cut", "departs"}

Case = dict[str, Any]


def payload(told: str) -> bytes:
    """The bytes that a payload of the table stands for."""
    what, _, rest = told.partition(":")
    if "*" in what:
        byte, _, count = told.partition("*")
        return bytes.fromhex(byte) * int(count)
    match what:
        case "":
            return b""
        case "u":
            return rest.encode()
        case "x":
            return bytes.fromhex(rest)
        case "code":
            code, _, reason = rest.partition(":")
            return struct.pack("!H", int(code)) + reason.encode()
        case "do":
            return command(rest)
        case _:
            raise AssertionError(told)


def command(told: str) -> bytes:
    """A command of so many bytes, or a part of it, or one that holds these bytes."""
    opening, ending = b'{"t":"do","n":1,"a":"turn","more":"', b'"}'
    if told.startswith("x:"):
        return opening + bytes.fromhex(told[2:]) + ending
    size, *part = map(int, told.split(":"))
    whole = opening + b"x" * (size - len(opening) - len(ending)) + ending
    return whole[slice(*part)] if part else whole


def frame(kind: str, told: str) -> bytes:
    """A masked frame; a minus stands for more to come, a plus for reserved bits."""
    match = re.fullmatch(r"(op)?([a-z]+|\d+)(-?)(?:\+(\d))?", kind)
    assert match is not None, kind
    name, unfinished, bits = match[2], match[3], int(match[4] or 0)
    code = int(name) if match[1] else KINDS[name]
    return masked((0 if unfinished else 0x80) | bits << 4 | code, payload(told))


def masked(first: int, data: bytes) -> bytes:
    """A frame as a browser masks it."""
    key, size = os.urandom(4), len(data)
    if size < 126:
        head = bytes((first, 0x80 | size))
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, size)
    mask = (key * (size // 4 + 1))[:size]
    body = (int.from_bytes(data, "big") ^ int.from_bytes(mask, "big")).to_bytes(size, "big")
    return head + key + body


class Wire:
    """A WebSocket on which every byte is one's own."""

    def __init__(self, port: int, offer: str = "") -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._in = self._socket.makefile("rb")
        offered = f"Sec-WebSocket-Extensions: {offer}\r\n" if offer else ""
        self._socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n{offered}\r\n"
            .encode()
        )  # fmt: skip
        self.head = b"".join(iter(self._in.readline, b"\r\n")).lower()
        assert self.head.startswith(b"http/1.1 101"), self.head

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._in.close()
        self._socket.close()

    def write(self, data: bytes) -> None:
        """Send bytes; a server that has hung up already does not hear them."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self._socket.sendall(data)

    def say(self, **told: object) -> None:
        self.write(masked(TEXT, json.dumps(told).encode()))

    def read(self) -> tuple[int, bytes]:
        """The next frame; (0, b"") where the connection is over."""
        try:
            head = self._in.read(2)
        except ConnectionResetError:  # what we sent after our close was not wanted
            head = b""
        if len(head) < 2:
            return 0, b""
        size = head[1]
        if size >= 126:
            size = int.from_bytes(self._in.read(2 if size == 126 else 8), "big")
        return head[0], self._in.read(size)

    def heard(self) -> str:
        """The next thing that the table speaks of, in its words."""
        while True:
            kind, data = self.read()
            match kind:
                case 0:
                    return "over"
                case 0x88:
                    assert len(data) != 1, "a close is empty or has a whole code"
                    return f"close {int.from_bytes(data[:2], 'big')}" if data else "close"
                case 0x8A:
                    return f"frame {data.hex()}"
                case 0x89:
                    self.write(masked(PONG, data))
                case 0x81:
                    told = json.loads(data)["t"]
                    if told in {"ack", "nack", "pong"}:
                        return str(told)
                case _:
                    raise AssertionError(f"a frame of kind {kind:#x}")


class Served:
    """A server, a public room in it, and somebody there who has nothing to do with any case."""

    def __init__(self, port: int) -> None:
        self.port = port
        asked = b'{"public":true}'
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as sock:
            sock.sendall(
                b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                % (len(asked), asked)
            )
            answer = sock.makefile("rb").read()
        self.room = json.loads(answer.partition(b"\r\n\r\n")[2])["room"]
        self.other = self.joined(watch=False)

    def joined(self, offer: str = "", *, watch: bool = True) -> Wire:
        """Somebody who was welcomed."""
        wire = Wire(self.port, offer)
        wire.say(t="hello", room=self.room, watch=watch)
        assert json.loads(wire.read()[1])["t"] == "welcome"
        return wire

    def goes_on(self) -> None:
        """The other one is shown the table as ever."""
        self.other.say(t="look")
        while True:
            kind, data = self.other.read()
            if kind == PING:
                self.other.write(masked(PONG, data))
                continue
            assert kind == TEXT, (kind, data)
            if json.loads(data)["t"] == "welcome":
                return


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("websocket")
    with subprocess.Popen(
        [sys.executable, "-m", "pellmell.cli.main", "serve", "--host", "127.0.0.1", "--port", "0",
         "--data", str(data)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        found = re.search(r"http://\S+:(\d+)/", process.stdout.readline())
        assert found is not None
        here = Served(int(found[1]))
        yield here
        here.other.__exit__()
        process.terminate()
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (0, "")


def expected(answer: str) -> str:
    """An answer of the table, as it is heard."""
    what, _, told = answer.partition(" ")
    return f"frame {payload(told).hex()}" if what == "pong" else answer


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_the_server_answers_as_the_table_says(served: Served, case: Case) -> None:
    with served.joined(case.get("offer", "")) as wire:
        assert b"sec-websocket-extensions" not in wire.head
        frames = [frame(kind, told) for kind, told in case["sends"]]
        whole, cut = b"".join(frames), case.get("cut")
        if cut:
            frames = [whole[start : start + cut] for start in range(0, len(whole), cut)]
        elif cut is None:
            frames = [whole]
        for data in frames:
            wire.write(data)
        answers = [expected(answer) for answer in case["answers"]]
        if not (answers and answers[-1].startswith("close")):
            wire.say(t="ping", c=1)  # it is well
            answers.append("pong")
        heard: list[str] = []
        while not heard or heard[-1][:5] not in {"close", "over", "pong"}:
            heard.append(wire.heard())
        assert heard in (
            [answer.removesuffix("?") for answer in answers],
            [answer for answer in answers if not answer.endswith("?")],
        )
        if heard[-1].startswith("close"):
            if all(not kind.startswith("close") for kind, _ in case["sends"]):
                wire.write(masked(CLOSE, b""))
            assert wire.heard() == "over"
    served.goes_on()


def test_the_table_is_whole_and_every_departure_from_it_is_documented() -> None:
    named = [case["case"] for case in CASES]
    families = Counter(name.partition(".")[0] for name in named)
    assert families == {
        "1": 16, "2": 11, "3": 7, "4": 10, "5": 20, "6": 145, "7": 37, "9": 54, "10": 1, "12": 10, "13": 14,
    }  # fmt: skip
    assert len(set(named)) == len(named)
    # A misspelt `cut` or `offer` would be passed over, and the case be another one.
    keys = {case["case"]: set(case) for case in CASES}
    assert {name for name, had in keys.items() if not NEEDED <= had <= NEEDED | OPTIONAL} == set()
    detail = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    detail = detail.partition("### WebSocket in detail")[2].partition("\n## ")[0]
    documented = set(re.findall(r"^\| ([a-zA-Z0-9 ]+) \|", detail, re.MULTILINE)) - {"departure"}
    assert {case["departs"] for case in CASES if "departs" in case} <= documented
    for case in CASES:
        codes = {answer.removeprefix("close ") for answer in case["answers"]} & OURS
        closes = any(kind == "close" for kind, _ in case["sends"])
        assert "departs" in case or not codes or closes, case["case"]
