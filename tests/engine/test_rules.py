"""The rules text: read, written in its shortest form, refused by name; and its documentation."""

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pellmell.engine.rules import (
    CHOICES,
    DEFAULT_TARGETS,
    OPTIONS,
    PRESETS,
    RANGES,
    Rules,
    RulesError,
    parse_rules,
    rules_text,
)
from pellmell.testing import strategies

PAGE = (Path(__file__).parents[2] / "docs/rules.md").read_text("utf-8")
ONE_LINE = re.compile(r"column [1-9]\d*: ('.*'|\".*\") [^\n]+")


@given(strategies.rules_texts())
def test_rules_are_read_back_from_their_text(text: str) -> None:
    rules = parse_rules(text)
    assert parse_rules(rules_text(rules)) == rules


@given(strategies.rules_texts())
def test_the_text_is_not_longer_than_any_that_names_the_same(text: str) -> None:
    assert len(rules_text(parse_rules(text))) <= len(text)


@given(strategies.rules_texts())
def test_what_the_shortest_text_says_is_said_in_one_way_only(text: str) -> None:
    written = rules_text(parse_rules(text))
    assert rules_text(parse_rules(written)) == written
    # Nothing of it can be left out.
    parts = written.split(",")
    for gone in range(1, len(parts)):
        shorter = ",".join(parts[:gone] + parts[gone + 1 :])
        assert parse_rules(shorter) != parse_rules(text)


@given(st.text() | st.text("standardprofi=on,.AB0123 ").map("standard,".__add__))
def test_any_other_text_is_refused_in_one_line(text: str) -> None:
    try:
        parse_rules(text)
    except RulesError as error:
        message = str(error)
    else:
        return
    assert ONE_LINE.fullmatch(message), message


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_its_own_shortest_text(name: str) -> None:
    assert rules_text(PRESETS[name]) == name
    assert parse_rules(name) == PRESETS[name]


SHORTEST = {
    "standard,row_refill=manual,recycle=keep,deadlock=score": "french",
    "french,row_refill=auto,recycle=shuffle,deadlock=auto": "standard",
    "standard,recycle=keep,row_refill=manual": "french,deadlock=auto",
    "standard,match=single": "speed,speed=off",
    "standard,stack_size.B=8,stack_size.A=10": "standard,stack_size.B=8",
    "standard,stack_size=8,stack_size.B=8": "standard,stack_size=8",
    "standard,target=99": "standard",
    "standard,match=rounds,target=5": "standard,match=rounds",
    "publisher,target=7": "publisher,target=7",
    "standard,speed_interval=4-9": "standard,speed_interval=4-9",
    "standard,profi=on,turn=2": "standard,turn=2,profi=on",
}


@pytest.mark.parametrize("text", SHORTEST)
def test_the_shortest_form(text: str) -> None:
    assert rules_text(parse_rules(text)) == SHORTEST[text]


def test_the_default_of_an_option_is_the_first_that_is_allowed() -> None:
    for option, words in CHOICES.items():
        assert str(getattr(Rules(), option)) == words[0]


def test_presets_differ_from_the_standard_as_the_page_says() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", section("Presets"), re.MULTILINE)
    told = {name: {word.strip(" `") for word in words.split(",")} for name, words in rows}
    for name, preset in PRESETS.items():
        differs = {
            f"{option}={getattr(preset, option)}"
            for option in OPTIONS
            if getattr(preset, option) != getattr(Rules(), option)
        }
        assert told[name] == (differs or {"nothing"})


# --- refusals --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("house", ["column 1: 'house'", *PRESETS]),
        ("standard,colour=red", ["column 10: 'colour'", *OPTIONS]),
        ("french,recycle=never", ["column 16: 'never'", "recycle", "shuffle", "keep"]),
        ("standard,turn=6", ["column 15: '6'", "1 to 5"]),
        ("standard,stack_size.M=8", ["column 10: 'M'", "A to L"]),
        ("standard,turn", ["column 10: 'turn'", "1 to 5"]),
        ("standard,speed_interval=9-3", ["column 25: '9-3'", "3-8"]),
        ("standard,turn=1,turn=2", ["column 17: 'turn'", "twice"]),
    ],
)
def test_a_refusal_names_the_token_its_column_and_what_is_allowed(
    text: str, words: list[str]
) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(text)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("option", RANGES)
def test_bounds_are_inside(option: str) -> None:
    low, high = RANGES[option]
    for inside in (low, high):
        parse_rules(f"standard,{option}={inside}")
    for value in (low - 1, high + 1, f"0{low}", f"+{low}", f"{low}.0", "", "١"):
        with pytest.raises(RulesError):
            parse_rules(f"standard,{option}={value}")


# --- what rules say of sizes -----------------------------------------------------------


@pytest.mark.parametrize(("players", "slots"), [(2, 5), (3, 4), (4, 3), (7, 3), (12, 3)])
def test_the_row_goes_by_the_players(players: int, slots: int) -> None:
    assert Rules().row_width(players) == slots
    assert Rules(row_size=4).row_width(players) == 4


def test_a_seat_may_have_a_stack_of_its_own_size() -> None:
    rules = parse_rules("standard,stack_size=9,stack_size.C=6")
    assert [rules.stack_height(seat) for seat in range(4)] == [9, 9, 6, 9]


@pytest.mark.parametrize("match", DEFAULT_TARGETS)
def test_the_goal_is_the_default_of_the_match_unless_told(match: str) -> None:
    assert parse_rules(f"standard,match={match}").goal == DEFAULT_TARGETS[match]
    assert parse_rules(f"standard,match={match},target=42").goal == 42


def test_equal_rules_have_one_form() -> None:
    sizes = [f"stack_size.{seat}={size}" for seat, size in product("AB", (10, 8))]
    one = parse_rules(f"standard,{sizes[1]},{sizes[3]}")
    other = parse_rules(f"standard,{sizes[3]},{sizes[1]}")
    assert one == other
    assert replace(one, stack_sizes=()) == parse_rules(f"standard,{sizes[0]},{sizes[2]}")


# --- the page --------------------------------------------------------------------------


def section(title: str) -> str:
    """The part of the page under a heading."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"docs/rules.md has no section {title!r}"
    return found[1]


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_on_the_page_with_its_values(option: str) -> None:
    row = next(
        line for line in section("Options").splitlines() if line.startswith(f"| `{option}` |")
    )
    for word in CHOICES.get(option, ()):
        assert re.search(rf"\b{word}\b", row)
    for bound in RANGES.get(option, ()):
        assert re.search(rf"\b{bound}\b", row)


def test_the_page_knows_no_other_options() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", section("Options"), re.MULTILINE)
    assert rows == list(OPTIONS)


def test_every_edge_case_is_on_the_page() -> None:
    numbers = re.findall(r"^(\d+)\. ", section("Edge cases"), re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 94)]
