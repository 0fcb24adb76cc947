"""The faults that happen at moments, each as something done to the world."""

from typing import TYPE_CHECKING

from tests.storm.person import Person
from tests.storm.wire import Line, masked

if TYPE_CHECKING:
    from tests.storm.world import World

MOMENTS = {
    "drop": 4.0, "half_open": 12.0, "garbage": 4.0, "reconnect_storm": 15.0, "wrong_token": 3.0,
    "second_tab": 10.0, "host_leaves": 20.0, "kill": 10.0, "power": 15.0, "flip": 20.0,
    "full": 12.0, "broken_sync": 20.0, "slow_sync": 6.0, "wall_clock": 8.0, "freeze": 15.0,
    "drain": 18.0,
}  # fmt: skip
"""The faults that happen at moments, and how many seconds apart in the mean."""


class Moments:
    """What can go wrong at a moment."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._chance = world.chance("faults")

    def wait(self, name: str) -> float:
        """Seconds until a fault happens again."""
        return 1.0 + self._chance.expovariate(1 / MOMENTS[name])

    @property
    def _people(self) -> list[Person]:
        return [person for table in self._world.tables for person in table.people]

    def lines(self) -> list[Line]:
        """The lines there are."""
        return [line for line in self._world.lines if not line.over]

    def drop(self) -> None:
        lines = self.lines()
        if lines:
            self._chance.choice(lines).reset()

    def half_open(self) -> None:
        lines = self.lines()
        if lines:
            self._chance.choice(lines).cut_off = True

    def reconnect_storm(self) -> None:
        for line in self.lines():
            line.reset()

    def garbage(self) -> None:
        lines = self.lines()
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

    def wrong_token(self) -> None:
        table = self._chance.choice(self._world.tables)

        def got(line: Line, kind: int, payload: bytes) -> None:
            if kind == 1:
                self._world.checks.that(
                    b'"t":"bye"' in payload, f"a wrong token was answered {payload[:80]!r}"
                )

        line = self._world.dial(got, lambda _line: None, "somebody")
        if line is not None:
            token = self._chance.choice(("wrong", "secret-0", "", "x" * 64))
            line.send(masked(b'{"t":"hello","room":"%s","token":"%s","v":3}' % (
                table.code.encode(), token.encode())))  # fmt: skip

    def second_tab(self) -> None:
        """The same person on another device: the newer line has the seat."""
        seated = [p for p in self._people if p.token is not None and p.welcomed and not p.away]
        if not seated:
            return
        person = self._chance.choice(seated)
        older = person.line
        person._end(0.0)
        if older is not None:
            self._world.loop.call_later(5.0, older.reset)

    def host_leaves(self) -> None:
        hosts = [p for p in self._people if p.welcomed and p.opens and not p.away]
        if hosts and self._chance.random() < 0.5:
            self._chance.choice(hosts).ask("leave")

    def kill(self) -> None:
        if self._world.process is not None and self._world.up:
            self._world.process.steps_left = self._chance.randrange(400)

    def power(self) -> None:
        world = self._world
        if world.process is not None and world.up:
            world.process.kill()
            world.disk.lose_power()

    def flip(self) -> None:
        world = self._world
        if world.process is not None and world.up and self._chance.random() < 0.5:
            world.process.kill()
            world.disk.flip()

    def full(self) -> None:
        self._world.disk.full = True
        self._world.loop.call_later(self._chance.random() * 4, self._emptied)

    def _emptied(self) -> None:
        self._world.disk.full = False

    def broken_sync(self) -> None:
        if self._world.up:
            self._world.disk.broken = True

    def slow_sync(self) -> None:
        self._world.disk.slow = not self._world.disk.slow

    def wall_clock(self) -> None:
        self._world.disk.skew = self._chance.choice((-86400.0, 86400.0, 0.0))

    def freeze(self) -> None:
        process = self._world.process
        if process is not None and process.alive and process.frozen is None:
            process.freeze()
            self._world.loop.call_later(self._chance.choice((0.5, 5.0, 30.0)), process.thaw)

    def drain(self) -> None:
        self._world.drain()
