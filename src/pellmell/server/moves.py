"""Seats on their way to another device: by a code that is good once, and for a minute."""

from collections.abc import Callable

import msgspec

from pellmell.server.chance import mint_move
from pellmell.server.limits import MOVE_SECONDS, OPEN_MOVES


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
        """By code, that which ends first first."""
        self._codes: dict[str, str] = {}
        """The open code of a seat, by its token."""

    def __len__(self) -> int:
        self._tidy()
        return len(self._open)

    def offer(self, seat: Seat) -> str:
        """A code for a seat; one that it was given before is void."""
        self._end(self._codes.get(seat.token, ""))
        code = self._mint()
        while code in self._open:
            code = self._mint()
        self._open[code] = (self._clock() + MOVE_SECONDS, seat)
        self._codes[seat.token] = code
        self._tidy()
        return code

    def take(self, code: str) -> Seat | None:
        """The seat that a code moves, once; None where there is no such code any more."""
        self._tidy()
        return self._end(code)

    def _end(self, code: str) -> Seat | None:
        _, seat = self._open.pop(code, (0.0, None))
        if seat is not None:
            del self._codes[seat.token]
        return seat

    def _tidy(self) -> None:
        """End what is over, and the oldest where too many are open."""
        now = self._clock()
        while self._open:
            oldest = next(iter(self._open))
            if self._open[oldest][0] > now and len(self._open) <= OPEN_MOVES:
                return
            self._end(oldest)
