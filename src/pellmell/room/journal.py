"""A room's facts as they happen: applied, written down, and told, in that order and at once."""

from collections import Counter, deque
from typing import Final

import msgspec

from pellmell.engine.cards import Seat, letter
from pellmell.engine.decide import Refusal
from pellmell.protocol import messages
from pellmell.protocol.messages import encode
from pellmell.room import facts
from pellmell.room.answers import Answer
from pellmell.room.clock import RoundClock
from pellmell.room.links import Links
from pellmell.room.outbox import Outbox, Send, Who
from pellmell.room.state import RoomState

KEPT: Final = 512
"""Versions that are kept for those who come back."""
MISSED_BYTES: Final = 48 * 1024
"""Bytes of versions that somebody who comes back is sent: what is longer than that takes longer
than all there is to see, and more would count as reading too slowly."""
REFUSALS: Final = 1000
"""Refusals of a seat that are written from one deal to the next, and as many misplays; further
ones are answered only."""
ROUND_ENTRIES: Final = 50_000
"""Entries of a round that are of its play; a longer one is ended and counted."""
CUT_SHORT: Final = ("host", "limit", "vote")
"""How a match ends of which nothing counts, since it need not have been played."""
OF_PLAY: Final = (facts.Acted, facts.Refused, facts.Weighed, facts.Thrown, facts.HandsShuffled)
"""What makes a round longer: nobody ends one by coming and going."""
LOG_BYTES: Final = 64 * 1024 * 1024
"""Bytes of a room's log; with so many its match is ended, and it takes nothing more in."""
LOG_SPARE: Final = 1024 * 1024
"""Bytes beyond those for who comes and goes in a room that takes nothing more in."""


class Cause(msgspec.Struct, frozen=True, gc=False):
    """The numbered command of a seat that led to something, and the connection it came by."""

    who: Who
    seat: Seat
    n: int
    digest: str


class Journal:
    """The one place where a room changes, and where what changed leaves it."""

    def __init__(self, state: RoomState) -> None:
        self.state = state
        self.links = Links()
        self.clock = RoundClock()
        self.out = Outbox()
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self._bytes = 0
        """Of the log."""
        self._entries = 0
        """Of the round."""
        self._refusals: Counter[tuple[Seat, bool]] = Counter()
        """Refusals that were written since the last deal, by seat, misplays apart."""
        self._rekeyed: tuple[Seat, int] | None = None
        """The command by which the room got the key that it has."""

    @property
    def is_long(self) -> bool:
        """Whether the round has grown as long as one may."""
        return self._entries >= ROUND_ENTRIES

    @property
    def is_used_up(self) -> bool:
        """Whether the log has grown as long as a room's may."""
        return self._bytes >= LOG_BYTES

    @property
    def is_spent(self) -> bool:
        """Whether not even what was spared for who comes and goes is left of the log."""
        return self._bytes >= LOG_BYTES + LOG_SPARE

    def commit(
        self,
        now: float,
        happened: tuple[facts.AnyFact, ...],
        cause: Cause | None = None,
        key: str | None = None,
    ) -> None:
        """Let facts happen together: one entry, one version, and an `ack` to whoever caused it."""
        at = self.clock.at(now)
        frame = self._applied(at, happened)
        self._write(at, happened, cause)
        if cause is None:
            if frame is not None:
                self.send(self.links.everyone, frame)
            return
        v = self.state.v
        self.keep(cause, Answer(cause.digest, v=v, key=key))
        ack = encode(messages.Ack(n=cause.n, v=v, key=key))
        if frame is None:
            self.send((cause.who,), ack)
            return
        self.send(tuple(who for who in self.links.everyone if who != cause.who), frame)
        # The ack comes right behind its version, in the same write.
        self.send((cause.who,), frame, ack)

    def refuse(self, now: float, cause: Cause | None, refused: facts.Refused) -> None:
        """Answer a command with its refusal; it is written down, but for what somebody floods.

        What is not written has not happened: a restarted room is as if it had never come.
        """
        if self._is_written(refused):
            at = self.clock.at(now)
            self._applied(at, (refused,))
            self._write(at, (refused,), cause)
        if cause is None:
            return
        answer = Answer(cause.digest, word=refused.word, by=refused.by, ms=refused.ms)
        self.keep(cause, answer)
        self.answer(cause, answer)
        self.count("refused_" + refused.word)

    def _is_written(self, refused: facts.Refused) -> bool:
        # Misplays cost points, so no flood of other refusals may hide them.
        misplayed = refused.word == Refusal.DOES_NOT_FIT
        few = self._refusals[refused.seat, misplayed] < REFUSALS
        return few and refused.word != "too-fast" and not self.is_used_up

    def answer(self, cause: Cause, answer: Answer) -> None:
        """Send the answer that a command got."""
        if answer.word is None:
            ack = messages.Ack(n=cause.n, v=answer.v or 0, key=answer.key)
            self.send((cause.who,), encode(ack))
        else:
            self.nack(cause.who, cause.n, answer.word, answer.by, answer.ms)

    def has_lost_key(self, cause: Cause) -> bool:
        """Whether a command made the room's key, and nobody knows that key any more.

        Then its answer was given before a restart, and cannot be given again.
        """
        place = self.state.places.get(cause.seat)
        kept = None if place is None else place.answers.get(cause.n)
        resent = kept is not None and kept.digest == cause.digest and kept.key is None
        return resent and self._rekeyed == (cause.seat, cause.n)

    def give_key(self, cause: Cause, key: str) -> None:
        """Answer a command that lost its key as it was answered first, with another key."""
        kept = self.state.places[cause.seat].answers.get(cause.n)
        assert kept is not None
        answer = msgspec.structs.replace(kept, key=key)
        self.keep(cause, answer)
        self.answer(cause, answer)

    def nack(
        self, who: Who, n: int, word: str, by: Seat | None = None, ms: int | None = None
    ) -> None:
        """Send a refusal that is not kept."""
        faster = None if by is None else letter(by)
        self.send((who,), encode(messages.Nack(n=n, why=word, by=faster, ms=ms)))

    def keep(self, cause: Cause, answer: Answer) -> None:
        """Keep an answer with the seat it was given to, while the seat is taken."""
        place = self.state.places.get(cause.seat)
        if place is not None:
            place.answers.keep(cause.n, answer)

    def send(self, to: tuple[Who, ...], *frames: bytes, close: int | None = None) -> None:
        """Put frames out, in one write to each."""
        if to:
            self.out.sends.append(Send(to, frames, close))

    def bye(self, who: Who, why: str, code: int, after: float = 0.0) -> None:
        """Tell a connection why it is closed and when to come back, and close it."""
        self.send((who,), encode(messages.Bye(why=why, after=after)), close=code)

    def count(self, what: str) -> None:
        """Count something for the metrics."""
        self.out.tally[what] = self.out.tally.get(what, 0) + 1

    def missed(self, v: int, life: str) -> list[bytes] | None:
        """The frames of every version after `v`, to follow on what is known of that life.

        None where they are not all kept, or are more than there is to see.
        """
        kept = 0 < v <= self.state.v and self.state.v - v <= len(self._kept)
        if not (kept and self.state.knows(v, life)):
            return None
        frames = [frame for version, frame in self._kept if version > v]
        return frames if sum(map(len, frames)) <= MISSED_BYTES else None

    def replay(self, entry: facts.Entry, size: int) -> None:
        """Let an entry of the log, of so many bytes, happen again, telling nobody."""
        self._applied(entry.at, entry.facts)
        self._grew(entry, size)
        self.clock.begin(entry.at)
        if entry.seat is None or entry.n is None or entry.digest is None:
            return
        word = entry.facts[0]
        cause = Cause(-1, entry.seat, entry.n, entry.digest)
        if isinstance(word, facts.Refused):
            answer = Answer(entry.digest, word=word.word, by=word.by, ms=word.ms)
        else:
            answer = Answer(entry.digest, v=entry.v)
        self.keep(cause, answer)

    def _applied(self, at: float, happened: tuple[facts.AnyFact, ...]) -> bytes | None:
        """The frame of the version that facts become; none where there is nothing to tell."""
        events = [event for fact in happened for event in self.state.apply(fact, at)]
        if not events:
            return None
        self.state.v += 1
        frame = encode(messages.Ev(v=self.state.v, at=at, e=events))
        self._kept.append((self.state.v, frame))
        return frame

    def _write(self, at: float, happened: tuple[facts.AnyFact, ...], cause: Cause | None) -> None:
        entry = facts.Entry(
            v=self.state.v,
            at=at,
            facts=happened,
            seat=None if cause is None else cause.seat,
            n=None if cause is None else cause.n,
            digest=None if cause is None else cause.digest,
        )
        written = facts.encode_entry(entry)
        self.out.entries.append(written)
        self._grew(entry, len(written))
        for fact in happened:
            if isinstance(fact, facts.RoundEnded):
                self._keep_round(fact, happened)

    def _keep_round(self, ended: facts.RoundEnded, happened: tuple[facts.AnyFact, ...]) -> None:
        """Hand out the record of a round that is over, and what its match counts for."""
        assert self.state.recording is not None
        self.out.records.append((self.state.round, self.state.recording.text()))
        self.out.durable = True
        over = any(isinstance(fact, facts.MatchEnded) for fact in happened)
        if self.state.public and over and ended.why not in CUT_SHORT:
            self.out.results += self.state.placed()

    def _grew(self, entry: facts.Entry, size: int) -> None:
        """Count what the log grew by, and note by which command the room got its key."""
        self._bytes += size
        self._entries += any(isinstance(fact, OF_PLAY) for fact in entry.facts)
        for fact in entry.facts:
            if isinstance(fact, facts.RoundDealt):
                self._entries = 0
                self._refusals.clear()
            elif isinstance(fact, facts.Refused):
                self._refusals[fact.seat, fact.word == Refusal.DOES_NOT_FIT] += 1
            elif isinstance(fact, facts.Rekeyed) and entry.seat is not None and entry.n is not None:
                self._rekeyed = (entry.seat, entry.n)
