"""`python -m tests.storm`: so many seeds, or the seeds that are named."""

import argparse
import os
import sys
import time
from collections import Counter

from tests.storm.faults import Faults
from tests.storm.many import outcomes
from tests.storm.planted import MISTAKES
from tests.storm.simulation import run


def plant(seeds: int) -> int:
    """Make each mistake, and look for it with so many seeds."""
    unfound = 0
    for mistake in MISTAKES:
        with mistake():
            found = next(((n, what) for n in range(seeds) if (what := run(str(n)).violation)), None)
        unfound += found is None
        told = "not found" if found is None else f"{found[0] + 1} seeds: {found[1][:150]}"
        print(f"{mistake.__name__}: {told}", flush=True)
    return 1 if unfound else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="storm", description=__doc__)
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--trace", action="store_true", help="print every seed")
    parser.add_argument("--only", help="these faults alone, separated by commas")
    parser.add_argument("--planted", action="store_true", help="make each mistake once")
    parser.add_argument("seed", nargs="*")
    chosen = parser.parse_args()
    seeds = chosen.seed or [str(chosen.first + n) for n in range(chosen.seeds)]
    if chosen.planted:
        return plant(chosen.seeds)
    only = None
    if chosen.only is not None:
        only = Faults(**dict.fromkeys(filter(None, chosen.only.split(",")), True))
    began, events, failed, simulated = time.monotonic(), Counter[str](), 0, 0.0
    for outcome in outcomes(seeds, chosen.processes, only):
        events.update(outcome.events)
        simulated += outcome.simulated
        if outcome.violation is not None:
            failed += 1
            print(
                f"seed {outcome.seed} [{' '.join(outcome.faults)}]: {outcome.violation}", flush=True
            )
        elif chosen.trace:
            print(f"seed {outcome.seed} [{' '.join(outcome.faults)}] {outcome.log[:8]}", flush=True)
    seconds = time.monotonic() - began
    print(
        f"{len(seeds)} seeds, {failed} failed, {events['versions']} versions, "
        f"{simulated / 3600:.1f} simulated hours, {seconds:.1f} s"
    )
    print(", ".join(f"{name} {count}" for name, count in sorted(events.items())))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
