"""The leaderboard: what the results that are kept add up to, in memory, so that reading is free."""

from collections.abc import Callable, Iterable
from heapq import nsmallest

from pellmell.engine.match import Placed
from pellmell.server.limits import LEADERBOARD_SECONDS, RANKED_NAMES
from pellmell.store.contract import Standing, rank


class Board:
    """Matches, victories and points by name."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._names: dict[str, Standing] = {}
        self._best: list[Standing] = []
        self._until = float("-inf")

    def begin(self, standings: Iterable[Standing]) -> None:
        """Begin with what the store has, or once more after something was deleted there."""
        self._names = {standing.name: standing for standing in standings}
        self._until = float("-inf")

    def add(self, placed: Iterable[Placed]) -> None:
        """Take in how people did in a match."""
        for one in placed:
            was = self._names.get(one.name, Standing(one.name, 0, 0, 0))
            self._names[one.name] = Standing(
                one.name, was.matches + 1, was.won + one.won, was.points + one.points
            )

    def best(self) -> list[Standing]:
        """The best names, as they were a few seconds ago at most."""
        now = self._clock()
        if now >= self._until:
            self._best = nsmallest(RANKED_NAMES, self._names.values(), key=rank)
            self._until = now + LEADERBOARD_SECONDS
        return self._best
