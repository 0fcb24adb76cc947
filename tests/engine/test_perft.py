"""How many sequences of commands there are: by hand where that is possible."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from pellmell.engine.decide import legal
from pellmell.engine.notation import parse_position
from pellmell.engine.perft import perft
from pellmell.engine.rules import parse_rules
from pellmell.engine.table import Table
from pellmell.testing import strategies


def count(position: str, depth: int, rules: str = "standard") -> int:
    return perft(parse_position(position, parse_rules(rules)), depth)


@given(strategies.tables(most_steps=80))
@settings(max_examples=20)
def test_a_depth_of_one_counts_the_legal_commands(table: Table) -> None:
    table = replace(table, over=False)
    assert perft(table, 0) == 1
    assert perft(table, 1) == sum(len(legal(table, s)) for s in range(len(table.areas)))


def test_the_order_of_two_plays_counts_twice() -> None:
    position = "- / r1 | b9 g9 | - | - / r1 | b9 g9 | - | -"
    # Two ways to start; then the other's 1, as nothing fits on a red 1.
    assert [count(position, depth) for depth in range(4)] == [1, 2, 2, 0]


def test_a_play_that_names_its_pile_is_the_same_command() -> None:
    assert count("r:A r:A / r2 | b9 | - | -", 1) == 2


def test_nothing_follows_a_stop() -> None:
    position = "- / r9 | - | - | g3"
    # turn or stop; then, the hand turned, take up or stop; after a stop nothing.
    assert [count(position, depth) for depth in range(1, 4)] == [2, 2, 2]


def test_a_round_with_an_empty_stack_is_over_under_auto() -> None:
    assert count("- / r9 | - | - | g3", 1, "standard,stop=auto") == 0
    ends_by_a_play = "- / r9 | g1 | - | g3"
    assert count(ends_by_a_play, 1, "standard,stop=auto") == 2
    assert count(ends_by_a_play, 2, "standard,stop=auto") == 2
    assert count(ends_by_a_play, 2) == 4


@pytest.mark.parametrize("recycle", ["keep", "shuffle"])
def test_the_order_is_kept_whatever_the_rules_say(recycle: str) -> None:
    # The 2 may be laid now, or when it shows again: at the third turn and no sooner.
    position, rules = "r:A / g9 | b9 | g5 r2 | -", f"standard,turn=1,recycle={recycle}"
    assert [count(position, depth, rules) for depth in (1, 2, 3, 4)] == [2, 2, 2, 3]


def test_a_depth_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="not -1"):
        count("- / r9 | - | - | g3", -1)
