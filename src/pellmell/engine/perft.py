"""Perft: how many sequences of legal commands there are, the test that finds engines' bugs."""

import msgspec

from pellmell.engine.cards import Seat
from pellmell.engine.commands import Command, Stop
from pellmell.engine.deal import Dice
from pellmell.engine.decide import Refusal, decide, legal
from pellmell.engine.evolve import replay
from pellmell.engine.table import Table


def perft(table: Table, depth: int) -> int:
    """The number of sequences of exactly `depth` legal commands, given by any seats in any order.

    Hands keep their order whatever the rules say, so that chance plays no part; nothing follows
    a stop. Raises ValueError for a depth below 0.
    """
    if depth < 0:
        raise ValueError(f"a depth is a whole number from 0, not {depth}")
    rules = msgspec.structs.replace(table.rules, recycle="keep")
    return _Count().sequences(msgspec.structs.replace(table, rules=rules), depth)


class _Count:
    """Counts sequences, each table and depth once: many orders of commands lead to one table."""

    def __init__(self) -> None:
        self._known: dict[tuple[Table, int], int] = {}

    def sequences(self, table: Table, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return sum(len(legal(table, seat)) for seat in range(len(table.areas)))
        known = self._known.get((table, depth))
        if known is None:
            known = self._known[table, depth] = sum(
                self.sequences(_after(table, seat, command), depth - 1)
                for seat in range(len(table.areas))
                for command in legal(table, seat)
                # Nothing follows a stop, so it starts no longer sequence.
                if not isinstance(command, Stop)
            )
        return known


class _NoDice:
    """The dice where chance has no part: whoever throws them is mistaken."""

    def below(self, bound: int) -> int:
        raise AssertionError(f"with the order kept nothing is thrown, least of all {bound}")


NO_DICE: Dice = _NoDice()


def _after(table: Table, seat: Seat, command: Command) -> Table:
    """The table after a legal command."""
    decision = decide(table, seat, command, NO_DICE)
    assert not isinstance(decision, Refusal), decision
    return replay(table, decision)
