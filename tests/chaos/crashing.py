"""A server that is killed in mid-round again and again, and two people who come back each time."""

import asyncio
import os
import random
import signal
import sqlite3
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import aiohttp
import msgspec

from pellmell.room.facts import Entry, decode_entry
from pellmell.store.sqlite import FILE
from tests.process.serving import PATIENCE, Player, open_table

ROOM = 25
"""Cycles that one room lives: its log is read at every start."""
RULES = "standard,match=rounds,target=500"
SOURCES = ("s", "w", "r1", "r2", "r3", "r4", "r5")


class Count(msgspec.Struct):
    """What happened in some cycles."""

    cycles: int = 0
    acknowledged: int = 0
    refused: int = 0
    sent_again: int = 0


class Nursery:
    """Servers on one port and one directory, one after the other."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self._child = 0
        self.url = f"http://127.0.0.1:{port}"

    @classmethod
    async def open(cls, data: Path, port: int) -> "Nursery":
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.chaos.nursery", str(data), str(port),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        return cls(process, port)

    async def start(self) -> None:
        """Start a server; once it says where it is open, it listens."""
        self._say("start")
        while "http://" not in (line := await self._line()):
            if line.startswith("child "):
                self._child = int(line.split()[1])

    async def kill(self) -> None:
        os.kill(self._child, signal.SIGKILL)
        self._child = 0
        self._say("reap")
        while await self._line() != "reaped\n":
            pass

    async def close(self) -> None:
        if self._child:
            # Else it would live on, and hold the pipe that is waited for.
            os.kill(self._child, signal.SIGKILL)
        self._process.kill()
        await self._process.wait()

    def _say(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word}\n".encode())

    async def _line(self) -> str:
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await self._process.stdout.readline()
        assert line, "the nursery is gone"
        return line.decode()


async def crash(data: Path, port: int, cycles: int, seed: str) -> Count:
    """So many cycles in one room: everything that was promised is looked up afterwards."""
    dice, count = random.Random(seed), Count()
    nursery = await Nursery.open(data, port)
    try:
        await nursery.start()
        async with aiohttp.ClientSession() as http:
            players = await open_table(http, nursery.url, rules=RULES)
            for _ in range(cycles):
                await _cycle(nursery, http, players, dice, count)
        await nursery.kill()
    finally:
        await nursery.close()
    _check_log(data, players)
    count.acknowledged += sum(a["t"] == "ack" for p in players for a in p.answers.values())
    count.refused += sum(a["t"] == "nack" for p in players for a in p.answers.values())
    return count


async def _cycle(
    nursery: Nursery,
    http: aiohttp.ClientSession,
    players: list[Player],
    dice: random.Random,
    count: Count,
) -> None:
    playing = [asyncio.create_task(_play(player, dice)) for player in players]
    await asyncio.sleep(0.05 + dice.random() * 0.2)
    await nursery.kill()
    await asyncio.gather(*playing)
    await nursery.start()
    for player in players:
        seat, v, answered = player.seat, player.v, max(player.answers, default=0)
        welcome = await player.connect(http, nursery.url)
        assert (welcome["you"]["seat"], welcome["you"]["token"]) == (seat, None), welcome
        assert welcome["v"] >= v, (welcome["v"], v)
        assert welcome["you"]["n"] >= answered, (welcome["you"], answered)
    for player in players:
        for n in range(max(1, player.n - 5), player.n + 1):
            await player.again(n)
            count.sent_again += 1
    count.cycles += 1


async def _play(player: Player, dice: random.Random) -> None:
    """Give commands until the line is cut, and take what comes."""

    async def commands() -> None:
        with suppress(ConnectionError):
            while True:
                if player.phase in ("result", "over"):
                    await player.give({"t": "room", "do": "next"})
                    await asyncio.sleep(0.05)
                a = "turn" if dice.random() < 0.4 else f"{dice.choice(SOURCES)}>c"
                await player.give({"t": "do", "a": a})
                await asyncio.sleep(0.07)

    giving = asyncio.create_task(commands())
    with suppress(ConnectionError):
        while await player.next() is not None:
            pass
    giving.cancel()


def _check_log(data: Path, players: list[Player]) -> None:
    """What was acknowledged stands in the log once, as that version; nothing stands there twice."""
    found = _numbered(data)
    twice = [key for key, entries in found.items() if len(entries) > 1]
    assert not twice, f"in the log twice: {twice}"
    for player in players:
        assert player.seat is not None
        seat = "ABCDEFGHIJKL".index(player.seat)
        for n, answer in player.answers.items():
            if answer["t"] == "ack":
                versions = [entry.v for entry in found.get((seat, n), [])]
                assert versions == [answer["v"]], (player.seat, n, answer, versions)


def _numbered(data: Path) -> dict[tuple[int, int], list[Entry]]:
    """The entries that commands led to, by seat and number."""
    found: dict[tuple[int, int], list[Entry]] = {}
    numbers = Counter[int]()
    connection = sqlite3.connect(data / FILE)
    for number, body in connection.execute("SELECT number, body FROM entries ORDER BY number"):
        entry = decode_entry(body)
        numbers[number] += 1
        if entry.seat is not None and entry.n is not None:
            found.setdefault((entry.seat, entry.n), []).append(entry)
    connection.close()
    assert list(numbers) == list(range(len(numbers)))
    return found
