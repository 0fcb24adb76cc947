"""The table as a value: the centre's piles and each seat's area, with read-only questions."""

import msgspec

from pellmell.engine.cards import HIGHEST, LOWEST, Card, Colour, Seat
from pellmell.engine.machine import NOTHING_BESIDE, Beside, Machine, Noise
from pellmell.engine.rules import Rules


class Pile(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A pile in the centre: its colour and, from the 1 upwards, the deck each card came from.

    It stores decks only, so it can neither skip a number nor mix colours. None stands for a
    joker, which belongs to nobody.
    """

    colour: Colour
    decks: tuple[Seat | None, ...]

    @property
    def top(self) -> int:
        """The number that lies on top."""
        return len(self.decks)

    def takes(self, card: Card) -> bool:
        """Whether the card is the next of this pile."""
        return (
            self.colour is card.colour
            and len(self.decks) + 1 == card.number
            and card.number <= HIGHEST
        )


class Area(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What lies before one seat.

    `row` has a sequence of cards for each slot, from the bottom up; `stack` and `waste` are
    written from the bottom up too, the last can be played; `hand` is in the order in which its
    cards will be turned. A seat that was not dealt in has a row without slots. `beside` is what
    the Speed Machine brings.
    """

    row: tuple[tuple[Card, ...], ...] = ()
    stack: tuple[Card, ...] = ()
    waste: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    beside: Beside = NOTHING_BESIDE

    @property
    def dealt(self) -> bool:
        """Whether the seat takes part in this round."""
        return bool(self.row)

    @property
    def cleared(self) -> bool:
        """Whether nothing is left on the stack of a seat that plays, parked jokers included."""
        return bool(self.row) and not self.stack and not self.beside.jokers


class Table(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Everything that lies on the table in a round, hidden cards included.

    `piles` stand in the order in which they were started and never leave; `over` is set by the
    event that ends the round; `machine` is there when the Speed Machine plays.
    """

    rules: Rules
    piles: tuple[Pile, ...]
    areas: tuple[Area, ...]
    over: bool = False
    machine: Machine | None = None

    @property
    def ended(self) -> bool:
        """Whether the round is over: called, or a stack empty under `stop=auto`."""
        return self.over or (self.rules.stop == "auto" and any(a.cleared for a in self.areas))

    @property
    def noises(self) -> tuple[tuple[Noise, ...], ...]:
        """The noises that each seat owns."""
        return tuple(area.beside.noises for area in self.areas)


def fitting_pile(table: Table, card: Card) -> int | None:
    """The pile a card goes to if it names none: the first started that takes it, or None.

    A 1 always starts a pile, whose number is the count of the piles there are.
    """
    if card.number == LOWEST:
        return len(table.piles)
    return next((i for i, pile in enumerate(table.piles) if pile.takes(card)), None)


def fits(table: Table, card: Card, pile: int) -> bool:
    """Whether a card may be laid on the pile of that number (from 0)."""
    if pile == len(table.piles):
        return card.number == LOWEST
    return pile in range(len(table.piles)) and table.piles[pile].takes(card)


def held_back(rules: Rules, card: Card) -> bool:
    """Whether a card on top of a stack may not go into the centre from there."""
    return card.number == LOWEST and rules.ligretto_to_centre == "no_ones"


def stackable(rules: Rules, card: Card, on: Card) -> bool:
    """Whether Profi allows to lay a card down on another in the row."""
    if card.colour is on.colour:
        return False
    if rules.profi_step == "one":
        return card.number == on.number - 1
    return card.number < on.number
