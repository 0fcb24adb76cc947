"""Credit that runs out when somebody asks too often, and grows again with time."""


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
