"""The answers a seat was given, so that a command has one effect however often it is sent."""

from typing import Final

import msgspec

KEPT: Final = 64
"""Answers that are kept for each seat."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The answer to a command: the version that it became, or the word that refused it."""

    digest: str
    v: int | None = None
    word: str | None = None
    by: int | None = None
    ms: int | None = None
    key: str | None = None
    """The key that a `rekey` made: only here, for the log keeps no secret."""


class Answers:
    """The last answers of a seat by number, and the highest number that was answered."""

    def __init__(self) -> None:
        self.highest = 0
        self._kept: dict[int, Answer] = {}

    def get(self, n: int) -> Answer | None:
        """The kept answer to a number, if there is one."""
        return self._kept.get(n)

    def keep(self, n: int, answer: Answer) -> None:
        """Keep the answer to a new number; the oldest one beyond the limit is dropped."""
        self.highest = max(self.highest, n)
        self._kept[n] = answer
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
