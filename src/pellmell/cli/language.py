"""The language of the command line: asked for, or that of the terminal."""

import re
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from pellmell.texts import LANGUAGES
from pellmell.texts.catalogues import catalogue

OPTION: Final = "--language"
OWN_VARIABLE: Final = "PELLMELL_LANGUAGE"
VARIABLES: Final = (OWN_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a language may be named; the first that holds anything decides, as POSIX has it."""

ENGLISH: Final = "en"
OLDER_NAMES: Final = {"iw": "he"}


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that is asked for, if there is such a one; else English."""
    named = _asked_for(arguments)
    if named not in LANGUAGES:
        named = _named(environment)
    return named if named in LANGUAGES and _can_be_shown(named) else ENGLISH


def _asked_for(arguments: Sequence[str]) -> str | None:
    """What follows the option. Wanted before anything is parsed, since parsing can go wrong."""
    found = None
    words = iter(arguments)
    for word in words:
        if word == "--":
            break
        if word == OPTION:
            found = next(words, None)
        elif word.startswith(f"{OPTION}="):
            found = word.partition("=")[2]
    return found


def _named(environment: Mapping[str, str]) -> str:
    """The language of `de_AT.UTF-8`, `fr` or `C`."""
    value = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    name = re.split(r"[_.@-]", value.lower())[0]
    return OLDER_NAMES.get(name, name)


def _can_be_shown(language: str) -> bool:
    """Whether the terminal has the letters of a language, and the marks that keep words apart."""
    needed = "".join(catalogue(language).values()) + ("\u2068\u2069" if language == "he" else "")
    for stream in (sys.stdout, sys.stderr):
        try:
            needed.encode(getattr(stream, "encoding", None) or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
    return True
