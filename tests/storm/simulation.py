"""One run of a seed: everything that happens in it, and what became of it."""

import asyncio
import gc
import logging
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from pellmell.room import restoring
from pellmell.room import room as rooms
from pellmell.room.journal import Journal
from pellmell.server import main as server_main
from pellmell.server.gateway import Gateway
from tests.storm.checks import BrokenPromiseError, Checks
from tests.storm.course import Course
from tests.storm.disk import Disk
from tests.storm.faults import Faults, swarm
from tests.storm.loop import StuckError, VirtualLoop, bury
from tests.storm.world import World


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
        for fact in happened if replaying else ():
            checks.tally(journal.state, fact)
        return frame

    def replayed(journal: Journal, entry: Any, size: int) -> None:
        replaying.append(journal)
        try:
            replay(journal, entry, size)
        finally:
            replaying.pop()

    restored = restoring.replayed

    def back(entries: Any) -> Journal:
        journal = restored(entries)
        checks.restored(journal)
        return journal

    let_in = Gateway._let_in

    def greeted(gateway: Gateway, connection: Any, hello: Any, code: Any, held: Any) -> None:
        before = None if held is None else checks.before_greeting(held.room, hello)
        let_in(gateway, connection, hello, code, held)
        if held is not None:
            checks.after_greeting(held.room, before)

    wall = time.time
    handler = _Errors(checks.errors)
    logger = logging.getLogger()
    with (
        patch.object(Journal, "_applied", watched),
        patch.object(Journal, "replay", replayed),
        patch.object(rooms, "replayed", back),
        patch.object(Gateway, "_let_in", greeted),
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
            course = Course(world)
            task = loop.create_task(course.all())
            course.main = task
            try:
                loop.run_until_complete(task)
            except BrokenPromiseError as found:
                violation = str(found)
            except StuckError:
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
        violation=violation or course.violation,
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
    if isinstance(error, BrokenPromiseError) and world.verdict is not None:
        world.verdict(str(error))
    else:
        world.checks.errors.append(f"{what.get('message')}: {error!r}")
