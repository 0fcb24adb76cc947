"""Rooms, log and queues without sockets: from the bytes of a command to its frames queued."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.inside import CHANCE, OPENING, Inside, first_commands, hello
from pellmell.room.outbox import Send
from pellmell.server.counters import Counters
from pellmell.server.rooms import Held, Rooms
from pellmell.store.sqlite import SqliteStore

PAUSE = 0.001
"""Seconds between two handfuls of commands, so that they come as from sockets and not at once."""


async def cpu_a_command(seats: int, rooms: int, a_second: float, seconds: float) -> float:
    """Seconds of CPU a command, all threads counted, at so many commands a second in all."""
    with TemporaryDirectory(prefix="pellmell-bench-") as directory:
        store = SqliteStore(Path(directory))
        await store.load()
        queued = Queued(store)
        await queued.open(seats, rooms)
        spent = await queued.feed(seats, a_second, seconds)
        await queued.rooms.drain()
        await store.close()
    return spent


class Queued:
    """Rooms that are all dealt the same cards, and what they hand to their connections."""

    def __init__(self, store: SqliteStore) -> None:
        self.rooms = Rooms(store, CHANCE, Counters())
        self.rooms.deliver = self._deliver
        self.held: list[Held] = []
        self.frames = 0

    def _deliver(self, _held: Held, sends: Sequence[Send]) -> None:
        for send in sends:
            self.frames += len(send.to) * len(send.frames)

    async def open(self, seats: int, count: int) -> None:
        """Open rooms, seat everyone and start."""
        for number in range(count):
            held = await self.rooms.open(f"{number:06}", OPENING)
            self.held.append(held)
            for who in range(seats):
                self.rooms.hello(held, who, hello(who))
            self.rooms.receive(held, 0, '{"t":"room","n":1,"do":"start"}')
        await asyncio.sleep(3.5)

    async def feed(self, seats: int, a_second: float, seconds: float) -> float:
        """Seconds of CPU a command while the script of a round goes to every room."""
        most = int(a_second * seconds / len(self.held))
        script = [(who, data.decode()) for who, data in first_commands(Inside(seats), most)]
        everything = [(held, who, text) for who, text in script for held in self.held]
        spent = await _spent(everything, a_second, self.rooms.receive)
        # What it takes to wait and to feed, without anybody who eats.
        idle = await _spent(everything, a_second, lambda _held, _who, _text: None)
        return (spent - idle) / len(everything)


Commands = Sequence[tuple[Held, int, str]]


async def _spent(
    commands: Commands, a_second: float, give: Callable[[Held, int, str], None]
) -> float:
    loop = asyncio.get_running_loop()
    due, begun = loop.time(), process_time()
    for held, who, text in commands:
        give(held, who, text)
        due += 1 / a_second
        if due > loop.time() + PAUSE:
            await asyncio.sleep(due - loop.time())
    await asyncio.sleep(0.1)
    return process_time() - begun
