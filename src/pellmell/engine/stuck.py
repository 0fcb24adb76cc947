"""Whether a round is dead: no seat, on its own, can ever again lay a card or lessen its stack.

Seats meet in the centre alone, so each is looked at by itself against the centre as it is, and
whoever could lay a single card keeps the round alive. Until that card is found the centre, the
stack and all but the tops of the row stay as they are, which keeps the question small. A stop
that could be called does not make a round alive.
"""

from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from typing import Final

from pellmell.engine.actions import turn_size
from pellmell.engine.cards import HIGHEST, Card, Seat
from pellmell.engine.machine import ActionKind, may_grab
from pellmell.engine.rules import Rules
from pellmell.engine.table import Area, Table, fitting_pile, held_back, stackable

EFFORT: Final = 10_000
"""Situations that are looked at for one seat before it is taken for alive."""


class Stuck(StrEnum):
    """Whether a round is dead, and whether a shuffle of all hands would help."""

    NO = "no"
    SOFT = "soft"
    HARD = "hard"


def stuck(table: Table, frozen: Collection[Seat] = (), effort: int = EFFORT) -> Stuck:
    """Whether the round is dead as the cards lie; seats in `frozen` play no more and do not count.

    A dead round is never missed in the base game. Where Profi's laying down has more ways than
    `effort`, the answer is NO, so that nobody loses a round which is not lost.
    """
    seats = [s for s, area in enumerate(table.areas) if area.dealt and s not in frozen]
    if _machine_helps(table, seats):
        return Stuck.NO
    hopeful = [seat for seat in seats if _alive_shuffled(table, table.areas[seat])]
    if not hopeful:
        return Stuck.HARD
    if table.rules.recycle == "shuffle":
        return Stuck.NO
    alive = any(_alive_kept(table, seat, effort) for seat in hopeful)
    return Stuck.NO if alive else Stuck.SOFT


def _machine_helps(table: Table, seats: Collection[Seat]) -> bool:
    """Whether the Speed Machine still has something for one of these seats."""
    machine = table.machine
    if machine is None:
        return False
    held = {kind for seat in seats for kind in table.areas[seat].beside.held}
    joker_goes = any(pile.top < HIGHEST for pile in table.piles)
    pending = held - {ActionKind.JOKER} or (held and joker_goes)
    grabs = any(
        may_grab(machine, throw, table.noises, seat) for throw in machine.lying for seat in seats
    )
    return bool(machine.to_come or grabs or pending)


def _alive_shuffled(table: Table, area: Area) -> bool:
    """Whether a seat can go on if every card of its hand and waste can come up."""
    cards = area.hand + area.waste
    return (
        _open(table, area)
        or any(_wanted(table, card) for card in cards)
        or (table.rules.profi == "on" and bool(area.stack) and _stairs(table.rules, area))
    )


def _alive_kept(table: Table, seat: Seat, effort: int) -> bool:
    """Whether a seat can go on if its cards come up in the order in which they lie."""
    area, turn = table.areas[seat], turn_size(table, seat)
    cards = area.waste + area.hand
    if _open(table, area):
        return True
    if any(_wanted(table, cards[i - 1]) for i in _showing(len(cards), len(area.waste), turn)):
        return True
    return table.rules.profi == "on" and _Laying(table, area, turn, effort).finds_a_way()


def _open(table: Table, area: Area) -> bool:
    """Whether a seat can lay a card or lessen its stack without looking at hand and waste."""
    tops = [slot[-1] for slot in area.row if slot]
    if any(_wanted(table, top) for top in tops):
        return True
    return bool(area.stack) and (
        len(tops) < len(area.row)
        or _wanted_from_stack(table, area.stack[-1])
        or (
            table.rules.profi == "on"
            and any(stackable(table.rules, area.stack[-1], top) for top in tops)
        )
    )


def _wanted(table: Table, card: Card) -> bool:
    return fitting_pile(table, card) is not None


def _wanted_from_stack(table: Table, card: Card) -> bool:
    return _wanted(table, card) and not held_back(table.rules, card)


def _stairs(rules: Rules, area: Area) -> bool:
    """Whether cards of hand and waste could be laid down until the stack's top goes on them."""
    tops = [slot[-1] for slot in area.row if slot]
    for card in sorted(area.hand + area.waste, key=lambda card: -card.number):
        if any(stackable(rules, card, top) for top in tops):
            tops.append(card)
    return any(stackable(rules, area.stack[-1], top) for top in tops)


def _showing(count: int, waste: int, turn: int) -> Iterator[int]:
    """How many cards lie in the waste each time that one shows, until all has been seen.

    That is now and for the rest of this pass, and a whole pass from its start, which repeats.
    """
    for start in (waste, 0):
        yield from range(start or turn, count, turn)
    if count:
        yield count


class _Laying:
    """A search for an order of Profi's moves from the waste to the row that frees something.

    The cards of waste and hand are known by their place in the order, and a set of them is a bit
    mask. Of a slot all that matters is the set of cards left that could go on it.
    """

    def __init__(self, table: Table, area: Area, turn: int, effort: int) -> None:
        self._cards = cards = area.waste + area.hand
        self._rules, self._turn, self._effort = table.rules, turn, effort
        self._wanted = [_wanted(table, card) for card in cards]
        self._carries_stack = [
            any(stackable(table.rules, top, card) for top in area.stack[-1:]) for card in cards
        ]
        self._go_on = [self._going_on(card) for card in cards]
        tops = (slot[-1] for slot in area.row if slot)
        slots = sorted(self._going_on(top) for top in tops)
        self._start = ((1 << len(cards)) - 1, tuple(slots), len(area.waste))

    def finds_a_way(self) -> bool:
        """Whether there is one, or more to look at than the effort allows."""
        seen, ahead = {self._start}, [self._start]
        while ahead:
            left, slots, waste = ahead.pop()
            for card, place in self._shown(left, waste):
                if self._wanted[card]:
                    return True
                for slot in _narrowest(slots, card):
                    if self._carries_stack[card] or len(seen) >= self._effort:
                        return True
                    rest = left ^ 1 << card
                    state = (rest, self._laid(slots, slot, card, rest), place)
                    if state not in seen:
                        seen.add(state)
                        ahead.append(state)
        return False

    def _going_on(self, on: Card) -> int:
        return _mask(stackable(self._rules, card, on) for card in self._cards)

    def _laid(self, slots: tuple[int, ...], slot: int, card: int, rest: int) -> tuple[int, ...]:
        """The slots after a card went on one of them, in order: which is which plays no part."""
        others = list(slots)
        others.remove(slot)
        return tuple(sorted(other & rest for other in (*others, self._go_on[card])))

    def _shown(self, left: int, waste: int) -> Iterator[tuple[int, int]]:
        """Each card that shows, with how many would lie in the waste if it were taken.

        From every phase the start of a pass can be reached, so a phase that a whole pass has too
        is told as that start, 0.
        """
        cards = list(_bits(left))
        for shown in _showing(len(cards), waste, self._turn):
            under = shown - 1
            own_phase = under % self._turn and shown < len(cards)
            yield cards[under], under if own_phase else 0


def _narrowest(slots: tuple[int, ...], card: int) -> Iterator[int]:
    """The slots that a card may go on, without those that take all that another one takes.

    Such a one is better kept: whatever works with the narrower slot works with the wider.
    """
    fitting = {slot for slot in slots if slot >> card & 1}
    for slot in fitting:
        if not any(other & slot == other != slot for other in fitting):
            yield slot


def _mask(members: Iterable[bool]) -> int:
    return sum(1 << place for place, member in enumerate(members) if member)


def _bits(mask: int) -> Iterator[int]:
    """The places at which a mask has a bit, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
