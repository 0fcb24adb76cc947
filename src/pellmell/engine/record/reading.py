"""Records, read and checked: the first line that breaks the rules is named with its reason."""

import re
from collections import Counter
from typing import Final

from pellmell.engine.audit import cards_of
from pellmell.engine.cards import LETTERS, MAX_SEATS, letter, seat_of
from pellmell.engine.notation import NotationError, format_card, parse_position
from pellmell.engine.notation.words import shown, the_seats
from pellmell.engine.record.lines import NOTHING, Line, LineError, parse_line
from pellmell.engine.record.replay import Replay
from pellmell.engine.record.writing import (
    FORMAT,
    Record,
    Result,
    format_headers,
    format_result,
)
from pellmell.engine.rules import Rules, RulesError, parse_rules
from pellmell.engine.table import Table
from pellmell.texts import Fault, Said, english

HEADER: Final = re.compile(r'\[([A-Z][a-z]*(?: [A-Z])?) "((?:[^"\\]|\\["\\])*)"\]')
ESCAPE: Final = re.compile(r"\\(.)")
SCORE: Final = re.compile(r"0|-?[1-9]\d{0,5}", re.ASCII)
NEEDED: Final = ("Format", "Rules", "Seats", "Deal")
SEAT_NAMES: Final = tuple(f"Seat {seat}" for seat in LETTERS)
PROOFS: Final = ("Commit", "Seed", *(f"Share {seat}" for seat in LETTERS))
"""The headers of a provable deal; what is to be revealed may stand behind the commands."""


class RecordError(Fault, ValueError):
    """A record that breaks the rules: the number of its first such line, and the reason."""

    def __init__(self, line: int, reason: Said) -> None:
        super().__init__("record.at-line", line=line, reason=reason)
        self.line = line
        self.reason = english(reason)


def parse_record(text: str) -> Record:
    """The record that a text holds, followed by the rules to its end; RecordError at a flaw."""
    reader = _Reader()
    lines = text.rstrip().split("\n")
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                reader.read(line.removesuffix("\r"))
        except LineError as error:
            raise RecordError(number, error.said) from None
    try:
        return reader.record()
    except LineError as error:
        raise RecordError(len(lines) + bool(lines[-1]), error.said) from None


def replay_record(record: Record) -> Replay:
    """The round of a record, followed to its end; RecordError counts the lines as written."""
    replay = Replay(record.deal)
    number = len(format_headers(record))
    try:
        for line in record.lines:
            number += 1
            replay.take(line)
        if record.result is not None:
            number += 1
            _check_result(replay, record.result)
    except LineError as error:
        raise RecordError(number, error.said) from None
    return replay


class _Reader:
    """Reads a record line by line, and follows the round meanwhile."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}
        self._rules = Rules()
        self._deal: Table | None = None
        self._replay: Replay | None = None
        self._lines: list[Line] = []
        self._result: Result | None = None

    def read(self, text: str) -> None:
        if self._result is not None:
            raise LineError("record.after-result", token=shown(text))
        if text.startswith("["):
            self._read_header(text)
        else:
            replay = self._begun()
            line = parse_line(text, len(replay.table.areas))
            replay.take(line)
            self._lines.append(line)

    def record(self) -> Record:
        """What has been read; LineError if a header is still missing."""
        self._begun()
        assert self._deal is not None
        seats = range(len(self._deal.areas))
        return Record(
            deal=self._deal,
            names=tuple(self._values.get(f"Seat {letter(seat)}") for seat in seats),
            proofs=tuple(pair for pair in self._values.items() if pair[0] in PROOFS),
            lines=tuple(self._lines),
            result=self._result,
        )

    def _begun(self) -> Replay:
        """The round, once all that it needs was told before it."""
        if self._replay is None:
            missing = next((name for name in NEEDED if name not in self._values), None)
            if missing is not None:
                raise LineError("record.header-missing", header=f"[{missing}]")
            assert self._deal is not None
            self._replay = Replay(self._deal)
        return self._replay

    def _read_header(self, text: str) -> None:
        found = HEADER.fullmatch(text)
        if found is None:
            raise LineError("record.header", token=shown(text))
        name, value = found[1], ESCAPE.sub(r"\1", found[2])
        if name not in (*NEEDED, *SEAT_NAMES, *PROOFS, "Result"):
            raise LineError("record.header", token=shown(name))
        if name in self._values:
            raise LineError("record.header-twice", header=f"[{name}]")
        if name != "Format" and not self._values:
            first = f'[Format "{FORMAT}"]'
            raise LineError("record.header-first", header=f"[{name}]", first=first)
        if self._replay is not None and name not in (*PROOFS, "Result"):
            raise LineError("record.header-late", header=f"[{name}]")
        self._values[name] = value
        self._settle(name, value)

    def _settle(self, name: str, value: str) -> None:
        """Take in a header's value as soon as all is there that it is judged by."""
        match name:
            case "Format":
                if value != FORMAT:
                    raise LineError("record.format", token=shown(value), format=repr(FORMAT))
            case "Rules":
                self._rules = _rules(value)
            case "Seats":
                if value not in map(str, range(1, MAX_SEATS + 1)):
                    raise LineError("record.seats", token=shown(value), most=MAX_SEATS)
            case "Result":
                result = _result(value, len(self._begun().table.areas))
                _check_result(self._begun(), result)
                self._result = result
            case _:
                pass
        if self._deal is None and all(needed in self._values for needed in NEEDED):
            self._deal = _deal(self._values["Deal"], self._rules, int(self._values["Seats"]))
        self._check_seats()

    def _check_seats(self) -> None:
        """Refuse a header about a seat beyond the sections."""
        seats = int(self._values.get("Seats", MAX_SEATS))
        for name in self._values:
            _, _, seat = name.partition(" ")
            if seat and LETTERS.index(seat) >= seats:
                known = the_seats(seats)
                raise LineError("record.seat-header", header=f"[{name}]", seats=known)


def _rules(text: str) -> Rules:
    try:
        return parse_rules(text)
    except RulesError as error:
        raise LineError("record.rules", reason=error.said) from None


def _deal(text: str, rules: Rules, seats: int) -> Table:
    try:
        deal = parse_position(text, rules)
    except NotationError as error:
        raise LineError("record.deal", reason=error.said) from None
    if len(deal.areas) != seats:
        raise LineError("record.sections", n=len(deal.areas), seats=seats)
    card, count = next(iter(Counter(cards_of(deal)).most_common(1)), (None, 1))
    if card is not None and count > 1:
        raise LineError("record.card-twice", card=format_card(card, -1), n=count)
    return deal


def _result(text: str, seats: int) -> Result:
    caller, *scores = text.split(" ")
    known = seat_of(caller) in range(seats) or caller == NOTHING
    if not known or not all(SCORE.fullmatch(s) or s == NOTHING for s in scores):
        raise LineError("record.result", token=shown(text))
    points = tuple(None if score == NOTHING else int(score) for score in scores)
    return Result(seat_of(caller), points)


def _check_result(replay: Replay, result: Result) -> None:
    if not replay.table.ended:
        raise LineError("record.no-end")
    right = Result(replay.caller, replay.scores())
    # Where the round ends by itself nobody has to call, so nobody has to be named.
    uncalled = replay.table.rules.stop == "auto" and result.caller is None
    if result != right and not (uncalled and result.scores == right.scores):
        told, played = format_result(result), format_result(right)
        raise LineError("record.result-wrong", told=told, played=played)
