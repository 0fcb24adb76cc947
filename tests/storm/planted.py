"""Mistakes that are made on purpose, one at a time, to see that the simulation finds them."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from pellmell.engine.score import score
from pellmell.room import flow, public
from pellmell.room import journal as journals
from pellmell.room.answers import Answer, Answers
from pellmell.room.door import Door
from pellmell.room.journal import Cause, Journal
from pellmell.room.promises import Promises
from pellmell.room.state import RoomState
from pellmell.room.timers import Timers
from pellmell.server import commits
from pellmell.server.commits import Commits
from pellmell.server.connection import Connection
from pellmell.server.gateway import Gateway
from pellmell.server.rooms import Rooms

Mistake = Callable[[], AbstractContextManager[Any]]


def ack_before_write() -> AbstractContextManager[Any]:
    """Frames go out before their entries are written."""
    take = Commits.take

    def hasty(self: Commits, journal: Any, out: Any) -> None:
        if out.sends:
            self._let_out(journal, out)
            out.sends = []
        take(self, journal, out)

    return patch.object(Commits, "take", hasty)


def answers_forgotten() -> AbstractContextManager[Any]:
    """The answers of commands do not survive a restart."""
    keep = Journal.keep

    def forgetful(self: Journal, cause: Cause, answer: Answer) -> None:
        if cause.who != -1:
            keep(self, cause, answer)

    return patch.object(Journal, "keep", forgetful)


def answers_one_short() -> AbstractContextManager[Any]:
    """The window of kept answers ends one too early: the newest is not in it."""

    def short(self: Answers, n: int) -> Answer | None:
        return None if n == self.highest else self._kept.get(n)

    return patch.object(Answers, "get", short)


def resume_skips_one() -> AbstractContextManager[Any]:
    """Whoever comes back misses the first version after their own."""
    missed = Journal.missed

    def fewer(self: Journal, v: int, life: str) -> list[bytes] | None:
        frames = missed(self, v, life)
        return None if frames is None else frames[1:]

    return patch.object(Journal, "missed", fewer)


def lost_versions_resumed() -> AbstractContextManager[Any]:
    """A version that was lost with the power is taken for another of the same number."""
    return patch.object(RoomState, "knows", lambda _self, _v, _life: True)


def timers_survive() -> AbstractContextManager[Any]:
    """The timers of a phase go on in the next."""
    return patch.object(Timers, "drop", lambda _self, *_prefixes: None)


def hidden_card_told() -> AbstractContextManager[Any]:
    """A turn tells of the next card of the hand too."""
    newly = public._newly_seen

    def telling(events: Any, after: Any) -> Any:
        return [*newly(events, after), *after.hand[:1]]

    return patch.object(public, "_newly_seen", telling)


def timer_before_token() -> AbstractContextManager[Any]:
    """A greeting ends the wait for somebody who is away before its token is looked at."""
    let_in = Gateway._let_in

    def trusting(self: Gateway, connection: Any, hello: Any, code: Any, held: Any) -> None:
        if held is not None:
            held.room._tempo._timers.drop("away")
        let_in(self, connection, hello, code, held)

    return patch.object(Gateway, "_let_in", trusting)


def results_not_synced() -> AbstractContextManager[Any]:
    """A result is announced before it is safe from a loss of power."""
    return patch.object(commits, "_is_durable", lambda _journal: False)


def left_cards_cost_one() -> AbstractContextManager[Any]:
    """A card left in the stack costs one point less than it should."""

    def kind(table: Any, misplays: Any) -> Any:
        areas = zip(score(table, misplays), table.areas, strict=True)
        return tuple(None if p is None else p + len(area.stack) for p, area in areas)

    return patch.object(flow, "score", kind)


def queue_without_end() -> AbstractContextManager[Any]:
    """What waits for a slow reader has no bound."""

    def patient(self: Connection) -> None:
        if self._draining is None:
            self._write()

    return patch.object(Connection, "flush", patient)


def rooms_never_removed() -> AbstractContextManager[Any]:
    """A room that is gone stays in the table of rooms."""
    remove = Rooms._remove

    def keeping(self: Rooms, held: Any) -> None:
        remove(self, held)
        self._held[held.code] = held

    return patch.object(Rooms, "_remove", keeping)


def arrival_wins() -> AbstractContextManager[Any]:
    """A race goes to the play that arrived first, whatever was weighed."""
    weighed = Door._weighed

    def arrived(self: Door, contest: Any, now: float) -> Any:
        weighed(self, contest, now)
        return contest.plays

    return patch.object(Door, "_weighed", arrived)


def other_seed_dealt() -> AbstractContextManager[Any]:
    """What is committed to is not what is dealt by."""
    return patch.object(Promises, "commit", property(lambda self: self._next and "0" * 64))


def refusal_counts() -> AbstractContextManager[Any]:
    """A refusal takes the seat's readiness away."""
    refuse = Journal.refuse

    def punishing(self: Journal, now: float, cause: Cause, refused: Any) -> None:
        for place in self.state.places.taken.values():
            place.ready = not place.ready
        refuse(self, now, cause, refused)

    return patch.object(journals.Journal, "refuse", punishing)


MISTAKES: tuple[Mistake, ...] = (
    ack_before_write,
    answers_forgotten,
    answers_one_short,
    resume_skips_one,
    lost_versions_resumed,
    timers_survive,
    hidden_card_told,
    timer_before_token,
    results_not_synced,
    left_cards_cost_one,
    queue_without_end,
    rooms_never_removed,
    arrival_wins,
    other_seed_dealt,
    refusal_counts,
)
