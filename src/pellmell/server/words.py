"""The words that no name may hold in a room that is open to everybody."""

import re
import unicodedata
from collections.abc import Iterable
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Final

from pellmell.room.names import in_latin
from pellmell.server.config import ConfigError
from pellmell.texts import reason_of

LOOK_ALIKES: Final = str.maketrans("0134578@$!|€", "oieastbasiie")
"""Digits and signs that are written for a letter to get past a list."""


class WordList:
    """Words that a name must not hold, however they are dressed up.

    An entry `word` is that word, or a whole name that reads so; `word*` is any word that begins
    so, `*word*` any name with it inside. What begins with `#` is a comment.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        entries = [line.strip() for line in lines]
        kept = [entry for entry in entries if entry and not entry.startswith("#")]
        inside = {_joined(entry) for entry in kept if entry.startswith("*")}
        begun = {_joined(entry) for entry in kept if entry[-1] == "*" and entry[0] != "*"}
        self._inside = inside - {""}
        self._begun = tuple(begun - {""})
        self._whole = {_joined(entry) for entry in kept if "*" not in entry} - {""}

    def __call__(self, name: str) -> bool:
        """Whether a name holds one of the words."""
        # A sign may stand for a letter or for nothing: `sh!t`, `shit!`.
        plain = in_latin(unicodedata.normalize("NFKD", name)).casefold()
        return self._holds(_words(plain.translate(LOOK_ALIKES))) or self._holds(_words(plain))

    def _holds(self, words: list[str]) -> bool:
        joined = _squeezed("".join(words))
        readings = [_squeezed(word) for word in words] + [joined]
        return (
            any(word in self._whole for word in readings)
            or any(word.startswith(self._begun) for word in readings)
            or any(word in joined for word in self._inside)
        )


def read_words(path: Path | None) -> WordList:
    """The list of a file, or the one that comes with the server. Raises ConfigError."""
    if path is None:
        own = resources.files("pellmell.server") / "words.txt"
        return WordList(own.read_text("utf-8").splitlines())
    try:
        return WordList(path.read_text("utf-8").splitlines())
    except (OSError, UnicodeError) as error:
        reason = reason_of(error)
        raise ConfigError("serve.words-unreadable", file=str(path), reason=reason) from None


def _words(text: str) -> list[str]:
    """The words of a text in plain small letters."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return re.findall(r"[^\W\d_]+", plain)


def _joined(text: str) -> str:
    return _squeezed("".join(_words(text)))


def _squeezed(word: str) -> str:
    """A word with each letter once where it is written several times in a row."""
    return "".join(letter for letter, _ in groupby(word))
