"""What a seat could do, as far as everyone can see, and what each of it is good for."""

from collections.abc import Iterator
from enum import IntEnum

import msgspec

from pellmell.engine.cards import HIGHEST, LOWEST, Card, Colour, Seat
from pellmell.engine.commands import (
    STACK,
    WASTE,
    Command,
    Grab,
    OnPile,
    OnSeat,
    OnSlot,
    RowTop,
    Source,
    Stop,
    ToCentre,
    ToRow,
)
from pellmell.engine.commands import Use as UseCard
from pellmell.engine.machine import ActionKind, Machine, may_grab
from pellmell.engine.rules import Rules
from pellmell.engine.table import held_back, stackable
from pellmell.protocol.views import Seen, SeenArea


class Use(IntEnum):
    """What a command is good for, the most useful first."""

    STOP = 0
    GRAB = 1
    ACTION = 2
    STACK_TO_CENTRE = 3
    ROW_TO_CENTRE = 4
    FILL = 5
    STACK_TO_ROW = 6
    WASTE_TO_CENTRE = 7
    FREEING = 8
    """A waste card laid on the row, on which the stack's top could be laid next."""

    BIDING = 9
    """A waste card laid on the row for what may lie beneath."""


Chance = tuple[Card | None, int | None, Command | None]
"""What is noticed: a card that could go to the centre or onto a slot, what the Speed Machine
offers, or nothing of these: the stop."""


class Choice(msgspec.Struct, frozen=True):
    """A command that looks legal; `card` is what is moved, `slot` where to if onto the row."""

    use: Use
    command: Command
    card: Card | None = None
    slot: int | None = None

    @property
    def chance(self) -> Chance:
        """What there is to notice; it stays the same when a card comes from the stack to the row."""
        offered = self.use in (Use.GRAB, Use.ACTION)
        return (self.card, self.slot, self.command if offered else None)

    @property
    def salient(self) -> bool:
        """Whether it leaps to the eye or ear: an empty stack does, a noise, and a 1."""
        return self.card is None or (self.slot is None and self.card.number == LOWEST)


Wanted = frozenset[tuple[Colour, int]]


def choices(sight: Seen, seat: Seat) -> Iterator[Choice]:
    """Everything but turning that a seat could do with a legal command."""
    area, rules, wanted = sight.areas[seat], sight.rules, _wanted(sight)
    if area.row and area.stack is None and not area.beside.jokers:
        yield Choice(Use.STOP, Stop())
    if sight.machine is not None and area.row:
        yield from _grabs(sight, sight.machine, seat)
        yield from _actions(sight, seat, wanted)
    for source, card in _tops(area):
        if _fits(wanted, card) and not _kept_back(rules, source, card):
            yield Choice(_use_in_centre(source), ToCentre(source, card=card), card)
    if area.stack is not None:
        yield from _off_the_stack(rules, area, area.stack)
    if area.waste is not None and rules.profi == "on":
        yield from _off_the_waste(rules, area, area.waste)


def _grabs(sight: Seen, machine: Machine, seat: Seat) -> Iterator[Choice]:
    noises = [area.beside.noises for area in sight.areas]
    for throw in machine.lying:
        if may_grab(machine, throw, noises, seat):
            yield Choice(Use.GRAB, Grab(throw.number))


def _actions(sight: Seen, seat: Seat, wanted: Wanted) -> Iterator[Choice]:
    """The held action cards that are worth using now."""
    area = sight.areas[seat]
    held = area.beside.held
    if ActionKind.JOKER in held:
        for pile in _piles_for_joker(sight, area):
            yield Choice(Use.ACTION, UseCard(ActionKind.JOKER, OnPile(pile)))
    if area.stack is None:
        return
    if ActionKind.REMOVE in held:
        stuck = [
            (c[-1].number, s) for s, c in enumerate(area.row) if c and not _fits(wanted, c[-1])
        ]
        if stuck:
            yield Choice(Use.ACTION, UseCard(ActionKind.REMOVE, OnSlot(max(stuck)[1])))
    if ActionKind.VOILA in held:
        others = [(o.stack_count, s) for s, o in enumerate(sight.areas) if o.row and s != seat]
        if others:
            yield Choice(Use.ACTION, UseCard(ActionKind.VOILA, OnSeat(min(others)[1])))


def _piles_for_joker(sight: Seen, area: SeenArea) -> Iterator[int]:
    """The piles on which a joker lets an own card follow; any, when only jokers are left."""
    own = {(card.colour, card.number) for _, card in _tops(area)}
    for pile, under in enumerate(sight.piles):
        opens = (under.colour, under.top + 2) in own
        if under.top < HIGHEST and (opens or area.stack is None):
            yield pile


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
    return source == STACK and held_back(rules, card)


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
