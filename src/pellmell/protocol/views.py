"""What everyone may see of a table, built by naming what may be seen.

There is one public view: hands lie face down for their owners too. Nothing here ever reads a
covered card.
"""

import msgspec

from pellmell.engine.cards import Card
from pellmell.engine.machine import NOTHING_BESIDE, Beside, Machine, unheard
from pellmell.engine.rules import Rules
from pellmell.engine.table import Area, Pile, Table


class SeenArea(msgspec.Struct, frozen=True, kw_only=True):
    """What everyone sees before one seat: the row whole, the tops, and the counts."""

    row: tuple[tuple[Card, ...], ...]
    stack: Card | None
    stack_count: int
    waste: Card | None
    waste_count: int
    hand_count: int
    beside: Beside = NOTHING_BESIDE


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everyone sees it."""

    rules: Rules
    piles: tuple[Pile, ...]
    areas: tuple[SeenArea, ...]
    machine: Machine | None = None


def seen(table: Table, *, heard: bool = True) -> Seen:
    """The public view of a table; without `heard` the machine's last throw is still to come."""
    machine = table.machine
    return Seen(
        rules=table.rules,
        piles=table.piles,
        areas=tuple(_seen(area) for area in table.areas),
        machine=machine if heard or machine is None else unheard(machine),
    )


def _seen(area: Area) -> SeenArea:
    return SeenArea(
        row=area.row,
        stack=area.stack[-1] if area.stack else None,
        stack_count=len(area.stack),
        waste=area.waste[-1] if area.waste else None,
        waste_count=len(area.waste),
        hand_count=len(area.hand),
        beside=area.beside,
    )
