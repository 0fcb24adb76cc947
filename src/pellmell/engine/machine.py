"""The Speed Machine: its noises and action cards, what it throws, and who may grab it.

The machine holds what is still to come as counts, never as an order: chance decides a throw when
it happens, so nothing that is written down gives a later one away.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from pellmell.engine.cards import Card, Seat


class Noise(StrEnum):
    """One of the eight noises, by its word in the notation."""

    HORN = "horn"
    FANFARE = "fanfare"
    BELL = "bell"
    COCK = "cock"
    CUCKOO = "cuckoo"
    PHONE = "phone"
    ELEPHANT = "elephant"
    DRUM = "drum"


class ActionKind(StrEnum):
    """What an action card lets its owner do, by its word in the notation."""

    JOKER = "joker"
    REMOVE = "remove"
    VOILA = "voila"
    SECOND = "second"
    EXTRA = "extra"


COPIES: Final = {
    ActionKind.JOKER: 8,
    ActionKind.REMOVE: 4,
    ActionKind.VOILA: 4,
    ActionKind.SECOND: 4,
    ActionKind.EXTRA: 4,
}
"""How many of each kind the machine throws."""

ACTION_CARDS: Final = 24
ROUNDS_OF_NOISES: Final = 3
"""How often each noise sounds in a whole round."""
MOST_WITH_NOISES: Final = 8
"""With more players than this nobody owns a noise, and the machine is quiet."""
SHARES: Final = {2: 4, 3: 2, 4: 2}
"""Noises that each of so many players owns; more players own one each."""


class Throw(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A thrown action card: its number from 1, its kind, and its noise (None in a quiet throw)."""

    number: int
    kind: ActionKind
    noise: Noise | None


class Machine(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The machine in a round: what is to come, in no order, and what lies there to be grabbed."""

    quiet: bool
    to_come: tuple[ActionKind, ...]
    noises: tuple[Noise, ...]
    lying: tuple[Throw, ...] = ()

    @property
    def thrown(self) -> int:
        """How many cards it has thrown; the number of the last one."""
        return ACTION_CARDS - len(self.to_come)


def unheard(machine: Machine) -> Machine:
    """The machine as it is to everybody who has not heard its last throw yet."""
    *others, last = machine.lying
    noises = () if last.noise is None else (last.noise,)
    return Machine(
        machine.quiet,
        (*machine.to_come, last.kind),
        (*machine.noises, *noises),
        tuple(others),
    )


class Beside(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What lies beside a seat's stack when the machine plays.

    `noises` are the seat's own; `held` are action cards that were taken and wait to be used,
    jokers parked on the stack among them; `used` lie there without effect but for the kinds that
    last; `removed` are row cards that are out of the round.
    """

    noises: tuple[Noise, ...] = ()
    held: tuple[ActionKind, ...] = ()
    used: tuple[ActionKind, ...] = ()
    removed: tuple[Card, ...] = ()

    @property
    def jokers(self) -> int:
        """Jokers parked on the stack."""
        return self.held.count(ActionKind.JOKER)


NOTHING_BESIDE: Final = Beside()


def full_machine(*, quiet: bool) -> Machine:
    """A machine with all its cards to come."""
    kinds = tuple(kind for kind in ActionKind for _ in range(COPIES[kind]))
    noises = tuple(noise for noise in Noise for _ in range(ROUNDS_OF_NOISES))
    return Machine(quiet, kinds, noises)


def share(players: int) -> int:
    """How many noises each of so many players owns."""
    return SHARES.get(players, 1 if players <= MOST_WITH_NOISES else 0)


def may_grab(
    machine: Machine, throw: Throw, noises: Sequence[tuple[Noise, ...]], seat: Seat
) -> bool:
    """Whether a seat may take a lying card now; `noises` are those of each seat.

    The last card thrown belongs to the owner of its noise until the next one; any other is free.
    """
    owned = throw.noise is not None and any(throw.noise in own for own in noises)
    return throw.number < machine.thrown or not owned or throw.noise in noises[seat]
