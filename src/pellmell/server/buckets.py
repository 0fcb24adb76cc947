"""Buckets of permissions, one an address: they empty with use and fill with time."""

from collections.abc import Callable

from pellmell.room.pace import Budget
from pellmell.server.limits import ADDRESSES


class Buckets:
    """How often each address did something that is limited."""

    def __init__(self, size: float, per_second: float, clock: Callable[[], float]) -> None:
        self._size = size
        self._per_second = per_second
        self._clock = clock
        self._buckets: dict[str, Budget] = {}
        """By address, that used longest ago first."""

    def take(self, address: str) -> bool:
        """Use one permission; false if there is none."""
        return self._bucket(address).take(self._clock())

    def left(self, address: str) -> bool:
        """Whether there is a permission."""
        return self._bucket(address).left(self._clock()) >= 1

    def wait(self, address: str) -> float:
        """Seconds until there is a permission."""
        return max(0.0, (1 - self._bucket(address).left(self._clock())) / self._per_second)

    def _bucket(self, address: str) -> Budget:
        bucket = self._buckets.pop(address, None) or Budget(self._per_second, self._size)
        self._buckets[address] = bucket
        if len(self._buckets) > ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        return bucket
