"""Playing for tests: at random, with likelier and less likely commands, by one seat or by all."""

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Final, TypeVar

from msgspec.structs import replace

from pellmell.engine.cards import Card, Seat
from pellmell.engine.commands import (
    Command,
    Grab,
    RowTop,
    StackTop,
    Stop,
    ToCentre,
    ToRow,
    Turn,
    Use,
)
from pellmell.engine.deal import Dice, SeededDice, shuffled
from pellmell.engine.decide import Refusal, decide, legal, throw
from pellmell.engine.events import Event, Laid, Recycled
from pellmell.engine.evolve import replay
from pellmell.engine.table import Table

Item = TypeVar("Item")
Taste = Callable[[Command], int]
"""How likely a command is to be chosen, against the others that are legal; 0 for never."""

NO_CHANCE: Final = SeededDice(b"")


def eager(command: Command) -> int:
    """The taste of somebody who plays what can be played, and now and then dawdles or stops."""
    match command:
        case ToCentre():
            return 60
        case ToRow(source=StackTop()):
            return 30
        case Grab() | Use():
            return 20
        case ToRow() | Turn():
            return 8
        case Stop():
            return 1


def lazy(command: Command) -> int:
    """The taste of somebody who never fills a slot and never calls the end."""
    match command:
        case ToRow(source=StackTop()) | Stop():
            return 0
        case ToCentre(source=RowTop()):
            return 20
        case _:
            return 6


def one_of(items: list[Item], weights: list[int], dice: Dice) -> Item | None:
    """One of the items by their weights; None if none has any."""
    total = sum(weights)
    if not total:
        return None
    left = dice.below(total)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    raise AssertionError("weights are not negative")


def choose(table: Table, seat: Seat, dice: Dice, taste: Taste = eager) -> Command | None:
    """One of a seat's legal commands, to its taste; None if there is none it likes."""
    commands = list(legal(table, seat))
    return one_of(commands, [taste(command) for command in commands], dice)


def accepted(table: Table, seat: Seat, command: Command, dice: Dice) -> tuple[Event, ...]:
    """The events of a command that is legal; an AssertionError if it is refused."""
    decision = decide(table, seat, command, dice)
    assert not isinstance(decision, Refusal), (decision, seat, command)
    return decision


def throws(table: Table, dice: Dice) -> tuple[Event, ...]:
    """What the Speed Machine does while one command is given: now and then it throws a card."""
    now = table.machine is not None and not table.ended and dice.below(12) == 0
    threw = throw(table, dice) if now else None
    return (threw,) if threw is not None else ()


def wander(table: Table, dice: Dice, steps: int, taste: Taste = eager) -> Table:
    """The table after so many steps of seats chosen by chance, or at the end of the round."""
    for _ in range(steps):
        if table.ended:
            break
        table = replay(table, throws(table, dice))
        seat = dice.below(len(table.areas))
        command = choose(table, seat, dice, taste)
        if command is not None:
            table = replay(table, accepted(table, seat, command, dice))
    return table


def can_go_on(start: Table, seat: Seat) -> bool:
    """Whether a seat by itself can ever lay a card or lessen its stack.

    All that it can do is tried, and where chance has a say every outcome: exact for every rule,
    quick for few cards alone.
    """
    seen, ahead = {start}, [start]
    while ahead:
        now = ahead.pop()
        height = len(now.areas[seat].stack)
        for command in legal(now, seat):
            if isinstance(command, Stop):
                continue
            events = accepted(now, seat, command, NO_CHANCE)
            for after in _outcomes(now, events):
                laid = any(isinstance(event, Laid) for event in events)
                if laid or len(after.areas[seat].stack) < height:
                    return True
                if after not in seen:
                    seen.add(after)
                    ahead.append(after)
    return False


def _outcomes(table: Table, events: tuple[Event, ...]) -> Iterator[Table]:
    """The tables that may follow: one for each order of a hand that is shuffled."""
    first = events[0]
    if isinstance(first, Recycled) and table.rules.recycle == "shuffle":
        for order in permutations(first.hand):
            yield replay(table, (Recycled(first.seat, order),))
    else:
        yield replay(table, events)


def hidden_moved(
    table: Table, dice: Dice, seen: Callable[[Seat, Card], bool] = lambda _seat, _card: False
) -> Table:
    """The same table to look at: the cards that nobody can see lie in another order.

    Those that were seen where they lie now, or will be, can be told to stay.
    """
    areas = []
    for seat, area in enumerate(table.areas):
        places = [*area.stack, *area.waste, *area.hand]
        stack, waste = len(area.stack), len(area.stack) + len(area.waste)
        open_now = {at - 1 for at, pile in ((stack, area.stack), (waste, area.waste)) if pile}
        hidden = [
            at for at, card in enumerate(places) if at not in open_now and not seen(seat, card)
        ]
        for at, card in zip(hidden, shuffled([places[at] for at in hidden], dice), strict=True):
            places[at] = card
        areas.append(
            replace(
                area,
                stack=tuple(places[:stack]),
                waste=tuple(places[stack:waste]),
                hand=tuple(places[waste:]),
            )
        )
    return replace(table, areas=tuple(areas))
