"""What a seat could do, as far as everyone can see, and what each of it is good for."""

from collections.abc import Iterator
from enum import IntEnum

import msgspec

from pellmell.engine.cards import LOWEST, Card, Colour, Seat
from pellmell.engine.commands import (
    STACK,
    WASTE,
    Command,
    RowTop,
    Source,
    Stop,
    ToCentre,
    ToRow,
)
from pellmell.engine.rules import Rules
from pellmell.engine.table import stackable
from pellmell.protocol.views import Seen, SeenArea


class Use(IntEnum):
    """What a command is good for, the most useful first."""

    STOP = 0
    STACK_TO_CENTRE = 1
    ROW_TO_CENTRE = 2
    FILL = 3
    STACK_TO_ROW = 4
    WASTE_TO_CENTRE = 5
    FREEING = 6
    """A waste card laid on the row, on which the stack's top could be laid next."""

    BIDING = 7
    """A waste card laid on the row for what may lie beneath."""


Chance = tuple[Card | None, int | None]
"""What is noticed: a card that could go to the centre, or onto a slot; nothing at all: the stop."""


class Choice(msgspec.Struct, frozen=True):
    """A command that looks legal; `card` is what is moved, `slot` where to if onto the row."""

    use: Use
    command: Command
    card: Card | None = None
    slot: int | None = None

    @property
    def chance(self) -> Chance:
        """What there is to notice; it stays the same when a card comes from the stack to the row."""
        return (self.card, self.slot)

    @property
    def salient(self) -> bool:
        """Whether it leaps to the eye: an empty stack does, and so does a 1."""
        return self.card is None or (self.slot is None and self.card.number == LOWEST)


Wanted = frozenset[tuple[Colour, int]]


def choices(sight: Seen, seat: Seat) -> Iterator[Choice]:
    """Everything but turning that a seat could do with a legal command."""
    area, rules, wanted = sight.areas[seat], sight.rules, _wanted(sight)
    if area.row and area.stack is None:
        yield Choice(Use.STOP, Stop())
    for source, card in _tops(area):
        if _fits(wanted, card) and not _kept_back(rules, source, card):
            yield Choice(_use_in_centre(source), ToCentre(source, card=card), card)
    if area.stack is not None:
        yield from _off_the_stack(rules, area, area.stack)
    if area.waste is not None and rules.profi == "on":
        yield from _off_the_waste(rules, area, area.waste)


def misfits(sight: Seen, seat: Seat) -> list[Command]:
    """The plays of own cards that fit nowhere."""
    wanted = _wanted(sight)
    return [
        ToCentre(source, card=card)
        for source, card in _tops(sight.areas[seat])
        if not _fits(wanted, card)
    ]


def _wanted(sight: Seen) -> Wanted:
    return frozenset((pile.colour, pile.top + 1) for pile in sight.piles)


def _fits(wanted: Wanted, card: Card) -> bool:
    return card.number == LOWEST or (card.colour, card.number) in wanted


def _tops(area: SeenArea) -> Iterator[tuple[Source, Card]]:
    if area.stack is not None:
        yield STACK, area.stack
    for slot, cards in enumerate(area.row):
        if cards:
            yield RowTop(slot), cards[-1]
    if area.waste is not None:
        yield WASTE, area.waste


def _kept_back(rules: Rules, source: Source, card: Card) -> bool:
    return source == STACK and card.number == LOWEST and rules.ligretto_to_centre == "no_ones"


def _use_in_centre(source: Source) -> Use:
    if source == STACK:
        return Use.STACK_TO_CENTRE
    return Use.WASTE_TO_CENTRE if source == WASTE else Use.ROW_TO_CENTRE


def _off_the_stack(rules: Rules, area: SeenArea, card: Card) -> Iterator[Choice]:
    for slot, below in enumerate(area.row):
        if not below:
            yield Choice(Use.FILL, ToRow(STACK, slot, card), card, slot)
        elif rules.profi == "on" and stackable(rules, card, below[-1]):
            yield Choice(Use.STACK_TO_ROW, ToRow(STACK, slot, card), card, slot)


def _off_the_waste(rules: Rules, area: SeenArea, card: Card) -> Iterator[Choice]:
    frees = area.stack is not None and stackable(rules, area.stack, card)
    use = Use.FREEING if frees else Use.BIDING
    for slot, below in enumerate(area.row):
        if below and stackable(rules, card, below[-1]):
            yield Choice(use, ToRow(WASTE, slot, card), card, slot)
