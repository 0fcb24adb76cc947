"""`python -m tests.fuzz`: every decoder under so many inputs, and a table of what came of them.

Where Atheris is installed (`make fuzz` sees to it) it chooses the inputs, else seeded chance.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from tests.fuzz.everything import TARGETS
from tests.fuzz.mutation import Mutation
from tests.fuzz.target import Target, fault

WHOLE: Final = 1000
"""What the shares of all targets come to."""


class Row(msgspec.Struct, frozen=True):
    """What came of the inputs of one target."""

    name: str
    tried: int
    taken: int
    seconds: float
    faults: tuple[str, ...] = ()


def by_chance(target: Target, inputs: int, seed: int) -> Row:
    """So many inputs by seeded chance, the seeds first; it ends at the first fault."""
    source, tried, taken, faults = Mutation(target, seed), 0, 0, list[str]()
    began = time.monotonic()
    for data in _inputs(target, source, inputs):
        tried += 1
        try:
            if target.attempt(data):
                taken += 1
                source.took(data)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the fault
            faults.append(fault(target, data, error))
            break
    return Row(target.name, tried, taken, time.monotonic() - began, tuple(faults))


def _inputs(target: Target, source: Mutation, inputs: int) -> Iterator[bytes]:
    yield from target.seeds[:inputs]
    for _ in range(inputs - len(target.seeds)):
        yield source.next()


def by_atheris(target: Target, inputs: int, seed: int) -> Row:
    """So many inputs by Atheris, in a process of its own."""
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.guided", target.name, str(inputs), str(seed)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    seconds = time.monotonic() - began
    lines = ended.stdout.splitlines()
    count: dict[str, int] = next(
        (json.loads(line) for line in reversed(lines) if line.startswith('{"tried"')), {}
    )
    tried, taken = count.get("tried", 0), count.get("taken", 0)
    if ended.returncode == 0 and tried >= inputs:
        return Row(target.name, tried, taken, seconds)
    told = "\n".join([*lines[:4], *ended.stderr.splitlines()[-20:]])
    return Row(
        target.name,
        tried,
        taken,
        seconds,
        (f"{target.name} ended early, with {ended.returncode}:\n{told}",),
    )


def table(rows: list[Row]) -> str:
    """The rows as text, their sum below."""
    seconds = sum(row.seconds for row in rows)
    total = Row("all", sum(r.tried for r in rows), sum(r.taken for r in rows), seconds)
    lines = [f"{'decoder':10} {'inputs':>9} {'taken':>9} {'refused':>9} {'faults':>6} {'s':>6}"]
    for row in (*rows, total):
        faults = sum(len(r.faults) for r in rows) if row is total else len(row.faults)
        refused = row.tried - row.taken - faults
        lines.append(
            f"{row.name:10} {row.tried:9} {row.taken:9} {refused:9} {faults:6} {row.seconds:6.0f}"
        )
    return "\n".join(lines)


def share_of(target: Target, runs: int) -> int:
    """How many of so many inputs go to a target."""
    return -(-runs * target.share // WHOLE)


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000, help="inputs over all decoders")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=TARGETS, help="all of them for one decoder")
    parser.add_argument("--by", choices=["atheris", "chance"], help="who chooses the inputs")
    chosen = parser.parse_args()
    by = chosen.by
    if by is None:
        by = "chance" if importlib.util.find_spec("atheris") is None else "atheris"
        if by == "chance":
            print("Atheris is not installed for this Python: the inputs come by seeded chance.")
    run = by_atheris if by == "atheris" else by_chance
    targets = list(TARGETS.values()) if chosen.only is None else [TARGETS[chosen.only]]
    shares = [chosen.runs if chosen.only else share_of(target, chosen.runs) for target in targets]
    with ThreadPoolExecutor((os.cpu_count() or 1) if by == "atheris" else 1) as pool:
        rows = list(pool.map(run, targets, shares, [chosen.seed] * len(targets)))
    print(table(rows))
    faults = [fault for row in rows for fault in row.faults]
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
