"""What everyone is told of what happened at the table, by naming what may be seen."""

from typing import assert_never

from pellmell.engine.cards import Card, Seat, letter
from pellmell.engine.commands import (
    STACK,
    WASTE,
    Command,
    RowTop,
    Source,
    StackTop,
    Stop,
    ToCentre,
    ToRow,
    Turn,
    WasteTop,
)
from pellmell.engine.events import Ended, Event, Laid, Placed, Recycled, Shuffled, Turned
from pellmell.engine.notation import format_card, format_command
from pellmell.engine.table import Area, Table
from pellmell.protocol import messages


def did(seat: Seat, events: tuple[Event, ...], before: Table, after: Table) -> messages.Did:
    """The public event of an accepted command, from the tables before and after it."""
    command = command_of(events[0])
    shown = _newly_seen(events, after.areas[seat])
    return messages.Did(
        s=letter(seat),
        a=format_command(command),
        card=_card(command, before.areas[seat], seat),
        up=[format_card(card, seat) for card in shown],
    )


def command_of(event: Event) -> Command:
    """The command, its pile named, whose first event this is."""
    match event:
        case Laid(_, source, pile):
            return ToCentre(source, pile)
        case Placed(_, source, slot):
            return ToRow(source, slot)
        case Turned() | Recycled():
            return Turn()
        case Ended():
            return Stop()
        case Shuffled():
            raise AssertionError("a shuffle of all hands is nobody's command")
        case _:
            assert_never(event)


def _card(command: Command, area: Area, seat: Seat) -> str | None:
    match command:
        case ToCentre(source) | ToRow(source):
            return format_card(_cards_at(area, source)[-1], seat)
        case Turn() | Stop():
            return None
        case _:
            assert_never(command)


def _cards_at(area: Area, source: Source) -> tuple[Card, ...]:
    match source:
        case RowTop(slot):
            return area.row[slot]
        case StackTop():
            return area.stack
        case WasteTop():
            return area.waste
        case _:
            assert_never(source)


def _newly_seen(events: tuple[Event, ...], after: Area) -> list[Card]:
    """The tops of stack and waste that another card covered, or that lay in the hand."""
    shown: list[Card] = []
    left_stack = any(isinstance(e, Laid | Placed) and e.source == STACK for e in events)
    left_waste = any(isinstance(e, Laid | Placed) and e.source == WASTE for e in events)
    if left_stack and after.stack:
        shown.append(after.stack[-1])
    if (left_waste or isinstance(events[0], Turned)) and after.waste:
        shown.append(after.waste[-1])
    return shown
