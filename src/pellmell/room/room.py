"""A room: who is connected to it, what they ask for, and what is due when.

Rules of this module: nothing awaits; a room changes only by facts given to its journal; and
whatever can be refused is judged elsewhere (`play`, `hosting`) by functions that change nothing.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final, assert_never

import msgspec

from pellmell.engine.cards import Seat
from pellmell.engine.commands import Command, ToCentre, ToRow, Use
from pellmell.engine.notation import NotationError, parse_card, parse_command
from pellmell.engine.rules import rules_text
from pellmell.protocol import messages
from pellmell.protocol.messages import (
    Do,
    Hello,
    Look,
    Ping,
    RoomDo,
    Unreadable,
    decode,
    encode,
)
from pellmell.room import facts, flow, hosting
from pellmell.room.chance import Chance
from pellmell.room.door import Asked, Pressed
from pellmell.room.entrance import Entrance
from pellmell.room.hosting import hashed
from pellmell.room.journal import Cause, Journal
from pellmell.room.keyring import Keyring
from pellmell.room.links import Link
from pellmell.room.names import Unwanted, welcome_all
from pellmell.room.opening import Opening, Summary, summary_of
from pellmell.room.outbox import Outbox, Who
from pellmell.room.pace import Paces
from pellmell.room.restoring import replayed
from pellmell.room.state import RoomState
from pellmell.room.tempo import Tempo

REMOVED: Final = 4410
UNREADABLE: Final = 4400
NORMAL: Final = 1000


class Room:
    """One match, its seats and its connections; bytes and times in, an `Outbox` out."""

    def __init__(
        self, journal: Journal, now: float, chance: Chance, unwanted: Unwanted = welcome_all
    ) -> None:
        self._journal = journal
        self._state = journal.state
        self._links = journal.links
        self._chance = chance
        self._tempo = Tempo(journal, now, chance)
        # Friends in a private room call themselves what they like.
        self._unwanted = unwanted if self._state.public else welcome_all
        self._entrance = Entrance(journal, self._tempo, chance, self._unwanted)
        self._paces = Paces()

    @classmethod
    def open(
        cls,
        code: str,
        opening: Opening,
        now: float,
        chance: Chance,
        unwanted: Unwanted = welcome_all,
    ) -> "Room":
        """A new room, its opening in the outbox; open to everybody it takes no unwanted name."""
        opened = facts.Opened(
            format=facts.FORMAT,
            code=code,
            rules=rules_text(opening.rules),
            options=opening.options,
            public=opening.public,
            key=None if opening.key is None else hashed(opening.key),
            host=hashed(opening.host),
        )
        journal = Journal(RoomState(opened))
        journal.commit(now, (opened, facts.Committed(chance.seed().hex())))
        return cls(journal, now, chance, unwanted)

    @classmethod
    def restore(
        cls,
        entries: Sequence[bytes],
        now: float,
        chance: Chance,
        unwanted: Unwanted = welcome_all,
    ) -> "Room":
        """The room that its log made; whoever was connected is away, and a round is paused.

        Raises RestoreError, naming the entry, where the log is not one.
        """
        room = cls(replayed(entries), now, chance, unwanted)
        room._tempo.restart(now)
        return room

    @property
    def code(self) -> str:
        """The room's code."""
        return self._state.code

    @property
    def invites(self) -> bool:
        """Whether anybody may sit down: open to all, in its lobby, unlocked, and with a free seat."""
        state = self._state
        invites = state.public and state.phase == "lobby" and not state.locked
        return invites and state.places.free() is not None

    @property
    def here(self) -> int:
        """How many people are here: no bots, and nobody who is away."""
        return len(self._state.places.people_here())

    def opens_to(self, secret: str | None) -> bool:
        """Whether somebody with this secret (a key or a token) may know of the room."""
        return self.keyring.shows_to(secret)

    @property
    def keyring(self) -> Keyring:
        """What opens the room."""
        return Keyring.of(self._state)

    def seats(self, token: str) -> bool:
        """Whether a secret is the token of a seat."""
        return self._state.places.of_token(hashed(token)) is not None

    def summary(self) -> Summary:
        """What a passer-by may know."""
        return summary_of(self._state)

    @property
    def joined(self) -> bool:
        """Whether a seat is a person's, here or away."""
        return bool(self._state.places.people())

    @property
    def connections(self) -> tuple[Who, ...]:
        """The connections that were let in."""
        return self._links.everyone

    @property
    def begun(self) -> bool:
        """Whether a round was dealt."""
        return self._state.round > 0

    def close(self) -> None:
        """Leave memory, though nothing is due."""
        self._tempo.close()

    def outbox(self) -> Outbox:
        """Everything there is to write and to send since this was last called."""
        out, self._journal.out = self._journal.out, Outbox()
        return out

    def timer(self) -> float | None:
        """When `handle_timer` wants to be called next."""
        return self._tempo.timer()

    def handle_timer(self, now: float) -> None:
        """Do what is due."""
        self._tempo.handle(now)
        self._entrance.show_looking(now)

    def hello(self, who: Who, hello: Hello, now: float) -> None:
        """Let a connection in by its first frame, or tell it why not."""
        self._entrance.hello(who, hello, now)

    def receive(self, who: Who, data: bytes | str, now: float) -> None:
        """Take in a text frame of a connection that was let in."""
        link = self._links.get(who)
        if link is None:
            return
        frame = decode(data)
        match frame:
            case Do():
                self._do(who, link, frame, now)
            case RoomDo():
                self._room_do(who, link, frame, now)
            case Ping(c):
                if link.pings.take(now):
                    pong = messages.Pong(c=c, now=round(now, 3))
                    self._journal.send((who,), encode(pong))
            case Look():
                self._entrance.look(who, link, now)
            case Unreadable(n) if n is not None:
                self._unreadable(who, link, n, _digest(data), now)
            case Hello() | Unreadable():
                self._journal.count("unreadable")
                self._journal.bye(who, "unreadable", UNREADABLE)
            case _:
                assert_never(frame)

    def lost(self, who: Who, now: float) -> None:
        """A connection is gone."""
        link = self._links.remove(who)
        if link is None:
            return
        if link.seat is None:
            self._tempo.watched(self._links.watchers(), now)
        elif self._links.of(link.seat) is None:
            self._happen(now, facts.Went(link.seat))

    def measured(self, who: Who, delay: float, *, proved: bool = True) -> None:
        """A connection's frames were measured to be under way for so many seconds.

        It is `proved` where not only the other end's own answers tell.
        """
        link = self._links.get(who)
        if link is not None and link.seat is not None:
            playing = self._state.phase in hosting.PLAYED
            fairness = self._tempo.door.fairness
            fairness.measured(link.seat, delay, playing=playing, proved=proved)

    def fresh(self, who: Who, now: float) -> None:
        """Send a connection that fell behind all it may see, instead of what it missed."""
        link = self._links.get(who)
        if link is not None:
            self._entrance.show(who, link, now)

    def _do(self, who: Who, link: Link, frame: Do, now: float) -> None:
        seat = link.seat
        if seat is None:
            word = "not-seated" if _readable(frame, 0) else "unreadable"
            self._journal.nack(who, frame.n, word)
            return
        cause = Cause(who, seat, frame.n, f"{frame.a}|{frame.card}|{frame.round}")
        if self._answered(cause):
            return
        command = _readable(frame, seat)
        if command is None or self._paces.too_fast(self._state.places[seat], now):
            self._refuse(cause, "unreadable" if command is None else "too-fast", now)
            return
        self._take_back(seat, now)
        door = self._tempo.door
        press = now - door.fairness.credit(seat, now)
        door.enter(Pressed(seat, command, frame.a, now, press, frame.round, cause), now)

    def _room_do(self, who: Who, link: Link, frame: RoomDo, now: float) -> None:
        readable = hosting.readable(frame)
        if link.seat is None:
            self._journal.nack(who, frame.n, "not-seated" if readable else "unreadable")
            return
        seat = link.seat
        cause = Cause(who, seat, frame.n, _digest(msgspec.json.encode(frame)))
        if self._journal.has_lost_key(cause) and self._state.places.host == seat:
            # Whoever sends it again never heard of the key, and nobody else did.
            new_key = self._chance.mint()
            self._happen(now, facts.Rekeyed(hashed(new_key)))
            self._journal.give_key(cause, new_key)
            return
        if self._answered(cause):
            return
        place = self._state.places[seat]
        if (
            not readable
            or self._paces.too_fast(place, now)
            or self._paces.drums(place, frame.do, now)
        ):
            self._refuse(cause, "too-fast" if readable else "unreadable", now)
            return
        self._in_turn(cause, lambda cause, now: self._order(frame, cause, now), now)

    def _order(self, frame: RoomDo, cause: Cause, now: float) -> None:
        """Judge a command about the room whose turn it is."""
        new_key = self._chance.mint() if frame.do == "rekey" else ""
        verdict = self._unfit(frame) or self._judged(frame, cause.seat, new_key, now)
        if isinstance(verdict, str):
            self._journal.refuse(now, cause, facts.Refused(cause.seat, verdict))
            return
        self._happen(now, *verdict, cause=cause, key=new_key or None)
        self._see_out(cause.seat, verdict, now)

    def _unfit(self, frame: RoomDo) -> str | None:
        """The word that refuses a command whatever it asks for, if so."""
        if self._journal.is_used_up and frame.do not in hosting.ALWAYS:
            return "used-up"
        return None if frame.round in (None, self._state.round) else "not-running"

    def _judged(self, frame: RoomDo, seat: Seat, new_key: str, now: float) -> flow.Facts | str:
        self._take_back(seat, now)

        def judge() -> flow.Facts | str:
            setting = self._tempo.setting(now, new_key, self._unwanted)
            return hosting.judge(self._state, seat, frame, setting)

        return self._tempo.door.after_holds(judge, now)

    def _in_turn(self, cause: Cause, run: Callable[[Cause, float], None], now: float) -> None:
        """Do what a seat asked for, after whatever of it still waits for its answer."""
        self._tempo.door.enter(Asked(cause.seat, cause, run), now)

    def _refuse(self, cause: Cause, word: str, now: float) -> None:
        refused = facts.Refused(cause.seat, word)
        self._in_turn(cause, lambda cause, now: self._journal.refuse(now, cause, refused), now)

    def _see_out(self, by: Seat, verdict: tuple[facts.AnyFact, ...], now: float) -> None:
        """Close the connections of those who lost their seat, or may watch no longer."""
        for fact in verdict:
            if isinstance(fact, facts.OptionsSet):
                for watcher in self._links.watching()[fact.options.watchers :]:
                    self._journal.bye(watcher, "removed", REMOVED)
                    self.lost(watcher, now)
            if isinstance(fact, facts.Freed | facts.Forgotten):
                gone = self._links.of(fact.seat)
                if gone is not None:
                    left = fact.seat == by
                    why, code = ("left", NORMAL) if left else ("removed", REMOVED)
                    self._journal.bye(gone, why, code)
                    self._links.remove(gone)

    def _unreadable(self, who: Who, link: Link, n: int, digest: str, now: float) -> None:
        self._journal.count("unreadable")
        if link.seat is None:
            self._journal.nack(who, n, "unreadable")
            return
        cause = Cause(who, link.seat, n, "?" + digest)
        if not self._answered(cause):
            self._refuse(cause, "unreadable", now)

    def _answered(self, cause: Cause) -> bool:
        """Answer a number that is not new, without any effect."""
        answers = self._state.places[cause.seat].answers
        waiting = self._tempo.door.waiting(cause.seat)
        kept = answers.get(cause.n)
        if kept is not None and kept.digest == cause.digest:
            self._journal.answer(cause, kept)
        elif kept is not None or self._other_content(waiting.get(cause.n), cause):
            self._journal.nack(cause.who, cause.n, "unreadable")
        elif cause.n in waiting:
            # It has not been decided yet; the answer goes to where it was asked for last.
            waiting[cause.n].cause = cause
        elif cause.n <= max((answers.highest, *waiting)):
            self._journal.nack(cause.who, cause.n, "stale")
        else:
            return False
        return True

    @staticmethod
    def _other_content(waiting: Pressed | Asked | None, cause: Cause) -> bool:
        held = None if waiting is None else waiting.cause
        return held is not None and held.digest != cause.digest

    def _take_back(self, seat: Seat, now: float) -> None:
        """A person who acts again has their seat back from the bot that stood in."""
        if self._state.places[seat].stands_in:
            self._happen(now, facts.Handed(seat))

    def _happen(
        self,
        now: float,
        *happened: facts.AnyFact,
        cause: Cause | None = None,
        key: str | None = None,
    ) -> None:
        self._journal.commit(now, happened, cause, key)
        self._tempo.happened(happened, now)


def _readable(frame: Do, seat: Seat) -> Command | None:
    """The command of a frame with the card that is meant, or None if it cannot be read."""
    try:
        command = parse_command(frame.a)
        if frame.card is not None and isinstance(command, ToCentre | ToRow | Use):
            return msgspec.structs.replace(command, card=parse_card(frame.card, seat))
    except NotationError:
        return None
    return command


def _digest(data: bytes | str) -> str:
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return hashlib.blake2b(raw, digest_size=8).hexdigest()
