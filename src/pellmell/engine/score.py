"""The points of a round."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pellmell.engine.cards import Seat
from pellmell.engine.table import Table

NO_MISPLAYS: Final[Mapping[Seat, int]] = MappingProxyType({})


def score(table: Table, misplays: Mapping[Seat, int] = NO_MISPLAYS) -> tuple[int | None, ...]:
    """The points of each seat as the table lies now; None for a seat that was not dealt in.

    A card in the centre counts for the seat whose deck it is of, whoever laid it; a card left in
    the stack, or a joker parked on it, costs its holder `left_malus`, and each play refused as
    `does-not-fit` the `misplay_penalty`. `misplays` says how many of those a seat made; whom it
    leaves out made none.
    """
    laid = Counter(deck for pile in table.piles for deck in pile.decks)
    rules = table.rules
    return tuple(
        laid[seat]
        - rules.left_malus * (len(area.stack) + area.beside.jokers)
        - rules.misplay_penalty * misplays.get(seat, 0)
        if area.dealt
        else None
        for seat, area in enumerate(table.areas)
    )
