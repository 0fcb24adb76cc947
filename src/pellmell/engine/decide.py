"""A command becomes events or a refusal; and the list of what is legal.

Rules of this module: it looks at the table as it is now, never at an earlier one; it asks its
questions in the order of `Refusal`, so that the first that applies is the answer; and it decides
chance only where a hand is shuffled, writing the outcome into the event.
"""

from collections.abc import Iterator
from typing import assert_never

from pellmell.engine.actions import action, refill, turn_size
from pellmell.engine.cards import Card, Seat
from pellmell.engine.commands import (
    STACK,
    WASTE,
    Command,
    Grab,
    RowTop,
    Source,
    StackTop,
    Stop,
    ToCentre,
    ToRow,
    Turn,
    Use,
    WasteTop,
)
from pellmell.engine.deal import Dice, shuffled
from pellmell.engine.events import (
    Ended,
    Event,
    Grabbed,
    Laid,
    Placed,
    Recycled,
    Shuffled,
    Threw,
    Turned,
)
from pellmell.engine.evolve import evolve, replay
from pellmell.engine.machine import Throw, may_grab
from pellmell.engine.outcome import Decision, Refusal
from pellmell.engine.table import Area, Table, fits, fitting_pile, held_back, stackable

__all__ = ["Decision", "Refusal", "decide", "legal", "shuffle_hands", "throw", "top_of"]


def decide(table: Table, seat: Seat, command: Command, dice: Dice) -> Decision:
    """The events of a seat's command, or why it is refused. Total for every input."""
    if table.ended:
        return Refusal.ROUND_OVER
    if seat not in range(len(table.areas)):
        return Refusal.NO_SUCH_PLACE
    match command:
        case ToCentre():
            return _to_centre(table, seat, command)
        case ToRow():
            return _to_row(table, seat, command)
        case Turn():
            return _turn(table, seat, dice)
        case Stop():
            return (Ended(seat),) if table.areas[seat].cleared else Refusal.NOT_YET
        case Grab(number):
            return _grab(table, seat, number)
        case Use():
            return _use(table, seat, command)
        case _:
            assert_never(command)


def shuffle_hands(table: Table, dice: Dice) -> Shuffled:
    """Everybody shuffles hand and waste; stacks, rows and centre stay."""
    return Shuffled(tuple(shuffled(area.hand + area.waste, dice) for area in table.areas))


def throw(table: Table, dice: Dice) -> Threw | None:
    """The machine's next throw, decided by chance now; None where nothing is to come."""
    machine = table.machine
    if machine is None or not machine.to_come:
        return None
    kind = machine.to_come[dice.below(len(machine.to_come))]
    silent = machine.quiet or not machine.noises
    noise = None if silent else machine.noises[dice.below(len(machine.noises))]
    return Threw(Throw(machine.thrown + 1, kind, noise))


def legal(table: Table, seat: Seat) -> tuple[Command, ...]:
    """Every command of a seat that would be accepted now, plays naming their pile."""
    if table.ended or seat not in range(len(table.areas)):
        return ()
    return (*_legal(table, table.areas[seat]), *_legal_by_machine(table, seat))


def top_of(area: Area, source: Source) -> Card | Refusal:
    """The card that a source shows, or why there is none."""
    match source:
        case RowTop(slot):
            if slot not in range(len(area.row)):
                return Refusal.NO_SUCH_PLACE
            cards = area.row[slot]
        case StackTop():
            cards = area.stack
        case WasteTop():
            cards = area.waste
        case _:
            assert_never(source)
    return cards[-1] if cards else Refusal.EMPTY


def _to_centre(table: Table, seat: Seat, command: ToCentre) -> Decision:
    area, source = table.areas[seat], command.source
    card = top_of(area, source)
    if card is Refusal.NO_SUCH_PLACE:
        return card
    if command.pile is not None and command.pile not in range(len(table.piles) + 1):
        return Refusal.NO_SUCH_PLACE
    if isinstance(card, Refusal):
        return card
    if command.card is not None and command.card != card:
        return Refusal.MOVED_ON
    if _kept_from_centre(table, source, card):
        return Refusal.NOT_FROM_STACK
    pile = command.pile if command.pile is not None else fitting_pile(table, card)
    if pile is None or not fits(table, card, pile):
        return Refusal.DOES_NOT_FIT
    return _completed(table, seat, Laid(seat, source, pile))


def _to_row(table: Table, seat: Seat, command: ToRow) -> Decision:
    area, source = table.areas[seat], command.source
    card = top_of(area, source)
    if card is Refusal.NO_SUCH_PLACE or command.slot not in range(len(area.row)):
        return Refusal.NO_SUCH_PLACE
    if isinstance(card, Refusal):
        return card
    if command.card is not None and command.card != card:
        return Refusal.MOVED_ON
    slot = area.row[command.slot]
    profi = table.rules.profi == "on"
    if isinstance(source, RowTop) or (isinstance(source, WasteTop) and not profi):
        return Refusal.NOT_ALLOWED
    if slot and not profi:
        return Refusal.SLOT_TAKEN
    if not _goes_on_slot(table, source, card, slot):
        return Refusal.DOES_NOT_FIT
    return _completed(table, seat, Placed(seat, source, command.slot))


def _turn(table: Table, seat: Seat, dice: Dice) -> Decision:
    area = table.areas[seat]
    if area.hand:
        return (Turned(seat, min(turn_size(table, seat), len(area.hand))),)
    if not area.waste:
        return Refusal.EMPTY
    keep = table.rules.recycle == "keep"
    return (Recycled(seat, area.waste if keep else shuffled(area.waste, dice)),)


def _completed(table: Table, seat: Seat, event: Laid | Placed) -> tuple[Event, ...]:
    """The event with what follows from it at once: the refill, and the end under `stop=auto`."""
    source, filled = event.source, tuple[Event, ...]()
    if isinstance(source, RowTop) and len(table.areas[seat].row[source.slot]) == 1:
        filled = refill(table, seat, source.slot)
    return _ended(table, seat, (event, *filled))


def _grab(table: Table, seat: Seat, number: int | None) -> Decision:
    machine = table.machine
    if machine is None or not table.areas[seat].dealt:
        return Refusal.NOT_ALLOWED
    if number is not None and number not in range(1, machine.thrown + 1):
        return Refusal.NO_SUCH_PLACE
    wanted = [t for t in machine.lying if number in (None, t.number)]
    if not wanted:
        return Refusal.EMPTY
    mine = [t for t in wanted if may_grab(machine, t, table.noises, seat)]
    if not mine:
        return Refusal.NOT_YET
    grabbed = Grabbed(seat, mine[-1].number)
    at_once = action(mine[-1].kind).at_once
    follows = at_once(evolve(table, grabbed), seat) if at_once else ()
    return _ended(table, seat, (grabbed, *follows))


def _use(table: Table, seat: Seat, command: Use) -> Decision:
    if table.machine is None:
        return Refusal.NOT_ALLOWED
    use = action(command.kind).use
    decision = use(table, seat, command) if use else Refusal.EMPTY
    if decision is Refusal.NO_SUCH_PLACE:
        return decision
    if command.kind not in table.areas[seat].beside.held:
        return Refusal.EMPTY
    return decision if isinstance(decision, Refusal) else _ended(table, seat, decision)


def _ended(table: Table, seat: Seat, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of a command, with the end under `stop=auto` if nothing is left by then."""
    if table.rules.stop == "auto" and replay(table, events).areas[seat].cleared:
        return (*events, Ended(seat))
    return events


def _kept_from_centre(table: Table, source: Source, card: Card) -> bool:
    return isinstance(source, StackTop) and held_back(table.rules, card)


def _goes_on_slot(table: Table, source: Source, card: Card, slot: tuple[Card, ...]) -> bool:
    """Whether a card may go on a slot: a refill of an empty one, or Profi's laying down."""
    if not slot:
        return isinstance(source, StackTop)
    return table.rules.profi == "on" and stackable(table.rules, card, slot[-1])


def _legal(table: Table, area: Area) -> Iterator[Command]:
    if area.hand or area.waste:
        yield Turn()
    for source, card in _tops(area):
        if not _kept_from_centre(table, source, card):
            for pile in range(len(table.piles) + 1):
                if fits(table, card, pile):
                    yield ToCentre(source, pile)
        if not isinstance(source, RowTop):
            yield from _row_commands(table, area, source, card)
    if area.cleared:
        yield Stop()


def _legal_by_machine(table: Table, seat: Seat) -> Iterator[Command]:
    area, machine = table.areas[seat], table.machine
    if machine is None or not area.dealt:
        return
    for lying in machine.lying:
        if may_grab(machine, lying, table.noises, seat):
            yield Grab(lying.number)
    for kind in dict.fromkeys(area.beside.held):
        targets = action(kind).targets
        for target in targets(table, seat) if targets else ():
            yield Use(kind, target)


def _row_commands(table: Table, area: Area, source: Source, card: Card) -> Iterator[Command]:
    for index, slot in enumerate(area.row):
        if _goes_on_slot(table, source, card, slot):
            yield ToRow(source, index)


def _tops(area: Area) -> Iterator[tuple[Source, Card]]:
    for slot, cards in enumerate(area.row):
        if cards:
            yield RowTop(slot), cards[-1]
    if area.stack:
        yield STACK, area.stack[-1]
    if area.waste:
        yield WASTE, area.waste[-1]
