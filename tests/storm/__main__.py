"""`python -m tests.storm`: so many seeds, or the seeds that are named."""

import argparse
import sys
import time
from collections import Counter

from tests.storm.faults import Faults
from tests.storm.simulation import run

TWICE = 20
"""Every which seed is run twice."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="storm", description=__doc__)
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--trace", action="store_true", help="print every seed")
    parser.add_argument("--only", help="these faults alone, separated by commas")
    parser.add_argument("seed", nargs="*")
    chosen = parser.parse_args()
    seeds = chosen.seed or [str(chosen.first + n) for n in range(chosen.seeds)]
    only = None
    if chosen.only is not None:
        only = Faults(**dict.fromkeys(filter(None, chosen.only.split(",")), True))
    began, events, failed, simulated = time.monotonic(), Counter[str](), 0, 0.0
    for place, seed in enumerate(seeds):
        outcome = run(seed, only)
        events.update(outcome.events)
        simulated += outcome.simulated
        if outcome.violation is None and place % TWICE == 0:
            again = run(seed, only)
            if again.log != outcome.log:
                outcome.violation = "the same seed did not give the same log"
        if outcome.violation is not None:
            failed += 1
            print(f"seed {seed} [{' '.join(outcome.faults)}]: {outcome.violation}", flush=True)
        elif chosen.trace:
            print(f"seed {seed} [{' '.join(outcome.faults)}] {outcome.log[:8]}", flush=True)
    seconds = time.monotonic() - began
    print(
        f"{len(seeds)} seeds, {failed} failed, {events['versions']} versions, "
        f"{simulated / 3600:.1f} simulated hours, {seconds:.1f} s"
    )
    print(", ".join(f"{name} {count}" for name, count in sorted(events.items())))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
