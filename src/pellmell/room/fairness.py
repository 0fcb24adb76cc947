"""How long each seat's frames are under way, and how much of that is made up for.

Nothing that a client says about time counts: delays are half the round trips of the server's own
pings. A delay never rises within a round, so that holding back the answers to pings gains
nothing; and what is made up for is a budget that grows back slowly. Where only the other end's
answers tell of a delay, since a proxy stands between that does not, less of it is made up for.
"""

from collections.abc import Iterable
from statistics import median
from typing import Final

from pellmell.engine.cards import Seat
from pellmell.room.pace import Budget

CAP: Final = 0.12
"""Seconds of delay that are made up for at most, and for which a play is held at most."""
MARGIN: Final = 0.008
"""Seconds that a frame may be later than its delay says."""
CREDIT: Final = 1.0
REGAINED: Final = 0.05
"""Seconds of credit that a seat gets back each second."""
UNPROVED_CAP: Final = 0.06
"""Seconds that are made up for at most where only a player's own answers tell of a delay."""
UNPROVED_CREDIT: Final = 0.5
UNPROVED_REGAINED: Final = 0.01


class Fairness:
    """The delays of the seats, and their credit."""

    def __init__(self) -> None:
        self._measured: dict[Seat, float] = {}
        self._in_force: dict[Seat, float] = {}
        self._credit: dict[tuple[Seat, bool], Budget] = {}
        self._unproved: set[Seat] = set()

    def measured(self, seat: Seat, delay: float, *, playing: bool, proved: bool = True) -> None:
        """A seat's delay was measured; from the deal to the result it counts only if it is lower."""
        self._measured[seat] = delay
        if proved:
            self._unproved.discard(seat)
        else:
            self._unproved.add(seat)
        known = self._in_force.get(seat)
        if known is None or not playing or delay < known:
            self._in_force[seat] = delay

    def begin_round(self) -> None:
        """A round begins: the delays last measured are in force."""
        self._in_force.update(self._measured)

    def forget(self, seat: Seat) -> None:
        """A seat is another person's from now on."""
        self._measured.pop(seat, None)
        self._in_force.pop(seat, None)
        self._unproved.discard(seat)
        for proved in (False, True):
            self._credit.pop((seat, proved), None)

    def delay(self, seat: Seat) -> float:
        """Seconds that a seat's frames are under way; 0 where nothing was measured."""
        return self._in_force.get(seat, 0.0)

    def median(self, seats: Iterable[Seat]) -> float:
        """The delay in the middle of those of some seats, capped; 0 of none."""
        delays = [self.delay(seat) for seat in seats]
        return min(CAP, median(delays)) if delays else 0.0

    def credit(self, seat: Seat, now: float) -> float:
        """Seconds by which a seat's press may be taken to be earlier than its arrival."""
        cap = UNPROVED_CAP if seat in self._unproved else CAP
        return min(cap, self.delay(seat), self._budget(seat).left(now))

    def spend(self, seat: Seat, seconds: float, now: float) -> None:
        """Use up credit that was taken in a race."""
        self._budget(seat).take(now, seconds)

    def _budget(self, seat: Seat) -> Budget:
        # Each kind of line has a budget of its own: none is filled by changing to the other.
        proved = seat not in self._unproved
        fresh = Budget(REGAINED, CREDIT) if proved else Budget(UNPROVED_REGAINED, UNPROVED_CREDIT)
        return self._credit.setdefault((seat, proved), fresh)
