"""The runner of `conformance/`: what this engine answers, against what the data says.

Each `check_…` takes one entry of the data as it was read from JSON and raises AssertionError,
with a sentence, where the engine answers something else.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from pellmell.engine.audit import actions_of, cards_of
from pellmell.engine.cards import DECK_SIZE, Card, Seat, letter, seat_of
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.decide import Refusal, decide, legal
from pellmell.engine.events import Ended, Event, Quieted, Recycled, Shuffled, Threw
from pellmell.engine.evolve import replay
from pellmell.engine.machine import ActionKind, Beside, Noise, Throw
from pellmell.engine.match import Match
from pellmell.engine.notation import (
    NotationError,
    format_command,
    format_position,
    format_view,
    parse_card,
    parse_command,
    parse_position,
)
from pellmell.engine.perft import perft
from pellmell.engine.record import RecordError, format_record, parse_record, replay_record
from pellmell.engine.rules import RulesError, parse_rules
from pellmell.engine.score import score
from pellmell.engine.stuck import stuck
from pellmell.engine.table import Table

Entry = Mapping[str, Any]
"""An object of the data, as `conformance/README.md` describes it."""

SEED: Final = b"conformance"


def check_position(entry: Entry) -> None:
    """Hold the engine to an entry of `positions.json`."""
    table = parse_position(entry["position"], parse_rules(entry["rules"]))
    _same("position", format_position(table), entry["position"])
    _same("moves", _legal(table, entry["moves"]), _sorted(entry["moves"]))
    _same("score", list(score(table)), entry["score"])
    _same("perft", perft(table, entry["depth"]), entry["perft"])
    for depth, count in enumerate(entry.get("counts", ()), 1):
        _same(f"counts to depth {depth}", perft(table, depth), count)
    if "stuck" in entry:
        _same("stuck", str(stuck(table)), entry["stuck"])


def check_case(entry: Entry) -> None:
    """Hold the engine to an entry of `cases/`."""
    match entry["kind"]:
        case "play":
            _check_play(entry)
        case "deal":
            _check_deal(entry)
        case "match":
            _check_match(entry)
        case kind:
            raise AssertionError(f"{kind!r} is not a kind of case")


def check_record(text: str, entry: Entry) -> None:
    """Hold the engine to a record and what `records/index.json` says of it."""
    record = parse_record(text)
    _same("record", format_record(record), text)
    replayed = replay_record(record)
    _same("position", format_position(replayed.table), entry["position"])
    seats = range(len(replayed.table.areas))
    _same("misplays", [replayed.misplays[seat] for seat in seats], entry["misplays"])
    _same("result is there", record.result is not None, wanted=True)


def check_refusal(entry: Entry, notation: str) -> None:
    """Hold the engine to an entry of `refusals/`: of positions, commands, rules or records."""
    try:
        match notation:
            case "positions":
                parse_position(entry["text"], full=entry.get("full", False))
            case "commands":
                parse_command(entry["text"])
            case "rules":
                parse_rules(entry["text"])
            case "records":
                parse_record("\n".join(entry["lines"]))
            case _:
                raise AssertionError(f"{notation!r} is no kind of refusal")
    except RecordError as error:
        _same("line", error.line, entry["line"])
        _starts(error.reason, entry.get("word", ""))
    except (NotationError, RulesError) as error:
        token = f"{entry['token']!r} " if entry["token"] else ""
        _starts(str(error), f"column {entry['column']}: {token}")
    else:
        raise AssertionError(f"accepted, though it must be refused: {entry['why']}")


# --- cases -----------------------------------------------------------------------------


class _Course:
    """The table of a case while its steps are taken."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.caller: Seat | None = None
        self.misplays: Counter[Seat] = Counter()

    def take(self, step: Entry) -> None:
        if "shuffle" in step:
            self._happen((Shuffled(self._hands(step["shuffle"])),))
        elif "end" in step:
            self._happen((Ended(None),))
        elif "throw" in step:
            self._happen((self._threw(step["throw"]),))
        elif "quiet" in step:
            self._happen((Quieted(step["quiet"]),))
        else:
            self._command(step)
        if "position" in step:
            _same(f"position after {step}", format_position(self.table), step["position"])

    def _command(self, step: Entry) -> None:
        seat = _seat(step["seat"])
        command = parse_command(step["command"])
        if "card" in step:
            card = parse_card(step["card"], seat)
            command = msgspec.structs.replace(command, card=card)
        decision = decide(self.table, seat, command, SeededDice(SEED))
        if isinstance(decision, Refusal):
            _same(f"answer to {step}", str(decision), step.get("refused"))
            self.misplays[seat] += decision is Refusal.DOES_NOT_FIT
        else:
            _same(f"answer to {step}", None, step.get("refused"))
            self._happen(self._chance(decision, step))

    def _chance(self, events: tuple[Event, ...], step: Entry) -> tuple[Event, ...]:
        match events:
            case [Recycled(seat, hand)] if "hand" in step:
                told = _cards(step["hand"], seat)
                _same(f"cards of {step}", Counter(hand), Counter(told))
                return (Recycled(seat, told),)
            case _:
                return events

    def _threw(self, words: str) -> Threw:
        machine, (kind, *noise) = self.table.machine, words.split(" ")
        if machine is None:
            raise AssertionError(f"nothing throws {words!r} where there is no machine")
        sound = Noise(noise[0]) if noise else None
        return Threw(Throw(machine.thrown + 1, ActionKind(kind), sound))

    def _hands(self, told: Mapping[str, str]) -> tuple[tuple[Card, ...], ...]:
        return tuple(
            _cards(told.get(letter(seat), "-"), seat) for seat in range(len(self.table.areas))
        )

    def _happen(self, events: tuple[Event, ...]) -> None:
        before, actions = Counter(cards_of(self.table)), actions_of(self.table)
        self.table = replay(self.table, events)
        _same("cards on the table", Counter(cards_of(self.table)), before)
        _same("action cards", actions_of(self.table), actions)
        self.caller = next((e.by for e in events if isinstance(e, Ended)), self.caller)


def _check_play(entry: Entry) -> None:
    table = parse_position(entry["position"], parse_rules(entry["rules"]))
    _same("position", format_position(table), entry["position"])
    course = _Course(table)
    for step in entry.get("steps", ()):
        course.take(step)
    expect = dict(entry["expect"])
    frozen = [_seat(name) for name in expect.pop("frozen", ())]
    for key, wanted in expect.items():
        _same(key, _asked(course, key, wanted, frozen), _sorted(wanted))


def _asked(course: _Course, key: str, wanted: Any, frozen: Sequence[Seat]) -> Any:
    """What the engine says of a key of `expect`."""
    table = course.table
    match key:
        case "position":
            return format_position(table)
        case "over":
            return table.ended
        case "caller":
            return None if course.caller is None else letter(course.caller)
        case "legal":
            return _legal(table, wanted)
        case "score":
            return list(score(table, course.misplays))
        case "stuck":
            return str(stuck(table, frozen))
        case "view":
            return format_view(table)
        case _:
            raise AssertionError(f"{key!r} is nothing that can be expected")


def _check_deal(entry: Entry) -> None:
    table = deal(parse_rules(entry["rules"]), entry["seats"], SeededDice(SEED))
    expect = entry["expect"]
    _same("piles", table.piles, ())
    _same("row", [len(area.row) for area in table.areas], expect["row"])
    _same("stack", [len(area.stack) for area in table.areas], expect["stack"])
    _same("hand", [len(area.hand) for area in table.areas], expect["hand"])
    _same("cards", len(set(cards_of(table))), DECK_SIZE * sum(entry["seats"]))
    _check_dealt_machine(table, expect)


def _check_dealt_machine(table: Table, expect: Entry) -> None:
    """Noises and machine of a fresh deal; of neither there is any without the Speed Machine."""
    counts = [len(own) for own in table.noises]
    _same("noises", counts, expect.get("noises", [0] * len(counts)))
    _same("noises with one owner", len({n for own in table.noises for n in own}), sum(counts))
    _same("beside", [area.beside for area in table.areas], [Beside(own) for own in table.noises])
    machine = None if table.machine is None else format_position(table).split(" / ")[-1]
    _same("machine", machine, expect.get("machine"))


def _check_match(entry: Entry) -> None:
    rounds = tuple(tuple(scores) for scores in entry["rounds"])
    played = Match(parse_rules(entry["rules"]), entry["players"], rounds)
    expect = entry["expect"]
    _same("finished", played.finished, expect["finished"])
    _same("winners", [letter(seat) for seat in played.winners], expect["winners"])
    _same("totals", list(played.totals(len(expect["totals"]))), expect["totals"])
    winners = [[letter(seat) for seat in seats] for seats in played.round_winners]
    _same("round_winners", winners, expect["round_winners"])


def _legal(table: Table, seats: Mapping[str, object]) -> dict[str, list[str]]:
    return {
        name: sorted(format_command(command) for command in legal(table, _seat(name)))
        for name in seats
    }


def _sorted(wanted: Any) -> Any:
    """What is expected, with commands in the order in which they are compared."""
    if isinstance(wanted, Mapping):
        return {name: sorted(commands) for name, commands in wanted.items()}
    return wanted


def _cards(text: str, seat: Seat) -> tuple[Card, ...]:
    return () if text == "-" else tuple(parse_card(word, seat) for word in text.split(" "))


def _seat(name: str) -> Seat:
    seat = seat_of(name)
    if seat is None:
        raise AssertionError(f"{name!r} is not a seat")
    return seat


def _same(what: str, answer: object, wanted: object) -> None:
    if answer != wanted:
        raise AssertionError(f"{what}: the engine says {answer!r}, the data {wanted!r}")


def _starts(message: str, start: str) -> None:
    if not message.startswith(start):
        raise AssertionError(f"the message {message!r} does not start with {start!r}")
