"""What everyone is told of what happened at the table, by naming what may be seen."""

from typing import assert_never

from pellmell.engine.cards import Card, Seat, letter
from pellmell.engine.commands import (
    Command,
    Grab,
    OnPile,
    OnSeat,
    OnSlot,
    StackTop,
    Stop,
    Target,
    ToCentre,
    ToRow,
    Turn,
    Use,
    WasteTop,
)
from pellmell.engine.decide import top_of
from pellmell.engine.events import (
    Capped,
    Ended,
    Event,
    Grabbed,
    Laid,
    Passed,
    Placed,
    Quieted,
    Recycled,
    Removed,
    Shuffled,
    Spent,
    Threw,
    Turned,
    Widened,
)
from pellmell.engine.machine import Throw, may_grab
from pellmell.engine.notation import format_card, format_command
from pellmell.engine.table import Area, Table
from pellmell.protocol import messages


def did(seat: Seat, events: tuple[Event, ...], before: Table, after: Table) -> messages.Did:
    """The public event of an accepted command, from the tables before and after it."""
    command = command_of(events)
    shown = _newly_seen(events, after.areas[seat])
    return messages.Did(
        s=letter(seat),
        a=format_command(command),
        card=_card(command, before.areas[seat], seat),
        up=[format_card(card, seat) for card in shown],
    )


def threw(table: Table, throw: Throw, play: float) -> messages.Threw:
    """The public event of a throw, from the table on which it lies."""
    assert table.machine is not None
    able = (
        letter(seat)
        for seat, area in enumerate(table.areas)
        if area.dealt and may_grab(table.machine, throw, table.noises, seat)
    )
    return messages.Threw(
        number=throw.number, card=throw.kind, noise=throw.noise, owners=list(able), play=play
    )


def command_of(events: tuple[Event, ...]) -> Command:
    """The command, its place named, that led to these events."""
    match events[0]:
        case Laid(_, source, pile):
            return ToCentre(source, pile)
        case Placed(_, source, slot):
            return ToRow(source, slot)
        case Turned() | Recycled():
            return Turn()
        case Ended():
            return Stop()
        case Grabbed(_, number):
            return Grab(number)
        case Capped(_, kind, pile):
            return Use(kind, OnPile(pile))
        case Spent(_, kind):
            return Use(kind, _target(events[1]))
        case Shuffled() | Threw() | Quieted() | Removed() | Passed() | Widened() as event:
            raise AssertionError(f"no command of a seat begins with {event}")
        case _:
            assert_never(events[0])


def _target(event: Event) -> Target:
    """What an action card was used on, from the event behind its own."""
    match event:
        case Removed(_, slot):
            return OnSlot(slot)
        case Passed(_, to):
            return OnSeat(to)
        case _:
            raise AssertionError(f"no action card is used by {event}")


def _card(command: Command, area: Area, seat: Seat) -> str | None:
    match command:
        case ToCentre(source) | ToRow(source):
            card = top_of(area, source)
            assert isinstance(card, Card), "it was laid from there"
            return format_card(card, seat)
        case Use(_, OnSlot(slot)):
            return format_card(area.row[slot][-1], seat)
        case Use(_, OnSeat()):
            return format_card(area.stack[-1], seat)
        case Use() | Grab() | Turn() | Stop():
            return None
        case _:
            assert_never(command)


def _newly_seen(events: tuple[Event, ...], after: Area) -> list[Card]:
    """The tops of stack and waste that another card covered, or that lay in the hand."""
    shown: list[Card] = []
    if after.stack and any(_uncovers_stack(event) for event in events):
        shown.append(after.stack[-1])
    if after.waste and _uncovers_waste(events[0]):
        shown.append(after.waste[-1])
    return shown


def _uncovers_stack(event: Event) -> bool:
    match event:
        case Laid(source=source) | Placed(source=source):
            return isinstance(source, StackTop)
        case _:
            return isinstance(event, Passed)


def _uncovers_waste(event: Event) -> bool:
    match event:
        case Laid(source=source) | Placed(source=source):
            return isinstance(source, WasteTop)
        case _:
            return isinstance(event, Turned)
