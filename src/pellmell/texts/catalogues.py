"""The catalogues: a file of messages for each language, all with the same keys."""

from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import Final

import msgspec

from pellmell.texts.icu import Part, Said, Value, Words, read, write

LANGUAGES: Final = ("de", "en", "es", "fr", "he")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The messages of a language by their keys."""
    # Not by importlib.resources, which takes longer to load than all messages; nor by pathlib,
    # which the engine, whose faults speak from here, is to know nothing of.
    return msgspec.json.decode(get_data(__name__, f"{language}.json") or b"", type=dict[str, str])


class Speech:
    """What can be said in one language.

    Values that run the other way are kept apart by marks that are not seen, but where it is plain.
    """

    def __init__(self, language: str, *, plain: bool = False) -> None:
        self.language = language
        self._plain = plain
        self._messages: dict[str, tuple[Part, ...]] = {}

    def __call__(self, what: str | Said, /, **values: Value) -> str:
        """A message with its values: by its key, or as a fault carries it."""
        said = what if isinstance(what, Said) else Said(what, values)
        if said.key not in self._messages:
            self._messages[said.key] = read(catalogue(self.language)[said.key])
        told = {
            name: self._word(value) if isinstance(value, Said | str) else value
            for name, value in said.values.items()
        }
        return write(self._messages[said.key], told, self.language)

    def _word(self, value: Said | str) -> str:
        if isinstance(value, Said):
            return Words(self(value))
        return Words(value) if self._plain else value

    def has(self, key: str) -> bool:
        """Whether there is such a message."""
        return key in catalogue(self.language)


@cache
def speech(language: str) -> Speech:
    """The speech of a language."""
    return Speech(language)


def english(said: Said) -> str:
    """What is said in English: in logs, and to authors of programs."""
    return _PLAIN(said)


_PLAIN: Final = Speech("en", plain=True)
