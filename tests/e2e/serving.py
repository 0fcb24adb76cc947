"""A real server of its own process, with an empty data directory and a free port."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path
from typing import Any

import aiohttp

PELLMELL = Path(sys.executable).parent / "pellmell"
BUILT = Path(__file__).parents[2] / "src/pellmell/web/index.html"
NOT_BUILT = "the browser client is not built: `make setup` builds it"
PATIENCE = 30.0


class Serving:
    """A running `pellmell serve`, and what can be asked of it over HTTP."""

    def __init__(self, process: Process, greeting: str, port: int, log: Path) -> None:
        self._process = process
        self.greeting = greeting
        self.port = port
        self._log = log

    @property
    def here(self) -> str:
        """Its address on this machine."""
        return f"http://127.0.0.1:{self.port}"

    async def create(
        self, rules: str, *, public: bool = False, queue: int = 600, assist: bool = False
    ) -> "Room":
        """A new room."""
        wanted = {"rules": rules, "public": public, "options": {"queue": queue, "assist": assist}}
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{self.here}/api/rooms", json=wanted) as answer,
        ):
            made: dict[str, Any] = await answer.json()
            assert answer.status == 201, made
        return Room(self, made["room"], made["key"], made["host"])

    async def stop(self) -> str:
        """End it as an operator would; what it logged."""
        self._process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            code = await self._process.wait()
        log = self._log.read_text()
        assert code == 0, f"pellmell serve ended with {code}:\n{log}"
        return log


class Room:
    """A room of a server, with its secrets."""

    def __init__(self, serving: Serving, code: str, key: str | None, host: str = "") -> None:
        self._serving = serving
        self.code = code
        self.key = key
        self.host = host

    @property
    def here(self) -> str:
        """The address of its server."""
        return self._serving.here

    @property
    def path(self) -> str:
        """Its link, without the server's address."""
        return f"/r/{self.code}" + ("" if self.key is None else f"#k={self.key}")

    async def record(self, round: int) -> str:
        """The record of a finished round."""
        address = f"{self._serving.here}/api/rooms/{self.code}/rounds/{round}"
        headers = {} if self.key is None else {"Authorization": f"Bearer {self.key}"}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.get(address) as answer,
        ):
            text = await answer.text()
            assert answer.status == 200, text
            return text


async def serve(data: Path, *more: str, host: str | None = "127.0.0.1") -> Serving:
    """A server that listens on a free port of a host, or of all, with what else it is told."""
    assert BUILT.exists(), NOT_BUILT
    log = data.parent / f"{data.name}.log"
    arguments = ["serve", "--port", "0", "--data", str(data), *more]
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            PELLMELL,
            *arguments,
            *([] if host is None else ["--host", host]),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=errors,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        first = (await process.stdout.readline()).decode()
        port = re.search(r":(\d+)/", first)
        if port is None:
            await process.wait()
            raise AssertionError(f"pellmell serve did not start:\n{log.read_text()}")
        greeting = first + await _rest(process.stdout)
    return Serving(process, greeting, int(port[1]), log)


async def _rest(stream: asyncio.StreamReader) -> str:
    """What has been printed already besides the first line: it came in one write."""
    text = ""
    while stream._buffer:  # type: ignore[attr-defined]
        text += (await stream.readline()).decode()
    return text


async def check(record: str, directory: Path) -> dict[str, int]:
    """The points of each seat, as `pellmell check` counts them from a record."""
    file = directory / "round.txt"
    file.write_text(record, encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        PELLMELL, "check", file, stdout=PIPE, stderr=PIPE
    )
    out, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    lines = out.decode().splitlines()[1:]
    return {seat: int(points) for seat, points in (line.split() for line in lines)}
