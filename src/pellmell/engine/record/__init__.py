"""The record of a round: what was dealt and every command in order, as text, both ways.

A record holds what chance decided, so that it replays without any random generator. A reader
refuses it at the first line that breaks the rules, with the line's number and the reason.
"""

from pellmell.engine.record.lines import (
    Away,
    Did,
    EndReason,
    Line,
    LineError,
    Over,
    Press,
    Quieted,
    Raced,
    Refused,
    Reshuffled,
    Thrown,
    format_line,
    parse_line,
)
from pellmell.engine.record.proving import ProofError, verify
from pellmell.engine.record.reading import RecordError, parse_record, replay_record
from pellmell.engine.record.replay import Replay
from pellmell.engine.record.writing import (
    Record,
    Result,
    format_headers,
    format_record,
    format_result,
    format_score,
    joined,
)

__all__ = [
    "Away",
    "Did",
    "EndReason",
    "Line",
    "LineError",
    "Over",
    "Press",
    "ProofError",
    "Quieted",
    "Raced",
    "Record",
    "RecordError",
    "Refused",
    "Replay",
    "Reshuffled",
    "Result",
    "Thrown",
    "format_headers",
    "format_line",
    "format_record",
    "format_result",
    "format_score",
    "joined",
    "parse_line",
    "parse_record",
    "replay_record",
    "verify",
]
