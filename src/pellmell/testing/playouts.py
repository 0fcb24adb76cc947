"""Whole rounds that are played out by a seed, with their records."""

from collections.abc import Sequence
from typing import Final

from pellmell.engine.cards import Card, Seat
from pellmell.engine.commands import WASTE, Command, Grab, Stop, ToCentre, ToRow, Turn, Use
from pellmell.engine.deal import Dice, SeededDice, deal
from pellmell.engine.decide import Refusal, decide, legal, shuffle_hands
from pellmell.engine.events import Event, Recycled
from pellmell.engine.record import (
    Away,
    Did,
    Line,
    Over,
    Press,
    Raced,
    Record,
    Refused,
    Replay,
    Reshuffled,
    Result,
)
from pellmell.engine.rules import Rules
from pellmell.engine.stuck import Stuck, stuck
from pellmell.engine.table import Table

LONGEST_PAUSE: Final = 1800
"""Milliseconds between two commands, divided by the number of players."""

FIRST_NAMES: Final = (
    *("Ada", "Ben", "Chloé", 'Dai "Quick" Lin', "Eva", "Finn"),
    *("Gus", "花", "Ivo\\Jun", "Kim", "Lea", "Mo"),
)


def play_out(rules: Rules, seats: Sequence[bool], seed: str, longest: int = 3000) -> Record:
    """The record of a round between players who are drawn by lot and mostly play what they can.

    `seats` says for each letter whether it is dealt in. A dead round ends as the rules say; one
    that is not over after `longest` lines is ended by the host.
    """
    return _Playout(rules, seats, SeededDice(seed.encode())).record(longest)


class _Playout:
    """A round that is being played out."""

    def __init__(self, rules: Rules, seats: Sequence[bool], dice: Dice) -> None:
        self._dice = dice
        self._deal = deal(rules, seats, dice)
        self._replay = Replay(self._deal)
        self._seats = [seat for seat, dealt in enumerate(seats) if dealt]
        self._lines: list[Line] = []
        self._at = 0
        self._quiet = 0
        self._shuffled = False

    @property
    def _table(self) -> Table:
        return self._replay.table

    def record(self, longest: int) -> Record:
        while not self._table.ended:
            self._at += 1 + self._dice.below(LONGEST_PAUSE // len(self._seats))
            if len(self._lines) >= longest:
                self._write(Over(at=self._at, why="host"))
            elif self._quiet > 25 * len(self._seats):
                self._settle()
            else:
                self._move(self._drawn(self._seats))
        return Record(
            deal=self._deal,
            names=tuple(
                FIRST_NAMES[seat] if seat in self._seats else None
                for seat in range(len(self._deal.areas))
            ),
            lines=tuple(self._lines),
            result=Result(self._replay.caller, self._replay.scores()),
        )

    def _settle(self) -> None:
        """Nothing has been laid for long: end the round if it is dead, once all were shuffled."""
        self._quiet = 0
        answer, how = stuck(self._table), self._table.rules.deadlock
        if answer is Stuck.NO:
            return
        if how == "score" or answer is Stuck.HARD or self._shuffled:
            self._write(Over(at=self._at, why="dead"))
            return
        self._shuffled = True
        hands = shuffle_hands(self._table, self._dice).hands
        told = tuple((seat, hands[seat]) for seat in self._seats)
        self._write(Reshuffled(at=self._at, hands=told))

    def _move(self, seat: Seat) -> None:
        """What a seat does next: mostly the best that it sees, now and then a mistake."""
        match self._dice.below(40):
            case 0:
                self._give(seat, Stop())
            case 1:
                self._give(seat, ToCentre(WASTE, self._dice.below(len(self._table.piles) + 1)))
            case 2 if len(self._seats) > 2:
                self._write(Away(at=self._at, seat=seat))
            case chance:
                choices = list(legal(self._table, seat))
                best = min(map(_urgency, choices), default=0)
                if chance > 6:
                    choices = [choice for choice in choices if _urgency(choice) == best]
                if choices:
                    self._give(seat, choices[self._dice.below(len(choices))])

    def _give(self, seat: Seat, command: Command) -> None:
        decision = decide(self._table, seat, command, self._dice)
        if isinstance(decision, Refusal):
            self._write(Refused(at=self._at, seat=seat, command=command, word=decision))
            return
        rival = self._rival(seat, command) if isinstance(command, ToCentre) else None
        delay = self._dice.below(60)
        if rival is not None and delay < 10:
            self._write(self._race(seat, rival[0], rival[1]))
        self._quiet = 0 if isinstance(command, ToCentre | ToRow) else self._quiet + 1
        hand = _chance(self._table.rules, decision)
        self._write(Did(at=self._at, seat=seat, command=command, hand=hand))
        if rival is not None:
            self._at += delay
            late = Refused(
                at=self._at, seat=rival[0], command=rival[1], word="beaten", by=(seat, delay)
            )
            self._write(late)

    def _rival(self, seat: Seat, command: ToCentre) -> tuple[Seat, ToCentre] | None:
        """Another seat that could lay a card where this one is about to."""
        if command.pile == len(self._table.piles):
            return None
        other = self._drawn(self._seats)
        wanted = [
            choice
            for choice in legal(self._table, other)
            if isinstance(choice, ToCentre) and choice.pile == command.pile and other != seat
        ]
        return (other, wanted[0]) if wanted else None

    def _race(self, seat: Seat, rival: Seat, command: ToCentre) -> Raced:
        assert command.pile is not None
        presses = (Press(seat, max(self._at - 30, 0)), Press(rival, max(self._at - 25, 0)))
        return Raced(at=self._at, pile=command.pile, presses=presses, coin=seat)

    def _drawn(self, seats: Sequence[Seat]) -> Seat:
        return seats[self._dice.below(len(seats))]

    def _write(self, line: Line) -> None:
        self._replay.take(line)
        self._lines.append(line)


def _urgency(command: Command) -> int:
    """What a player who wants to win does first: 0 is the most urgent."""
    match command:
        case Stop():
            return 0
        case Grab() | Use():
            return 1
        case ToCentre():
            return 2
        case ToRow():
            return 3
        case Turn():
            return 4


def _chance(rules: Rules, events: tuple[Event, ...]) -> tuple[Card, ...] | None:
    """What chance decided in the events of a command: the order of a hand taken up again."""
    first = events[0]
    return first.hand if isinstance(first, Recycled) and rules.recycle == "shuffle" else None
