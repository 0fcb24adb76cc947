"""The time of a round, which stands still while it is not played."""


class RoundClock:
    """Seconds that a round has been played, in the room's own time."""

    def __init__(self) -> None:
        self._played = 0.0
        self._since: float | None = None

    def at(self, now: float) -> float:
        """Seconds played, with three decimals."""
        running = 0.0 if self._since is None else now - self._since
        return round(self._played + running, 3)

    def begin(self, played: float) -> None:
        """Stand at so many seconds played."""
        self._played, self._since = played, None

    def run(self, now: float) -> None:
        """Run from now on."""
        if self._since is None:
            self._since = now

    def stand(self, now: float) -> None:
        """Stand still from now on."""
        self._played, self._since = self.at(now), None
