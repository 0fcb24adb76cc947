"""Rooms full of clients that play on at a steady pace, and what comes of it."""

import asyncio
import random
from collections.abc import Callable, Sequence
from time import perf_counter, process_time
from typing import Any

import aiohttp
import msgspec

from bench.follow import Follower
from bench.machine import busy_seconds, cpu_seconds
from bench.serving import HOST, Served
from bench.wire import Connection, Lines, Receiver, WebSocket, connect
from pellmell.engine.cards import LETTERS

decode = msgspec.json.Decoder(dict[str, Any]).decode
encode = msgspec.json.Encoder().encode
CANNED = b'{"t":"do","n":123,"a":"r1>c","card":"g4"}'


class Tally(msgspec.Struct):
    """What happened while it was counted."""

    seconds: float = 0.0
    cpu: float = 0.0
    others: float = 0.0
    """Cores that other programs kept busy meanwhile: what makes figures worse than they are."""
    sent: int = 0
    laid: int = 0
    refused: dict[str, int] = {}
    waits: list[float] = []
    frames: int = 0
    gaps: int = 0
    closed: int = 0

    @property
    def accepted(self) -> int:
        """Commands that were granted."""
        return len(self.waits) - sum(self.refused.values())

    def wait(self, share: float) -> float:
        """The time from `do` to its answer that so large a share stays below."""
        return quantile(self.waits, share)


def quantile(waits: Sequence[float], share: float) -> float:
    """What so large a share of some times stays below; 0 of none."""
    return sorted(waits)[int(share * (len(waits) - 1))] if waits else 0.0


class Client:
    """One connection of a room: it sends commands and counts what comes back."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.seat = 0
        self.n = 0
        self.version = 0
        self.host = False
        self.sent: dict[int, float] = {}
        self.greeted = asyncio.Event()
        self.here = False
        self.connection: Connection | None = None
        self.secrets: dict[str, str] = {}
        """What it greets with."""

    def frame(self, data: bytes) -> None:
        """A frame of the server."""
        frame = decode(data)
        match frame["t"]:
            case "ev":
                self._event(frame)
            case "ack" | "nack":
                self._answered(frame)
            case "welcome":
                self._welcome(frame)
            case "bye":
                self.bye(frame)
            case _:
                pass

    def bye(self, frame: dict[str, Any]) -> None:
        """The server says goodbye."""

    def closed(self) -> None:
        """The connection is gone."""
        self.room.load.tally.closed += 1
        self.here = False
        self.greeted.set()

    def send(self, **frame: object) -> None:
        """Send a frame."""
        assert self.connection is not None
        self.connection.send(encode(frame))

    def ask(self, what: str, **more: object) -> None:
        """Send a command about the room."""
        self.n += 1
        self.send(t="room", n=self.n, do=what, **more)

    def play(self, now: float) -> None:
        """Send the next command at the table."""
        a, card = self.room.follower.command(self.seat)
        self.n += 1
        self.sent[self.n] = now
        self.send(t="do", n=self.n, a=a, **({"card": card} if card else {}))

    def _event(self, frame: dict[str, Any]) -> None:
        load = self.room.load
        if frame["v"] != self.version + 1:
            load.tally.gaps += 1
        self.version = frame["v"]
        if self is self.room.clients[0]:
            for event in frame["e"]:
                self.room.follower.event(event)
                if self.room.follower.phase == "round":
                    self.room.playing.set()
                load.tally.laid += event["k"] == "did" and ">c" in event["a"]

    def _answered(self, frame: dict[str, Any]) -> None:
        since = self.sent.pop(frame["n"], None)
        if since is None:
            return
        tally = self.room.load.tally
        tally.waits.append(perf_counter() - since)
        if frame["t"] == "nack":
            tally.refused[frame["why"]] = tally.refused.get(frame["why"], 0) + 1

    def _welcome(self, frame: dict[str, Any]) -> None:
        self.version = frame["v"]
        if frame["you"]["seat"] is not None:
            self.seat = LETTERS.index(frame["you"]["seat"])
        self.host = frame["you"]["host"]
        if self is self.room.clients[0] and frame["room"]:
            self.room.follower.welcome(frame["room"])
        self.here = True
        self.greeted.set()


class Canned(Client):
    """A connection to a bare server, which plays nothing: the frames are of the same sizes."""

    def frame(self, data: bytes) -> None:
        """A frame of the server; it is decoded, as a real client's is."""
        decode(data)
        if data.startswith(b'{"t":"ack"') and self.sent:
            since = self.sent.pop(next(iter(self.sent)))
            self.room.load.tally.waits.append(perf_counter() - since)

    def play(self, now: float) -> None:
        """Send the one command there is."""
        assert self.connection is not None
        self.n += 1
        self.sent[self.n] = now
        self.connection.send(CANNED)


class Room:
    """The clients of one room, and the table as the first of them follows it."""

    def __init__(self, load: "Load") -> None:
        self.load = load
        self.follower = Follower()
        self.clients: list[Client] = []
        self.playing = asyncio.Event()

    def move_on(self) -> None:
        """Ask for whatever comes after a round."""
        host = next((c for c in self.clients if c.host), self.clients[0])
        match self.follower.phase:
            case "result":
                host.ask("next")
            case "over":
                host.ask("rematch")
            case _:
                pass


async def new_room(
    session: aiohttp.ClientSession, url: str, headers: dict[str, str] | None = None
) -> dict[str, Any]:
    """A new room; asked for again while the server lets no more be opened, or is full."""
    while True:
        async with session.post(f"{url}/api/rooms", json={}, headers=headers) as answer:
            made: dict[str, Any] = await answer.json()
            if answer.status == 201:
                return made
            if answer.status not in {429, 503}:
                raise ConnectionError(f"no room: {answer.status} {made}")
        await asyncio.sleep(0.1)


class Load:
    """Many rooms at one server."""

    def __init__(self, served: Served, person: type[Client] = Client) -> None:
        self.served = served
        self._person = person
        self.rooms: list[Room] = []
        self.tally = Tally()
        self.running = False

    async def open(self, rooms: int, seats: int) -> None:
        """Create rooms at Pellmell and fill their seats with clients."""
        async with aiohttp.ClientSession() as session:
            for _ in range(rooms):
                await self.fill(await new_room(session, self.served.url), seats)

    async def begin(self) -> None:
        """Start every match and wait for its first round."""
        for room in self.rooms:
            room.clients[0].ask("start")
        async with asyncio.timeout(30):
            for room in self.rooms:
                await room.playing.wait()

    async def fill(self, made: dict[str, Any], seats: int) -> None:
        """Seat so many clients in a room."""
        room = Room(self)
        self.rooms.append(room)
        for number in range(seats):
            client = self._person(room)
            client.secrets = {"room": made["room"], "key": made["key"]}
            room.clients.append(client)
            client.connection = await connect(WebSocket, client, HOST, self.served.port)
            host = {"host": made["host"]} if number == 0 else {}
            client.send(t="hello", name=f"Player {number}", **client.secrets, **host)
            await asyncio.wait_for(client.greeted.wait(), 20)
            if not client.here:
                raise ConnectionError("a client was not let in")

    async def open_bare(
        self, kind: Callable[[Receiver], Connection], rooms: int, seats: int
    ) -> None:
        """Connect to a bare server as many clients as Pellmell has."""
        for number in range(rooms):
            room = Room(self)
            room.follower.phase = "round"
            self.rooms.append(room)
            for _ in range(seats):
                client = Canned(room)
                room.clients.append(client)
                client.connection = await connect(kind, client, HOST, self.served.port)
                client.send(t="hello", room=str(number))

    async def run(self, pace: float, seconds: float) -> Tally:
        """What comes of every client sending so many commands a second for so long."""
        self.running = True
        loop, chance = asyncio.get_running_loop(), random.Random(1)
        for room in self.rooms:
            for client in room.clients:
                loop.call_later(chance.random() / pace, self._act, client, chance, 1 / pace)
        await asyncio.sleep(1.0)
        begun, cpu, others = perf_counter(), cpu_seconds(self.served.pid), self._others()
        before = self._frames()
        self.tally = Tally()
        await asyncio.sleep(seconds)
        self.running = False
        await asyncio.sleep(0.3)
        tally = self.tally
        tally.seconds = perf_counter() - begun
        tally.cpu = cpu_seconds(self.served.pid) - cpu
        tally.others = (self._others() - others) / tally.seconds
        tally.frames = self._frames() - before
        return tally

    def close(self) -> None:
        """Close every connection."""
        for room in self.rooms:
            for client in room.clients:
                if client.connection is not None:
                    client.connection.close()

    def unanswered(self) -> int:
        """Commands that were neither granted nor refused."""
        return sum(len(client.sent) for room in self.rooms for client in room.clients)

    def _act(self, client: Client, chance: random.Random, period: float) -> None:
        if not self.running:
            return
        wait = period * (0.8 + 0.4 * chance.random())
        asyncio.get_running_loop().call_later(wait, self._act, client, chance, period)
        if client.room.follower.phase == "round":
            self.tally.sent += 1
            client.play(perf_counter())
        elif client is client.room.clients[0]:
            client.room.move_on()

    def _others(self) -> float:
        """Seconds of CPU that neither the server nor this process has used."""
        return busy_seconds() - cpu_seconds(self.served.pid) - process_time()

    def _frames(self) -> int:
        connections = [c.connection for room in self.rooms for c in room.clients if c.connection]
        return sum(connection.frames for connection in connections)


KINDS: dict[str, Callable[[Receiver], Connection]] = {"aiohttp": WebSocket, "raw": Lines}
