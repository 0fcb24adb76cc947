"""Credit that runs out when somebody asks too often, and grows again with time."""

from typing import Final
from weakref import WeakKeyDictionary

from pellmell.room.places import Place

COMMANDS: Final = 15.0
"""Commands a second that a seat may give for long."""
BURST: Final = 40.0
"""Commands that a seat may give at once."""
TELLING: Final = ("react", "name", "ready", "next", "rematch", "vote")
"""Commands that only tell everybody something, which fills the log and everybody's line."""
TELLINGS: Final = 1.0
"""Times a second that a seat may give each of them for long."""
TELLINGS_AT_ONCE: Final = 4.0
"""Times that a seat may give each of them at once."""


class Budget:
    """A budget of `most` that regenerates by `rate` a second, up to the most again."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._at: float | None = None

    def left(self, now: float) -> float:
        """What is left of it now."""
        if self._at is not None:
            self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Whether there was as much left; it is used up then."""
        if self.left(now) < amount:
            return False
        self._left -= amount
        return True


class SeatBudgets:
    """A budget for each who holds a seat; whoever takes a seat anew begins afresh."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._of: WeakKeyDictionary[Place, Budget] = WeakKeyDictionary()

    def take(self, place: Place, now: float) -> bool:
        """Whether there was something left of a holder's budget; it is used up then."""
        budget = self._of.get(place)
        if budget is None:
            budget = self._of[place] = Budget(self._rate, self._most)
        return budget.take(now)


class Paces:
    """How much those who hold seats may ask for."""

    def __init__(self) -> None:
        self._commands = SeatBudgets(COMMANDS, BURST)
        self._tellings = {do: SeatBudgets(TELLINGS, TELLINGS_AT_ONCE) for do in TELLING}

    def too_fast(self, place: Place, now: float) -> bool:
        """Whether a command comes faster than they are taken."""
        return not self._commands.take(place, now)

    def drums(self, place: Place, do: str, now: float) -> bool:
        """Whether somebody tells everybody something faster than anybody would want to see it."""
        tellings = self._tellings.get(do)
        return tellings is not None and not tellings.take(place, now)
