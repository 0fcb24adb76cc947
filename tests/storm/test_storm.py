"""The whole server in virtual time: seeds that once failed, some more, and planted mistakes."""

import os
from pathlib import Path

import pytest

from tests.storm.many import outcomes
from tests.storm.planted import MISTAKES, Mistake
from tests.storm.simulation import Outcome, run

KNOWN = [
    line.split()[0]
    for line in (Path(__file__).parent.parent / "seeds.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
SEEDS = 300
"""How many seeds the tests run; `make storm` runs others, and as many as one likes."""
ENOUGH = 30
"""Seeds within which every planted mistake is found."""


def told(outcome: Outcome) -> str:
    return (
        f"seed {outcome.seed} [{' '.join(outcome.faults)}]: {outcome.violation}; "
        f"again with `make storm SEED={outcome.seed}`, and keep it in tests/seeds.txt"
    )


@pytest.mark.parametrize("seed", KNOWN)
def test_a_seed_that_once_failed(seed: str) -> None:
    outcome = run(seed)
    assert outcome.violation is None, told(outcome)


@pytest.mark.long
def test_seeds() -> None:
    seeds = [str(seed) for seed in range(1000, 1000 + SEEDS)]
    found = [*outcomes(seeds, processes=os.cpu_count() or 1)]
    assert [outcome.seed for outcome in found] == seeds
    assert [told(outcome) for outcome in found if outcome.violation is not None] == []


@pytest.mark.parametrize("seed", ["7", "21"])
def test_the_same_seed_gives_the_same_log(seed: str) -> None:
    once, again = run(seed), run(seed)
    assert once.log == again.log
    assert once.events == again.events
    assert once.events["Acted"] > 0


RARE = {"results_not_synced": (420, 531)}
"""Seeds that find a mistake that few find: the power has to go within a moment of a result."""


@pytest.mark.long
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_a_planted_mistake_is_found(mistake: Mistake) -> None:
    with mistake():
        seeds = (*RARE.get(mistake.__name__, ()), *range(ENOUGH))
        assert any(run(str(seed)).violation is not None for seed in seeds)
