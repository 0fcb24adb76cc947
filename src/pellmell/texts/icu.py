"""Messages in the ICU subset that the browser client reads too: values, plurals and selects.

`{name}`, `{n, plural, one {# card} other {# cards}}`, `{kind, select, a {…} other {…}}`.
`conformance/messages.json` holds both readers to the same answers.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, Union, assert_never

RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff]")
NAME: Final = re.compile(r"\{\s*(\w+)\s*", re.ASCII)
KIND: Final = re.compile(r",\s*(plural|select)\s*,\s*")
LABEL: Final = re.compile(r"(=?\w+)\s*\{", re.ASCII)
CLOSE: Final = re.compile(r"(\})\s*")
MILLION: Final = 1_000_000


class MessageError(ValueError):
    """A message that cannot be read; says where."""


class Said(NamedTuple):
    """What is to be said, in whatever language: the key of a message, and its values."""

    key: str
    values: Mapping[str, "Value"]


Value = Union[str, int, Said]  # noqa: UP007 - Said is not known yet where it names itself


class Words(str):
    """A value that is in the language already, and runs as the message does."""

    __slots__ = ()


class Text(NamedTuple):
    """Words that are always the same."""

    text: str


class Named(NamedTuple):
    """The place of a value."""

    name: str


class Count(NamedTuple):
    """The place of the number that a plural goes by."""


class Choice(NamedTuple):
    """One of several wordings, by a number or by a word."""

    name: str
    plural: bool
    cases: "Mapping[str, tuple[Part, ...]]"


Part = Text | Named | Count | Choice


def read(text: str) -> tuple[Part, ...]:
    """The parts of a message, as written; MessageError where it is none."""
    return _Reader(text).parts(nested=False)


def write(
    parts: tuple[Part, ...], values: Mapping[str, str | int], language: str, count: int = 0
) -> str:
    """A message with its values, which must all be there."""
    return "".join(_written(part, values, language, count) for part in parts)


def _written(part: Part, values: Mapping[str, str | int], language: str, count: int) -> str:
    match part:
        case Text(text):
            return text
        case Count():
            return str(count)
        case Named(name):
            return _shown(values[name], language)
        case Choice(name, plural, cases):
            value = values[name]
            number = value if isinstance(value, int) else 0
            label = str(value)
            if plural:
                label = f"={number}" if f"={number}" in cases else plural_form(number, language)
            return write(cases.get(label, cases["other"]), values, language, number)
        case _:
            assert_never(part)


def _shown(value: str | int, language: str) -> str:
    """A value; words that run the other way than the message are kept apart from it."""
    if isinstance(value, int | Words) or not value:
        return str(value)
    runs_along = bool(RIGHT_TO_LEFT.search(value)) == (language == "he")
    return value if runs_along else f"\u2068{value}\u2069"


def plural_form(number: int, language: str) -> str:
    """Which of its number forms a language uses with a whole number."""
    match language:
        case "fr" | "es" if number and number % MILLION == 0:
            return "many"
        case "fr":
            return "one" if number in (0, 1) else "other"
        case "he" if number == 2:
            return "two"
        case _:
            return "one" if number == 1 else "other"


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def parts(self, *, nested: bool) -> tuple[Part, ...]:
        parts: list[Part] = []
        while self._at < len(self._text):
            match self._text[self._at]:
                case "}" if nested:
                    return tuple(parts)
                case "}":
                    raise MessageError(f"stray }} at {self._at} in {self._text!r}")
                case "#" if nested:
                    parts.append(Count())
                    self._at += 1
                case "{":
                    parts.append(self._argument())
                case _:
                    start = self._at
                    self._skip_words(nested=nested)
                    parts.append(Text(self._text[start : self._at]))
        if nested:
            raise MessageError(f"no }} closes {self._text!r}")
        return tuple(parts)

    def _skip_words(self, *, nested: bool) -> None:
        marks = "{}#" if nested else "{}"
        while self._at < len(self._text) and self._text[self._at] not in marks:
            self._at += 1

    def _argument(self) -> Part:
        """From `{` to behind its `}`."""
        name = self._match(NAME)
        if self._text[self._at : self._at + 1] == "}":
            self._at += 1
            return Named(name)
        plural = self._match(KIND) == "plural"
        cases: dict[str, tuple[Part, ...]] = {}
        while self._text[self._at : self._at + 1] != "}":
            label = self._match(LABEL)
            cases[label] = self.parts(nested=True)
            self._match(CLOSE)
        self._at += 1
        if "other" not in cases:
            raise MessageError(f'no case "other" in {self._text!r}')
        return Choice(name, plural, cases)

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            raise MessageError(f"cannot read {self._text!r} at {self._at}")
        self._at = found.end()
        return found[1]
