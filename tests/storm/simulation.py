"""One run: a world, its faults at their moments, then calm, and the end of everything."""

import asyncio
import gc
import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from pellmell.room.journal import Journal
from pellmell.server import main as server_main
from tests.storm.checks import Checks, Violation
from tests.storm.disk import Disk
from tests.storm.faults import Faults, swarm
from tests.storm.loop import Stuck, VirtualLoop, bury
from tests.storm.person import Person
from tests.storm.wire import Line, masked
from tests.storm.world import World

STORMY = 40.0
"""Simulated seconds with faults."""
CALM = 10.0
"""Simulated seconds after which everybody must have come back, and a round can end."""
GONE = 2 * 60 * 60 + 120.0
"""Seconds after which a room that nobody is in must be gone."""


class Outcome(msgspec.Struct):
    """What became of a run."""

    seed: str
    faults: list[str]
    log: str
    simulated: float
    events: Counter[str]
    violation: str | None = None


class _Errors(logging.Handler):
    """Every ERROR that the server logs."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        trace = record.exc_info[1] if record.exc_info else None
        self._found.append(record.getMessage() + (f": {trace!r}" if trace else ""))


@contextmanager
def observed(checks: Checks, disk: Disk) -> Iterator[None]:
    """Rooms tell the checks of everything that happens to them; the wall clock is ours."""
    applied, replay = Journal._applied, Journal.replay
    replaying: list[Journal] = []

    def watched(journal: Journal, at: float, happened: Any) -> bytes | None:
        frame = applied(journal, at, happened)
        if not replaying:
            checks.applied(journal, happened, frame)
        return frame

    def replayed(journal: Journal, entry: Any) -> None:
        replaying.append(journal)
        try:
            replay(journal, entry)
        finally:
            replaying.pop()

    from pellmell.room import room as rooms

    restored = rooms.replayed

    def back(entries: Any) -> Journal:
        journal = restored(entries)
        checks.restored(journal)
        return journal

    hello = rooms.Room.hello

    def greeted(room: rooms.Room, who: int, frame: Any, now: float) -> None:
        before = checks.before_greeting(room, frame)
        hello(room, who, frame, now)
        checks.after_greeting(room, before)

    wall = time.time
    handler = _Errors(checks.errors)
    logger = logging.getLogger()
    with (
        patch.object(Journal, "_applied", watched),
        patch.object(Journal, "replay", replayed),
        patch.object(rooms, "replayed", back),
        patch.object(rooms.Room, "hello", greeted),
        patch.object(server_main, "Pages", lambda: None),
        patch.object(server_main, "machine_names", lambda: frozenset({"simulated"})),
        patch.object(time, "time", lambda: wall() + disk.skew),
    ):
        logger.addHandler(handler)
        try:
            yield
        finally:
            logger.removeHandler(handler)


def run(seed: str, faults: Faults | None = None) -> Outcome:
    """Let a seed happen."""
    loop = VirtualLoop()
    chosen = swarm(random.Random(f"{seed}/swarm")) if faults is None else faults
    world = World(seed, chosen, loop)
    violation: str | None = None
    # What is collected when must not depend on what ran before.
    gc.disable()
    try:
        with observed(world.checks, world.disk):
            loop.set_exception_handler(lambda _loop, what: _raised(world, what))
            simulation = Simulation(world)
            task = loop.create_task(simulation.all())
            simulation.main = task
            try:
                loop.run_until_complete(task)
            except Violation as found:
                violation = str(found)
            except Stuck:
                violation = "nothing will ever happen again, and the run is not over"
            except AssertionError as found:
                violation = f"the simulation failed: {found!r}"
    finally:
        _bury(loop, world)
        gc.enable()
    for entries in world.disk.entries().values():
        for body in entries:
            world.log.update(body)
    return Outcome(
        seed=seed,
        faults=world.faults.names,
        log=world.log.hexdigest(),
        simulated=loop.now - 1000.0,
        events=world.checks.events,
        violation=violation or simulation.violation,
    )


def _bury(loop: VirtualLoop, world: World) -> None:
    for process in world.processes:
        process.stepped = lambda _process: None
        process.kill()
    for task in asyncio.all_tasks(loop):
        bury(task)
    loop._ready.clear()  # type: ignore[attr-defined]
    loop._scheduled.clear()  # type: ignore[attr-defined]
    loop.close()


def _raised(world: World, what: dict[str, Any]) -> None:
    """Something raised in the loop: our own verdict, or an error that nobody caught."""
    error = what.get("exception")
    if isinstance(error, Violation) and world.verdict is not None:
        world.verdict(str(error))
    else:
        world.checks.errors.append(f"{what.get('message')}: {error!r}")


class Simulation:
    """The course of one run."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.chance("faults")
        self._lives: list[asyncio.Task[None]] = []
        self.main: asyncio.Task[None] | None = None
        self.violation: str | None = None
        world.verdict = self._verdict

    def _verdict(self, what: str) -> None:
        if self.violation is None:
            self.violation = what
            if self.main is not None:
                self.main.cancel()

    async def all(self) -> None:
        """Storm, calm, and the end."""
        try:
            await self._storm()
            await self._calm()
            await self._end()
        except asyncio.CancelledError:
            if self.violation is None:
                raise

    # The storm

    async def _storm(self) -> None:
        world = self._world
        world.boot()
        await self._listening()
        await world.open_tables()
        self._lives = [
            asyncio.create_task(person.live())
            for table in world.tables
            for person in table.people
        ]
        for life in self._lives:
            life.add_done_callback(self._lived)
        plans = [asyncio.create_task(plan) for plan in self._plans()]
        await asyncio.sleep(STORMY)
        for plan in plans:
            plan.cancel()

    def _lived(self, life: asyncio.Task[None]) -> None:
        if not life.cancelled() and (error := life.exception()) is not None:
            self._verdict(str(error) if isinstance(error, Violation) else repr(error))

    async def _listening(self) -> None:
        patience = self._world.loop.now + 60
        while not self._world.up:
            self._world.checks.that(self._world.loop.now < patience, "the server does not come up")
            await asyncio.sleep(0.05)

    def _plans(self) -> list[Any]:
        faults = self._world.faults
        return [
            self._now_and_then(getattr(self, f"_{name}"), every)
            for name, every in MOMENTS.items()
            if getattr(faults, name)
        ]

    async def _now_and_then(self, fault: Callable[[], None], every: float) -> None:
        while True:
            await asyncio.sleep(1.0 + self._chance.expovariate(1 / every))
            self._world.checks.events[f"fault {fault.__name__[1:]}"] += 1
            fault()

    @property
    def _people(self) -> list[Person]:
        return [person for table in self._world.tables for person in table.people]

    def _lines(self) -> list[Line]:
        return [line for line in self._world.lines if not line.over]

    def _drop(self) -> None:
        lines = self._lines()
        if lines:
            self._chance.choice(lines).reset()

    def _half_open(self) -> None:
        lines = self._lines()
        if lines:
            self._chance.choice(lines).cut_off = True

    def _reconnect_storm(self) -> None:
        for line in self._lines():
            line.reset()

    def _garbage(self) -> None:
        lines = self._lines()
        if not lines:
            return
        line, chance = self._chance.choice(lines), self._chance
        frame = masked(b'{"t":"do","n":1,"a":"turn"}')
        kind = chance.randrange(7)
        match kind:
            case 0:
                line.send(chance.randbytes(chance.randrange(1, 200)))
            case 1:
                line.send(frame[: chance.randrange(1, len(frame))])
                line.reset()
            case 2:
                line.send(masked(b"\xff\xfe", chance.choice((1, 2))))
            case 3:
                line.send(masked(b'{"t":"do"', final=False))
            case 4:
                line.send(masked(b"[" * 4000))
            case 5:
                line.send(masked(b"x" * 5000))
            case _:
                line.send(masked(b'{"t":"do","n":1e999,"a":"\\ud800","__proto__":{}}'))

    def _wrong_token(self) -> None:
        table = self._chance.choice(self._world.tables)
        said: list[int | None] = []

        def got(kind: int, payload: bytes) -> None:
            if kind == 1:
                self._world.checks.that(
                    b'"t":"bye"' in payload, f"a wrong token was answered {payload[:80]!r}"
                )

        line = self._world.dial(got, said.append, "somebody")
        if line is not None:
            token = self._chance.choice(("wrong", "secret-0", "", "x" * 64))
            line.send(masked(b'{"t":"hello","room":"%s","token":"%s","v":3}' % (
                table.code.encode(), token.encode())))  # fmt: skip

    def _second_tab(self) -> None:
        """The same person on another device: the newer line has the seat."""
        seated = [p for p in self._people if p.token is not None and p.welcomed and not p.away]
        if not seated:
            return
        person = self._chance.choice(seated)
        older = person.line
        person._end(0.0)
        if older is not None:
            self._world.loop.call_later(5.0, older.reset)

    def _host_leaves(self) -> None:
        hosts = [p for p in self._people if p.welcomed and p.opens and not p.away]
        if hosts and self._chance.random() < 0.5:
            self._chance.choice(hosts).ask("leave")

    def _kill(self) -> None:
        if self._world.process is not None and self._world.up:
            self._world.process.steps_left = self._chance.randrange(400)

    def _power(self) -> None:
        world = self._world
        if world.process is not None and world.up:
            world.process.kill()
            world.disk.lose_power()

    def _flip(self) -> None:
        world = self._world
        if world.process is not None and world.up and self._chance.random() < 0.5:
            world.process.kill()
            world.disk.flip()

    def _full(self) -> None:
        self._world.disk.full = True
        self._world.loop.call_later(self._chance.random() * 4, self._emptied)

    def _emptied(self) -> None:
        self._world.disk.full = False

    def _broken_sync(self) -> None:
        if self._world.up:
            self._world.disk.broken = True

    def _slow_sync(self) -> None:
        self._world.disk.slow = not self._world.disk.slow

    def _wall_clock(self) -> None:
        self._world.disk.skew = self._chance.choice((-86400.0, 86400.0, 0.0))

    def _freeze(self) -> None:
        process = self._world.process
        if process is not None and process.alive and process.frozen is None:
            process.freeze()
            self._world.loop.call_later(self._chance.choice((0.5, 5.0, 30.0)), process.thaw)

    def _drain(self) -> None:
        self._world.drain()

    # The calm

    async def _calm(self) -> None:
        world = self._world
        world.calm = True
        world.disk.full = world.disk.broken = world.disk.slow = False
        if world.process is not None:
            world.process.steps_left = None
            if world.process.frozen is not None:
                world.process.thaw()
        # Every line so far may be a bad one; the next ones are not.
        for line in self._lines():
            line.reset()
        await asyncio.sleep(CALM)
        await self._listening()
        self._converged()
        await self._round_ends()

    def _converged(self) -> None:
        world = self._world
        for person in self._people:
            if person.away:
                continue
            held = None if world.server is None else world.server.rooms.find(person.table.code)
            if held is None:
                world.checks.that(
                    person.table.excused or person.table.may_break or not person.welcomed,
                    f"{person.name} is in {person.table.code}, which is not there",
                )
                continue
            waits = person.fold is None or not person.welcomed
            if waits and (person.watches or held.room._state.locked or person.token is None):
                continue
            world.checks.that(not waits, f"{person.name} did not come back")
            behind = held.room._state.v - person.v
            world.checks.that(behind <= 3, f"{person.name} is {behind} versions behind")

    async def _round_ends(self) -> None:
        """A round that is played can be ended by its host."""
        await asyncio.sleep(4.0)
        playing = [
            person
            for person in self._people
            if person.welcomed
            and not person.away
            and person.fold is not None
            and (person.fold.seat(person.seat) or {}).get("host")
            and person.fold.phase in ("round", "paused")
        ]
        before = {person.name: len(self._rounds(person)) for person in playing}
        for person in playing:
            person.ask("end")
        await asyncio.sleep(4.0)
        for person in playing:
            self._world.checks.that(
                person.away or self._rounds(person) != before[person.name] or person.fold is None,
                f"{person.name} cannot end the round in {person.table.code}",
            )

    @staticmethod
    def _rounds(person: Person) -> tuple[int, int]:
        assert person.fold is not None
        room = person.fold.room
        return (room["round"], len(room["scores"]))

    # The end

    async def _end(self) -> None:
        world = self._world
        for person in self._people:
            person.leave_for_good()
        await asyncio.sleep(60.0)
        await asyncio.sleep(GONE)
        checks, server = world.checks, world.server
        assert server is not None
        left = [code for code in server.rooms._held]
        checks.that(not left, f"rooms {left} are there though nobody is")
        checks.that(len(server.gateway) == 0, f"{len(server.gateway)} connections are left")
        awake = world.disk.awake()
        unexplained = [t.code for t in world.tables if t.code in awake and not t.may_break]
        checks.that(not unexplained, f"the log has {unexplained} among the rooms that are awake")
        timers = [
            handle
            for handle in world.loop._scheduled  # type: ignore[attr-defined]
            if not handle.cancelled() and getattr(handle._callback, "process", None) is not None
            and handle._callback.process.alive
        ]  # fmt: skip
        checks.that(not timers, f"timers are left: {timers[:3]}")
        unexpected = [error for error in checks.errors if not self._expected(error)]
        checks.that(not unexpected, f"the server logged {unexpected[:3]}")

    def _expected(self, error: str) -> bool:
        """Whether a fault that is on explains an error of the log."""
        faults = self._world.faults
        excuses = {
            "is set aside": faults.flip,
            "rooms wait for the log": faults.full,
            "stopped before the log": faults.full or faults.slow_sync or faults.broken_sync,
        }
        return any(text in error and excused for text, excused in excuses.items())


MOMENTS = {
    "drop": 4.0, "half_open": 12.0, "garbage": 4.0, "reconnect_storm": 15.0, "wrong_token": 3.0,
    "second_tab": 10.0, "host_leaves": 20.0, "kill": 10.0, "power": 15.0, "flip": 20.0,
    "full": 12.0, "broken_sync": 20.0, "slow_sync": 6.0, "wall_clock": 8.0, "freeze": 15.0,
    "drain": 18.0,
}  # fmt: skip
"""The faults that happen at moments, and how many seconds apart in the mean."""
