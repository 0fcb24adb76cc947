"""A mind that plays with a person's delays and errors.

It looks, and of all that could be done it notices some: each chance at a moment of its own,
drawn when the chance arises. It chooses among the noticed, and its hand takes a while to get
there; by then the table may have moved on, and the play is refused like anybody's. Where it
notices nothing it turns its hand.
"""

from math import log2
from typing import Final

from pellmell.bots.chance import handling, happens, waiting
from pellmell.bots.choices import Chance, Choice, Use, choices, misfits
from pellmell.bots.levels import PACES, Pace
from pellmell.engine.cards import Seat
from pellmell.engine.commands import Command, Turn
from pellmell.engine.deal import Dice
from pellmell.protocol.messages import Level
from pellmell.protocol.minds import Intention, Mind
from pellmell.protocol.views import Seen, SeenArea

SOONEST: Final = 0.05
RECOVERY: Final = 0.25
"""Seconds that a refused play costs; it doubles with each further refusal in a row."""

LONGEST_RECOVERY: Final = 4.0
SALIENCE: Final = 2.0
"""How many times faster than others a chance that leaps to the eye is noticed."""

CARE: Final = 4.0
"""How many times rarer slips are where they cost points."""


def make_mind(level: Level, seat: Seat, dice: Dice) -> Mind:
    """The mind of a level for a seat, with a chance of its own."""
    return Person(PACES[level], seat, dice)


class Person:
    """A bot that plays as a person would, at one pace; it may take over a seat at any time."""

    def __init__(self, pace: Pace, seat: Seat, dice: Dice) -> None:
        self._pace = pace
        self._seat = seat
        self._dice = dice
        self._moments: dict[Chance, float] = {}
        self._tried: Choice | None = None
        self._wrapping = False
        self._barren = False
        self._refusals = 0

    def think(self, sight: Seen, now: float, answer: str | None) -> Intention:
        """The next intention; `answer` is the word that refused the last one, or None."""
        self._learn(answer)
        self._tried, self._wrapping = None, False
        recovery = self._recovery
        noticed = self._noticed(sight, now, now + recovery + self._pace.look)
        meant = self._play(sight, noticed) if noticed else self._turn(sight.areas[self._seat])
        return Intention(meant.command, max(SOONEST, recovery + meant.after))

    def _learn(self, answer: str | None) -> None:
        """Take in what became of the last intention."""
        if answer is not None:
            self._refusals += 1
            if self._tried is not None:
                self._moments.pop(self._tried.chance, None)
            return
        self._refusals = 0
        if self._tried is not None:
            self._barren = False
        elif self._wrapping:
            self._barren = True

    @property
    def _recovery(self) -> float:
        if not self._refusals:
            return 0.0
        return min(LONGEST_RECOVERY, RECOVERY * 2.0 ** min(self._refusals - 1, 10))

    def _noticed(self, sight: Seen, now: float, until: float) -> list[Choice]:
        """What could be done and will have been noticed by then, in no order."""
        found = [c for c in choices(sight, self._seat) if self._barren or c.use is not Use.BIDING]
        known = self._moments
        self._moments = {
            c.chance: known[c.chance] if c.chance in known else now + self._until_noticed(c)
            for c in found
        }
        return [c for c in found if self._moments[c.chance] <= until]

    def _until_noticed(self, choice: Choice) -> float:
        mean = self._pace.notice / SALIENCE if choice.salient else self._pace.notice
        return waiting(mean, self._dice)

    def _play(self, sight: Seen, noticed: list[Choice]) -> Intention:
        """One of the noticed, or a slip instead, and how long that takes."""
        pace, dice = self._pace, self._dice
        if pace.order == "random":
            choice = noticed[dice.below(len(noticed))]
        else:
            choice = min(noticed, key=lambda c: c.use)
        after = pace.look + pace.weigh * log2(len(noticed) + 1)
        after += handling(pace.reach, pace.spread, dice)
        slip = self._slip(sight)
        if slip is not None:
            return Intention(slip, after)
        self._tried = choice
        return Intention(choice.command, after)

    def _slip(self, sight: Seen) -> Command | None:
        """A play that does not fit, now and then; never again while the last one still stings."""
        share = self._pace.slips / (CARE if sight.rules.misplay_penalty else 1.0)
        if self._refusals or not happens(share, self._dice):
            return None
        wrong = misfits(sight, self._seat)
        return wrong[self._dice.below(len(wrong))] if wrong else None

    def _turn(self, area: SeenArea) -> Intention:
        """Turn the hand, take the waste up again, or wait where there is neither."""
        pace = self._pace
        if area.hand_count:
            return Intention(Turn(), handling(pace.flip, pace.spread, self._dice))
        if area.waste_count:
            self._wrapping = True
            return Intention(Turn(), handling(pace.wrap, pace.spread, self._dice))
        return Intention(None, pace.look)
