"""The record of the round that is being played, line by line."""

from collections import Counter
from collections.abc import Mapping

from pellmell.engine.cards import Card, Seat
from pellmell.engine.decide import Refusal
from pellmell.engine.events import Recycled
from pellmell.engine.machine import Throw
from pellmell.engine.notation import NotationError, parse_command
from pellmell.engine.record import (
    Away,
    Did,
    Line,
    Over,
    Press,
    Quieted,
    Raced,
    Record,
    Refused,
    Reshuffled,
    Result,
    Thrown,
    format_line,
    joined,
)
from pellmell.engine.table import Table
from pellmell.room import facts
from pellmell.room.public import command_of


class Recording:
    """A round's record as it grows; times are given in seconds of the round.

    A line becomes text when it happens: the text of a long round, made at its end, would hold
    up every table.
    """

    def __init__(
        self, deal: Table, names: Mapping[Seat, str], proofs: tuple[tuple[str, str], ...] = ()
    ) -> None:
        self._proofs = proofs
        self._deal = deal
        self._names = names
        self._lines: list[str] = []
        self._result: Result | None = None
        self.misplays: Counter[Seat] = Counter()
        """How many plays of each seat were refused because they fitted nowhere."""

    def acted(self, at: float, fact: facts.Acted) -> None:
        """A command was accepted."""
        event = fact.events[0]
        shuffles = self._deal.rules.recycle == "shuffle"
        hand = event.hand if isinstance(event, Recycled) and shuffles else None
        line = Did(at=_ms(at), seat=fact.seat, command=command_of(fact.events), hand=hand)
        self._add(line)

    def refused(self, at: float, fact: facts.Refused) -> None:
        """A command at the table was refused; one that could not even be read leaves no line."""
        self.misplays[fact.seat] += fact.word == Refusal.DOES_NOT_FIT
        try:
            command = parse_command(fact.text or "")
        except NotationError:
            return
        by = None if fact.by is None or fact.ms is None else (fact.by, fact.ms)
        self._add(Refused(at=_ms(at), seat=fact.seat, command=command, word=fact.word, by=by))

    def weighed(self, at: float, fact: facts.Weighed) -> None:
        """A race was weighed."""
        presses = tuple(Press(seat, _ms(press)) for seat, press in fact.presses)
        self._add(
            Raced(
                at=_ms(at),
                pile=fact.pile,
                throw=fact.throw,
                presses=presses,
                coin=fact.coin,
            )
        )

    def away(self, at: float, seat: Seat) -> None:
        """A seat's person is gone."""
        if seat in self._names:
            self._add(Away(at=_ms(at), seat=seat))

    def threw(self, at: float, throw: Throw) -> None:
        """The Speed Machine threw a card."""
        self._add(Thrown(at=_ms(at), kind=throw.kind, noise=throw.noise))

    def quieted(self, at: float, *, on: bool) -> None:
        """The Speed Machine was switched to quiet throws, or back."""
        self._add(Quieted(at=_ms(at), on=on))

    def shuffled(self, at: float, hands: tuple[tuple[Card, ...], ...]) -> None:
        """Everybody shuffled hand and waste."""
        dealt = tuple((seat, hand) for seat, hand in enumerate(hands) if seat in self._names)
        self._add(Reshuffled(at=_ms(at), hands=dealt))

    def ended(self, at: float, fact: facts.RoundEnded) -> None:
        """The round is over."""
        if fact.why != "stop":
            self._add(Over(at=_ms(at), why=fact.why))
        self._result = Result(fact.by, fact.scores)

    def text(self) -> str:
        """The record as text."""
        names = tuple(self._names.get(seat) for seat in range(len(self._deal.areas)))
        record = Record(deal=self._deal, names=names, proofs=self._proofs, result=self._result)
        return joined(record, self._lines)

    def _add(self, line: Line) -> None:
        self._lines.append(format_line(line))


def _ms(at: float) -> int:
    return round(at * 1000)
