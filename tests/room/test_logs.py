"""Logs of every format there has been: each is restored to the room it was, for ever.

A log is written once, when its format is new, and never again. `logs/FORMAT-NAME.jsonl` has an
entry a line; beside it stands what everyone saw of the restored room.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pellmell.room.facts import FORMAT
from pellmell.room.room import Room
from tests.room.driving import seeded_chance, view_of

LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_log_makes_the_room_that_it_always_made(log: Path) -> None:
    room = Room.restore(log.read_bytes().splitlines(), 1000.0, seeded_chance())
    told: dict[str, Any] = msgspec.json.decode(view_of(room, 1000.0))
    expected = msgspec.json.decode(log.with_name(f"{log.stem}.view.json").read_bytes())
    # A newer version may tell more of a room; what an older one told stays as it was.
    assert {name: told[name] for name in expected} == expected


def test_every_format_there_has_been_has_a_log() -> None:
    assert {log.name.partition("-")[0] for log in LOGS} == {str(n) for n in range(1, FORMAT + 1)}
