"""The decoders of the engine: cards, commands, rules, positions, lines and records."""

import json
from pathlib import Path

from pellmell.engine.audit import cards_of
from pellmell.engine.cards import MAX_SEATS
from pellmell.engine.decide import legal
from pellmell.engine.notation import (
    NotationError,
    format_card,
    format_command,
    format_position,
    format_view,
    parse_card,
    parse_command,
    parse_position,
)
from pellmell.engine.record import (
    LineError,
    ProofError,
    RecordError,
    format_line,
    format_record,
    parse_line,
    parse_record,
    replay_record,
    verify,
)
from pellmell.engine.rules import OPTIONS, PRESETS, RulesError, parse_rules, rules_text
from pellmell.engine.score import score
from pellmell.engine.stuck import stuck
from tests.fuzz.target import Target, text_of

CONFORMANCE = Path(__file__).resolve().parents[2] / "conformance"
EFFORT = 200
"""Steps of the search for a way on: enough to enter it, and an input stays quick."""


def _card(data: bytes) -> bool:
    seat, text = (data[:1] or b"\0")[0] % MAX_SEATS, text_of(data[1:])
    try:
        card = parse_card(text, seat)
    except NotationError as error:
        return _told(error)
    assert format_card(card, seat) == text
    return True


def _command(data: bytes) -> bool:
    text = text_of(data)
    try:
        command = parse_command(text)
    except NotationError as error:
        return _told(error)
    assert format_command(command) == text
    return True


def _rules(data: bytes) -> bool:
    try:
        rules = parse_rules(text_of(data))
    except RulesError as error:
        return _told(error)
    shortest = rules_text(rules)
    assert parse_rules(shortest) == rules
    assert rules_text(parse_rules(shortest)) == shortest
    return True


def _position(data: bytes) -> bool:
    """A position behind the rules it is played under and a line's end."""
    before, _, behind = data.partition(b"\n")
    try:
        rules = parse_rules(text_of(before))
    except RulesError:
        rules = parse_rules("standard")
    text = text_of(behind)
    try:
        table = parse_position(text, rules)
    except NotationError as error:
        return _told(error)
    written = format_position(table)
    assert parse_position(written, rules) == table
    assert written == " ".join(word for word in text.split(" ") if word)
    assert len(format_view(table)) > 0
    for seat in range(len(table.areas)):
        legal(table, seat)
    score(table)
    stuck(table, effort=EFFORT)
    try:
        whole = parse_position(text, rules, full=True)
    except NotationError as error:
        _told(error)
    else:
        assert whole == table
        cards = list(cards_of(table))
        assert len(cards) == len(set(cards)) == 40 * sum(area.dealt for area in table.areas)
    return True


def _line(data: bytes) -> bool:
    seats, text = (data[:1] or b"\0")[0] % MAX_SEATS + 1, text_of(data[1:])
    try:
        line = parse_line(text, seats)
    except LineError as error:
        return _told(error)
    assert format_line(line) == text
    return True


def _record(data: bytes) -> bool:
    """A record as a file holds it."""
    try:
        record = parse_record(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return False
    except RecordError as error:
        assert error.line <= data.count(b"\n") + 1
        return _told(error)
    written = format_record(record)
    assert parse_record(written) == record
    assert format_record(parse_record(written)) == written
    replay_record(record)
    try:
        verify(record)
    except ProofError as error:
        _told(error)
    return True


def _told(error: Exception) -> bool:
    """The refusal is a line for people: one line, and it can be written out."""
    message = str(error)
    assert message
    assert message.isprintable(), f"not printable: {message!r}"
    return False


def _read(name: str) -> list[bytes]:
    found = json.loads((CONFORMANCE / name).read_text("utf-8"))
    return [case.get("position", case.get("text", "")).encode() for case in found]


def _rules_of(name: str) -> list[bytes]:
    return [case["rules"].encode() for case in json.loads((CONFORMANCE / name).read_text("utf-8"))]


RECORDS = tuple(path.read_bytes() for path in sorted((CONFORMANCE / "records").glob("*.txt")))
POSITIONS = [
    b"\n".join(pair)
    for pair in zip(_rules_of("positions.json"), _read("positions.json"), strict=True)
]
LINES = sorted(
    {line for text in RECORDS for line in text.splitlines() if line[:1] != b"["}, key=len
)
COMMANDS = (b"turn", b"stop", b"r1>c3", b"r1>c", b"s>c", b"w>c12", b"s>r2", b"grab", b"grab 5",
            b"use joker c3", b"use remove r2", b"use voila B")  # fmt: skip
WORDS = tuple(
    b"r1 g10 b7@B y3@L r:ABA g:A*C - | / > ? ?3 @ : * = ! + x + +joker =extra xr7 bell horn 5:joker@bell "
    b"joker:7 machine noises quiet shuffle end dead vote host away race throw coin beaten turn stop "
    b"0.000 9999999.999 A B L M 1000 c3 g5 [Seats [Result".split(b" ")
)

TARGETS = (
    Target(
        name="cards",
        attempt=_card,
        seeds=(b"\0r1", b"\1y10@A", b"\5g7@L"),
        words=WORDS,
        longest=24,
        share=40,
    ),
    Target(
        name="commands",
        attempt=_command,
        seeds=COMMANDS,
        words=WORDS,
        longest=64,
        share=60,
    ),
    Target(
        name="rules",
        attempt=_rules,
        seeds=tuple({*_rules_of("positions.json"), *(name.encode() for name in PRESETS)}),
        words=(*(f",{option}=".encode() for option in OPTIONS), b"stack_size.B=7", b"3-8", b"auto"),
        longest=400,
        share=60,
    ),
    Target(
        name="positions",
        attempt=_position,
        seeds=(*POSITIONS, *(b"standard\n" + text for text in _read("refusals/positions.json"))),
        words=WORDS,
        share=80,
    ),
    Target(
        name="lines",
        attempt=_line,
        seeds=tuple(b"\3" + line for line in LINES[:: max(1, len(LINES) // 200)]),
        words=WORDS,
        longest=300,
        share=80,
    ),
    Target(
        name="records",
        attempt=_record,
        seeds=RECORDS,
        words=WORDS,
        longest=1 << 14,
        share=10,
    ),
)
