"""The catalogues: every message in every language, with the same values, and none for nothing."""

import argparse
import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pellmell.texts import LANGUAGES, english, reason_of, said, speech
from pellmell.texts.catalogues import catalogue
from pellmell.texts.icu import Choice, Named, Part, read

SOURCE = Path(__file__).parents[2] / "src/pellmell"
OTHERS = [language for language in LANGUAGES if language != "en"]
FORMS = {
    "de": {"one", "other"},
    "en": {"one", "other"},
    "es": {"one", "many", "other"},
    "fr": {"one", "many", "other"},
    "he": {"one", "two", "other"},
}
OF_ARGPARSE = "argparse."

AMONG_AUTHORS = (
    *("conflicting", "cannot merge", "cannot have multiple", "dest= is required", "'required' is"),
    *("mutually exclusive arguments must be", ".__call__()", "%r is not callable"),
    *("invalid option string", "invalid conflict_resolution"),
)
"""How texts of argparse begin that only the author of a command line can be told."""

NEVER_HERE = {
    'argument "-" with mode %r': "no argument opens files",
    "can't open '%(filename)s': %(error)s": "no argument opens files",
    "invalid %(type)s value: %(value)r": "every type says itself what is wrong",
    "ambiguous option: %(option)s could match %(matches)s": "options are not abbreviated",
    "expected at most one argument": "no argument is made so",
    "expected at least one argument": "no argument is made so",
    "expected %s argument": "no argument is made so",
    "unexpected option string: %s": "no argument takes the rest",
    "%(prog)s: error: %(message)s\n": "errors are told by this program itself",
    "%(prog)s: warning: %(message)s\n": "nothing here is deprecated",
    "argument '%(argument_name)s' is deprecated": "nothing here is deprecated",
    "command '%(parser_name)s' is deprecated": "nothing here is deprecated",
    "option '%(option)s' is deprecated": "nothing here is deprecated",
    "subcommands": "they have a title",
    " (default: %(default)s)": "defaults are told by the messages",
    "%(heading)s:": "a heading is one in every language",
    "invalid choice: %(value)r, maybe you meant %(suggestion)r? (choose from %(choices)s)": (
        "no suggestions are asked for"
    ),
}


def within(parts: tuple[Part, ...]) -> Iterator[Part]:
    """All parts of a message, those of its cases too."""
    for part in parts:
        yield part
        if isinstance(part, Choice):
            for case in part.cases.values():
                yield from within(case)


def values_of(message: str) -> set[str]:
    """What a message wants to be told, by name; argparse's percent signs as they are."""
    named = {part.name for part in within(read(message)) if isinstance(part, Named | Choice)}
    return named | set(re.findall(r"%(?:\(\w+\))?[rs]", message))


@cache
def of_argparse() -> frozenset[str]:
    """The texts that this Python's argparse asks gettext for."""
    tree = ast.parse(Path(argparse.__file__).read_text("utf-8"))
    return frozenset(
        str(node.args[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"_", "ngettext"}
        and isinstance(node.args[0], ast.Constant)
    )


@cache
def sources() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py")))


def told() -> Iterator[tuple[str, set[str]]]:
    """Each place in the sources that names a message: its key, and the values it gives."""
    for tree in sources():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            keys = [
                arg.value
                for arg in node.args[:2]
                if isinstance(arg, ast.Constant) and arg.value in catalogue("en")
            ]
            for key in keys:
                given = {keyword.arg or "" for keyword in node.keywords}
                refused = isinstance(node.func, ast.Name) and node.func.id == "_refuse"
                yield str(key), given | ({"token"} if refused else set())


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_messages_of_english_in_the_same_order(language: str) -> None:
    assert list(catalogue(language)) == list(catalogue("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_says_something_and_wants_the_same_values_as_in_english(language: str) -> None:
    for key, message in catalogue(language).items():
        assert message.strip(), key
        assert values_of(message) == values_of(catalogue("en")[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_has_the_forms_of_its_language_and_a_select_the_cases_of_english(
    language: str,
) -> None:
    for key, message in catalogue(language).items():
        there = [part for part in within(read(message)) if isinstance(part, Choice)]
        english_ones = [p for p in within(read(catalogue("en")[key])) if isinstance(p, Choice)]
        for choice in there:
            forms = {label for label in choice.cases if not label.startswith("=")}
            if choice.plural:
                assert forms in (FORMS[language], {"other"}), key
            else:
                assert forms in [set(c.cases) for c in english_ones if c.name == choice.name], key


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_are_translated(language: str) -> None:
    same = [
        key
        for key, message in catalogue(language).items()
        if message == catalogue("en")[key] and re.search(r"[a-z]{4,} [a-z]{2,}", message)
    ]
    assert same == []


def test_english_needs_no_letters_that_a_terminal_may_lack() -> None:
    assert [key for key, message in catalogue("en").items() if not message.isascii()] == []


def test_hebrew_keeps_what_runs_the_other_way_apart() -> None:
    for key, message in catalogue("he").items():
        words = re.sub("\u2068[^\u2068\u2069]*\u2069", "", message)
        words = re.sub(
            r"\{\w+, (plural|select),|\b(one|two|many|other|yes) \{|\{\w+\}|%\(message\)s",
            "",
            words,
        )
        if not key.startswith("metavar."):
            assert not re.search(r"[A-Za-z]|--", words), key
        assert message.count("\u2068") == message.count("\u2069"), key


def test_every_message_is_said_somewhere() -> None:
    constants = {
        node.value
        for tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    keys = {key for key in catalogue("en") if not key.startswith(OF_ARGPARSE)}
    assert sorted(keys - constants) == []
    looks_like_one = re.compile(rf"({'|'.join({key.partition('.')[0] for key in keys})})\.[a-z-]+")
    named = {text for text in constants if looks_like_one.fullmatch(text)}
    assert sorted(named - keys) == []


def test_every_message_is_given_the_values_that_it_wants() -> None:
    places = list(told())
    assert len(places) > 150
    wrong = [(key, given) for key, given in places if given != values_of(catalogue("en")[key])]
    assert wrong == []


def test_argparse_has_no_text_for_people_that_is_not_translated() -> None:
    known = {key.removeprefix(OF_ARGPARSE) for key in catalogue("en") if OF_ARGPARSE in key}
    assert known & NEVER_HERE.keys() == set()
    left = {text for text in of_argparse() if not text.startswith(AMONG_AUTHORS)}
    assert sorted(left - known - NEVER_HERE.keys()) == []
    assert sorted(known - of_argparse()) == []


def test_what_is_said_within_something_else_is_in_the_same_language() -> None:
    fault = said("fault.column", column=3, reason=said("notation.mark", token="'a/'"))
    assert english(fault) == "column 3: 'a/' is more than a mark; / and | stand between spaces"
    assert speech("de")(fault).startswith("Spalte 3: 'a/' ist mehr als ein Zeichen")
    assert speech("he")(fault).count("\u2068'a/'\u2069") == 1


def test_an_error_is_english_to_programs_and_keeps_nothing_apart_by_marks() -> None:
    hebrew = said("notation.mark", token="'ערימה'")
    assert "\u2068" not in english(hebrew)
    assert "\u2068'ערימה'\u2069" in speech("en")(hebrew)


def test_a_file_that_is_no_text_is_told_of_in_every_language() -> None:
    flaw = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
    told = {speech(language)(said("cli.failed", reason=reason_of(flaw))) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert not any("codec" in line for line in told)
