"""Two thousand people who play, and come back at once after a crash; and a start on a long log."""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import Any, Final

import msgspec
import uvloop

from bench.load import Client, Load, quantile
from bench.machine import allow_files, cpu_seconds
from bench.probe import Probed, started
from bench.serving import HOST
from bench.wire import WebSocket, connect
from pellmell.bots.mind import make_mind
from pellmell.store.contract import Page
from pellmell.store.sqlite import FILE
from pellmell.store.writer import _open, write
from tests.room.driving import CODE, Driven

CLIENTS, SEATS = 2000, 10
PACE = 0.25
"""Commands a second of each client before the crash."""
PLAYED = 8.0
"""Seconds for which they play before it."""
BACK_WITHIN = 10
ROOMS, ENTRIES = 250, 500
LISTENS_WITHIN = 3
CLIENT: Final = Path(__file__).parent.parent / "web/src/net/connection.ts"


class Spread(msgspec.Struct, frozen=True):
    """How a client spreads itself when it comes back, in seconds."""

    first: float
    longest: float
    greeting: float
    """After which it gives up a connection on which nobody welcomes it, and dials anew at once."""

    def waits(self) -> Iterator[float]:
        """Before each try: at random up to a longest time, which doubles."""
        most = self.first
        while True:
            yield random.random() * min(self.longest, most)
            most *= 2


def spread_of_the_client() -> Spread:
    """What the browser's client does, as its source has it."""
    source = CLIENT.read_text("utf-8")

    def seconds(name: str) -> float:
        found = re.search(rf"^const {name} = ([\d_]+);$", source, re.MULTILINE)
        if found is None:
            raise LookupError(name)
        return int(found[1]) / 1000

    return Spread(seconds("FIRST_DELAY"), seconds("LONGEST_DELAY"), seconds("GREETING"))


def run(seconds: float) -> None:
    """A server with 2,000 people in mid-round is killed and started again; one with a long log starts."""
    uvloop.run(_run(allow_files(CLIENTS * 2 + 400), max(seconds, 60)))


async def _run(allowed: int, seconds: float) -> None:
    clients = min(CLIENTS, allowed - 400) // SEATS * SEATS
    spread = spread_of_the_client()
    async with asyncio.timeout(seconds * 5):
        outcome = await crash(clients, SEATS, spread, PLAYED)
    print(
        f"  {clients} clients in {clients // SEATS} rooms, {outcome.commands} commands answered "
        f"before: {outcome.back} have their seat again, {outcome.refused or 'none'} were refused; "
        f"{outcome.tries} connections"
    )
    print(
        f"  they wait up to {spread.first} s, twice as long with each try, {spread.longest:.0f} s at "
        f"most, and {spread.greeting:.0f} s for their welcome, as the page does"
    )
    half, last = (quantile(outcome.waits, share) for share in (0.5, 1.0))
    print(
        f"  after the kill: listening after {outcome.listening:.1f} s; seats back p50 "
        f"{half:.1f} s, last {last:.1f} s (at most {BACK_WITHIN})"
    )
    taken, cpu = await listening(ROOMS, ENTRIES)
    print(
        f"  a start on {ROOMS} rooms with {ROOMS * ENTRIES} entries: listening after {taken:.1f} s "
        f"(at most {LISTENS_WITHIN}), {cpu:.1f} s of processor"
    )


class Outcome(msgspec.Struct):
    """What came of a crash."""

    back: int
    """People who have the seat that they had."""
    refused: dict[str, int]
    """What servers said to who came back, where it was no welcome."""
    tries: int
    commands: int
    """Answered before the crash."""
    listening: float
    """Seconds from the kill until the server listened again."""
    waits: list[float]
    """For each who is back, the seconds from the kill until then."""


async def crash(clients: int, seats: int, spread: Spread, played: float) -> Outcome:
    """Kill a server on which so many play, and start it again; they come back by themselves."""
    with TemporaryDirectory(prefix="pellmell-bench-") as name:
        directory = Path(name)
        async with started(directory) as server:
            load = await _playing(server, clients // seats, seats)
            commands = len((await load.run(PACE, played)).waits)
            people = [one for room in load.rooms for one in room.clients if isinstance(one, Person)]
            began = perf_counter()
            server.kill()
            coming = [asyncio.create_task(one.come_back(spread, began)) for one in people]
        async with started(directory, server.port):
            until_it_listens = perf_counter() - began
            await asyncio.gather(*coming)
        return Outcome(
            back=sum(person.seat == person.had for person in people),
            refused=dict(Counter(word for person in people for word in person.refused)),
            tries=sum(person.tries for person in people),
            commands=commands,
            listening=until_it_listens,
            waits=[person.waited for person in people],
        )


async def _playing(server: Probed, rooms: int, seats: int) -> Load:
    load = Load(server, Person)
    await load.open(rooms, seats)
    await load.begin()
    return load


class Person(Client):
    """Somebody with a seat, who wants it back."""

    had: int | None = None
    waited = 0.0
    tries = 0

    def __init__(self, room: Any) -> None:
        super().__init__(room)
        self.refused: list[str] = []
        self._gone = asyncio.Event()

    async def come_back(self, spread: Spread, began: float) -> None:
        """Try until the seat is there again, as the page would."""
        await self._gone.wait()
        for wait in spread.waits():
            await asyncio.sleep(wait)
            if await self._welcomed(spread.greeting):
                break
        self.waited = perf_counter() - began

    async def _welcomed(self, seconds: float) -> bool:
        self.greeted.clear()
        self.tries += 1
        try:
            async with asyncio.timeout(seconds):
                self.connection = await connect(WebSocket, self, HOST, self.room.load.served.port)
                self.send(t="hello", **self.secrets)
                await self.greeted.wait()
        except ConnectionRefusedError:
            pass  # nobody listens yet: nobody refused
        except (OSError, TimeoutError) as error:
            self.refused.append(type(error).__name__)
        return self.here

    def bye(self, frame: dict[str, Any]) -> None:
        """The server says goodbye."""
        if not self.here:
            self.refused.append(frame["why"])

    def _welcome(self, frame: dict[str, Any]) -> None:
        super()._welcome(frame)
        if frame["you"]["token"] is not None:
            self.had = self.seat
            self.secrets = {"room": self.secrets["room"], "token": frame["you"]["token"]}

    def closed(self) -> None:
        """The connection is gone."""
        super().closed()
        self._gone.set()


async def listening(rooms: int, entries: int) -> tuple[float, float]:
    """Seconds until a server listens on a log of so many rooms, and those of processor it took."""
    with TemporaryDirectory(prefix="pellmell-bench-") as name:
        directory = Path(name)
        (directory / "data").mkdir(mode=0o700)
        log = _long_log(entries)
        connection = _open(directory / "data" / FILE)
        for number in range(rooms):
            code = b"".join(b"ABCDEFGHJK"[int(digit) :][:1] for digit in f"{number:06}")
            own = tuple(entry.replace(CODE.encode(), code) for entry in log)
            write(connection, [Page(code.decode(), 0, own)], time())
        connection.close()
        began = perf_counter()
        async with started(directory) as server:
            taken, cpu = perf_counter() - began, cpu_seconds(server.pid)
            held = (await server.metrics())["rooms"]
        if held != rooms:
            raise AssertionError(f"{held} of {rooms} rooms are there again")
        return taken, cpu


def _long_log(entries: int) -> list[bytes]:
    """The first entries of a room in which four bots play one round after the other."""
    driven = Driven("standard,match=rounds,target=500", mind=make_mind)
    host = driven.host()
    for _ in range(3):
        host.ask("bot", level="skilled")
    host.ask("start")
    driven.run(100_000.0, until=lambda: len(driven.log) >= entries)
    return driven.log[:entries]
