"""This engine, held to the data in `conformance/`, and the data to a second reading of the rules."""

import json
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from pellmell.engine.commands import Use
from pellmell.engine.machine import ActionKind, Noise
from pellmell.engine.notation import format_position
from pellmell.engine.record import (
    Did,
    Line,
    Quieted,
    Raced,
    Record,
    Thrown,
    format_record,
    parse_record,
    replay_record,
    verify,
)
from pellmell.engine.rules import PRESETS, parse_rules, rules_text
from pellmell.testing import conformance
from tests.conformance import oracle

DATA = Path(__file__).parents[2] / "conformance"
EDGE_CASES = range(1, 94)
HELD = (ActionKind.JOKER, ActionKind.REMOVE, ActionKind.VOILA)
"""The kinds that wait to be used."""
SMALL = 700
"""Sequences that the slow count goes through in a moment."""


def entries(path: str) -> list[Any]:
    found: list[Any] = json.loads((DATA / path).read_text("utf-8"))
    return found


POSITIONS = entries("positions.json")
CASES = [
    case
    for file in sorted((DATA / "cases").glob("*.json"))
    for case in entries(f"cases/{file.name}")
]
RECORDS: dict[str, Any] = json.loads((DATA / "records/index.json").read_text("utf-8"))
REFUSALS = [
    pytest.param(entry, kind, id=f"{kind}-{index}")
    for kind in ("positions", "commands", "rules", "records")
    for index, entry in enumerate(entries(f"refusals/{kind}.json"))
]


@pytest.mark.parametrize("entry", POSITIONS, ids=range(len(POSITIONS)))
def test_positions(entry: conformance.Entry) -> None:
    conformance.check_position(entry)


@pytest.mark.parametrize("entry", CASES, ids=lambda entry: entry["id"])
def test_edge_case(entry: conformance.Entry) -> None:
    conformance.check_case(entry)


@pytest.mark.parametrize("name", RECORDS)
def test_records(name: str) -> None:
    conformance.check_record((DATA / "records" / name).read_text("utf-8"), RECORDS[name])


@pytest.mark.parametrize(("entry", "kind"), REFUSALS)
def test_refusals(entry: conformance.Entry, kind: str) -> None:
    conformance.check_refusal(entry, kind)


# --- the data itself -------------------------------------------------------------------


@pytest.mark.parametrize("entry", POSITIONS, ids=range(len(POSITIONS)))
def test_a_second_reading_of_the_rules_agrees(entry: conformance.Entry) -> None:
    game = oracle.read(entry["position"], every_option(entry["rules"]))
    assert {seat: sorted(told) for seat, told in oracle.moves(game).items()} == entry["moves"]
    assert oracle.points(game) == entry["score"]
    for depth, count in enumerate(entry["counts"], 1):
        if count <= SMALL:
            assert oracle.count(game, depth) == count


@pytest.mark.long
@pytest.mark.parametrize("entry", POSITIONS, ids=range(len(POSITIONS)))
def test_a_second_reading_of_the_rules_agrees_to_the_full_depth(entry: conformance.Entry) -> None:
    game = oracle.read(entry["position"], every_option(entry["rules"]))
    assert oracle.count(game, entry["depth"]) == entry["perft"]


def every_option(rules: str) -> dict[str, str]:
    """The options of a rules text as the words that the second reading knows."""
    settled = parse_rules(rules)
    return {name: str(getattr(settled, name)) for name in settled.__struct_fields__}


def test_every_edge_case_is_there() -> None:
    assert {case["number"] for case in CASES} == set(EDGE_CASES)


def test_every_case_has_a_name_of_its_own_that_starts_with_its_number() -> None:
    assert all(case["id"].startswith(f"{case['number']:02d}-") for case in CASES)
    assert not [name for name, n in Counter(case["id"] for case in CASES).items() if n > 1]


def test_ten_positions_are_counted_to_depth_four() -> None:
    assert sum(len(entry["counts"]) >= 4 for entry in POSITIONS) >= 10
    assert all(entry["counts"][-1] == entry["perft"] for entry in POSITIONS)


def test_every_record_file_is_listed() -> None:
    assert sorted(RECORDS) == sorted(path.name for path in (DATA / "records").glob("*.txt"))


def test_the_records_are_of_every_kind_of_round() -> None:
    records = [parse_record((DATA / "records" / name).read_text("utf-8")) for name in RECORDS]
    dealt = [sum(area.dealt for area in record.deal.areas) for record in records]
    assert len(records) >= 20
    assert set(dealt) == set(range(2, 13))
    presets = {rules_text(record.deal.rules).split(",")[0] for record in records}
    assert presets == set(PRESETS)
    words = {type(line).__name__ for record in records for line in record.lines}
    assert words == {line.__name__ for line in get_args(Line)}
    assert any(record.deal.rules.profi == "on" for record in records)
    assert any(not area.dealt for record in records for area in record.deal.areas)


def with_machine() -> list[Record]:
    """The records of rounds with the Speed Machine."""
    texts = [(DATA / "records" / name).read_text("utf-8") for name in RECORDS]
    return [record for record in map(parse_record, texts) if record.deal.machine is not None]


def test_the_records_with_the_machine_are_of_every_kind() -> None:
    records = with_machine()
    lines = [line for record in records for line in record.lines]
    assert {len(record.deal.areas) for record in records} >= {2, 3, 4, 5, 9, 12}
    assert {line.kind for line in lines if isinstance(line, Thrown)} == set(ActionKind)
    assert {line.noise for line in lines if isinstance(line, Thrown)} == {None, *Noise}
    assert {line.on for line in lines if isinstance(line, Quieted)} == {True, False}
    assert any(isinstance(line, Raced) and line.throw is not None for line in lines)
    uses = [line.command for line in lines if isinstance(line, Did)]
    assert {use.kind for use in uses if isinstance(use, Use)} == set(HELD)
    ends = [replay_record(record).table for record in records]
    assert any(area.beside.jokers for end in ends for area in end.areas)
    assert any(end.machine is not None and not end.machine.to_come for end in ends)


def test_every_round_that_tells_its_seed_is_proved() -> None:
    proved = [verify(record) for record in with_machine() if record.proofs]
    assert len(proved) >= 6
    assert {len(proof.shares) for proof in proved} >= {0, 1, 2}


# --- the runner can fail ---------------------------------------------------------------


def spoilt(entry: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**entry, **changes}


def case(name: str) -> dict[str, Any]:
    return next(dict(entry) for entry in CASES if entry["id"] == name)


@pytest.mark.parametrize("key", ["moves", "perft", "counts", "score", "stuck"])
def test_the_runner_notices_a_wrong_answer_about_a_position(key: str) -> None:
    wrong = {"moves": {"A": ["stop"]}, "perft": 1, "counts": [1], "score": [0, 0], "stuck": "soft"}
    with pytest.raises(AssertionError, match=key):
        conformance.check_position(spoilt(POSITIONS[0], **{key: wrong[key]}))


WRONG = {
    "position": "- / r5 | - | - | -",
    "over": False,
    "caller": "B",
    "legal": {"A": ["turn"]},
    "score": [9, 9],
    "stuck": "no",
    "view": "-",
    "weather": "fair",
}


@pytest.mark.parametrize("key", WRONG)
def test_the_runner_notices_a_wrong_answer_about_a_case(key: str) -> None:
    entry = spoilt(case("01-refill-empties-the-stack"), expect={key: WRONG[key]})
    if key == "stuck":
        entry["expect"] = {"stuck": "no"}
        entry["position"] = "- / y5 | b7 | - | - / y9 | b8 | - | -"
        entry["steps"] = []
    with pytest.raises(AssertionError, match=key):
        conformance.check_case(entry)


def test_the_runner_notices_a_wrong_step() -> None:
    entry = case("06-no-call-with-cards-left")
    for step in (
        {"seat": "A", "command": "stop"},
        {"seat": "A", "command": "stop", "refused": "empty"},
        {"seat": "A", "command": "turn", "refused": "not-yet"},
        {"seat": "A", "command": "turn", "position": "-"},
    ):
        with pytest.raises(AssertionError):
            conformance.check_case(spoilt(entry, steps=[step], expect={}))


def test_the_runner_notices_wrong_cards_after_a_shuffle() -> None:
    entry = case("24-one-step-at-a-time-shuffled")
    step = spoilt(entry["steps"][0], hand="g7 g3 g6 g5")
    with pytest.raises(AssertionError, match="cards"):
        conformance.check_case(spoilt(entry, steps=[step]))


def test_the_runner_notices_a_wrong_throw() -> None:
    entry = case("62-nobodys-drum")
    for throw in ("joker bell", "voila drum", "joker"):
        with pytest.raises((AssertionError, ValueError)):
            conformance.check_case(spoilt(entry, steps=[{"throw": throw}, *entry["steps"][1:]]))
    with pytest.raises(AssertionError, match="no machine"):
        conformance.check_case(spoilt(case("51-from-the-waste-too"), steps=[{"throw": "joker"}]))
    entry = case("87-switched-in-mid-round")
    with pytest.raises(AssertionError, match="position after"):
        conformance.check_case(
            spoilt(entry, steps=[entry["steps"][0], {**entry["steps"][1], "quiet": False}])
        )


@pytest.mark.parametrize("name", ["50-four", "44-joint-round-winners", "62-three-players"])
def test_the_runner_notices_a_wrong_deal_or_match(name: str) -> None:
    entry = case(name)
    for key in entry["expect"]:
        with pytest.raises(AssertionError, match=key):
            conformance.check_case(spoilt(entry, expect={**entry["expect"], key: [None]}))


def test_the_runner_knows_no_other_kinds() -> None:
    with pytest.raises(AssertionError, match="'riddle'"):
        conformance.check_case(spoilt(CASES[0], kind="riddle"))
    with pytest.raises(AssertionError, match="'riddles'"):
        conformance.check_refusal({}, "riddles")


def test_the_runner_notices_a_wrong_record() -> None:
    name, entry = next(iter(RECORDS.items()))
    text = (DATA / "records" / name).read_text("utf-8")
    for key in ("position", "misplays"):
        with pytest.raises(AssertionError, match=key):
            conformance.check_record(text, spoilt(entry, **{key: None}))
    with pytest.raises(AssertionError, match="record"):
        conformance.check_record(text + "\n", entry)
    with pytest.raises(AssertionError, match="result"):
        conformance.check_record("\n".join(text.split("\n")[:-2]) + "\n", entry)


def test_the_runner_notices_what_is_not_refused_or_elsewhere() -> None:
    accepted = {"text": "turn", "token": "turn", "column": 1, "why": "a fine command"}
    with pytest.raises(AssertionError, match="a fine command"):
        conformance.check_refusal(accepted, "commands")
    with pytest.raises(AssertionError, match="column 2"):
        conformance.check_refusal(spoilt(accepted, text="turns", column=2), "commands")
    with pytest.raises(AssertionError, match="line"):
        conformance.check_refusal({"lines": ["x"], "line": 2, "why": ""}, "records")


def test_replaying_a_record_gives_the_position_that_check_prints() -> None:
    name, entry = next(iter(RECORDS.items()))
    record = parse_record((DATA / "records" / name).read_text("utf-8"))
    assert format_position(replay_record(record).table) == entry["position"]
    assert format_record(record).endswith("]\n")
