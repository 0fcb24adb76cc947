"""The levels against each other: the better one wins clearly more often than chance."""

from itertools import pairwise

import pytest

from pellmell.bots.levels import PACES
from pellmell.bots.mind import make_mind
from pellmell.engine.deal import SeededDice
from pellmell.engine.rules import Rules
from pellmell.protocol.messages import Level
from tests.bots.playing import play_round

ROUNDS = 200


def points(levels: list[Level], rules: Rules, number: int) -> tuple[int, ...]:
    """The points of a round in the order of the levels; who sits where turns with its number."""
    turned = number % len(levels)
    minds = [
        make_mind(
            levels[(seat + turned) % len(levels)], seat, SeededDice(b"%d %d" % (number, seat))
        )
        for seat in range(len(levels))
    ]
    scores = play_round(rules, minds, f"ladder {number}").points
    return tuple(scores[(i - turned) % len(levels)] for i in range(len(levels)))


@pytest.mark.parametrize("profi", ["off", "on"])
@pytest.mark.parametrize(("worse", "better"), list(pairwise(PACES)))
def test_a_better_level_wins_clearly_more_rounds(worse: Level, better: Level, profi: str) -> None:
    rules = Rules(profi="on" if profi == "on" else "off")
    results = [points([better, worse], rules, number) for number in range(ROUNDS)]
    won = sum((a > b) + (a == b) / 2 for a, b in results)
    # Four standard deviations from even, if both were equal.
    assert won > ROUNDS / 2 + 4 * ROUNDS**0.5 / 2
