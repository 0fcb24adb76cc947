"""`pellmell serve` as a process of its own, and a client that survives it."""

import asyncio
import json
import re
import signal
import sys
from pathlib import Path
from typing import Any, Self

import aiohttp

from pellmell.protocol.messages import SUBPROTOCOL

PATIENCE = 30.0

Frame = dict[str, Any]


class Process:
    """A server that listens."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    @classmethod
    async def start(cls, data: Path, *more: str, port: int = 0, files: int | None = None) -> Self:
        process = await launch("--port", str(port), "--data", str(data), *more, files=files)
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        found = re.search(r"http://\S+:(\d+)/", line)
        if found is None:
            assert process.stderr is not None
            raise AssertionError(f"{line!r} {(await process.stderr.read()).decode()}")
        return cls(process, int(found[1]))

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()

    async def terminate(self, patience: float = PATIENCE) -> tuple[int, str]:
        """Ask it to stop; its exit code and what it said on standard error."""
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(patience):
            _, said = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, said.decode()


async def launch(*arguments: str, files: int | None = None) -> asyncio.subprocess.Process:
    """The process; `files` is how many it may have open."""
    limit = [] if files is None else ["prlimit", f"--nofile={files}:{files}"]
    return await asyncio.create_subprocess_exec(
        *limit,
        sys.executable, "-m", "pellmell.cli.main", "serve", "--host", "127.0.0.1", *arguments,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def ended(*arguments: str) -> tuple[int | None, str, str]:
    """The exit code of a server that should not come up, and what it said."""
    process = await launch(*arguments)
    async with asyncio.timeout(PATIENCE):
        out, error = await process.communicate()
    return process.returncode, out.decode(), error.decode()


class Player:
    """A person who comes back to the same seat, and keeps what was answered."""

    def __init__(self, room: Frame, name: str) -> None:
        self.room = room
        self.name = name
        self.token: str | None = None
        self.seat: str | None = None
        self.n = 0
        self.v = 0
        self.sent: dict[int, Frame] = {}
        self.answers: dict[int, Frame] = {}
        self.events: dict[int, list[Frame]] = {}
        self.welcomes: list[Frame] = []
        self.phase = ""
        self._line: aiohttp.ClientWebSocketResponse | None = None

    async def connect(self, http: aiohttp.ClientSession, url: str) -> Frame:
        """Greet, as the person who has a seat already or as a new one; the welcome."""
        self._line = await http.ws_connect(f"{url}/ws", protocols=[SUBPROTOCOL])
        await self._say(
            {"t": "hello", "room": self.room["room"], "key": self.room["key"], "name": self.name,
             "token": self.token, "v": self.v, "host": None if self.token else self.room["host"]}
        )  # fmt: skip
        welcome = await self.next()
        assert welcome is not None
        assert welcome["t"] == "welcome", welcome
        return welcome

    async def _say(self, frame: Frame) -> None:
        assert self._line is not None
        await self._line.send_str(json.dumps(frame))

    async def next(self) -> Frame | None:
        """Take in the next frame; None once the line is cut."""
        assert self._line is not None
        async with asyncio.timeout(PATIENCE):
            message = await self._line.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            return None
        frame: Frame = json.loads(message.data)
        self._take(frame)
        return frame

    def _take(self, frame: Frame) -> None:
        match frame["t"]:
            case "welcome":
                self.welcomes.append(frame)
                self.token = frame["you"]["token"] or self.token
                self.seat = frame["you"]["seat"]
                if frame["room"] is not None:
                    self.v = frame["v"]
                    self.phase = frame["room"]["phase"]
            case "ev":
                assert frame["v"] == self.v + 1, (frame, self.v)
                self.v = frame["v"]
                self.events[frame["v"]] = frame["e"]
                for event in frame["e"]:
                    self.phase = event["phase"] if event["k"] == "phase" else self.phase
            case "ack" | "nack":
                answer = {k: frame[k] for k in frame if k != "n"}
                assert self.answers.setdefault(frame["n"], answer) == answer, frame
            case _:
                pass

    async def give(self, frame: Frame) -> int:
        """Send a command with the next number."""
        self.n += 1
        self.sent[self.n] = {**frame, "n": self.n}
        await self._say(self.sent[self.n])
        return self.n

    async def again(self, n: int) -> None:
        """Send a command once more, and wait for its answer: the first one, if there was one."""
        await self._say(self.sent[n])
        while (frame := await self.next()) is not None:
            if frame["t"] in {"ack", "nack"} and frame["n"] == n:
                return
        raise AssertionError("cut off")

    async def answered(self, n: int) -> Frame:
        while n not in self.answers:
            assert await self.next() is not None
        return self.answers[n]

    async def in_phase(self, phase: str) -> None:
        while self.phase != phase:
            assert await self.next() is not None

    async def look(self) -> Frame:
        """All that may be seen now."""
        await self._say({"t": "look"})
        while (frame := await self.next()) is not None:
            if frame["t"] == "welcome":
                return frame
        raise AssertionError("cut off")


async def create(http: aiohttp.ClientSession, url: str, **wanted: object) -> Frame:
    """A new room."""
    async with http.post(f"{url}/api/rooms", json=wanted) as answer:
        room: Frame = await answer.json()
        assert answer.status == 201, room
        return room


async def open_table(http: aiohttp.ClientSession, url: str, **wanted: object) -> list[Player]:
    """Two people and a bot in their first round."""
    room = await create(http, url, **wanted)
    players = [Player(room, "Ada"), Player(room, "Ben")]
    for player in players:
        await player.connect(http, url)
    host = players[0]
    await host.answered(await host.give({"t": "room", "do": "bot", "level": "skilled"}))
    await host.answered(await host.give({"t": "room", "do": "start"}))
    return players
