"""The door of a room: who is let in, to which seat, and what they are shown on entering."""

from typing import Final

import msgspec

from pellmell.engine.cards import Seat, letter
from pellmell.protocol import messages
from pellmell.protocol.messages import Hello, encode
from pellmell.room import facts
from pellmell.room.chance import Chance
from pellmell.room.hosting import hashed, name_of
from pellmell.room.journal import Journal
from pellmell.room.keyring import Keyring
from pellmell.room.links import Link
from pellmell.room.names import Unwanted
from pellmell.room.outbox import Who
from pellmell.room.pace import Budget, SeatBudgets
from pellmell.room.places import same
from pellmell.room.tempo import Tempo

LOOK_EVERY: Final = 0.05
"""Seconds between two full answers to `look`."""
RETURNS: Final = 1.0
"""Times a second that somebody may come back to their seat for long: everybody is told."""
RETURNS_AT_ONCE: Final = 20.0
"""Times that somebody may come back at once."""
NEWCOMERS: Final = 0.5
"""Newcomers a second that a room takes for long, so that who joins and leaves fills no log."""
NEWCOMERS_AT_ONCE: Final = 24.0
"""Newcomers that a room takes at once."""
TOO_FAST_AFTER: Final = 2.0
"""Seconds after which who came too often may try again."""

TOO_MANY: Final = 1008
WRONG_SECRET: Final = 4401
NO_SEAT: Final = 4403
TAKEN_OVER: Final = 4409


class Entrance:
    """Lets connections in; nothing changes before a secret is checked."""

    def __init__(self, journal: Journal, tempo: Tempo, chance: Chance, unwanted: Unwanted) -> None:
        self._journal = journal
        self._state = journal.state
        self._links = journal.links
        self._tempo = tempo
        self._chance = chance
        self._unwanted = unwanted
        self._returns = SeatBudgets(RETURNS, RETURNS_AT_ONCE)
        self._newcomers = Budget(NEWCOMERS, NEWCOMERS_AT_ONCE)

    def hello(self, who: Who, hello: Hello, now: float) -> None:
        """Let a connection in, or tell it why not."""
        if hello.token is not None:
            seat = self._state.places.of_token(hashed(hello.token))
            if seat is None:
                self._journal.bye(who, "wrong-token", WRONG_SECRET)
            elif self._journal.is_spent:
                self._journal.bye(who, "full", NO_SEAT)
            elif not self._returns.take(self._state.places[seat], now):
                self._journal.bye(who, "too-fast", TOO_MANY, TOO_FAST_AFTER)
            else:
                self._resume(who, seat, hello, now)
        elif not Keyring.of(self._state).admits(hello):
            self._journal.bye(who, "wrong-key", WRONG_SECRET)
        elif self._state.locked:
            self._journal.bye(who, "locked", NO_SEAT)
        elif self._journal.is_used_up:
            self._journal.bye(who, "full", NO_SEAT)
        elif hello.watch:
            self._watch(who, hello, now)
        else:
            self._seat(who, hello, now)

    def look(self, who: Who, link: Link, now: float) -> None:
        """Show everything now, or together with other looks that came too soon."""
        if now >= link.looked + LOOK_EVERY:
            self.show(who, link, now)
        else:
            link.looking = True
            self._wait_for_looks()

    def show_looking(self, now: float) -> None:
        """Show everything to those whose look has waited for long enough."""
        for who in self._links.looking():
            link = self._links.get(who)
            if link is not None and now >= link.looked + LOOK_EVERY:
                self.show(who, link, now)
        self._wait_for_looks()

    def show(self, who: Who, link: Link, now: float) -> None:
        """Send a connection all that it may see."""
        link.looked, link.looking = now, False
        self._journal.send((who,), self._whole(self._you(link.seat, None), now))

    def _claims(self, hello: Hello) -> bool:
        """Whether a hello brings the creator's own secret, which is good for one seat."""
        return hello.host is not None and same(self._state.host_secret, hashed(hello.host))

    def _watch(self, who: Who, hello: Hello, now: float) -> None:
        if self._links.watchers() >= self._state.options.watchers:
            self._journal.bye(who, "full", NO_SEAT)
            return
        self._tempo.watched(self._links.watchers() + 1, now)
        self._welcome(who, None, hello, now)

    def _seat(self, who: Who, hello: Hello, now: float) -> None:
        seat = self._state.places.free()
        if seat is None:
            self._journal.bye(who, "full", NO_SEAT)
            return
        if not self._newcomers.take(now):
            self._journal.bye(who, "too-fast", TOO_MANY, TOO_FAST_AFTER)
            return
        token = self._chance.mint()
        name = name_of(self._state, seat, hello.name, self._unwanted)
        claims = self._claims(hello)
        hosts = claims or self._state.places.host is None
        happened = (
            facts.Seated(seat, name, "person", token=hashed(token)),
            facts.Came(seat),
            *((facts.Hosted(seat, claimed=claims),) if hosts else ()),
        )
        # The newcomer is let in after the facts, so that its welcome comes first.
        self._journal.commit(now, happened)
        self._welcome(who, seat, msgspec.structs.replace(hello, v=0), now, token)
        self._tempo.happened(happened, now)

    def _resume(self, who: Who, seat: Seat, hello: Hello, now: float) -> None:
        older = self._links.of(seat)
        if older is not None:
            self._journal.bye(older, "taken-over", TAKEN_OVER)
            self._links.remove(older)
        came = () if self._state.places[seat].here else (facts.Came(seat),)
        if came:
            self._journal.commit(now, came)
        self._welcome(who, seat, hello, now)
        self._tempo.happened(came, now)

    def _welcome(
        self, who: Who, seat: Seat | None, hello: Hello, now: float, token: str | None = None
    ) -> None:
        """Greet a connection with what it missed, or with all there is to see."""
        self._links.add(who, seat)
        you = self._you(seat, token)
        missed = self._journal.missed(hello.v, hello.life)
        if missed is None:
            self._journal.send((who,), self._whole(you, now))
            return
        v, life = hello.v, self._state.life
        short = messages.Welcome(v=v, now=round(now, 3), life=life, you=you, room=None)
        # In one write: who comes back plays on as soon as it is there.
        self._journal.send((who,), encode(short), *missed)

    def _whole(self, you: messages.You, now: float) -> bytes:
        view = self._tempo.view(now)
        v, life = self._state.v, self._state.life
        welcome = messages.Welcome(v=v, now=round(now, 3), life=life, you=you, room=view)
        return encode(welcome)

    def _you(self, seat: Seat | None, token: str | None) -> messages.You:
        if seat is None:
            return messages.You(seat=None, token=None, host=False, n=0)
        places = self._state.places
        return messages.You(
            seat=letter(seat),
            token=token,
            host=places.host == seat,
            n=places[seat].answers.highest,
        )

    def _wait_for_looks(self) -> None:
        links = (self._links.get(who) for who in self._links.looking())
        due = min((link.looked + LOOK_EVERY for link in links if link), default=None)
        if due is not None:
            self._tempo.wait_for_look(due)
