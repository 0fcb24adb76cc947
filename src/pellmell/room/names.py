"""Names that can be shown beside others without deceiving or breaking anything."""

import unicodedata
from collections.abc import Callable, Collection
from typing import Final

LONGEST: Final = 20
"""Visible characters of a name."""
MARKS: Final = 2
"""Combining marks that one character may carry."""

Unwanted = Callable[[str], bool]
"""Whether a name must not stand in a room that is open to everybody."""


def welcome_all(name: str) -> bool:
    """The judgement of a server without a list of words: no name is unwanted."""
    del name
    return False


def clean_name(
    raw: str | None, taken: Collection[str], fallback: str, unwanted: Unwanted = welcome_all
) -> str:
    """A name fit to be shown: composed, without controls or invisible letters, not too long.

    A name that looks like one of `taken` gets a number behind it; what leaves nothing, or is
    unwanted, is replaced by `fallback`.
    """
    name = _trimmed(raw or "")
    if not name or unwanted(name):
        name = fallback
    looks = {_skeleton(other) for other in taken}
    number, unique = 2, name
    while _skeleton(unique) in looks:
        unique = f"{_cut(name, LONGEST - len(str(number)) - 1)} {number}"
        number += 1
    return unique


def _trimmed(raw: str) -> str:
    shown = "".join(map(_shown, unicodedata.normalize("NFC", raw)))
    # What an invisible letter stood between may be one letter without it.
    kept = _sparing(unicodedata.normalize("NFC", shown))
    return _cut(" ".join(kept.split()), LONGEST)


def _shown(char: str) -> str:
    """A character as it may be shown: whatever leaves room is a space, what is invisible nothing."""
    category = unicodedata.category(char)
    if category[0] == "Z" or char in "\t\n":
        return " "
    return "" if category[0] == "C" else char


def _sparing(text: str) -> str:
    """A text with at most a few marks on each character, and none on nothing."""
    out: list[str] = []
    marks = MARKS
    for char in text:
        if unicodedata.category(char)[0] != "M":
            # On a space a mark would sit on whatever stands before it.
            marks = MARKS if char == " " else 0
        elif marks == MARKS:
            continue
        else:
            marks += 1
        out.append(char)
    return "".join(out)


def _cut(text: str, length: int) -> str:
    """The first visible characters of a text; marks count with the character they are on."""
    seen = 0
    for index, char in enumerate(text):
        seen += unicodedata.combining(char) == 0
        if seen > length:
            return text[:index].rstrip()
    return text.rstrip()


def _skeleton(name: str) -> str:
    """What two names share when they can be taken for one another."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in plain if not unicodedata.combining(c) and not c.isspace())
