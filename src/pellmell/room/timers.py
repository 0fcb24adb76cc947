"""Named times at which something is due; setting a name again moves it."""


class Timers:
    """The times that a room waits for."""

    def __init__(self) -> None:
        self._due: dict[str, float] = {}

    def set(self, name: str, due: float) -> None:
        """Wait for a time under a name, instead of what that name waited for before."""
        self._due[name] = due

    def drop_one(self, name: str) -> None:
        """Wait no longer for a name."""
        self._due.pop(name, None)

    def drop(self, *prefixes: str) -> None:
        """Wait no longer for the names that start so."""
        for name in [name for name in self._due if name.startswith(prefixes)]:
            del self._due[name]

    def left(self, name: str, now: float) -> float | None:
        """Seconds until a name is due, or None where nothing waits under it."""
        due = self._due.get(name)
        return None if due is None else max(0.0, due - now)

    def waits(self, name: str) -> bool:
        """Whether something waits under a name."""
        return name in self._due

    def next(self) -> float | None:
        """The first time that something is due."""
        return min(self._due.values(), default=None)

    def take(self, now: float) -> str | None:
        """The name that is due first, no longer waited for, or None if none is due."""
        name = min(self._due, key=self._due.__getitem__, default=None)
        if name is None or self._due[name] > now:
            return None
        del self._due[name]
        return name
