"""Cards, the seats they belong to and the decks they come in."""

from enum import StrEnum
from typing import Final

import msgspec

Seat = int
"""A place at the table, counted from 0; on paper it is a letter."""

MAX_SEATS: Final = 12
MIN_SEATS: Final = 2
LOWEST: Final = 1
HIGHEST: Final = 10
DECK_SIZE: Final = 40
LETTERS: Final = "ABCDEFGHIJKL"


class Colour(StrEnum):
    """One of the four colours of a deck, named by the letter that stands for it on paper."""

    RED = "r"
    GREEN = "g"
    BLUE = "b"
    YELLOW = "y"


class Card(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A number card: its colour, its number from 1 to 10 and the deck (a seat) it belongs to."""

    colour: Colour
    number: int
    deck: Seat


def deck_of(seat: Seat) -> tuple[Card, ...]:
    """The forty cards of a seat's deck, sorted by colour and number."""
    return tuple(
        Card(colour, number, seat) for colour in Colour for number in range(LOWEST, HIGHEST + 1)
    )


def letter(seat: Seat) -> str:
    """The letter of a seat, `A` for 0; an IndexError beyond `L`."""
    if seat not in range(MAX_SEATS):
        raise IndexError(f"there is no seat {seat}; seats go from 0 to {MAX_SEATS - 1}")
    return LETTERS[seat]


def seat_of(text: str) -> Seat | None:
    """The seat that a letter names, or None where it names none."""
    return LETTERS.index(text) if len(text) == 1 and text in LETTERS else None
