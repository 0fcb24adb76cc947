"""The table notation, both ways: what is written is read back, and near misses are refused."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pellmell.engine.cards import Card, Colour
from pellmell.engine.commands import STACK, WASTE, Command, RowTop, Stop, ToCentre, ToRow, Turn
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.decide import throw
from pellmell.engine.evolve import evolve
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
from pellmell.engine.rules import PRESETS, Rules
from pellmell.engine.table import Area, Pile, Table
from pellmell.testing import strategies

PAGE = "r:AAB g:B / r5 g9>b8 - y2 | b3 g4 | g1 r4 | b2 y3 / y1 - r2 b6 b7 | r9 | - | g4 g5"
"""A position with everything in it: sequences, empty slots, an empty waste."""

ONE_LINE = re.compile(r"column [1-9]\d*: (the end of the text|'.*'|\".*\") [^\n]+")

words = st.sampled_from(
    [
        "-",
        "/",
        "|",
        "r5",
        "g9>b8",
        "r:AB",
        "g:*",
        "r11",
        "r5@B",
        "?3",
        "*",
        ">",
        "r:",
        "machine",
        "",
    ]
)
nonsense = st.text() | st.lists(words, max_size=30).map(" ".join)


def refusal(text: str, *, full: bool = False) -> str:
    with pytest.raises(NotationError) as caught:
        parse_position(text, full=full)
    return str(caught.value)


def read(text: str) -> Table | str:
    """The table of a text, or why it is refused."""
    try:
        return parse_position(text)
    except NotationError as error:
        return str(error)


# --- positions -------------------------------------------------------------------------


@given(strategies.tables())
def test_every_table_is_read_back_as_it_was_written(table: Table) -> None:
    text = format_position(table)
    open_again = replace(table, over=False)
    assert parse_position(text, table.rules) == open_again
    assert parse_position(text, table.rules, full=True) == open_again


@given(nonsense)
@example("")
@example("r:A")
@example("- / r5\n| - | - | -")
@example("\ud800 / r5 | - | - | -")
def test_any_other_text_is_refused_in_one_line_or_written_back(text: str) -> None:
    answer = read(text)
    if isinstance(answer, str):
        assert ONE_LINE.fullmatch(answer), answer
    else:
        assert format_position(answer) == single_spaced(text)


@given(strategies.tables(most_steps=60), st.data())
def test_a_position_with_a_letter_changed_is_refused_or_another_one(
    table: Table, data: st.DataObject
) -> None:
    text = format_position(table)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from(" -|/>@:*?rgbyABCL0159x"))
    changed = text[:place] + letter + text[place + 1 :]
    answer = read(changed)
    if isinstance(answer, str):
        assert ONE_LINE.fullmatch(answer), answer
    else:
        assert format_position(answer) == single_spaced(changed)


def single_spaced(text: str) -> str:
    return " ".join(re.findall("[^ ]+", text))


def test_the_position_of_the_page() -> None:
    table = parse_position(PAGE)
    red, green, blue, yellow = Colour.RED, Colour.GREEN, Colour.BLUE, Colour.YELLOW
    assert table.piles == (Pile(red, (0, 0, 1)), Pile(green, (1,)))
    assert table.areas[0] == Area(
        row=(
            (Card(red, 5, 0),),
            (Card(green, 9, 0), Card(blue, 8, 0)),
            (),
            (Card(yellow, 2, 0),),
        ),
        stack=(Card(blue, 3, 0), Card(green, 4, 0)),
        waste=(Card(green, 1, 0), Card(red, 4, 0)),
        hand=(Card(blue, 2, 0), Card(yellow, 3, 0)),
    )
    assert format_position(table) == PAGE


def test_the_view_of_the_page_hides_what_nobody_sees() -> None:
    assert format_view(parse_position(PAGE)) == (
        "r:AAB g:B / r5 g9>b8 - y2 | ?1 g4 | ?1 r4 | ?2 / y1 - r2 b6 b7 | r9 | - | ?2"
    )


@given(strategies.tables())
def test_a_view_names_only_tops_and_rows(table: Table) -> None:
    sections = format_view(table).split(" / ")[1 : len(table.areas) + 1]
    for section, area in zip(sections, table.areas, strict=True):
        row, stack, waste, hand = section.split(" | ")[:4]
        assert len(row.split()) == max(len(area.row), 1)
        for field, cards in ((stack, area.stack), (waste, area.waste)):
            assert len(re.findall(r"[rgby]\d", field)) == min(len(cards), 1)
            hidden = re.findall(r"\?(\d+)", field)
            assert sum(map(int, hidden)) == max(len(cards) - 1, 0)
            assert "0" not in hidden
        assert hand == (f"?{len(area.hand)}" if area.hand else "-")


def test_the_positions_and_views_of_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs/notation.md").read_text("utf-8")
    position, view = re.findall(r"^r:.* / .*$", page, re.MULTILINE)
    assert format_position(parse_position(position)) == position
    assert format_view(parse_position(position)) == view
    beside = re.findall(r"^.* \+joker .*$", page, re.MULTILINE)
    machine = re.findall(r"^machine .*$", page, re.MULTILINE)
    whole = " / ".join(("-", *beside, *machine))
    assert format_position(parse_position(whole)) == whole


def test_spaces_are_single_in_what_is_written() -> None:
    assert format_position(parse_position(f"  {PAGE.replace(' ', '   ')} ")) == PAGE


def test_four_fields_of_nothing_are_a_seat_that_was_not_dealt_in() -> None:
    table = parse_position("- / - | - | - | - / - | r5 | - | -")
    assert [area.dealt for area in table.areas] == [False, True]
    assert table.areas[1].row == ((),)
    assert format_position(table) == "- / - | - | - | - / - | r5 | - | -"


def test_a_joker_in_a_pile_is_of_no_deck() -> None:
    table = parse_position("r:A*B / r9 | - | - | - / - | - | - | -")
    assert table.piles == (Pile(Colour.RED, (0, None, 1)),)
    assert format_position(table).startswith("r:A*B / ")


def test_cards_of_other_decks_carry_them() -> None:
    text = "- / r7@B>y6 | b1@B | g2@B g2 | r1@B / - | - | - | -"
    assert format_position(parse_position(text)) == text
    assert parse_position(text).areas[0].stack == (Card(Colour.BLUE, 1, 1),)


@pytest.mark.parametrize("seats", range(1, 13))
def test_a_table_has_one_to_twelve_sections(seats: int) -> None:
    text = "-" + " / r5 | - | - | -" * seats
    assert len(parse_position(text).areas) == seats


def test_a_position_has_the_rules_it_is_read_under() -> None:
    assert parse_position(PAGE).rules == Rules()
    assert parse_position(PAGE, PRESETS["french"]).rules == PRESETS["french"]


def test_a_sequence_is_read_whatever_the_rules_allow() -> None:
    # By any lower number, and without Profi at all.
    text = "- / g9>b2>r1 | - | - | -"
    assert format_position(parse_position(text)) == text


def test_the_token_and_its_column_are_named_within_a_sequence_and_a_pile() -> None:
    assert "column 5: 'g9>x8' has a flaw in column 8: 'x8' is not a card" in refusal(
        "- / g9>x8 | - | - | -"
    )
    assert "column 5: 'r:AAZ' has the deck 'Z' (column 9); the seats here are AB" in refusal(
        "g:A r:AAZ / r5 | - | - | - / - | - | - | -"
    )


def test_a_long_token_is_cut_short() -> None:
    message = refusal("- / " + "x" * 5000 + " | - | - | -")
    assert "x…'" in message
    assert len(message) < 250


def test_only_a_full_deal_needs_whole_decks() -> None:
    text = "- / r5 r5 | - | - | -"
    assert format_position(parse_position(text)) == text
    assert "column 8: 'r5' brings r5 of A, which column 5 has already" in refusal(text, full=True)
    assert "39 cards without r5" in refusal(whole_deck(without="r5"), full=True)
    parse_position(whole_deck(), full=True)


def whole_deck(without: str = "") -> str:
    cards = [f"{colour}{number}" for number in range(1, 11) for colour in "rgby"]
    return f"- / {' '.join(cards[:5])} | - | - | {' '.join(c for c in cards[5:] if c != without)}"


# --- cards and commands ----------------------------------------------------------------


@given(strategies.cards(), st.integers(0, 11))
def test_every_card_is_read_back_in_every_section(card: Card, seat: int) -> None:
    assert parse_card(format_card(card, seat), seat) == card


@pytest.mark.parametrize(
    "text", ["", "r", "r0", "r11", "r01", "R5", "*", "-", "r5@", "r5@M", "r5@A"]
)
def test_what_is_not_a_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(NotationError, match=f"column 1: {re.escape(repr(text))} "):
        parse_card(text, 0)


COMMANDS: dict[str, Command] = {
    "turn": Turn(),
    "stop": Stop(),
    "r1>c": ToCentre(RowTop(0)),
    "r1>c3": ToCentre(RowTop(0), 2),
    "s>c3": ToCentre(STACK, 2),
    "w>c12": ToCentre(WASTE, 11),
    "s>r2": ToRow(STACK, 1),
    "w>r2": ToRow(WASTE, 1),
    "r1>r2": ToRow(RowTop(0), 1),
    "r999>c999": ToCentre(RowTop(998), 998),
}


@pytest.mark.parametrize("text", COMMANDS)
def test_commands_count_from_one_on_paper_and_from_zero_in_values(text: str) -> None:
    assert parse_command(text) == COMMANDS[text]
    assert format_command(COMMANDS[text]) == text


@given(st.text() | st.from_regex(r"[rswcd]?\d{0,4}>?[crw]?\d{0,4}", fullmatch=True))
def test_any_text_is_a_command_written_back_or_refused(text: str) -> None:
    try:
        command = parse_command(text)
    except NotationError as error:
        message = str(error)
    else:
        assert format_command(command) == text
        return
    assert ONE_LINE.fullmatch(message), message


@pytest.mark.parametrize(
    "text", ["r1>c1", "w>r1", "grab 1", "use joker c1", "use remove r1", "use second 1"]
)
def test_no_number_in_a_command_is_too_long_to_be_refused(text: str) -> None:
    for longer in with_long_numbers(text):
        with pytest.raises(NotationError):
            parse_command(longer)


def test_no_number_in_a_position_is_too_long_to_be_refused() -> None:
    speed = deal(PRESETS["speed"], (True, True), SeededDice(b"long numbers"))
    threw = throw(speed, SeededDice(b"long numbers"))
    assert threw is not None
    for longer in with_long_numbers(format_position(evolve(speed, threw))):
        with pytest.raises(NotationError):
            parse_position(longer, PRESETS["speed"])


def with_long_numbers(text: str) -> list[str]:
    """The text as often as it has numbers, each time with one that `int` would not read."""
    found = [match.span() for match in re.finditer(r"\d+", text)]
    return [text[:start] + "9" * 5000 + text[end:] for start, end in found]


def test_which_card_is_meant_is_no_part_of_a_command() -> None:
    assert format_command(ToCentre(WASTE, 0, Card(Colour.RED, 5, 0))) == "w>c1"
