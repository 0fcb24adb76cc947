"""The long run of `make soak` in small: what is over leaves nothing behind in a real server."""

import pytest

from bench.probe import Holding
from bench.soak import slope, soak


@pytest.mark.asyncio
@pytest.mark.process
@pytest.mark.long
async def test_case_31_when_everybody_has_left_a_server_holds_what_it_held_before() -> None:
    run = await soak(6, 25, life=10, calm=1.5, every=5, gone=1)
    there = max(run.along, key=lambda holding: holding.connections)
    assert there.rooms >= 6
    assert there.tasks > run.start.tasks + 12, "one at least for everybody"
    assert there.timers > run.start.timers + 12
    assert there.files > run.start.files + 12
    company = run.company
    assert company.counts["tables"] > 6
    assert company.counts["back"] > 5
    assert company.counts["left"] > 5
    assert company.commands > 100
    assert (company.gaps, company.refused, company.trouble) == (0, 0, [])
    assert (run.end.kept(run.start), run.end.broken) == ([], 0)
    assert (run.end.rooms, run.end.connections) == (0, 0)


def test_memory_that_grows_by_a_megabyte_in_a_quarter_of_an_hour_is_four_an_hour() -> None:
    def holding(at: float) -> Holding:
        return Holding(
            at=at, kb=int(50_000 + at / 900 * 1000), files=0, rooms=0, asleep=0, connections=0,
            broken=0, tasks=0, timers=0, threads=0, objects=0, stall=0.0,
        )  # fmt: skip

    assert slope([holding(minute * 60.0) for minute in range(60)]) == pytest.approx(4, rel=0.01)
