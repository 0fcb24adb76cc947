"""A whole server in a world of its own: processes on a disk, lines, tables, and people at them."""

import asyncio
import contextvars
import hashlib
import itertools
import random
from collections.abc import Callable
from typing import Any

from pellmell.bots.mind import make_mind
from pellmell.bots.names import NAMES
from pellmell.engine.rules import parse_rules
from pellmell.protocol.messages import Options
from pellmell.protocol.minds import Intention, Mind
from pellmell.room.chance import Chance
from pellmell.room.opening import Opening
from pellmell.server.chance import ALPHABET
from pellmell.server.config import Config
from pellmell.server.main import Server
from pellmell.store.contract import StoreError
from tests.storm.checks import Checks
from tests.storm.disk import Disk, SimulatedStore
from tests.storm.faults import Faults
from tests.storm.loop import Process, VirtualLoop
from tests.storm.person import Person
from tests.storm.wire import Drains, Got, Line, Lost, Weather

RULES = (
    "standard", "standard,profi=on", "publisher", "french", "french,profi=on,profi_step=any_lower",
    "playroom", "speed,match=rounds", "speed,speed=quiet,match=rounds", "standard,misplay_penalty=1",
)  # fmt: skip
LEVELS = ("beginner", "casual", "skilled")


class RaisingMind:
    """A bot that raises now and then."""

    def __init__(self, mind: Mind, chance: random.Random) -> None:
        self._mind = mind
        self._chance = chance

    def think(self, sight: Any, now: float, answer: str | None) -> Intention:
        if self._chance.random() < 0.01:
            raise RuntimeError("a bot that raises")
        return self._mind.think(sight, now, answer)


class Table:
    """One room and the people who know of it."""

    def __init__(self, world: "World", code: str, chance: random.Random) -> None:
        self.code = code
        self.chance = chance
        self.key: str | None = None if chance.random() < 0.3 else f"key-{code}"
        self.host = f"host-{code}"
        self.rules = f"{chance.choice(RULES)},target=2,stack_size=5"
        self.options = Options(
            fair=chance.choice(("press", "press", "arrival")),
            relaxed=chance.choice((0.0, 0.0, 0.3)),
            watchers=2,
        )
        self.pace = chance.choice((0.1, 0.2, 0.5))
        self._world = world
        people = chance.choice((1, 2, 2, 3, 4))
        self.people = [
            Person(world, self, f"{code}-{place}", host=place == 0) for place in range(people)
        ]
        watchers = chance.choice((0, 0, 1))
        self.people += [
            Person(world, self, f"{code}-w{place}", watch=True) for place in range(watchers)
        ]

    @property
    def excused(self) -> bool:
        """Whether something written may be lost."""
        disk = self._world.disk
        return self.code in disk.lost or self.code in disk.flipped

    @property
    def may_break(self) -> bool:
        """Whether something happened that may set the room aside."""
        return self.code in self._world.disk.flipped

    def opening(self) -> Opening:
        return Opening(
            rules=parse_rules(self.rules),
            options=self.options,
            public=self.key is None,
            key=self.key,
            host=self.host,
        )


class World:
    """Everything that one seed decides."""

    def __init__(self, seed: str, faults: Faults, loop: VirtualLoop) -> None:
        self.seed = seed
        self.faults = faults
        self.loop = loop
        self.calm = False
        """Whether the faults are over."""
        self.log = hashlib.sha256()
        self.disk = Disk(self.chance("disk"))
        self.checks = Checks(self)
        self._net = self.chance("net")
        self._secrets, self._numbers = itertools.count(1), itertools.count(1)
        self.process: Process | None = None
        self.server: Server | None = None
        self.processes: list[Process] = []
        """Kept to the end, so that what they leave behind is collected at no random moment."""
        self.up = False
        self.lines: list[Line] = []
        self.verdict: Callable[[str], None] | None = None
        chance = self.chance("tables")
        codes = ["".join(chance.choice(ALPHABET) for _ in range(6)) for _ in range(3)]
        self.tables = [Table(self, code, chance) for code in codes[: chance.choice((1, 1, 2, 3))]]

    def chance(self, name: str) -> random.Random:
        """A stream of chance that nothing else draws from."""
        return random.Random(f"{self.seed}/{name}")

    # The server

    def boot(self) -> Process:
        """Start the server on the disk."""
        process = Process(next(self._numbers), self.loop)
        process.killed = lambda: self._died(process)
        process.stepped = self.checks.stepped
        self.process, self.server, self.up = process, None, False
        self.processes.append(process)
        process.task(self._serve(process)).add_done_callback(self._began)
        return process

    def _began(self, serving: asyncio.Task[None]) -> None:
        if not serving.cancelled() and (error := serving.exception()) is not None:
            assert self.verdict is not None
            self.verdict(f"the server did not come up: {error!r}")

    async def _serve(self, process: Process) -> None:
        store = SimulatedStore(self.disk, self.loop, self.checks.index.written)
        server = Server(store, Config(), self._chance(process.number))
        self.checks.starts(process.number)
        await server.rooms.load()
        server.rooms.when_failed(lambda error: self._failed(process, error))
        self.checks.started(server)
        self.server, self.up = server, True

    def _failed(self, process: Process, error: StoreError) -> None:
        """The server gives up: it is started again, on a disk that is well."""
        del error
        process.task(self._stop(process))

    async def _stop(self, process: Process) -> None:
        if not self.up or self.server is None:
            return
        self.up = False
        await self.server.stop()
        asyncio.get_running_loop().call_soon(process.kill)

    def drain(self) -> None:
        """Ask the server to stop."""
        if self.process is not None and self.up:
            self.process.task(self._stop(self.process))

    def _died(self, process: Process) -> None:
        self.up = False
        self.server = None
        for line in self.lines:
            if line.server is process:
                line.hung_up()
        self.loop.call_later(0.2, self._again, context=_outside())

    def _again(self) -> None:
        self.disk.broken = False
        self.boot()

    def _chance(self, number: int) -> Chance:
        seeds = itertools.count(1)
        chance = self.chance(f"bots {number}")

        def mind(level: Any, seat: Any, dice: Any) -> Mind:
            made = make_mind(level, seat, dice)
            return RaisingMind(made, chance) if self.faults.bot_raises and not self.calm else made

        return Chance(
            mint=lambda: f"secret-{next(self._secrets)}",
            seed=lambda: hashlib.sha256(f"{self.seed}/{number}/{next(seeds)}".encode()).digest(),
            mind=mind,
            cpu=float,
            bot_names=NAMES,
        )

    # Lines

    def dial(self, got: Got, lost: Lost, address: str) -> Line | None:
        """A new line to the server, if it listens."""
        process = self.process
        if not self.up or process is None or process.frozen is not None:
            return None
        slow = self.faults.slow_reader and not self.calm and self._net.random() < 0.25
        rate = self._net.choice((0.0, 400.0, 4000.0)) if slow else float("inf")
        far = self.faults.delay and not self.calm
        base = self._net.choice((0.005, 0.05, 0.4)) if far else 0.005
        jitter = self._net.choice((0.002, 0.05, 3.0)) if far else 0.002
        up = Weather(self._net, base, jitter, float("inf"))
        line = Line(self.loop, process, (up, Weather(self._net, base, jitter, rate)), got, lost)
        self.lines = [known for known in self.lines if not known.over]
        self.lines.append(line)
        process.call(self._accept, line, address)
        return line

    def _accept(self, line: Line, address: str) -> None:
        if self.server is None or self.server.gateway._draining:
            line.transport.abort()
            return
        drains: Any = Drains(line.protocol)
        connection = self.server.gateway.admit(address, line.protocol, line.transport, drains)
        line.reader = connection.reader

    # Tables

    async def open_tables(self) -> None:
        """Open every room, as somebody who asked for it would."""
        assert self.process is not None
        assert self.server is not None
        opening = [
            self.process.task(self.server.rooms.open(table.code, table.opening()))
            for table in self.tables
        ]
        await asyncio.wait(opening, timeout=20)

    def conduct(self, person: Person) -> None:
        """Let somebody do what fits the moment."""
        fold, chance = person.fold, person.chance
        if fold is None:
            return
        me = fold.seat(person.seat) or {}
        hosts = bool(me.get("host"))
        if chance.random() < 0.04 and not self.calm:
            self._fidget(person, hosts=hosts)
            return
        match fold.phase:
            case "round":
                person.play()
            case "lobby" | "over":
                self._begin(person, hosts=hosts)
            case "result":
                if chance.random() < 0.3:
                    person.ask("next")
            case "paused":
                if hosts and chance.random() < (0.5 if self.calm else 0.2):
                    person.ask("resume")
                elif chance.random() < 0.05:
                    person.play()
            case _:
                if chance.random() < 0.05:
                    person.play()

    def _begin(self, person: Person, *, hosts: bool) -> None:
        assert person.fold is not None
        chance = person.chance
        bots = sum(seat["kind"] == "bot" for seat in person.fold.room["seats"])
        if not hosts:
            if chance.random() < 0.2:
                person.ask("ready", ready=True)
        elif len(person.fold.room["seats"]) < 2 or (bots < 2 and chance.random() < 0.3):
            person.ask("bot", level=chance.choice(LEVELS))
        elif not self.faults.together or self.loop.now >= 1003.0:
            person.ask("start")

    def _fidget(self, person: Person, *, hosts: bool) -> None:
        """Do something that nobody needs."""
        chance = person.chance
        others = [s["seat"] for s in (person.fold.room["seats"] if person.fold else ())]
        things: list[tuple[str, dict[str, Any]]] = [
            ("name", {"name": chance.choice(("Zoë", "Ada", "", "\u202eevil"))}),
            ("react", {"emoji": chance.choice(("wow", "clap", "none"))}),
            ("vote", {}),
            ("ready", {"ready": chance.random() < 0.5}),
            ("pause", {}),
            ("lock", {"on": False}),
            ("kick", {"seat": chance.choice(others or ["A"])}),
        ]
        if hosts:
            things += [
                ("pause", {}), ("resume", {}), ("end", {}), ("bot", {}), ("rekey", {}),
                ("bot", {"seat": chance.choice(others or ["A"]), "level": "skilled"}),
                ("host", {"seat": chance.choice(others or ["A"])}),
                ("quiet", {"on": chance.random() < 0.5}), ("lock", {"on": chance.random() < 0.2}),
                ("options", {"options": {"relaxed": chance.choice((0, 0.2))}}),
                ("rules", {"rules": chance.choice(RULES) + ",stack_size=5,target=2"}),
                ("rematch", {}),
            ]  # fmt: skip
        do, more = chance.choice(things)
        if chance.random() < 0.1:
            person.look()
        person.ask(do, **more)


def _outside() -> contextvars.Context:
    """The context of what is no process's."""
    return contextvars.Context()
