"""The whole server in virtual time: seeds that once failed, some more, and planted mistakes."""

from pathlib import Path

import pytest

from tests.storm.planted import MISTAKES, Mistake
from tests.storm.simulation import run

KNOWN = [
    line.split()[0]
    for line in (Path(__file__).parent.parent / "seeds.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
GROUP = 10
SEEDS = 100
"""How many seeds the tests run; `make storm` runs more."""
ENOUGH = 30
"""Seeds within which every planted mistake is found."""


def check(seed: str) -> None:
    outcome = run(seed)
    assert outcome.violation is None, (
        f"seed {seed} [{' '.join(outcome.faults)}]: {outcome.violation}; "
        f"again with `make storm SEED={seed}`, and keep it in tests/seeds.txt"
    )


@pytest.mark.parametrize("seed", KNOWN)
def test_a_seed_that_once_failed(seed: str) -> None:
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 1000 + SEEDS, GROUP))
def test_seeds(first: int) -> None:
    for seed in range(first, first + GROUP):
        check(str(seed))


@pytest.mark.parametrize("seed", ["7", "21"])
def test_the_same_seed_gives_the_same_log(seed: str) -> None:
    once, again = run(seed), run(seed)
    assert once.log == again.log
    assert once.events == again.events
    assert once.events["Acted"] > 0


RARE = {"results_not_synced": (124,)}
"""Seeds that find a mistake that few find: the power has to go within a moment of a result."""


@pytest.mark.long
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_a_planted_mistake_is_found(mistake: Mistake) -> None:
    with mistake():
        seeds = (*RARE.get(mistake.__name__, ()), *range(ENOUGH))
        assert any(run(str(seed)).violation is not None for seed in seeds)
