"""A damaged log is a beginning of what was written, or refused: never another table."""

from pathlib import Path

import pytest

from pellmell.room.restoring import replayed
from tests.chaos.damage import one_round, try_entries, try_files

pytestmark = pytest.mark.long

STRIDE = 41
ENTRY_STRIDE = 4
"""Every which byte is tried here; `make crashes` tries them all."""


def test_every_byte_of_every_entry() -> None:
    tally = try_entries(ENTRY_STRIDE, "entries")
    assert tally.whole == 0
    assert tally.shorter > 0
    assert tally.refused > tally.shorter
    assert tally.tried > 5_000


@pytest.mark.parametrize("moved", [True, False], ids=["database", "log of the database"])
def test_the_files(tmp_path: Path, moved: bool) -> None:
    tally = try_files(tmp_path, moved=moved, stride=STRIDE, seed=f"files {moved}")
    assert tally.tried > 1_500
    assert tally.shorter + tally.refused > tally.whole


def test_every_beginning_of_a_round_is_a_room() -> None:
    entries = one_round()
    versions = [replayed(entries[:end]).state.v for end in range(1, len(entries) + 1)]
    assert versions == sorted(versions)
    assert versions[-1] > 50
