"""A command at the table becomes facts, or the word that refuses it."""

import msgspec

from pellmell.engine.cards import Card, Seat
from pellmell.engine.commands import Command, Grab, ToCentre
from pellmell.engine.deal import Dice
from pellmell.engine.decide import Decision, Refusal, decide, top_of
from pellmell.engine.events import Ended, Event, Grabbed, Laid
from pellmell.engine.evolve import replay
from pellmell.engine.table import Table, fits
from pellmell.room import facts, flow
from pellmell.room.races import Lay, Races, Take
from pellmell.room.state import RoomState


class Press(msgspec.Struct, frozen=True, gc=False):
    """A seat's command at the table: when it counts, and when it was pressed as far as known."""

    seat: Seat
    command: Command
    now: float
    press: float


class No(msgspec.Struct, frozen=True, gc=False):
    """A refusal: its word and, of a lost race, who was first and by how many milliseconds."""

    word: str
    by: Seat | None = None
    ms: int | None = None


Verdict = tuple[facts.AnyFact, ...] | No


def unfit_phase(state: RoomState, seat: Seat, meant: int | None) -> No | None:
    """Why no command at all can be taken now, if so; `meant` is the round the sender means."""
    match state.phase:
        case "paused":
            return No("paused")
        case "lobby" | "countdown":
            return No("not-running")
        case "result" | "over":
            other = meant is not None and meant != state.round
            return No("not-running" if other or not state.dealt(seat) else "round-over")
        case "round":
            other = meant is not None and meant != state.round
            return No("not-running") if other or not state.dealt(seat) else None


def judge(state: RoomState, races: Races, press: Press, dice: Dice) -> Verdict:
    """What a press leads to in a running round; what it lays is noted in `races`."""
    table = state.table
    assert table is not None
    decision = _decide(state, races, press, dice)
    if isinstance(decision, No):
        return decision
    if isinstance(decision, Refusal):
        return _refused(table, races, press, decision)
    _note(table, races, press, decision)
    return _accepted(state, table, press.seat, decision)


def _decide(state: RoomState, races: Races, press: Press, dice: Dice) -> Decision | No:
    """The engine's decision, with piles at rest passed over or refused."""
    seat, command, now = press.seat, press.command, press.now
    table, rest = state.table, state.options.relaxed
    assert table is not None
    decision = decide(table, seat, command, dice)
    if isinstance(command, Grab) and not isinstance(decision, Refusal):
        return _heard(state, decision, now)
    if not rest or not isinstance(command, ToCentre):
        return decision
    if decision is Refusal.DOES_NOT_FIT and command.pile is not None:
        return No("resting") if races.rests(command.pile, now, rest) else decision
    if isinstance(decision, Refusal) or not isinstance(decision[0], Laid):
        return decision
    if not races.rests(decision[0].pile, now, rest):
        return decision
    if command.pile is not None:
        return No("resting")
    card = top_of(table.areas[seat], command.source)
    assert isinstance(card, Card)
    awake = (
        pile
        for pile in range(len(table.piles))
        if fits(table, card, pile) and not races.rests(pile, now, rest)
    )
    pile = next(awake, None)
    if pile is None:
        return No("resting")
    return decide(table, seat, ToCentre(command.source, pile), dice)


def is_heard(state: RoomState, now: float) -> bool:
    """Whether everybody can have heard the last card that the Speed Machine threw."""
    return state.play is None or now >= state.play


def _heard(state: RoomState, decision: tuple[Event, ...], now: float) -> Decision:
    """A grab as decided, or too early for a card that nobody has heard yet."""
    table, first = state.table, decision[0]
    assert table is not None
    assert table.machine is not None
    last = isinstance(first, Grabbed) and first.number == table.machine.thrown
    return Refusal.NOT_YET if last and not is_heard(state, now) else decision


def _refused(table: Table, races: Races, press: Press, refusal: Refusal) -> No:
    seat, command, now = press.seat, press.command, press.now
    if refusal is Refusal.EMPTY and isinstance(command, Grab) and command.number is not None:
        taken = races.grabbed_by(command.number, seat, now)
        if taken is not None:
            return _beaten(taken, press)
    if refusal is not Refusal.DOES_NOT_FIT or not isinstance(command, ToCentre):
        return No(refusal.value)
    card = top_of(table.areas[seat], command.source)
    assert isinstance(card, Card)
    first = races.beaten_by(card, command.pile, seat, now)
    if first is None:
        return No(refusal.value)
    return _beaten(first, press)


def _beaten(first: Lay | Take, press: Press) -> No:
    return No("beaten", first.seat, max(0, round((press.press - first.press) * 1000)))


def _note(table: Table, races: Races, press: Press, events: tuple[Event, ...]) -> None:
    for event in events:
        if isinstance(event, Laid):
            card = top_of(table.areas[press.seat], event.source)
            assert isinstance(card, Card)
            lay = Lay(press.now, press.press, press.seat, event.pile, card.colour, card.number)
            races.laid(lay)
        if isinstance(event, Grabbed):
            races.grabbed(event.number, Take(press.now, press.press, press.seat))


def _accepted(
    state: RoomState, table: Table, seat: Seat, events: tuple[Event, ...]
) -> tuple[facts.AnyFact, ...]:
    acted = facts.Acted(seat, events)
    if not isinstance(events[-1], Ended):
        return (acted,)
    return (acted, *flow.end(state, replay(table, events), seat, "stop"))
