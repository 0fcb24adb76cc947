"""Records of rounds: written, read back, replayed, and refused at their first flaw."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pellmell.engine.cards import LETTERS
from pellmell.engine.commands import STACK, RowTop, ToCentre, Turn
from pellmell.engine.notation import format_position, parse_position
from pellmell.engine.record import (
    Away,
    Did,
    Line,
    LineError,
    Over,
    Press,
    Raced,
    Record,
    RecordError,
    Refused,
    Replay,
    Reshuffled,
    Result,
    format_line,
    format_record,
    format_result,
    parse_line,
    parse_record,
    replay_record,
)
from pellmell.engine.rules import PRESETS, parse_rules
from pellmell.testing.playouts import play_out

DEAL = "- / r1 y5 | b7 | - | g3 g4 g6 g7 / r2 y9 | b8 | - | b4"
HEAD = [
    '[Format "table-record 1"]',
    '[Rules "standard"]',
    '[Seats "2"]',
    '[Seat A "Ada"]',
    '[Seat B "Ben"]',
    f'[Deal "{DEAL}"]',
]

ONE_LINE = re.compile(r"line [1-9]\d*: [^\n]+")
RULES = [
    *(name for name in PRESETS if name != "speed"),
    "standard,profi=on",
    "french,profi=on,profi_step=any_lower",
    "playroom,misplay_penalty=1",
]

rounds = st.builds(
    lambda rules, seats, seed: play_out(parse_rules(rules), seats, str(seed), longest=150),
    st.sampled_from(RULES),
    st.lists(st.booleans(), min_size=2, max_size=12).filter(lambda seats: sum(seats) > 1),
    st.integers(0, 1 << 32),
)


def text_of(*lines: str, head: list[str] = HEAD) -> str:
    return "".join(f"{line}\n" for line in (*head, *lines))


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert "\n" not in str(caught.value)
    return caught.value


def read(text: str) -> Record | RecordError:
    """The record of a text, or why it is refused."""
    try:
        return parse_record(text)
    except RecordError as error:
        return error


# --- whole rounds ----------------------------------------------------------------------


@given(rounds)
@settings(max_examples=25)
def test_every_round_is_read_back_as_it_was_written(record: Record) -> None:
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text


@given(rounds)
@settings(max_examples=25)
def test_a_record_replays_to_its_result(record: Record) -> None:
    replay = replay_record(record)
    assert replay.table.ended
    assert record.result == Result(replay.caller, replay.scores())


@given(rounds, st.data())
@settings(max_examples=30)
def test_a_record_with_a_line_gone_is_refused_there_or_later(
    record: Record, data: st.DataObject
) -> None:
    lines = format_record(record).splitlines()
    gone = data.draw(st.integers(0, len(lines) - 1))
    answer = read("\n".join(lines[:gone] + lines[gone + 1 :]))
    if isinstance(answer, RecordError):
        assert ONE_LINE.fullmatch(str(answer)), str(answer)
        assert answer.line > gone


@given(rounds, st.data())
@settings(max_examples=40)
def test_a_record_with_a_letter_changed_is_refused_in_one_line_or_accepted(
    record: Record, data: st.DataObject
) -> None:
    text = format_record(record)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters() | st.sampled_from(' ="[]!'))
    answer = read(text[:place] + letter + text[place + 1 :])
    if isinstance(answer, RecordError):
        assert ONE_LINE.fullmatch(str(answer)), str(answer)


@given(st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]))))
def test_any_name_is_kept(names: list[str]) -> None:
    told = tuple((names + [None] * 12)[:2])
    record = Record(deal=parse_position(DEAL), names=told)
    assert parse_record(format_record(record)).names == told


def test_a_seat_that_was_not_dealt_in_has_neither_name_nor_points() -> None:
    record = play_out(PRESETS["standard"], [True, False, True], "three")
    assert record.names[1] is None
    assert record.result is not None
    assert format_result(record.result).split('"')[1].split()[2] == "-"
    assert "[Seat B" not in format_record(record)


def test_a_round_that_goes_on_has_no_result() -> None:
    record = parse_record(text_of("0.512 A r1>c"))
    assert record.result is None
    assert replay_record(record).scores() == (1, -2)


def test_windows_line_ends_blank_lines_and_a_missing_last_one_are_borne() -> None:
    text = text_of("", "0.512 A r1>c", "0.700 A stop", '[Result "A 1 -2"]', "", "")
    assert parse_record(text.replace("\n", "\r\n")) == parse_record(text.rstrip("\n"))


# --- what is counted -------------------------------------------------------------------


def test_plays_that_fit_nowhere_cost_points_where_the_rules_say_so() -> None:
    head = [*HEAD[:1], '[Rules "standard,misplay_penalty=1"]', *HEAD[2:]]
    lines = ("0.100 B r1>c ! does-not-fit", "0.200 B r1>c ! beaten A 38", "0.300 B w>c ! empty")
    assert replay_record(parse_record(text_of(*lines, head=head))).scores() == (-2, -3)


def test_refused_and_weighed_lines_are_passed_over() -> None:
    lines = (
        "0.512 A r1>c",
        "0.520 B s>c ! beaten A 8",
        "0.530 - race c1 B 0.500 A 0.495 coin A",
        "0.540 - away B",
        "0.700 A stop",
        "0.710 B turn ! round-over",
    )
    record = parse_record(text_of(*lines, '[Result "A 1 -2"]'))
    assert format_position(replay_record(record).table).startswith("r:A / b7 y5 | - | - | g3")


def test_under_auto_the_last_play_ends_the_round_and_names_its_seat_or_nobody() -> None:
    head = [*HEAD[:1], '[Rules "standard,stop=auto"]', *HEAD[2:]]
    for result in ('[Result "A 1 -2"]', '[Result "- 1 -2"]'):
        assert parse_record(text_of("0.512 A r1>c", result, head=head)).result is not None
    assert refusal(text_of("0.512 A r1>c", '[Result "B 1 -2"]', head=head)).line == 8


def test_proofs_of_a_deal_are_kept_and_may_be_revealed_at_the_end() -> None:
    head = [*HEAD[:5], '[Commit "9f86"]', HEAD[5]]
    record = parse_record(text_of("0.512 A r1>c", '[Seed "74"]', '[Share B "0a"]', head=head))
    assert record.proofs == (("Commit", "9f86"), ("Seed", "74"), ("Share B", "0a"))
    assert parse_record(format_record(record)) == record


def test_an_end_by_the_room_has_no_caller() -> None:
    for why in ("vote", "host"):
        text = text_of(f"0.512 - end {why}", '[Result "- -2 -2"]')
        assert format_record(parse_record(text)) == text


def test_a_dead_end_must_be_dead() -> None:
    dead = [*HEAD[:5], '[Deal "- / y5 y6 | b7 | - | g3 / r2 y9 | b8 | - | b4"]']
    assert parse_record(text_of("9.000 - end dead", head=dead)).lines == (
        Over(at=9000, why="dead"),
    )
    alive = refusal(text_of("9.000 - end dead"))
    assert str(alive).startswith("line 7: not-yet end dead")


def test_a_shuffle_of_all_gives_every_hand() -> None:
    line = "30.000 - shuffle A = g7 g3 g6 g4 B = b4"
    table = replay_record(parse_record(text_of(line))).table
    assert format_position(table) == DEAL.replace("g3 g4 g6 g7", "g7 g3 g6 g4")


def test_a_shuffle_may_leave_out_who_has_nothing_to_shuffle() -> None:
    head = [*HEAD[:5], f'[Deal "{DEAL.replace("b4", "-")}"]']
    for line in ("30.000 - shuffle A = g7 g3 g6 g4", "30.000 - shuffle A = g7 g3 g6 g4 B = -"):
        parse_record(text_of(line, head=head))


def test_a_waste_that_keeps_its_order_may_say_so() -> None:
    head = [*HEAD[:1], '[Rules "standard,recycle=keep"]', *HEAD[2:]]
    taken_up = ("0.100 B turn", "0.200 B turn", "0.300 A turn", "0.400 A turn")
    parse_record(text_of(*taken_up, "0.500 A turn", head=head))
    parse_record(text_of(*taken_up, "0.500 A turn = g3 g4 g6 g7", head=head))


def test_the_record_of_the_page_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs/notation.md").read_text("utf-8")
    records = [block for block in re.findall(r"```\n(.*?)```", page, re.DOTALL) if block[0] == "["]
    assert len(records) == 1
    assert format_record(parse_record(records[0])) == records[0]


# --- lines -----------------------------------------------------------------------------

LINES: dict[str, Line] = {
    "0.512 A r1>c": Did(at=512, seat=0, command=ToCentre(RowTop(0))),
    "1.034 B turn": Did(at=1034, seat=1, command=Turn()),
    "100.000 L turn": Did(at=100_000, seat=11, command=Turn()),
    "12.100 B turn ! beaten C 38": Refused(
        at=12_100, seat=1, command=Turn(), word="beaten", by=(2, 38)
    ),
    "12.100 B turn ! too-fast": Refused(at=12_100, seat=1, command=Turn(), word="too-fast"),
    "12.100 - race c3 B 12.071 C 12.069 coin C": Raced(
        at=12_100, pile=2, presses=(Press(1, 12_071), Press(2, 12_069)), coin=2
    ),
    "12.100 - race c3 B 12.071 C 12.069 D 12.070": Raced(
        at=12_100, pile=2, presses=(Press(1, 12_071), Press(2, 12_069), Press(3, 12_070))
    ),
    "30.000 - shuffle A = - C = -": Reshuffled(at=30_000, hands=((0, ()), (2, ()))),
    "30.001 - end vote": Over(at=30_001, why="vote"),
    "30.010 - away C": Away(at=30_010, seat=2),
}


@pytest.mark.parametrize("text", LINES)
def test_a_line_is_what_it_says(text: str) -> None:
    assert parse_line(text, 12) == LINES[text]
    assert format_line(LINES[text]) == text


def test_the_first_flaw_is_named_even_if_a_later_line_is_no_line() -> None:
    error = refusal(text_of("0.512 B r1>c", "gibberish"))
    assert (error.line, error.reason[:12]) == (7, "does-not-fit")


def test_a_refusal_says_what_would_have_been_legal() -> None:
    message = str(refusal(text_of("0.512 A r1>c", "0.600 B s>c")))
    assert message == "line 8: does-not-fit B s>c; legal there: turn r1>c1"


def test_a_replayed_value_counts_its_lines_as_they_are_written() -> None:
    record = parse_record(text_of("0.512 A r1>c", "0.700 A stop", '[Result "A 1 -2"]'))
    again = replace(record, lines=(*record.lines, Did(at=800, seat=1, command=Turn())))
    with pytest.raises(RecordError, match="line 9: round-over"):
        replay_record(again)
    wrong = replace(record, result=Result(0, (9, -2)))
    with pytest.raises(RecordError, match=r'line 9: \[Result "A 9 -2"\] is not what was played'):
        replay_record(wrong)


def test_a_line_that_breaks_the_rules_changes_nothing() -> None:
    replay = Replay(parse_position(DEAL))
    with pytest.raises(LineError):
        replay.take(Did(at=900, seat=1, command=ToCentre(STACK)))
    assert replay.table == parse_position(DEAL)
    # Its time was not taken either: an earlier line may still come.
    replay.take(Did(at=800, seat=1, command=Turn()))


def test_letters_beyond_the_sections_play_no_cards() -> None:
    for letter in LETTERS[2:]:
        assert refusal(text_of(f"0.512 {letter} turn")).line == 7


def test_who_came_in_the_middle_of_the_round_may_be_refused_win_races_and_leave() -> None:
    lines = (
        "0.100 C turn ! not-running",
        "0.200 B r1>c3 ! beaten C 38",
        "0.300 - race c3 B 0.271 C 0.269 coin C",
        "0.400 - away C",
    )
    record = parse_record(text_of(*lines))
    assert format_record(record).endswith("".join(f"{line}\n" for line in lines))
    assert len(replay_record(record).scores()) == 2
