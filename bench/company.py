"""People who play at many tables, come, leave, lose their connection and come back."""

import asyncio
import random
from time import monotonic, perf_counter
from typing import Any

import aiohttp
import msgspec

from bench.follow import Follower
from bench.load import new_room, quantile
from bench.serving import HOST, Served
from bench.wire import WebSocket, connect
from pellmell.engine.cards import LETTERS

decode = msgspec.json.Decoder(dict[str, Any]).decode
encode = msgspec.json.Encoder().encode

NEWCOMERS = 4
"""Who leaves in mid-match has a bot in their seat from then on: more newcomers would not fit."""


class Line(WebSocket):
    """A connection that can be cut without a word."""

    def cut(self) -> None:
        """Reset the connection."""
        if self._transport is not None:
            self._transport.abort()


class Company:
    """Everybody at one server, and what they counted."""

    def __init__(
        self,
        served: Served,
        session: aiohttp.ClientSession,
        chance: random.Random,
        calm: float = 15.0,
    ) -> None:
        self.served = served
        self.calm = calm
        """Seconds at a table, in the middle, until somebody leaves or comes back."""
        self.session = session
        self.chance = chance
        self.commands = 0
        self.gaps = 0
        self.refused = 0
        """Greetings that were turned away."""
        self.counts = dict.fromkeys(("tables", "left", "back"), 0)
        self.trouble: list[str] = []
        """What made tables break up, the last words of each."""
        self.waits: list[float] = []
        """The latest thousands of times from a command to its answer."""

    def __str__(self) -> str:
        p99 = quantile(self.waits, 0.99) * 1e3
        return (
            f"{self.commands} commands, p99 of late {p99:.1f} ms, {self.gaps} gaps, "
            f"{self.refused} turned away, {len(self.trouble)} broken up, "
            + ", ".join(f"{count} {what}" for what, count in self.counts.items())
        )

    def answered(self, seconds: float) -> None:
        """A command was answered after so long."""
        self.waits.append(seconds)
        if len(self.waits) > 20_000:
            del self.waits[:10_000]

    async def play(
        self, seats: int, pace: float, life: float, seconds: float, phase: float
    ) -> None:
        """Play at one table after the other, the first for a part of its life only."""
        until = monotonic() + seconds
        await asyncio.sleep(min(5.0, seconds / 10) * phase)
        wanted = life * (0.1 + 0.9 * phase)
        while (left := until - monotonic()) > 0:
            table = Table(self)
            try:
                await table.last(seats, pace, min(left, wanted))
            except (OSError, TimeoutError) as error:
                self.trouble.append(repr(error))
                table.break_up()
            wanted = life * (0.5 + self.chance.random())


class Player:
    """Somebody with a seat."""

    def __init__(self, table: "Table", name: str) -> None:
        self.table = table
        self.name = name
        self.token: str | None = None
        self.seat = 0
        self.host = False
        self.n = 0
        self.version = 0
        self.sent: dict[int, float] = {}
        self.line: Line | None = None
        self.greeted = asyncio.Event()
        self.gone = asyncio.Event()

    async def enter(self) -> None:
        """Take a seat, or one's own again."""
        made, self.version = self.table.made, 0
        self.greeted.clear()
        self.gone.clear()
        self.sent.clear()
        self.line = await connect(Line, self, HOST, self.table.company.served.port)
        secret = {"token": self.token} if self.token else {"key": made["key"], "host": made["host"]}
        self.send(t="hello", room=made["room"], name=self.name, **secret)
        async with asyncio.timeout(30):
            await self.greeted.wait()

    async def drop(self, *, cut: bool) -> None:
        """Lose the connection, or close it."""
        assert self.line is not None
        if cut:
            self.line.cut()
        else:
            self.line.close()
        await self.gone.wait()

    def send(self, **frame: object) -> None:
        """Send a frame."""
        assert self.line is not None
        self.line.send(encode(frame))

    def ask(self, do: str, **fields: object) -> None:
        """Send a command about the room."""
        self.n += 1
        self.send(t="room", n=self.n, do=do, **fields)

    def play(self) -> None:
        """Lay what fits, or turn."""
        follower = self.table.follower
        if self.seat >= len(follower.rows) or not follower.rows[self.seat]:
            return
        a, card = follower.command(self.seat)
        self.n += 1
        self.sent[self.n] = perf_counter()
        self.table.company.commands += 1
        self.send(t="do", n=self.n, a=a, **({"card": card} if card else {}))

    def frame(self, data: bytes) -> None:
        """A frame of the server."""
        frame = decode(data)
        match frame["t"]:
            case "ev":
                self.table.company.gaps += frame["v"] != self.version + 1
                self.version = frame["v"]
                if self is self.table.players[0]:
                    for event in frame["e"]:
                        self.table.follower.event(event)
            case "ack" | "nack":
                since = self.sent.pop(frame["n"], None)
                if since is not None:
                    self.table.company.answered(perf_counter() - since)
            case "welcome":
                self._welcome(frame)
            case "bye":
                self.table.company.refused += not self.greeted.is_set()
            case _:
                pass

    def closed(self) -> None:
        """The connection is gone."""
        self.gone.set()
        self.greeted.set()

    def _welcome(self, frame: dict[str, Any]) -> None:
        you = frame["you"]
        self.version = frame["v"]
        self.token = you["token"] or self.token
        self.n = max(self.n, you["n"])
        self.seat = LETTERS.index(you["seat"])
        if self is self.table.players[0] and frame["room"]:
            self.table.follower.welcome(frame["room"])
        self.greeted.set()


class Table:
    """The people of one room, for as long as it lasts."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.follower = Follower()
        self.players: list[Player] = []
        self.made: dict[str, Any] = {}
        self._newcomers = 0

    async def last(self, seats: int, pace: float, seconds: float) -> None:
        """Open a room, play there for so long while people come and go, and leave it."""
        self.company.counts["tables"] += 1
        self.made = await new_room(self.company.session, self.company.served.url)
        for number in range(seats):
            await self._join(f"Player {number}")
        self.players[0].ask("start")
        until = monotonic() + seconds
        playing = asyncio.create_task(self._play(pace))
        chance, calm = self.company.chance, self.company.calm
        try:
            while (left := until - monotonic()) > 0:
                await asyncio.sleep(min(left, calm * (0.5 + chance.random())))
                if monotonic() < until:
                    await self._happen(chance, calm)
        finally:
            playing.cancel()
        for player in self.players[::-1]:
            await self._leave(player)

    def break_up(self) -> None:
        """Cut every connection, and leave the seats as they are."""
        for player in self.players:
            if player.line is not None:
                player.line.cut()

    async def _join(self, name: str) -> None:
        player = Player(self, name)
        self.players.append(player)
        await player.enter()

    async def _leave(self, player: Player) -> None:
        player.ask("leave")
        async with asyncio.timeout(30):
            await player.gone.wait()

    async def _happen(self, chance: random.Random, calm: float) -> None:
        """Somebody comes back by another connection, or leaves and another one comes."""
        number = chance.randrange(len(self.players))
        player = self.players[number]
        if number and self._newcomers < NEWCOMERS and chance.random() < 0.3:
            self._newcomers += 1
            self.company.counts["left"] += 1
            self.players.remove(player)
            await self._leave(player)
            await self._join(f"Newcomer {self._newcomers}")
        else:
            self.company.counts["back"] += 1
            await player.drop(cut=chance.random() < 0.5)
            await asyncio.sleep(calm * chance.random() / 8)
            await player.enter()

    async def _play(self, pace: float) -> None:
        """Everybody sends so many commands a second, evenly spread."""
        chance, turn = self.company.chance, 0
        while True:
            await asyncio.sleep((0.8 + 0.4 * chance.random()) / pace / len(self.players))
            turn += 1
            player = self.players[turn % len(self.players)]
            if player.gone.is_set() or not player.greeted.is_set():
                continue
            match self.follower.phase:
                case "round":
                    player.play()
                case "result" if player is self.players[0]:
                    player.ask("next")
                case "over" if player is self.players[0]:
                    player.ask("rematch")
                case _:
                    pass
