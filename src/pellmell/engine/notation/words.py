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
from pellmell.texts import FaultAt, Said, Value, said

HIGHEST_PLACE: Final = 999
"""The highest number of a slot or a pile that a command can name."""

LONGEST_SHOWN: Final = 40
FACES: Final = {
    f"{colour}{number}": (colour, number)
    for colour in Colour
    for number in range(LOWEST, HIGHEST + 1)
}
PLAY: Final = re.compile(
    r"(?:r([1-9]\d{0,2})|([sw]))>(?:c([1-9]\d{0,2})?|r([1-9]\d{0,2}))", re.ASCII
)

GRAB: Final = re.compile(r"grab(?: ([1-9]\d?))?", re.ASCII)
USE: Final = re.compile(
    r"use (?=joker c|remove r|voila [A-L])(joker|remove|voila) ([cr][1-9]\d{0,2}|[A-L])", re.ASCII
)


class NotationError(FaultAt, ValueError):
    """A text that is not notation; says the token, its column and the remedy."""


def parse_card(text: str, seat: Seat) -> Card:
    """The card that a text names within the section of a seat; NotationError if it names none."""
    card = read_card(text, seat, MAX_SEATS)
    if isinstance(card, Said):
        raise NotationError(1, card)
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
        raise NotationError(1, said("notation.command", token=shown(text)))
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


def read_card(text: str, seat: Seat, seats: int, token: str | None = None) -> Card | Said:
    """The card that a text names in a seat's section among so many, or what is wrong with it.

    `token` is what is named as wrong, where that is more than the text.
    """
    face, at, deck = text.partition("@")
    token = shown(text if token is None else token)
    if face not in FACES:
        if text.startswith("?"):
            return said("notation.hidden", token=token)
        return said("notation.card", token=token)
    if not at:
        return Card(*FACES[face], seat)
    owner = seat_of(deck)
    if owner is None or owner >= seats:
        return said("notation.deck", token=token, deck=shown(deck), seats=the_seats(seats))
    if owner == seat:
        return said("notation.own-deck", token=token, face=face)
    return Card(*FACES[face], owner)


def the_seats(seats: int) -> Value:
    """A sentence on which letters are seats where there are so many."""
    return said("notation.seats", seats=seats, letters=LETTERS[:seats])


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
