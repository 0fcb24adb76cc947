"""Names that can be shown beside others without deceiving or breaking anything."""

import unicodedata
from collections.abc import Callable, Collection
from typing import Final

from pellmell.room.lookalikes import VARIANTS, looks

LONGEST: Final = 20
"""Visible characters of a name."""
MARKS: Final = 2
"""Combining marks that one character may carry."""

Unwanted = Callable[[str], bool]
"""Whether a name must not stand in a room that is open to everybody."""

_JOINER: Final = "\u200d"
"""Makes one picture of several, such as a family; anywhere else it hides."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing, though their category does not say so."""


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
    seen = {look for other in taken for look in looks(other)}
    number, unique = 2, name
    while looks(unique) & seen:
        unique = f"{_cut(name, LONGEST - len(str(number)) - 1)} {number}"
        number += 1
    return unique


def _trimmed(raw: str) -> str:
    shown = _shown(unicodedata.normalize("NFC", raw))
    # What an invisible letter stood between may be one letter without it.
    kept = _sparing(unicodedata.normalize("NFC", shown))
    return _cut(" ".join(kept.split()), LONGEST)


def _shown(text: str) -> str:
    """A text of what can be seen: whatever leaves room is a space, what is invisible nothing."""
    out: list[str] = []
    for place, char in enumerate(text):
        category = unicodedata.category(char)
        if category[0] == "Z" or char in "\t\n":
            out.append(" ")
        elif char in _BLANK:
            continue
        elif category[0] != "C" or (char == _JOINER and _joins(out, text[place + 1 :])):
            out.append(char)
    return "".join(out)


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


def _joins(before: list[str], after: str) -> bool:
    """Whether a joiner stands between two pictures."""
    last = next((char for char in reversed(before) if char not in VARIANTS), "")
    return _is_picture(last) and _is_picture(after[:1])


def _is_picture(char: str) -> bool:
    return bool(char) and unicodedata.category(char) in ("So", "Sk")


def _cut(text: str, length: int) -> str:
    """The first visible characters of a text; marks count with the character they are on."""
    seen = 0
    for index, char in enumerate(text):
        seen += unicodedata.combining(char) == 0
        if seen > length:
            return text[:index].rstrip(f" {_JOINER}")
    return text.rstrip()
