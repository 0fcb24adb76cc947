"""What is wrong with a table: every invariant of a round, each flaw named in a sentence."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from pellmell.engine.cards import (
    HIGHEST,
    LETTERS,
    LOWEST,
    MAX_SEATS,
    MIN_SEATS,
    Card,
    Seat,
    deck_of,
)
from pellmell.engine.machine import (
    COPIES,
    NOTHING_BESIDE,
    ROUNDS_OF_NOISES,
    ActionKind,
    Beside,
    Machine,
    Noise,
    share,
)
from pellmell.engine.rules import Rules
from pellmell.engine.table import Area, Table, stackable

AT_ONCE: Final = (ActionKind.SECOND, ActionKind.EXTRA)
"""The kinds that nobody holds, since they work at once."""


def flaws(table: Table) -> tuple[str, ...]:
    """Whatever could not have come about by dealing and playing; nothing for a sound table."""
    return tuple(_flaws(table))


def cards_of(table: Table) -> Iterator[Card]:
    """Every number card on the table, zone by zone, as often as it lies there."""
    for pile in table.piles:
        for number, deck in enumerate(pile.decks, start=LOWEST):
            if deck is not None:
                yield Card(pile.colour, number, deck)
    for area in table.areas:
        yield from _cards_before(area)


def actions_of(table: Table) -> Counter[ActionKind]:
    """The action cards of each kind, wherever they are: to come, lying there, held, used, on piles."""
    machine = table.machine
    if machine is None:
        return Counter()
    cards = Counter(machine.to_come) + Counter(throw.kind for throw in machine.lying)
    cards[ActionKind.JOKER] += sum(pile.decks.count(None) for pile in table.piles)
    for area in table.areas:
        cards.update(area.beside.held + area.beside.used)
    return cards


def _flaws(table: Table) -> Iterator[str]:
    dealt = sum(area.dealt for area in table.areas)
    if len(table.areas) > MAX_SEATS:
        yield f"{len(table.areas)} seats; at most {MAX_SEATS} have a place"
    if dealt < MIN_SEATS:
        yield f"{dealt} seats are dealt in; a round needs {MIN_SEATS}"
    yield from _deck_flaws(table)
    yield from _pile_flaws(table)
    yield from _machine_flaws(table)
    width = table.rules.row_width(dealt)
    for seat in range(len(table.areas)):
        yield from (f"seat {_name(seat)}: {flaw}" for flaw in _area_flaws(table, seat, width))


def _deck_flaws(table: Table) -> Iterator[str]:
    """Cards that are missing, lie twice or should not be there: forty of each deck, once each."""
    lying = Counter(cards_of(table))
    for seat, area in enumerate(table.areas):
        for card in deck_of(seat) if area.dealt else ():
            count = lying.pop(card, 0)
            if count != 1:
                yield f"{_written(card)} lies {count} times; each card of a deck lies once"
    for card in lying:
        yield f"{_written(card)} is of no deck that was dealt"


def _pile_flaws(table: Table) -> Iterator[str]:
    for number, pile in enumerate(table.piles, start=1):
        if not pile.decks:
            yield f"pile {number} has no card"
        if pile.top > HIGHEST:
            yield f"pile {number} has {pile.top} cards; it is finished at {HIGHEST}"
        if None in pile.decks and table.rules.speed == "off":
            yield f"pile {number} has a joker, and these rules have none"
        if pile.decks[:1] == (None,):
            yield f"pile {number} starts with a joker; only a 1 starts a pile"


def _machine_flaws(table: Table) -> Iterator[str]:
    """Action cards and noises: each copy in one place, and no noise with two owners."""
    machine = table.machine
    if (machine is None) is not (table.rules.speed == "off"):
        yield "there is a Speed Machine where the rules have none, or none where they have one"
    if machine is None:
        if any(area.beside != NOTHING_BESIDE for area in table.areas):
            yield "a seat has what only the Speed Machine brings"
        return
    cards = actions_of(table)
    for kind, copies in COPIES.items():
        if cards[kind] != copies:
            yield f"{cards[kind]} cards {kind}; there are {copies}"
    yield from _noise_flaws(table, machine)
    numbers = [throw.number for throw in machine.lying]
    if numbers != sorted(set(numbers)) or not set(numbers) <= set(range(1, machine.thrown + 1)):
        told = ", ".join(map(str, numbers))
        yield f"the throws {told} lie there; they rise, from 1 to {machine.thrown}"


def _noise_flaws(table: Table, machine: Machine) -> Iterator[str]:
    owners = Counter(noise for own in table.noises for noise in own)
    yield from (f"{noise} has {count} owners" for noise, count in owners.items() if count > 1)
    each = share(sum(area.dealt for area in table.areas))
    shares = {len(area.beside.noises) for area in table.areas if area.dealt}
    if shares not in ({each}, {0}):
        yield f"seats own {sorted(shares)} noises; here it is {each} each, or none"
    sounding = Counter(machine.noises) + Counter(throw.noise for throw in machine.lying)
    for noise in Noise:
        if sounding[noise] > ROUNDS_OF_NOISES:
            yield f"{noise} is there {sounding[noise]} times; it sounds {ROUNDS_OF_NOISES} times"
    if len(machine.noises) < len(machine.to_come):
        yield f"{len(machine.noises)} noises are to come for {len(machine.to_come)} cards"


def _area_flaws(table: Table, seat: Seat, width: int) -> Iterator[str]:
    area, rules = table.areas[seat], table.rules
    if not area.dealt:
        if any(_cards_before(area)) or area.beside != NOTHING_BESIDE:
            yield "has cards and was not dealt in"
        return
    width += area.beside.used.count(ActionKind.EXTRA)
    if len(area.row) != width:
        yield f"{len(area.row)} slots in the row; it is {width} wide"
    yield from _beside_flaws(area.beside)
    for number, slot in enumerate(area.row, start=1):
        yield from (f"slot {number} {flaw}" for flaw in _slot_flaws(rules, area, slot))
    if rules.speed == "off":
        height = rules.stack_height(seat)
        if len(area.stack) > height:
            yield f"{len(area.stack)} cards in the stack; {height} were dealt"
        if any(card.deck != seat for card in _cards_before(area)):
            yield "has cards of another deck"


def _beside_flaws(beside: Beside) -> Iterator[str]:
    """What cannot lie beside a stack between two commands."""
    for kind in beside.held:
        if kind in AT_ONCE:
            yield f"holds {kind}, which works as soon as it is taken"
    if ActionKind.JOKER in beside.used:
        yield "has a joker among its used cards; a used one lies on a pile"
    if beside.used.count(ActionKind.REMOVE) != len(beside.removed):
        removes = beside.used.count(ActionKind.REMOVE)
        yield f"has {len(beside.removed)} cards removed by {removes} action cards"


def _slot_flaws(rules: Rules, area: Area, slot: tuple[Card, ...]) -> Iterator[str]:
    if not slot and area.stack and rules.row_refill == "auto" and rules.speed == "off":
        yield "is empty, and the stack that fills it is not"
    if len(slot) > 1 and rules.profi == "off":
        yield f"has {len(slot)} cards; it holds one"
    for under, over in pairwise(slot):
        if not stackable(rules, over, under):
            yield f"has {_written(over)} on {_written(under)}, where it may not lie"


def _cards_before(area: Area) -> Iterator[Card]:
    for slot in area.row:
        yield from slot
    yield from area.stack
    yield from area.waste
    yield from area.hand
    yield from area.beside.removed


def _written(card: Card) -> str:
    return f"{card.colour}{card.number}@{_name(card.deck)}"


def _name(seat: Seat) -> str:
    return LETTERS[seat] if seat in range(MAX_SEATS) else f"{seat}"
