"""Whole rounds between minds in virtual time: what a room does for them, without the room."""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pellmell.engine.cards import Seat
from pellmell.engine.commands import Command, ToCentre, ToRow
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.decide import Refusal, decide, shuffle_hands, throw
from pellmell.engine.events import Grabbed
from pellmell.engine.evolve import evolve, replay
from pellmell.engine.machine import Throw
from pellmell.engine.rules import Rules
from pellmell.engine.score import score
from pellmell.engine.stuck import Stuck, stuck
from pellmell.engine.table import Table
from pellmell.protocol.minds import Intention, Mind
from pellmell.protocol.views import seen

MACHINE = -1
"""Where a seat stands: the Speed Machine throws."""

QUIET = 20.0
"""Virtual seconds without a card laid after which a round is examined."""

PATIENCE = 300.0
"""Virtual seconds without a card laid after which the players agree that nothing goes any more."""


@dataclass
class Played:
    """A round that is over, and how it went."""

    table: Table
    seconds: float
    why: str
    intended: list[tuple[Seat, Intention]] = field(default_factory=list)
    refused: list[tuple[Seat, Command, Refusal]] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    threw: list[tuple[float, Throw]] = field(default_factory=list)
    grabbed: list[tuple[float, Seat, int]] = field(default_factory=list)

    @property
    def points(self) -> tuple[int, ...]:
        misplays: dict[Seat, int] = {}
        for seat, _, word in self.refused:
            misplays[seat] = misplays.get(seat, 0) + (word is Refusal.DOES_NOT_FIT)
        return tuple(points or 0 for points in score(self.table, misplays))


Watch = Callable[[Table, Seat, Intention], None]


def play_round(
    rules: Rules,
    minds: Sequence[Mind],
    seed: str,
    *,
    table: Table | None = None,
    watch: Watch | None = None,
) -> Played:
    """A round between minds, dealt from the seed (or from a table), to its end."""
    return _Round(rules, minds, seed, table, watch).play()


class _Round:
    def __init__(
        self,
        rules: Rules,
        minds: Sequence[Mind],
        seed: str,
        table: Table | None,
        watch: Watch | None,
    ) -> None:
        self.minds = minds
        self.dice = SeededDice(seed.encode())
        self.table = table or deal(rules, [True] * len(minds), self.dice)
        self.watch = watch
        self.played = Played(self.table, 0.0, "", laid=[0] * len(minds))
        self.due: list[tuple[float, Seat, Command | None]] = []
        self.last_laid = self.examined = 0.0
        self.await_throw(0.0)

    def play(self) -> Played:
        for seat in range(len(self.minds)):
            self.think(seat, 0.0, None)
        while not self.played.why:
            now, seat, command = heapq.heappop(self.due)
            self.played.seconds = now
            if seat == MACHINE:
                self.throw(now)
                continue
            answer = self.act(seat, command, now)
            self.examine(now)
            if not self.played.why:
                self.think(seat, now, answer)
        self.played.table = self.table
        return self.played

    def await_throw(self, now: float) -> None:
        if self.table.machine is not None and self.table.machine.to_come:
            shortest, longest = self.table.rules.speed_interval
            wait = shortest + self.dice.below(1000 * (longest - shortest) + 1) / 1000
            heapq.heappush(self.due, (now + wait, MACHINE, None))

    def throw(self, now: float) -> None:
        threw = throw(self.table, self.dice)
        assert threw is not None
        self.table = evolve(self.table, threw)
        self.played.threw.append((now, threw.throw))
        self.await_throw(now)

    def think(self, seat: Seat, now: float, answer: str | None) -> None:
        intention = self.minds[seat].think(seen(self.table), now, answer)
        self.played.intended.append((seat, intention))
        if self.watch:
            self.watch(self.table, seat, intention)
        heapq.heappush(self.due, (now + intention.after, seat, intention.command))

    def act(self, seat: Seat, command: Command | None, now: float) -> Refusal | None:
        if command is None:
            return None
        decision = decide(self.table, seat, command, self.dice)
        if isinstance(decision, Refusal):
            self.played.refused.append((seat, command, decision))
            return decision
        if isinstance(decision[0], Grabbed):
            self.played.grabbed.append((now, seat, decision[0].number))
        self.table = replay(self.table, decision)
        if isinstance(command, ToCentre | ToRow):
            self.last_laid = now
            self.played.laid[seat] += isinstance(command, ToCentre)
        return None

    def examine(self, now: float) -> None:
        if self.table.ended:
            self.played.why = "stop"
        elif now - max(self.last_laid, self.examined) > QUIET:
            self.examined = now
            self.resolve(stuck(self.table))
            if now - self.last_laid > PATIENCE:
                self.played.why = self.played.why or "vote"

    def resolve(self, how: Stuck) -> None:
        if how is Stuck.HARD or (how is Stuck.SOFT and self.table.rules.deadlock == "score"):
            self.played.why = "dead"
        elif how is Stuck.SOFT:
            self.table = evolve(self.table, shuffle_hands(self.table, self.dice))
