"""Inputs by seeded chance: what was good, cut, swapped, repeated, and sown with what breaks decoders.

It needs nothing installed and gives the same inputs everywhere. What was taken joins what new
inputs are made of, so that they go deeper with time.
"""

import random
from typing import Final

from tests.fuzz.target import TRAPS, Target

POOL: Final = 400
"""Inputs that are remembered besides the seeds."""


class Mutation:
    """An endless source of inputs for one target."""

    def __init__(self, target: Target, seed: int) -> None:
        self._chance = random.Random(f"{target.name} {seed}")
        self._seeds = list(target.seeds)
        self._words = [*target.words, *TRAPS] if target.words else []
        self._longest = target.longest
        self._taken: list[bytes] = []

    def next(self) -> bytes:
        """Another input."""
        chance = self._chance.random
        pool = self._taken if self._taken and chance() < 0.5 else self._seeds
        return self.changed(self._one_of(pool))

    def changed(self, given: bytes) -> bytes:
        """An input made of another."""
        data, chance = bytearray(given), self._chance.random
        for _ in range(1 + int(3 * chance() ** 3)):
            self._change(data)
        return bytes(data[: self._longest])

    def took(self, data: bytes) -> None:
        """An input was taken; others may be made of it."""
        if len(self._taken) < POOL:
            self._taken.append(data)
        else:
            self._taken[int(self._chance.random() * POOL)] = data

    def _one_of(self, several: list[bytes]) -> bytes:
        return several[int(self._chance.random() * len(several))]

    def _change(self, data: bytearray) -> None:
        chance = self._chance.random
        size = len(data)
        at = int(chance() * (size + 1))
        some = 1 + int(chance() ** 3 * 24)
        match int(chance() * 9):
            case 0 if at < size:
                data[at] ^= 1 << int(chance() * 8)
            case 1 if at < size:
                data[at] = int(chance() * 256)
            case 2:
                data.insert(at, int(chance() * 256))
            case 3:
                del data[at : at + some]
            case 4:
                data[at:at] = data[at : at + some]
            case 5:
                self._swap(data, at)
            case 6 if chance() < 0.2:
                del data[at:]
            case 7:
                other = self._one_of(self._taken or self._seeds)
                start = int(chance() * (len(other) + 1))
                data[at : at + some] = other[start : start + some]
            case _ if self._words:
                behind = at if chance() < 0.5 else at + some
                data[at:behind] = self._one_of(self._words)
            case _:
                data[at:at] = self._chance.randbytes(some)

    def _swap(self, data: bytearray, at: int) -> None:
        """Two neighbouring words change places."""
        first = data.find(b" ", at) + 1
        second = data.find(b" ", first) + 1
        third = data.find(b" ", second) + 1
        if 0 < first < second < third:
            data[first:third] = data[second:third] + data[first:second]
