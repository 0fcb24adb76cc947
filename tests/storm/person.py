"""People who play over lines that fail: each keeps their own table, and sends again what is open."""

import asyncio
import json
import random
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pellmell.engine.cards import seat_of
from pellmell.engine.commands import ToCentre
from pellmell.engine.decide import legal
from pellmell.engine.notation import format_command
from pellmell.room.hosting import hashed
from pellmell.room.pace import TELLING
from pellmell.testing.playing import choose
from tests.storm.fold import Fold, FoldError
from tests.storm.wire import PING, PONG, TEXT, Line, masked

if TYPE_CHECKING:
    from tests.storm.world import Table, World

Frame = dict[str, Any]

ANSWERED = 3.0
"""Seconds after which a command without an answer is sent again."""
SILENT = 6.0
"""Seconds of silence after which a client asks whether the line is still there."""
DEAD = 9.0
OPEN_COMMANDS = 12
NONSENSE = (
    '{"t":"do","n":%d,"a":"r9>c"}', '{"t":"do","n":%d,"a":"w>r1","card":"y10"}',
    '{"t":"do","n":%d,"a":"grab 3"}', '{"t":"do","n":%d,"a":"stop"}',
    '{"t":"do","n":%d,"a":"dance"}', '{"t":"do","n":%d,"a":7}', '{"t":"room","n":%d,"do":"fly"}',
    '{"t":"do","n":%d,"a":"use joker c1"}', '{"t":"do","n":%d,"a":"turn","round":77}',
)  # fmt: skip


class Dice:
    """Chance as the engine asks for it."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def below(self, bound: int) -> int:
        return self._chance.randrange(bound)


class Person:
    """Somebody at a table, or who watches it; with `host`, the one who opened it."""

    def __init__(
        self, world: "World", table: "Table", name: str, *, host: bool = False, watch: bool = False
    ) -> None:
        self.world = world
        self.table = table
        self.name = name
        self.chance = world.chance(name)
        self._dice = Dice(self.chance)
        self.opens = host
        self.watches = watch
        self.token: str | None = None
        self.seat: str | None = None
        self.v = 0
        self.life = ""
        self.fold: Fold | None = None
        self.n = 0
        self.open: dict[int, tuple[float, str]] = {}
        self.done: dict[int, tuple[str, Frame]] = {}
        self.line: Line | None = None
        self.welcomed = False
        self.away = False
        """Whether they are gone for good, or were told to stay away."""
        self._share: bytes | None = None
        self._heard = 0.0
        self._ended: asyncio.Future[float] | None = None

    # Coming and going

    async def live(self) -> None:
        """Come, play, and come back for as long as there is a table."""
        await asyncio.sleep(0 if self.world.faults.together else self.chance.random())
        while not self.away:
            wait = await self._visit()
            if not self.away:
                await asyncio.sleep(wait + self.chance.random() * 0.8)

    async def _visit(self) -> float:
        """One connection, from its greeting to its end; how long to wait before the next."""
        loop = asyncio.get_running_loop()
        ended = self._ended = loop.create_future()
        line = self.world.dial(self._got, self._lost, self.name)
        if line is None:
            return 0.3
        self.line, self.welcomed, self._heard = line, False, loop.time()
        self._say(self._hello())
        acting = loop.create_task(self._act_on(line))
        wait: float = await ended
        acting.cancel()
        return wait

    def _hello(self) -> Frame:
        keeps = self.fold is not None and self.chance.random() > 0.15
        return {
            "t": "hello", "room": self.table.code, "key": self.table.key, "name": self.name,
            "token": self.token, "v": self.v if keeps else 0, "life": self.life, "watch": self.watches,
            "host": self.table.host if self.opens and self.token is None else None,
        }  # fmt: skip

    def leave_for_good(self) -> None:
        """Go, without a word."""
        self.away = True
        if self.line is not None:
            self.line.reset()

    def _lost(self, line: Line) -> None:
        if line is self.line:
            self._end(0.0)

    def _end(self, wait: float) -> None:
        self.line, self.welcomed = None, False
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(wait)

    # What is said

    def _say(self, frame: Frame | str) -> None:
        text = frame if isinstance(frame, str) else json.dumps(frame)
        if self.line is not None:
            self.line.send(masked(text.encode()))

    def command(self, frame: Frame | str) -> None:
        """Give a command under the next number, and wait for its answer."""
        if len(self.open) >= OPEN_COMMANDS:
            return
        self.n += 1
        text = frame % self.n if isinstance(frame, str) else json.dumps({"n": self.n, **frame})
        self.open[self.n] = (self.world.loop.time(), text)
        self._say(text)
        if self.world.faults.duplicate and self.chance.random() < 0.05:
            self._say(text)

    def _again(self) -> None:
        """Send again what has no answer yet."""
        for n, (_, text) in self.open.items():
            self.open[n] = (self.world.loop.time(), text)
            self._say(text)

    # What comes

    def _got(self, line: Line, kind: int, payload: bytes) -> None:
        if line is not self.line:
            return
        self._heard = self.world.loop.time()
        if kind == PING:
            line.send(masked(payload, PONG))
        if kind != TEXT:
            return
        self.world.checks.received(self, payload)
        frame = json.loads(payload)
        match frame["t"]:
            case "welcome":
                self._welcome(frame)
            case "ev":
                self._event(frame)
            case "ack" | "nack":
                self._answer(frame)
            case "bye":
                self._bye(frame)
            case _:
                pass

    def _welcome(self, frame: Frame) -> None:
        you, checks = frame["you"], self.world.checks
        first = not self.welcomed
        self.welcomed = True
        if you["token"] is not None:
            checks.that(self.token is None, f"{self.name} got a second token")
            self.token = you["token"]
        if self.token is not None:
            held = self.seat is None or self.seat == you["seat"]
            checks.that(held, f"{self.name} came back to {you['seat']}, not to {self.seat}")
        self.seat, self.life = you["seat"], frame["life"]
        if frame["room"] is None:
            checks.that(frame["v"] == self.v, f"{self.name} at {self.v} resumed at {frame['v']}")
        else:
            self.v = frame["v"]
            self.fold = Fold(frame["room"])
            self._compare()
        if first:
            self._again()

    def _event(self, frame: Frame) -> None:
        checks = self.world.checks
        checks.that(frame["v"] == self.v + 1, f"{self.name} at {self.v} was sent {frame['v']}")
        self.v = frame["v"]
        assert self.fold is not None
        for event in frame["e"]:
            if event["k"] == "ended":
                checks.announced(self.table.code, self.v)
            self._give_chance(event)
            if event["k"] == "did" and ">c" in event["a"] and self.chance.random() < 0.4:
                self.world.loop.call_later(0.01 + 0.08 * self.chance.random(), self._snatch)
            try:
                self.fold.take(event)
            except FoldError as error:
                checks.fail(f"{self.name} at {self.v} cannot follow: {error}")
        self._compare()

    def _give_chance(self, event: Frame) -> None:
        """Take part in the chance of the next round, now and then: first its hash, then itself."""
        if event["k"] == "commit" and self.token is not None and self.chance.random() < 0.4:
            self._share = self.chance.randbytes(32)
            self.ask("share", value=sha256(self._share).hexdigest())
        asked = event["k"] == "shares" and self.seat in event["of"]
        if asked and self._share is not None and self.chance.random() < 0.9:
            self.ask("share", value=self._share.hex())

    def _compare(self) -> None:
        assert self.line is not None
        assert self.fold is not None
        self.world.checks.seen(self.line.server.number, self.table.code, self.v, self.fold)

    def _answer(self, frame: Frame) -> None:
        n, checks = frame["n"], self.world.checks
        answer = {k: v for k, v in frame.items() if k not in ("n", "key")}
        if n not in self.open:
            known = self.done.get(n)
            same = known is not None and (known[1] == answer or _forgotten(*known, answer))
            same = same or self.table.excused
            # What was answered long ago, or under a seat that is gone, is not kept.
            checks.that(same or known is None, f"{self.name}'s {n}: {answer} after {known}")
            return
        if answer.get("why") in ("stale", "not-seated"):
            _, text = self.open[n]
            excused = self.table.excused or _forgotten(text, {"why": "too-fast"}, answer)
            checks.that(excused, f"{self.name}'s {n} got its first answer: {answer} to {text}")
        _, text = self.open.pop(n)
        self.done[n] = (text, answer)
        if frame["t"] == "ack":
            assert self.token is not None
            checks.that(frame["v"] <= self.v, f"{self.name}: ack {n} before version {frame['v']}")
            checks.acked(self.table.code, self.token, n, frame["v"])
            if "key" in frame:
                self.table.key = frame["key"]

    def _bye(self, frame: Frame) -> None:
        why, wait = frame["why"], frame["after"]
        match why:
            case "taken-over" | "closed":
                self.away = True
            case "left" | "removed":
                self._forget()
                self.away = self.chance.random() < 0.3
            case "wrong-token":
                holds = self.world.checks.index.holds(self.table.code, hashed(self.token or ""))
                excused = self.table.excused or not holds
                self.world.checks.that(excused, f"{self.name} lost the seat {self.seat}")
                self._forget()
                wait = 0.5
            case "broken":
                checks = self.world.checks
                checks.that(self.table.may_break, f"{self.table.code} was set aside")
                self.away = True
            case "full" | "locked" | "wrong-key" | "too-fast":
                wait = 2.0
            case _:
                pass
        line, self.line = self.line, None
        self._end(wait)
        if line is not None:
            line.reset()

    def _forget(self) -> None:
        """Be a new person from now on."""
        self.token = self.seat = None
        self.fold = None
        self.v = self.n = 0
        self.open.clear()
        self.done.clear()

    # What is done

    async def _act_on(self, line: Line) -> None:
        loop = asyncio.get_running_loop()
        while self.line is line:
            await asyncio.sleep(0.1 + self.chance.random() * self.table.pace)
            if self.line is not line:
                return
            if line.slow:
                for _ in range(4):
                    self.look()  # Asks for much, and reads little of it.
            silence = loop.time() - self._heard
            if silence > DEAD:
                line.reset()
                self._end(0.0)
                return
            if silence > SILENT:
                self._say({"t": "ping", "c": 1})
            if self.welcomed and not self.watches:
                if any(loop.time() - since > ANSWERED for since, _ in self.open.values()):
                    self._again()
                self.world.conduct(self)
            elif self.welcomed and self.chance.random() < 0.02:
                self._say({"t": "look"})

    def play(self) -> None:
        """Do something at the table: legal as far as can be seen, now and then nonsense."""
        seat = seat_of(self.seat or "")
        table = None if self.fold is None else self.fold.table
        if seat is None or table is None or seat >= len(table.areas) or not table.areas[seat].dealt:
            return
        roll = self.chance.random()
        if roll < 0.06:
            self.command(self.chance.choice(NONSENSE))
        elif roll < 0.09 and self.done:
            n = self.chance.choice(list(self.done)[-40:])
            self._say(self.done[n][0])
        else:
            command = None if table.ended else choose(table, seat, self._dice)
            if command is not None:
                self.command({"t": "do", "a": format_command(command)})

    def _snatch(self) -> None:
        """Lay what fits on what was just laid, as others may want to."""
        seat = seat_of(self.seat or "")
        table = None if self.fold is None else self.fold.table
        if not self.welcomed or seat is None or table is None or seat >= len(table.areas):
            return
        if self.fold is not None and self.fold.phase == "round" and not table.ended:
            fitting = [c for c in legal(table, seat) if isinstance(c, ToCentre)]
            if fitting:
                self.command({"t": "do", "a": format_command(self.chance.choice(fitting))})

    def ask(self, do: str, **more: object) -> None:
        """Ask something of the room."""
        self.command({"t": "room", "do": do, **more})

    def look(self) -> None:
        """Ask for all there is to see."""
        self._say({"t": "look"})


def _forgotten(text: str, first: Frame, answer: Frame) -> bool:
    """Whether an answer is one that a restart may leave: that somebody was too fast is not written."""
    told = json.loads(text).get("do") in TELLING
    return told and first.get("why") == "too-fast" and answer.get("why") == "stale"
