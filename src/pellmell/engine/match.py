"""A match: the scores of its rounds, and what follows from them."""

from typing import Final, Literal, TypeVar

import msgspec

from pellmell.engine.cards import Seat
from pellmell.engine.rules import Rules

MOST_FOR_POINTS: Final = 5
"""With more players than this an `auto` match is a number of rounds: equals may never reach 99."""

AUTO_ROUNDS: Final = 5

Scores = tuple[int | None, ...]
Standing = tuple[int, int]
"""What seats are compared by: the first number, and where it is equal the second."""

Value = TypeVar("Value", int, Standing)


class Placed(msgspec.Struct, frozen=True):
    """How the person of a seat did in a match that ended with a round, under their name."""

    round: int
    seat: Seat
    name: str
    points: int
    won: bool


class Match(msgspec.Struct, frozen=True):
    """The rounds played so far under the rules of a match.

    `players` is the number of seats when it began and decides what `auto` means. A round has the
    points of each seat, None for one that was not dealt in; a later round may have more seats.
    """

    rules: Rules
    players: int
    rounds: tuple[Scores, ...] = ()

    @property
    def kind(self) -> Literal["points", "rounds", "round_wins", "single"]:
        """What the match is played for, `auto` resolved."""
        if self.rules.match == "auto":
            return "points" if self.players <= MOST_FOR_POINTS else "rounds"
        return self.rules.match

    @property
    def goal(self) -> int:
        """The points, rounds or round wins at which the match ends."""
        if self.kind == "single":
            return 1
        if self.kind == "rounds" and self.rules.match == "auto":
            return AUTO_ROUNDS
        return self.rules.goal

    @property
    def round_winners(self) -> tuple[tuple[Seat, ...], ...]:
        """For each round the seats with the most points, joint winners in seat order."""
        return tuple(_best(scores) for scores in self.rounds)

    @property
    def finished(self) -> bool:
        """Whether the match is over: its goal reached, and one seat ahead of all others.

        Where the first are exactly equal another round is due, unless it was the only one.
        """
        return self._reached and (self.kind == "single" or len(self._leaders) == 1)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won, in seat order; nobody while the match goes on, several only after a `single`."""
        return self._leaders if self.finished else ()

    def played(self, seat: Seat) -> bool:
        """Whether a seat was dealt in, in one round at least."""
        return any(seat < len(scores) and scores[seat] is not None for scores in self.rounds)

    def totals(self, seats: int) -> tuple[int, ...]:
        """The points of so many seats over all rounds, 0 for one that was never dealt in."""
        return tuple(_total(self.rounds, seat) for seat in range(seats))

    @property
    def _leaders(self) -> tuple[Seat, ...]:
        return _best(self._standings(len(self.rounds)))

    @property
    def _reached(self) -> bool:
        """Whether the goal was reached after some round: an extra round does not undo it."""
        if self.kind in ("rounds", "single"):
            return len(self.rounds) >= self.goal
        return any(
            standing is not None and standing[0] >= self.goal
            for played in range(1, len(self.rounds) + 1)
            for standing in self._standings(played)
        )

    def _standings(self, played: int) -> tuple[Standing | None, ...]:
        """Each seat's standing after so many rounds, None for one that was in none of them."""
        rounds = self.rounds[:played]
        winners = self.round_winners[:played]
        by_wins = self.kind == "round_wins"
        return tuple(
            (sum(seat in won for won in winners) if by_wins else total, total)
            if any(_of(scores, seat) is not None for scores in rounds)
            else None
            for seat in range(max(map(len, rounds), default=0))
            for total in (_total(rounds, seat),)
        )


def _of(scores: Scores, seat: Seat) -> int | None:
    return scores[seat] if seat in range(len(scores)) else None


def _total(rounds: tuple[Scores, ...], seat: Seat) -> int:
    return sum(_of(scores, seat) or 0 for scores in rounds)


def _best(values: tuple[Value | None, ...]) -> tuple[Seat, ...]:
    """The seats whose value is the highest; nobody where there is no value."""
    best = max((value for value in values if value is not None), default=None)
    return tuple(seat for seat, value in enumerate(values) if value is not None and value == best)
