"""How a match goes on: who is dealt in, deals, ends, what follows a round, dead rounds, votes."""

from collections.abc import Collection
from typing import Final

from pellmell.engine.cards import MIN_SEATS, Seat
from pellmell.engine.deal import Noises, deal, deal_noises
from pellmell.engine.decide import shuffle_hands
from pellmell.engine.evolve import evolve
from pellmell.engine.match import Match
from pellmell.engine.notation import format_position
from pellmell.engine.score import score
from pellmell.engine.stuck import Stuck, stuck
from pellmell.engine.table import Table
from pellmell.protocol.messages import Why
from pellmell.room import facts
from pellmell.room.state import RoomState

COUNTDOWN: Final = 3.0
"""Seconds between the deal, a shuffle of all hands or a pause and the play."""
NEXT_ROUND: Final = 20.0
"""Seconds after a round until the next begins though somebody is not ready."""

Facts = tuple[facts.AnyFact, ...]


def dealt_in(state: RoomState, gone: Collection[Seat]) -> list[bool]:
    """For each letter up to the last taken whether it would play a round dealt now.

    `gone` are the seats whose person has been away for too long to be waited for.
    """
    places = state.places
    return [
        (place := places.get(seat)) is not None and (place.kind == "bot" or seat not in gone)
        for seat in range(places.span())
    ]


def plays(state: RoomState, seat: Seat) -> bool:
    """Whether a seat plays in the match: it was dealt in, now or in an earlier round."""
    return state.dealt(seat) or (state.match is not None and state.match.played(seat))


def begin_round(state: RoomState, gone: Collection[Seat]) -> Facts:
    """The next round dealt, or first the shares in its chance asked for; nothing without two.

    Nothing either while shares are due: the last one deals, or the end of the wait for them.
    """
    if sum(dealt_in(state, gone)) < MIN_SEATS or state.promises.due:
        return ()
    pledged = any(state.places[seat].here for seat in state.promises.pledges)
    if pledged and not state.promises.asked:
        return (facts.SharesAsked(),)
    return deal_round(state, gone)


def after_shares(state: RoomState, gone: Collection[Seat]) -> Facts:
    """The round that shares were asked for, or none where too few are left to play it."""
    return deal_round(state, gone) or (facts.SharesDropped(),)


def deal_round(state: RoomState, gone: Collection[Seat]) -> Facts:
    """The next round dealt, of a new match where none goes on; nothing without two to play it."""
    seats = dealt_in(state, gone)
    proof = state.promises.next_proof()
    if sum(seats) < MIN_SEATS or proof is None:
        return ()
    first = state.phase != "result"
    rules = state.rules if first or state.match is None else state.match.rules
    noises = None if first else _noises(state, seats)
    if noises is None and rules.speed != "off":
        noises = deal_noises(seats, proof.dice("noises 1"))
    table = deal(rules, seats, proof.dice("deal 1"), noises)
    return (
        facts.RoundDealt(format_position(table), state.round + 1, first),
        facts.PhaseSet("countdown", COUNTDOWN),
    )


def _noises(state: RoomState, seats: list[bool]) -> Noises | None:
    """The noises that everybody keeps for the match, while the same seats play."""
    table = state.table
    if table is None or [area.dealt for area in table.areas] != seats:
        return None
    return table.noises if any(table.noises) else None


def all_ready(state: RoomState) -> bool:
    """Whether everybody who is here is ready, and somebody is."""
    here = state.places.people_here()
    return bool(here) and all(state.places[seat].ready for seat in here)


def end(state: RoomState, table: Table, by: Seat | None, why: Why, *, last: bool = False) -> Facts:
    """The end of a round at this table, with what follows it; of the match too if it is `last`."""
    match, recording = state.match, state.recording
    assert match is not None
    assert recording is not None
    scores = score(table, recording.misplays)
    after = Match(match.rules, match.players, (*match.rounds, scores))
    ended = (facts.RoundEnded(by, why, scores), facts.Revealed())
    if after.finished or last:
        return (*ended, facts.MatchEnded(after.winners), facts.PhaseSet("over"))
    return (*ended, facts.PhaseSet("result", NEXT_ROUND))


def used_up(state: RoomState) -> Facts:
    """The end of whatever is played in a room whose log is used up."""
    if state.phase in ("countdown", "round", "paused") and state.table is not None:
        return end(state, state.table, None, "limit", last=True)
    if state.phase == "result" and state.match is not None:
        return (facts.MatchEnded(state.match.winners), facts.PhaseSet("over"))
    return ()


def resolve_dead(state: RoomState) -> Facts:
    """What a dead round leads to; nothing where somebody can still go on."""
    table = state.table
    assert table is not None
    answer = stuck(table)
    if answer is Stuck.NO:
        return ()
    shuffles = table.rules.deadlock == "shuffle_hands" or (
        table.rules.deadlock == "auto" and answer is Stuck.SOFT
    )
    if not shuffles:
        return end(state, table, None, "dead")
    event = shuffle_hands(table, state.promises.dice("shuffle"))
    shuffled = evolve(table, event)
    hands = facts.HandsShuffled(event.hands)
    if stuck(shuffled) is not Stuck.NO:
        return (hands, *end(state, shuffled, None, "dead"))
    return (hands, facts.PhaseSet("countdown", COUNTDOWN))


def vote(state: RoomState, seat: Seat, away: Collection[Seat]) -> Facts:
    """A seat's voice that nothing goes any more, and what follows if it was the last one."""
    seats = tuple(sorted({*state.votes, seat}))
    return (facts.VotesSet(seats), *carried(state, seats, away))


def carried(state: RoomState, seats: Collection[Seat], away: Collection[Seat]) -> Facts:
    """What a vote leads to: nothing unless every person it waits for has a voice in it."""
    table = state.table
    assert table is not None
    waited = [s for s in state.places.people() if s not in away and state.dealt(s)]
    if not seats or any(s not in seats for s in waited):
        return ()
    if table.rules.deadlock == "shuffle_hands":
        event = shuffle_hands(table, state.promises.dice("shuffle"))
        return (
            facts.VotesSet(()),
            facts.HandsShuffled(event.hands),
            facts.PhaseSet("countdown", COUNTDOWN),
        )
    return end(state, table, None, "vote")
