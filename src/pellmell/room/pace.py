"""Credit that runs out when somebody asks too often, and grows again with time."""


class Bucket:
    """A budget of `burst` that regenerates by `rate` a second, up to the burst again."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._credit = burst
        self._at: float | None = None

    def take(self, now: float) -> bool:
        """Whether there was credit for one more; it is used up then."""
        if self._at is not None:
            self._credit = min(self._burst, self._credit + (now - self._at) * self._rate)
        self._at = now
        if self._credit < 1:
            return False
        self._credit -= 1
        return True
