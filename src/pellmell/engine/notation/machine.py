"""What the Speed Machine adds to a position: a seat's fifth field, and the last section."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeVar

from pellmell.engine.cards import Card, Seat
from pellmell.engine.machine import (
    ACTION_CARDS,
    COPIES,
    ROUNDS_OF_NOISES,
    ActionKind,
    Beside,
    Machine,
    Noise,
    Throw,
)
from pellmell.engine.notation.words import format_card, read_card, shown
from pellmell.engine.rules import whole
from pellmell.texts import Fault, Said, said

Named = TypeVar("Named", ActionKind, Noise)

MACHINE: Final = "machine"
HOLDS: Final = "+"
USED: Final = "="
REMOVED: Final = "x"
FIELDS: Final = (
    said("notation.machine-to-come"),
    said("notation.machine-noises"),
    said("notation.machine-lying"),
)
NOISES: Final = {str(noise): noise for noise in Noise}
KINDS: Final = {str(kind): kind for kind in ActionKind}


class MachineError(Fault, ValueError):
    """A word that does not belong where it stands; `place` is its number among the words."""

    def __init__(self, place: int, reason: Said) -> None:
        super().__init__(reason)
        self.place = place


def format_beside(beside: Beside, seat: Seat) -> list[str]:
    """The words of a seat's fifth field."""
    return [
        *beside.noises,
        *(HOLDS + kind for kind in beside.held),
        *(USED + kind for kind in beside.used),
        *(REMOVED + format_card(card, seat) for card in beside.removed),
    ]


def format_machine(machine: Machine) -> str:
    """The last section of a position; nothing of it is hidden, since nothing has an order."""
    fields = (
        _counts(machine.to_come),
        _counts(machine.noises),
        " ".join(map(_throw, machine.lying)),
    )
    mode = "quiet" if machine.quiet else "noises"
    return f"{MACHINE} {mode} | {' | '.join(field or '-' for field in fields)}"


def read_beside(words: list[str], seat: Seat, seats: int) -> Beside:
    """What words of a fifth field name; MachineError if one names nothing."""
    noises: list[Noise] = []
    held: list[ActionKind] = []
    used: list[ActionKind] = []
    removed: list[Card] = []
    for place, word in enumerate(words):
        if word in NOISES:
            noises.append(NOISES[word])
        elif word[:1] == HOLDS and word[1:] in KINDS:
            held.append(KINDS[word[1:]])
        elif word[:1] == USED and word[1:] in KINDS:
            used.append(KINDS[word[1:]])
        elif word[:1] == REMOVED:
            card = read_card(word[1:], seat, seats, word)
            if isinstance(card, Said):
                raise MachineError(place, card)
            removed.append(card)
        else:
            raise MachineError(place, said("notation.beside", token=shown(word)))
    beside = Beside(tuple(noises), tuple(held), tuple(used), tuple(removed))
    written = format_beside(beside, seat)
    for place, word in enumerate(words):
        if written[place] != word:
            raise MachineError(place, said("notation.beside-order", token=shown(word)))
    return beside


def read_machine(mode: str, fields: list[list[str]]) -> Machine:
    """The machine that a mode and the words of three fields name.

    Raises MachineError, whose place counts through the words of all fields.
    """
    to_come = _read_counts(fields[0], KINDS, COPIES, 0)
    bag = dict.fromkeys(Noise, ROUNDS_OF_NOISES)
    noises = _read_counts(fields[1], NOISES, bag, len(fields[0]))
    before = len(fields[0]) + len(fields[1])
    lying: list[Throw] = []
    for place, word in enumerate(fields[2], before):
        thrown = _read_throw(word)
        highest = ACTION_CARDS - len(to_come)
        if thrown is None or not (lying[-1].number if lying else 0) < thrown.number <= highest:
            if thrown is None:
                raise MachineError(place, said("notation.throw", token=shown(word)))
            flaw = said("notation.throw-number", token=shown(word), highest=highest)
            raise MachineError(place, flaw)
        lying.append(thrown)
    return Machine(mode == "quiet", to_come, noises, tuple(lying))


def _counts(items: tuple[str, ...]) -> str:
    return " ".join(f"{item}:{count}" for item, count in Counter(map(str, items)).items())


def _read_counts(
    words: list[str], names: Mapping[str, Named], most: Mapping[Named, int], before: int
) -> tuple[Named, ...]:
    """As many of each name as its word says, in the order in which the names are listed."""
    items: list[Named] = []
    known = list(names)
    last = -1
    for place, word in enumerate(words, before):
        name, _, count = word.partition(":")
        allowed = [str(n) for n in range(1, most[names[name]] + 1)] if name in names else []
        if count not in allowed or known.index(name) <= last:
            remedy = ", ".join(f"{known}:{most[value]}" for known, value in names.items())
            raise MachineError(place, said("notation.counts", token=shown(word), counts=remedy))
        last = known.index(name)
        items += [names[name]] * int(count)
    return tuple(items)


def _throw(throw: Throw) -> str:
    noise = "" if throw.noise is None else f"@{throw.noise}"
    return f"{throw.number}:{throw.kind}{noise}"


def _read_throw(word: str) -> Throw | None:
    number, _, rest = word.partition(":")
    kind, at, noise = rest.partition("@")
    thrown = whole(number, 0, 99)
    if thrown is None or kind not in KINDS or (at and noise not in NOISES):
        return None
    return Throw(thrown, KINDS[kind], NOISES[noise] if at else None)
