"""Errors that are told to people: a key and its values, and English for `str()`."""

from pellmell.texts.catalogues import english
from pellmell.texts.icu import Said, Value


def said(key: str, /, **values: Value) -> Said:
    """What is to be said, by the key of its message."""
    return Said(key, values)


class Fault(Exception):  # noqa: N818 - the mixin of errors that are named so
    """What is wrong, to be told in whatever language; `str()` tells it in English, in one line."""

    def __init__(self, what: str | Said, /, **values: Value) -> None:
        super().__init__(what, values)
        self.said = what if isinstance(what, Said) else Said(what, values)

    def __str__(self) -> str:
        return english(self.said)


class FaultAt(Fault):
    """What is wrong at a column of a text, counted from 1."""

    def __init__(self, column: int, reason: Said) -> None:
        super().__init__("fault.column", column=column, reason=reason)
        self.column = column
        self.reason = reason
        self.args = (column, reason)
