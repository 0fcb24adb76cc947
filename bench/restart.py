"""Two thousand people at once who come back after a crash."""

import asyncio
import random
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import aiohttp
import msgspec
import uvloop

from bench.load import new_room, quantile
from bench.machine import allow_files
from bench.probe import Probed, started
from bench.serving import HOST
from bench.wire import WebSocket, connect

CLIENTS, SEATS = 2000, 10
SPREAD = 2.0
"""Seconds over which clients spread themselves when they come back: the web client does so too."""
ALLOWED_SECONDS = 10

decode = msgspec.json.Decoder(dict[str, Any]).decode


def run(seconds: float) -> None:
    """A server with 2,000 people is killed and started again: when each has their seat again."""
    uvloop.run(_run(allow_files(CLIENTS * 2 + 400), max(seconds, 60)))


async def _run(allowed: int, seconds: float) -> None:
    clients = min(CLIENTS, allowed - 400) // SEATS * SEATS
    async with asyncio.timeout(seconds * 5):
        outcome = await crash(clients, SEATS, SPREAD)
    print(
        f"  {clients} clients in {clients // SEATS} rooms: {outcome.back} have their seat again, "
        f"{outcome.refused or 'none'} were refused; {outcome.tries} connections"
    )
    half, last = (quantile(outcome.waits, share) for share in (0.5, 1.0))
    print(
        f"  after the kill: listening after {outcome.listening:.1f} s; seats back p50 "
        f"{half:.1f} s, last {last:.1f} s (at most {ALLOWED_SECONDS})"
    )


class Outcome(msgspec.Struct):
    """What came of a crash."""

    back: int
    """People who have the seat that they had."""
    refused: dict[str, int]
    """What servers said to who came back, where it was no welcome."""
    tries: int
    listening: float
    """Seconds from the kill until the server listened again."""
    waits: list[float]
    """For each who is back, the seconds from the kill until then."""


async def crash(clients: int, seats: int, spread: float) -> Outcome:
    """Kill a server with so many clients and start it again; they come back by themselves."""
    with TemporaryDirectory(prefix="pellmell-bench-") as name:
        directory = Path(name)
        people = []
        async with started(directory) as server:
            people = await _fill(server, clients, seats)
            began = perf_counter()
            server.kill()
        for person in people:
            person.began = began
        coming = [asyncio.create_task(person.come_back(spread)) for person in people]
        async with started(directory, server.port):
            listening = perf_counter() - began
            await asyncio.gather(*coming)
        refused = Counter(word for person in people for word in person.refused)
        return Outcome(
            back=sum(person.seat == person.had for person in people),
            refused=dict(refused),
            tries=sum(person.tries for person in people),
            listening=listening,
            waits=[person.waited for person in people],
        )


async def _fill(server: Probed, clients: int, seats: int) -> list["Person"]:
    people: list[Person] = []
    async with aiohttp.ClientSession() as session:
        while len(people) < clients:
            made = await new_room(session, server.url)
            room = [Person(server.port, made, number) for number in range(seats)]
            for person in room:
                await person.enter()
            people += room
    return people


class Person:
    """Somebody with a seat, who wants it back."""

    def __init__(self, port: int, made: dict[str, Any], number: int) -> None:
        self.had: str | None = None
        self.seat: str | None = None
        self.refused: list[str] = []
        self.tries = 0
        self.began = self.waited = 0.0
        self._port = port
        self._hello = {"t": "hello", "room": made["room"], "name": f"Player {number}"}
        self._secrets: dict[str, Any] = {"key": made["key"]}
        self._told = asyncio.Event()
        self._line: Any = None

    async def enter(self) -> None:
        """Take a seat."""
        await self._greet()
        self.had, self.seat = self.seat, None

    async def come_back(self, spread: float) -> None:
        """Try until the seat is there again, with waits that grow and are spread out."""
        wait = spread
        while self.seat is None:
            await asyncio.sleep(random.random() * wait)
            wait = min(wait * 1.5, 10.0)
            self.tries += 1
            try:
                await self._greet()
            except ConnectionRefusedError:
                continue  # nobody listens yet: nobody refused
            except (OSError, TimeoutError) as error:
                self.refused.append(type(error).__name__)
        self.waited = perf_counter() - self.began

    async def _greet(self) -> None:
        self._told.clear()
        self._line = await connect(WebSocket, self, HOST, self._port)
        self._line.send(msgspec.json.encode({**self._hello, **self._secrets}))
        async with asyncio.timeout(30):
            await self._told.wait()

    def frame(self, data: bytes) -> None:
        """A frame of the server."""
        frame = decode(data)
        if frame["t"] == "welcome":
            self.seat = frame["you"]["seat"]
            token = frame["you"]["token"]
            if token is not None:
                self._secrets = {"token": token}
            self._told.set()
        elif frame["t"] == "bye" and self.seat is None:
            self.refused.append(frame["why"])

    def closed(self) -> None:
        """The connection is gone."""
        self._told.set()
