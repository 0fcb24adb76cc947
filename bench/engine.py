"""What a command costs in the engine alone."""

from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

from pellmell.engine.cards import Seat
from pellmell.engine.commands import Command, RowTop, Stop, ToCentre
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.decide import Refusal, decide, legal
from pellmell.engine.evolve import replay
from pellmell.engine.rules import Rules
from pellmell.engine.stuck import stuck
from pellmell.engine.table import Table

Script = list[tuple[Table, Seat, Command]]


def run(seconds: float) -> None:
    """Microseconds a command: decided and evolved; and what the question of deadness costs."""
    print(f"  {'seats':>5} {'commands':>9} {'a command':>10} {'refused':>9} {'dead?':>9}")
    for seats in (2, 4, 12):
        script = round_of(seats)
        accepted = timed(partial(_play, script), seconds / 12) / len(script)
        refused = timed(partial(_refuse, script), seconds / 12) / len(script)
        dead = timed(partial(_examine, script), seconds / 12) / len(script)
        print(
            f"  {seats:>5} {len(script):>9} {accepted * 1e6:>7.1f} µs {refused * 1e6:>6.1f} µs "
            f"{dead * 1e6:>6.1f} µs"
        )


def round_of(seats: int) -> Script:
    """A round in which everybody lays what fits and else turns: tables and commands."""
    dice = SeededDice(b"bench %d" % seats)
    table, script = deal(Rules(), [True] * seats, dice), Script()
    for step in range(60 * seats):
        seat = step % seats
        commands = [c for c in legal(table, seat) if not isinstance(c, Stop)]
        command = max(commands, key=lambda c: isinstance(c, ToCentre))
        script.append((table, seat, command))
        decision = decide(table, seat, command, dice)
        assert not isinstance(decision, Refusal)
        table = replay(table, decision)
    return script


def _play(script: Script) -> None:
    dice = SeededDice(b"play")
    for table, seat, command in script:
        decision = decide(table, seat, command, dice)
        assert not isinstance(decision, Refusal)
        replay(table, decision)


def _refuse(script: Script) -> None:
    dice, nowhere = SeededDice(b"refuse"), ToCentre(RowTop(0), 998)
    for table, seat, _ in script:
        decide(table, seat, nowhere, dice)


def _examine(script: Script) -> None:
    for table, _, _ in script:
        stuck(table)


def timed(work: Callable[[], None], seconds: float) -> float:
    """The median time of repeated work, in seconds."""
    took: list[float] = []
    end = perf_counter() + seconds
    while not took or perf_counter() < end:
        start = perf_counter()
        work()
        took.append(perf_counter() - start)
    return median(took)
