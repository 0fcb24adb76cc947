"""How long people take, drawn from dice."""

from math import cos, exp, log, pi, sqrt
from typing import Final

from pellmell.engine.deal import Dice

FINENESS: Final = 1 << 24
WIDEST: Final = 3.0
"""Standard deviations beyond which nothing is drawn: nobody falls asleep over a card."""


def happens(share: float, dice: Dice) -> bool:
    """Whether something that happens this share of the time happens now."""
    return dice.below(FINENESS) < share * FINENESS


def waiting(mean: float, dice: Dice) -> float:
    """How long until something that may happen at any moment happens (exponential)."""
    return -mean * log((dice.below(FINENESS) + 1) / FINENESS)


def handling(median: float, spread: float, dice: Dice) -> float:
    """How long a movement takes (log-normal): rarely much faster, now and then much slower."""
    return median * exp(spread * max(-WIDEST, min(WIDEST, _normal(dice))))


def _normal(dice: Dice) -> float:
    """A draw from the normal distribution (Box and Muller)."""
    radius = sqrt(-2 * log((dice.below(FINENESS) + 1) / FINENESS))
    return radius * cos(2 * pi * dice.below(FINENESS) / FINENESS)
