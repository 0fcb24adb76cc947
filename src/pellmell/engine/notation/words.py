"""The words of the table notation: a card, a command, and the refusal of what is neither."""

import re
from typing import Final, assert_never

from pellmell.engine.cards import (
    HIGHEST,
    LETTERS,
    LOWEST,
    MAX_SEATS,
    Card,
    Colour,
    Seat,
    letter,
    seat_of,
)
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
    StackTop,
    Stop,
    Target,
    ToCentre,
    ToRow,
    Turn,
    Use,
    WasteTop,
)
from pellmell.engine.machine import ActionKind

HIGHEST_PLACE: Final = 999
"""The highest number of a slot or a pile that a command can name."""

LONGEST_SHOWN: Final = 40
FACES: Final = {
    f"{colour}{number}": (colour, number)
    for colour in Colour
    for number in range(LOWEST, HIGHEST + 1)
}
A_CARD: Final = "a card is a colour r, g, b or y and a number from 1 to 10, like r7"
A_COMMAND: Final = (
    "commands are turn, stop, plays like r1>c3, r1>c, s>c, w>c or s>r2, and with the Speed Machine "
    "grab, grab 5, use joker c3, use remove r2 or use voila B"
)
PLAY: Final = re.compile(
    r"(?:r([1-9]\d{0,2})|([sw]))>(?:c([1-9]\d{0,2})?|r([1-9]\d{0,2}))", re.ASCII
)

GRAB: Final = re.compile(r"grab(?: ([1-9]\d?))?", re.ASCII)
USE: Final = re.compile(
    r"use (?=joker c|remove r|voila [A-L])(joker|remove|voila) ([cr][1-9]\d{0,2}|[A-L])", re.ASCII
)


class NotationError(ValueError):
    """A text that is not notation; the message names the token, its column and the remedy."""


def parse_card(text: str, seat: Seat) -> Card:
    """The card that a text names within the section of a seat; NotationError if it names none."""
    card = read_card(text, seat, MAX_SEATS)
    if isinstance(card, str):
        raise NotationError(f"column 1: {shown(text)} {card}")
    return card


def format_card(card: Card, seat: Seat) -> str:
    """A card as it is written in the section of a seat: with its deck, if that is another's."""
    face = f"{card.colour}{card.number}"
    return face if card.deck == seat else f"{face}@{letter(card.deck)}"


def parse_command(text: str) -> Command:
    """The command that a text names; slots and piles count from 1 on paper, from 0 in values."""
    if text == "turn":
        return Turn()
    if text == "stop":
        return Stop()
    found = PLAY.fullmatch(text)
    if found is None:
        of_machine = _of_machine(text)
        if of_machine is not None:
            return of_machine
        raise NotationError(f"column 1: {shown(text)} is not a command; {A_COMMAND}")
    from_slot, name, pile, slot = found.groups()
    source: Source = STACK if name == "s" else WASTE
    if from_slot is not None:
        source = RowTop(int(from_slot) - 1)
    if slot is not None:
        return ToRow(source, int(slot) - 1)
    return ToCentre(source, None if pile is None else int(pile) - 1)


def _of_machine(text: str) -> Command | None:
    """The command of the Speed Machine that a text names, if it names one."""
    grab, use = GRAB.fullmatch(text), USE.fullmatch(text)
    if grab is not None:
        return Grab(None if grab[1] is None else int(grab[1]))
    if use is None:
        return None
    kind, place = use.groups()
    return Use(ActionKind(kind), _target(place))


def _target(text: str) -> Target:
    match text[0]:
        case "c":
            return OnPile(int(text[1:]) - 1)
        case "r":
            return OnSlot(int(text[1:]) - 1)
        case _:
            return OnSeat(LETTERS.index(text))


def _written(target: Target) -> str:
    match target:
        case OnPile(pile):
            return f"c{pile + 1}"
        case OnSlot(slot):
            return f"r{slot + 1}"
        case OnSeat(seat):
            return letter(seat)
        case _:
            assert_never(target)


def format_command(command: Command) -> str:
    """A command as it is written; which card is meant is no part of it."""
    match command:
        case ToCentre(source, pile):
            return f"{_from(source)}>c{'' if pile is None else pile + 1}"
        case ToRow(source, slot):
            return f"{_from(source)}>r{slot + 1}"
        case Turn():
            return "turn"
        case Stop():
            return "stop"
        case Grab(number):
            return "grab" if number is None else f"grab {number}"
        case Use(kind, target):
            return f"use {kind} {_written(target)}"
        case _:
            assert_never(command)


def read_card(text: str, seat: Seat, seats: int) -> Card | str:
    """The card that a text names in a seat's section among so many, or what is wrong with it."""
    face, at, deck = text.partition("@")
    if face not in FACES:
        if text.startswith("?"):
            return "hides cards; here every card is named, like r7"
        return f"is not a card; {A_CARD}, or r7@B for one of B's deck elsewhere"
    if not at:
        return Card(*FACES[face], seat)
    owner = seat_of(deck)
    if owner is None or owner >= seats:
        return f"names the deck {shown(deck)}; {the_seats(seats)}"
    if owner == seat:
        return f"names the deck of its own section; without it, {face}, is right"
    return Card(*FACES[face], owner)


def the_seats(seats: int) -> str:
    """A sentence on which letters are seats where there are so many."""
    return f"the seats here are {LETTERS[:seats]}" if seats > 1 else "the only seat here is A"


def shown(text: str) -> str:
    """A token as a message quotes it: on one line, and not too long."""
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")


def _from(source: Source) -> str:
    match source:
        case RowTop(slot):
            return f"r{slot + 1}"
        case StackTop():
            return "s"
        case WasteTop():
            return "w"
        case _:
            assert_never(source)
