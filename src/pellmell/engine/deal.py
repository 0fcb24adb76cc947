"""Shuffling, and laying out a round."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from pellmell.engine.cards import Seat, deck_of
from pellmell.engine.machine import Beside, Noise, full_machine, share
from pellmell.engine.rules import Rules
from pellmell.engine.table import Area, Table

Noises = tuple[tuple[Noise, ...], ...]
"""The noises that each seat owns."""
Item = TypeVar("Item")


class Dice(Protocol):
    """A source of chance, handed to whatever needs one."""

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each as likely as any other."""
        ...


class SeededDice:
    """Chance that is decided by a seed: the words of SHA-256 over the seed and a counter.

    The same seed gives the same numbers on every machine and in every version, so a deal can be
    told by its seed. Numbers beyond the last whole multiple of the bound are passed over, which
    keeps every outcome equally likely.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1; ValueError unless 1 <= bound <= 2**32."""
        if not 1 <= bound <= 1 << 32:
            raise ValueError(f"a bound must be from 1 to 2**32, not {bound}")
        limit = (1 << 32) - (1 << 32) % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def _word(self) -> int:
        if not self._words:
            digest = hashlib.sha256(self._seed + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._words = [int.from_bytes(digest[i : i + 4], "big") for i in range(28, -4, -4)]
        return self._words.pop()


def shuffled(cards: Iterable[Item], dice: Dice) -> tuple[Item, ...]:
    """Cards, or whatever else is dealt, in an order that chance decides, every order as likely (Fisher and Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = dice.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def deal(rules: Rules, seats: Sequence[bool], dice: Dice, noises: Noises | None = None) -> Table:
    """A freshly dealt table; `seats` says for each letter whether it is dealt in.

    `noises` are those that each seat owns; else chance deals them, where noises are played for.

    From a shuffled deck the first cards make the stack (the first dealt lies lowest), the next
    the row from left to right, and the rest the hand, whose first is turned first.
    """
    width = rules.row_width(sum(seats))
    areas = tuple(
        _area(rules, seat, width, dice) if dealt else Area() for seat, dealt in enumerate(seats)
    )
    table = Table(rules, (), areas)
    return table if rules.speed == "off" else _with_machine(table, seats, dice, noises)


def deal_noises(seats: Sequence[bool], dice: Dice) -> Noises:
    """The noises of each seat: as many for each player, at random, and the rest set aside."""
    each = share(sum(seats))
    order = list(shuffled(Noise, dice))
    return tuple(
        tuple(sorted((order.pop() for _ in range(each)), key=list(Noise).index)) if dealt else ()
        for dealt in seats
    )


def _with_machine(table: Table, seats: Sequence[bool], dice: Dice, noises: Noises | None) -> Table:
    quiet = table.rules.speed == "quiet" or share(sum(seats)) == 0
    none: Noises = tuple(() for _ in seats)
    owned = none if quiet else noises or deal_noises(seats, dice)
    areas = tuple(
        Area(area.row, area.stack, area.waste, area.hand, Beside(own))
        for area, own in zip(table.areas, owned, strict=True)
    )
    return Table(table.rules, table.piles, areas, machine=full_machine(quiet=quiet))


def _area(rules: Rules, seat: Seat, width: int, dice: Dice) -> Area:
    cards = shuffled(deck_of(seat), dice)
    height = rules.stack_height(seat)
    row = tuple((card,) for card in cards[height : height + width])
    return Area(row=row, stack=cards[:height], hand=cards[height + width :])
