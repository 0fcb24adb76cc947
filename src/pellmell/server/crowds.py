"""How many connections each address holds, where there is a limit to that."""

from collections import Counter


class Crowds:
    """The connections by address, of which each may hold `most`; 0 stands for no limit.

    A household, a school or a whole telephone company may be one address: who sets a limit has to
    know who comes.
    """

    def __init__(self, most: int = 0) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._held)

    def enter(self, address: str) -> bool:
        """Take in one more connection of an address; false where that has too many."""
        if self._most and self._held[address] >= self._most:
            return False
        self._held[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that was taken in is over."""
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]
