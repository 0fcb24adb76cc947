"""A damaged log is a beginning of what was written, or refused: never another table."""

import pytest

from pellmell.room.restoring import replayed
from tests.chaos.damage import Tally, one_round, try_all

pytestmark = pytest.mark.long

FILE_STRIDE = 10
"""Every which byte of the files is tried here, and each of the entries; `make crashes` tries all."""
ENOUGH = 22_000
"""Cuts, and as many flips, that every run tries."""


@pytest.fixture(scope="module")
def tallies() -> dict[str, Tally]:
    return try_all(1, FILE_STRIDE, "damage")


def test_every_byte_of_every_entry(tallies: dict[str, Tally]) -> None:
    tally = tallies["entries"]
    assert tally.whole == 0
    assert tally.shorter > 0
    assert tally.refused > tally.shorter


@pytest.mark.parametrize("file", ["database", "log of the database"])
def test_the_files(tallies: dict[str, Tally], file: str) -> None:
    tally = tallies[file]
    assert tally.shorter + tally.refused > tally.whole


def test_enough_was_tried(tallies: dict[str, Tally]) -> None:
    assert sum(tally.cuts for tally in tallies.values()) >= ENOUGH
    assert sum(tally.flips for tally in tallies.values()) >= ENOUGH
    assert all(tally.tried == tally.cuts + tally.flips for tally in tallies.values())


def test_every_beginning_of_a_round_is_a_room() -> None:
    entries = one_round()
    versions = [replayed(entries[:end]).state.v for end in range(1, len(entries) + 1)]
    assert versions == sorted(versions)
    assert versions[-1] > 50
