"""The words that no name may hold in a room that is open to everybody."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Final

from pellmell.room.lookalikes import in_latin
from pellmell.server.config import read_text

OWN: Final = Path(__file__).with_name("words.txt")
"""The list that comes with the server."""

_PLAIN: Final = str.maketrans("0345789@$€кмт", "oeastbgasekmt")
READINGS: Final[tuple[dict[int, int], ...]] = (
    {},
    {**_PLAIN, **str.maketrans("1!|", "iii")},
    {**_PLAIN, **str.maketrans("1!|", "lll")},
)
"""How digits, signs and foreign letters may be read that are written to get past a list. A sign
may stand for a letter or for nothing: `sh!t`, `shit!`."""


class WordList:
    """Words that a name must not hold, however they are dressed up.

    An entry `word` is that word, or a whole name that reads so; `word*` is any word that begins
    so, `*word*` any name with it inside. What begins with `#` is a comment.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        entries = [line.strip() for line in lines]
        kept = [entry for entry in entries if entry and not entry.startswith("#")]
        self._inside = _pattern(entry for entry in kept if entry.startswith("*"))
        self._begun = _pattern(entry for entry in kept if entry[-1] == "*" and entry[0] != "*")
        self._whole = _pattern(entry for entry in kept if "*" not in entry)

    def __call__(self, name: str) -> bool:
        """Whether a name holds one of the words."""
        plain = in_latin(unicodedata.normalize("NFKD", name)).casefold()
        return any(self._holds(plain.translate(reading)) for reading in READINGS)

    def _holds(self, name: str) -> bool:
        words = _words(name)
        joined = "".join(words)
        readings = [*words, *_spelled(words), *_words(re.sub(r"[\W_]+", " ", name))]
        return (
            any(self._whole.fullmatch(word) for word in (*readings, joined))
            or any(self._begun.match(word) for word in readings)
            or self._inside.search(joined) is not None
        )


def _pattern(entries: Iterable[str]) -> re.Pattern[str]:
    """Any of some words, each letter at least as often in a row as it is written there."""
    words = ["".join(_words(entry)) for entry in entries]
    runs = (((letter, len([*run])) for letter, run in groupby(word)) for word in words if word)
    found = ["".join(f"{letter}{{{often},}}" for letter, often in run) for run in runs]
    return re.compile("|".join(found) or r"(?!)")


def _spelled(words: list[str]) -> list[str]:
    """Words that are written one letter at a time: `d a r n`."""
    runs = groupby(words, key=lambda word: len(word) == 1)
    return ["".join(run) for single, run in runs if single]


def read_words(path: Path | None) -> WordList:
    """The list of a file, or the one that comes with the server. Raises ConfigError."""
    return WordList(read_text(path or OWN, "--words").splitlines())


def _words(text: str) -> list[str]:
    """The words of a text in plain small letters, with nothing between their letters."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    words = (re.sub(r"[\W\d_]+", "", word) for word in decomposed.split())
    return [word for word in words if word]
