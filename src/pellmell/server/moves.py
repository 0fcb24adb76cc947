"""Seats on their way to another device: by a code that is good once, and for a minute."""

import hmac
from collections.abc import Callable
from itertools import islice
from typing import Final

import msgspec

from pellmell.server.chance import mint_move

MOVE_SECONDS: Final = 60.0
"""For how long a code moves a seat."""
OPEN_MOVES: Final = 10_000
"""Codes that are open at once; beyond it the oldest are void."""


class Seat(msgspec.Struct, frozen=True):
    """What another device needs to go on: the room, its key if it has one, the seat's token."""

    room: str
    key: str | None
    token: str


class Moves:
    """The open codes. They live in memory alone: a seat's token is written nowhere."""

    def __init__(self, clock: Callable[[], float], mint: Callable[[], str] = mint_move) -> None:
        self._clock = clock
        self._mint = mint
        self._open: dict[str, tuple[float, Seat]] = {}

    def __len__(self) -> int:
        self._tidy()
        return len(self._open)

    def offer(self, seat: Seat) -> str:
        """A code for a seat; one that it was given before is void."""
        self._tidy()
        others = {code: kept for code, kept in self._open.items() if not _same(kept[1], seat)}
        code = self._mint()
        while code in others:
            code = self._mint()
        self._open = {**others, code: (self._clock() + MOVE_SECONDS, seat)}
        return code

    def take(self, code: str) -> Seat | None:
        """The seat that a code moves, once; None where there is no such code any more."""
        self._tidy()
        kept = self._open.pop(code, None)
        return None if kept is None else kept[1]

    def _tidy(self) -> None:
        now = self._clock()
        fresh = [(code, kept) for code, kept in self._open.items() if kept[0] > now]
        self._open = dict(islice(fresh, max(0, len(fresh) - OPEN_MOVES), None))


def _same(one: Seat, other: Seat) -> bool:
    return hmac.compare_digest(one.token.encode(), other.token.encode())
