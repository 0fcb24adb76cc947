"""Buckets of permissions, one an address: they empty with use and fill with time."""

from collections.abc import Callable

import msgspec

from pellmell.server.limits import ADDRESSES


class _Bucket(msgspec.Struct):
    left: float
    at: float


class Buckets:
    """How often each address did something that is limited."""

    def __init__(self, size: float, per_second: float, clock: Callable[[], float]) -> None:
        self._size = size
        self._per_second = per_second
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}

    def take(self, address: str) -> bool:
        """Use one permission; false if there is none."""
        bucket = self._filled(address)
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True

    def left(self, address: str) -> bool:
        """Whether there is a permission."""
        return self._filled(address).left >= 1

    def wait(self, address: str) -> float:
        """Seconds until there is a permission."""
        return max(0.0, (1 - self._filled(address).left) / self._per_second)

    def _filled(self, address: str) -> _Bucket:
        now = self._clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            self._make_place(now)
            bucket = self._buckets[address] = _Bucket(self._size, now)
        bucket.left = min(self._size, bucket.left + (now - bucket.at) * self._per_second)
        bucket.at = now
        return bucket

    def _make_place(self, now: float) -> None:
        """Forget the addresses whose buckets are full again, then the one used longest ago."""
        if len(self._buckets) < ADDRESSES:
            return
        full_after = self._size / self._per_second
        self._buckets = {
            address: bucket
            for address, bucket in self._buckets.items()
            if now - bucket.at < full_after
        }
        if len(self._buckets) >= ADDRESSES:
            oldest = min(self._buckets, key=lambda address: self._buckets[address].at)
            del self._buckets[oldest]
