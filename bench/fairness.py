"""Who was first: how often the truly earlier press wins a race, by the rule and the delays."""

from statistics import mean
from time import perf_counter
from typing import Literal

import msgspec

from pellmell.engine.deal import SeededDice
from pellmell.protocol.messages import Options
from tests.room.driving import Client, Driven, lay_out, playing

RACE = "r:AAA / r4 g9 b4 y2 b8 | b9 b10 | - | - / r4 g9 b2 y2 b8 | b9 b10 | - | -"
APART = 0.125
"""Seconds between the two presses at most; every difference is as likely."""
JITTER = 0.004
"""Seconds that a frame is later than usual, at most."""
REST = 10.0
DELAYS = ((0.010, 0.045), (0.010, 0.010), (0.045, 0.045), (0.010, 0.120))
TRIALS = 4000
ALLOWED = {(0.010, 0.045): 0.96, (0.010, 0.010): 0.99, (0.045, 0.045): 0.99}
"""How often the truly earlier press has to win under `press`, by the delays."""


class Trial(msgspec.Struct, frozen=True):
    """One race: whether who pressed first got the pile, and how long each play was held."""

    right: bool
    held: tuple[float, float]


def run(seconds: float) -> None:
    """Races for a pile in virtual time, presses up to 125 ms apart, frames up to 4 ms late."""
    print("  one way      rule       earlier press wins   mean hold   longest")
    share = seconds / (2 * len(DELAYS))
    below: list[str] = []
    for near, far in DELAYS:
        _measure(near, far, "arrival", share)
        right, allowed = _measure(near, far, "press", share), ALLOWED.get((near, far), 0.0)
        if right < allowed:
            below.append(f"{1000 * near:.0f}, {1000 * far:.0f} ms: {right:.1%} of {allowed:.0%}")
    if below:
        raise SystemExit("the earlier press wins too rarely: " + "; ".join(below))


def _measure(near: float, far: float, fair: Literal["arrival", "press"], seconds: float) -> float:
    """How often the earlier press won, which is also printed."""
    dice, end = SeededDice(b"races"), perf_counter() + seconds
    driven, clients = playing(options=Options(fair=fair))
    for client, delay in zip(clients, (near, far), strict=True):
        driven.room.measured(client.who, delay)
    trials: list[Trial] = []
    while len(trials) < TRIALS and perf_counter() < end:
        trials.append(_race(driven, clients, (near, far), dice))
    right = mean(trial.right for trial in trials)
    holds = [held for trial in trials for held in trial.held if held > 0]
    held = f"{1000 * mean(holds):6.0f} ms   {1000 * max(holds):4.0f} ms" if holds else "never"
    print(
        f"  {1000 * near:3.0f}, {1000 * far:3.0f} ms   {fair:<8}   "
        f"{right:13.1%} of {len(trials)}   {held}"
    )
    return right


def _race(
    driven: Driven, clients: list[Client], delays: tuple[float, float], dice: SeededDice
) -> Trial:
    """Both press for the same pile; in turn the one or the other a little earlier."""
    lay_out(driven, RACE)
    driven.run(REST)
    gap = APART * (dice.below(2_000_001) / 1_000_000 - 1)
    presses = (driven.now + max(0.0, -gap), driven.now + max(0.0, gap))
    arrivals = [
        press + delay + JITTER * dice.below(1001) / 1000
        for press, delay in zip(presses, delays, strict=True)
    ]
    waits: dict[Client, float] = {}
    held: dict[Client, float] = {}
    for seat in sorted((0, 1), key=arrivals.__getitem__):
        _until(driven, arrivals[seat], waits, held)
        waits[clients[seat]] = driven.now
        clients[seat].do("r1>c")
        _note(driven, waits, held)
    _until(driven, driven.now + 1.0, waits, held)
    won = 0 if clients[0].answer()["t"] == "ack" else 1
    right = won == (0 if presses[0] < presses[1] else 1)
    return Trial(right, (held[clients[0]], held[clients[1]]))


def _until(
    driven: Driven, end: float, waits: dict[Client, float], held: dict[Client, float]
) -> None:
    """Let time pass to `end`, noting when answers come."""
    while (due := driven.room.timer()) is not None and due <= end:
        driven.run(max(0.0, due - driven.now))
        _note(driven, waits, held)
    driven.run(max(0.0, end - driven.now))


def _note(driven: Driven, waits: dict[Client, float], held: dict[Client, float]) -> None:
    """Take those off who have their answer by now."""
    for client in [c for c in waits if c.got[-1].get("n") == c.n]:
        held[client] = driven.now - waits.pop(client)
