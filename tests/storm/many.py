"""Many seeds, side by side in some processes; one in twenty of them is run twice."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from tests.storm.faults import Faults
from tests.storm.simulation import Outcome, run

TWICE = 20
"""Every which seed is run twice."""


def judged(seed: str, faults: Faults | None, twice: bool) -> Outcome:
    """What became of a run, and whether the same seed gives the same log once more."""
    outcome = run(seed, faults)
    if twice and outcome.violation is None and run(seed, faults).log != outcome.log:
        outcome.violation = "the same seed did not give the same log"
    return outcome


def outcomes(
    seeds: Sequence[str], processes: int = 1, faults: Faults | None = None
) -> Iterator[Outcome]:
    """What became of each seed, in their order."""
    more = ([faults] * len(seeds), [place % TWICE == 0 for place in range(len(seeds))])
    if processes == 1:
        yield from map(judged, seeds, *more)
        return
    # Not forked: whoever runs tests has loops and threads.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=fresh) as pool:
        yield from pool.map(judged, seeds, *more, chunksize=5)
