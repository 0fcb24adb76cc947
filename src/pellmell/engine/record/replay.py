"""A record's lines become the table, each checked against the rules as it comes."""

from collections import Counter
from typing import assert_never

from pellmell.engine import events
from pellmell.engine.cards import Card, Seat, letter
from pellmell.engine.decide import Refusal, decide, legal
from pellmell.engine.events import Ended, Event, Recycled, Shuffled
from pellmell.engine.evolve import evolve
from pellmell.engine.machine import ActionKind, Machine, Noise, Throw
from pellmell.engine.notation import format_card, format_command
from pellmell.engine.record.lines import (
    Away,
    Did,
    Line,
    LineError,
    Over,
    Quieted,
    Raced,
    Refused,
    Reshuffled,
    Thrown,
    format_time,
)
from pellmell.engine.score import score
from pellmell.engine.stuck import Stuck, stuck
from pellmell.engine.table import Table
from pellmell.texts import said


class _AsItLies:
    """Dice that shuffle nothing: a record says itself what chance decided."""

    def below(self, bound: int) -> int:
        return bound - 1


class Replay:
    """A round that is followed line by line."""

    def __init__(self, deal: Table) -> None:
        self.table = deal
        self.caller: Seat | None = None
        """Who ended the round, if a seat did."""
        self.misplays: Counter[Seat] = Counter()
        """How many plays of each seat were refused because they fitted nowhere."""
        self._at = 0

    def take(self, line: Line) -> None:
        """Follow one more line; LineError if it breaks the rules, and nothing has changed then."""
        if line.at < self._at:
            at, before = format_time(line.at), format_time(self._at)
            raise LineError("record.backwards", at=at, before=before)
        match line:
            case Did():
                self._follow(_decided(self.table, line))
            case Refused(seat=seat, word=word):
                self.misplays[seat] += word == Refusal.DOES_NOT_FIT
            case Reshuffled(hands=hands):
                self._follow((_shuffled(self.table, dict(hands)),))
            case Over(why=why):
                self._follow((_ended(self.table, why),))
            case Away() | Raced():
                pass
            case Thrown(kind=kind, noise=noise):
                self._follow((_threw(self.table, kind, noise),))
            case Quieted(on=on):
                self._follow((_quieted(self.table, on=on),))
            case _:
                assert_never(line)
        self._at = line.at

    def scores(self) -> tuple[int | None, ...]:
        """The points as the table lies now; None for a seat that was not dealt in."""
        return score(self.table, self.misplays)

    def _follow(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.table = evolve(self.table, event)
            if isinstance(event, Ended):
                self.caller = event.by


def _decided(table: Table, line: Did) -> tuple[Event, ...]:
    decision = decide(table, line.seat, line.command, _AsItLies())
    if isinstance(decision, Refusal):
        could = " ".join(map(format_command, legal(table, line.seat)))
        told = f"{decision} {letter(line.seat)} {format_command(line.command)}"
        raise LineError("record.refused", refused=told, legal=could or said("record.nothing"))
    match decision:
        case [Recycled(seat, hand)]:
            return (Recycled(seat, _taken_up(table, line, hand)),)
        case _:
            if line.hand is not None:
                raise LineError("record.no-chance")
            return decision


def _taken_up(table: Table, line: Did, as_it_lies: tuple[Card, ...]) -> tuple[Card, ...]:
    """The hand that a waste became, as the line says."""
    keeps = table.rules.recycle == "keep"
    if line.hand is None:
        if keeps:
            return as_it_lies
        raise LineError("record.order-missing")
    if keeps and line.hand != as_it_lies:
        raise LineError("record.order-kept")
    _check_same(line.hand, as_it_lies, line.seat)
    return line.hand


def _shuffled(table: Table, hands: dict[Seat, tuple[Card, ...]]) -> Shuffled:
    if table.ended:
        raise LineError("record.ended", refused=f"{Refusal.ROUND_OVER} shuffle")
    if table.rules.deadlock == "score":
        raise LineError("record.no-shuffle", refused=f"{Refusal.NOT_ALLOWED} shuffle")
    for seat, area in enumerate(table.areas):
        _check_same(hands.get(seat, ()), area.hand + area.waste, seat)
    return Shuffled(tuple(hands.get(seat, ()) for seat in range(len(table.areas))))


def _ended(table: Table, why: str) -> Ended:
    if table.ended:
        raise LineError("record.ended", refused=f"{Refusal.ROUND_OVER} end {why}")
    if why == "dead" and stuck(table) is Stuck.NO:
        raise LineError("record.not-dead", refused=f"{Refusal.NOT_YET} end dead")
    return Ended(None)


def _threw(table: Table, kind: ActionKind, noise: Noise | None) -> events.Threw:
    machine = _machine(table, "throw")
    if kind not in machine.to_come:
        raise LineError("record.no-more", told=f"throw = {kind}", kind=str(kind))
    if machine.quiet and noise is not None:
        raise LineError("record.quiet", told=f"throw = {kind} {noise}")
    if not machine.quiet and noise not in (machine.noises or (None,)):
        told = f"throw = {kind}" if noise is None else f"throw = {kind} {noise}"
        left = " ".join(dict.fromkeys(map(str, machine.noises)))
        raise LineError("record.no-noise", told=told, noises=left)
    return events.Threw(Throw(machine.thrown + 1, kind, noise))


def _quieted(table: Table, *, on: bool) -> events.Quieted:
    _machine(table, "quiet")
    return events.Quieted(on)


def _machine(table: Table, what: str) -> Machine:
    if table.machine is None:
        raise LineError("record.no-machine", refused=f"{Refusal.NOT_ALLOWED} {what}")
    if table.ended:
        raise LineError("record.ended", refused=f"{Refusal.ROUND_OVER} {what}")
    return table.machine


def _check_same(told: tuple[Card, ...], had: tuple[Card, ...], seat: Seat) -> None:
    """Refuse cards after `=` that are not those which were shuffled."""
    more, fewer = Counter(told) - Counter(had), Counter(had) - Counter(told)
    if more:
        extra = format_card(next(iter(more)), seat)
        raise LineError("record.card-extra", card=extra, seat=letter(seat))
    if fewer:
        missing = format_card(next(iter(fewer)), seat)
        raise LineError("record.card-missing", card=missing, seat=letter(seat))
