"""The leaderboard: what the results that are kept add up to, in memory, so that reading is free."""

from collections.abc import Callable, Iterable
from heapq import nsmallest

import msgspec

from pellmell.engine.match import Placed
from pellmell.server.limits import LEADERBOARD_SECONDS, RANKED_NAMES


class Standing(msgspec.Struct, frozen=True):
    """How everybody who played under a name did, over all their matches."""

    name: str
    matches: int = 0
    won: int = 0
    points: int = 0


class Board:
    """Matches, victories and points by name."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._names: dict[str, Standing] = {}
        self._best: list[Standing] = []
        self._until = float("-inf")

    def add(self, placed: Iterable[Placed]) -> None:
        """Take in how people did in matches."""
        for one in placed:
            self._count(one, 1)

    def take_away(self, placed: Iterable[Placed]) -> None:
        """Let go of results that are kept no longer; from now on nobody is shown them."""
        for one in placed:
            self._count(one, -1)
        self._until = float("-inf")

    def best(self) -> list[Standing]:
        """The best names, as they were a few seconds ago at most."""
        now = self._clock()
        if now >= self._until:
            self._best = nsmallest(RANKED_NAMES, self._names.values(), key=_rank)
            self._until = now + LEADERBOARD_SECONDS
        return self._best

    def _count(self, one: Placed, times: int) -> None:
        was = self._names.pop(one.name, Standing(one.name))
        matches = was.matches + times
        if matches:
            won, points = was.won + times * one.won, was.points + times * one.points
            self._names[one.name] = Standing(one.name, matches, won, points)


def _rank(standing: Standing) -> tuple[int, int, str]:
    """Matches won, then points, then the alphabet."""
    return (-standing.won, -standing.points, standing.name)
