"""A whole record as a value, and as text."""

from collections.abc import Iterable
from typing import Final

import msgspec

from pellmell.engine.cards import Seat, letter
from pellmell.engine.notation import format_position
from pellmell.engine.record.lines import NOTHING, Line, format_line
from pellmell.engine.rules import rules_text
from pellmell.engine.table import Table

FORMAT: Final = "table-record 1"


class Result(msgspec.Struct, frozen=True):
    """How a round ended: who called, or None, and the points of each seat."""

    caller: Seat | None
    scores: tuple[int | None, ...]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One round: its deal (which carries the rules), who sat where, and what happened.

    `names` has an entry for each section of the deal, None where nobody sits; `proofs` are the
    headers of a provable deal, kept as they are. Without a result the round may still go on.
    """

    deal: Table
    names: tuple[str | None, ...]
    proofs: tuple[tuple[str, str], ...] = ()
    lines: tuple[Line, ...] = ()
    result: Result | None = None


def format_record(record: Record) -> str:
    """The record as text, each of its lines with the line's end."""
    return joined(record, map(format_line, record.lines))


def joined(record: Record, lines: Iterable[str]) -> str:
    """The record as text, with lines that are text already instead of its own."""
    result = () if record.result is None else (format_result(record.result),)
    return "".join(f"{line}\n" for line in (*format_headers(record), *lines, *result))


def format_headers(record: Record) -> tuple[str, ...]:
    """The header lines that stand before the first command, without the lines' ends."""
    named = ((letter(seat), name) for seat, name in enumerate(record.names) if name is not None)
    return (
        _header("Format", FORMAT),
        _header("Rules", rules_text(record.deal.rules)),
        _header("Seats", str(len(record.deal.areas))),
        *(_header(f"Seat {seat}", name) for seat, name in named),
        *(_header(name, value) for name, value in record.proofs),
        _header("Deal", format_position(record.deal)),
    )


def format_result(result: Result) -> str:
    """The header line that closes a record, without the line's end."""
    caller = NOTHING if result.caller is None else letter(result.caller)
    return _header("Result", " ".join((caller, *map(format_score, result.scores))))


def format_score(score: int | None) -> str:
    """The points of a seat as they are written, `-` for one that was not dealt in."""
    return NOTHING if score is None else str(score)


def _header(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'
