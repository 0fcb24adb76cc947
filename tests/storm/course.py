"""The course of a run: storm, calm, and the end of everything."""

import asyncio
from typing import Any

from tests.storm.checks import BrokenPromiseError
from tests.storm.moments import MOMENTS, Moments
from tests.storm.person import Person
from tests.storm.world import World

STORMY = 40.0
"""Simulated seconds with faults."""
CALM = 10.0
"""Simulated seconds after which everybody must have come back, and a round can end."""
GONE = 2 * 60 * 60 + 120.0
"""Seconds after which a room that nobody is in must be gone."""


class Course:
    """The course of one run."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._moments = Moments(world)
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
            asyncio.create_task(person.live()) for table in world.tables for person in table.people
        ]
        for life in self._lives:
            life.add_done_callback(self._lived)
        plans = [asyncio.create_task(plan) for plan in self._plans()]
        await asyncio.sleep(STORMY)
        for plan in plans:
            plan.cancel()

    def _lived(self, life: asyncio.Task[None]) -> None:
        if not life.cancelled() and (error := life.exception()) is not None:
            self._verdict(str(error) if isinstance(error, BrokenPromiseError) else repr(error))

    async def _listening(self) -> None:
        patience = self._world.loop.now + 60
        while not self._world.up:
            self._world.checks.that(self._world.loop.now < patience, "the server does not come up")
            await asyncio.sleep(0.05)

    def _plans(self) -> list[Any]:
        faults = self._world.faults
        return [self._now_and_then(name) for name in MOMENTS if getattr(faults, name)]

    async def _now_and_then(self, name: str) -> None:
        while True:
            await asyncio.sleep(self._moments.wait(name))
            self._world.checks.events[f"fault {name}"] += 1
            getattr(self._moments, name)()

    @property
    def _people(self) -> list[Person]:
        return [person for table in self._world.tables for person in table.people]

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
        for line in self._moments.lines():
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
        left = list(server.rooms._held)
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
