"""A room without sockets, whose clients lay what fits: what they send, and what they are sent."""

import time
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from bench.follow import Follower
from pellmell.bots.mind import make_mind
from pellmell.bots.names import NAMES
from pellmell.engine.rules import Rules
from pellmell.protocol.messages import Hello, Options
from pellmell.room.chance import Chance
from pellmell.room.opening import Opening
from pellmell.room.outbox import Outbox
from pellmell.room.room import Room

STEP = 0.02
"""Seconds from one command in a room to the next."""

CALM = 0.1
"""Seconds after which a seat acts again at the earliest, so that nobody is too fast."""

decode = msgspec.json.Decoder(dict[str, Any]).decode


SECRETS = count()
CHANCE = Chance(
    mint=lambda: f"secret {next(SECRETS):020}",
    seed=lambda: b"bench",
    mind=make_mind,
    cpu=time.thread_time,
    bot_names=NAMES,
)
OPENING = Opening(rules=Rules(), options=Options(), public=True, key=None, host="host")


def hello(who: int) -> Hello:
    """The greeting of a room's client of that number; the first is the host."""
    host = "host" if who == 0 else None
    return Hello(room="AAAAAA", host=host, name=f"Player number {who + 1}")


class Inside:
    """A room full of people who lay what fits and else turn; time is a number here."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.now = 100.0
        self.follower = Follower()
        self.numbers = [0] * seats
        self.room = Room.open("AAAAAA", OPENING, self.now, CHANCE)
        for who in range(seats):
            self.room.hello(who, hello(who), self.now)
        self._start()

    def commands(self) -> Iterator[tuple[int, bytes]]:
        """Who sends what next, while the round is on."""
        seat = 0
        while self.follower.phase == "round":
            seat = (seat + 1) % self.seats
            self.now += max(STEP, CALM / self.seats)
            a, card = self.follower.command(seat)
            yield seat, self._numbered(seat, t="do", a=a, **({"card": card} if card else {}))

    def give(self, seat: int, data: bytes) -> Outbox:
        """A command goes in; what the room says to it."""
        self.room.receive(seat, data, self.now)
        return self.room.outbox()

    def follow(self, outbox: Outbox) -> None:
        """Take in what a watcher would see of it."""
        for send in outbox.sends:
            if 0 not in send.to:
                continue
            for data in send.frames:
                frame = decode(data)
                for event in frame.get("e", ()):
                    self.follower.event(event)
                if frame["t"] == "welcome" and frame["room"]:
                    self.follower.welcome(frame["room"])

    def _start(self) -> None:
        self.give(0, self._numbered(0, t="room", do="start"))
        self.now += 3.0
        self.room.handle_timer(self.now)
        self.room.receive(0, b'{"t":"look"}', self.now)
        self.follow(self.room.outbox())

    def _numbered(self, seat: int, **frame: object) -> bytes:
        self.numbers[seat] += 1
        return msgspec.json.encode({"n": self.numbers[seat], **frame})


def first_commands(inside: Inside, most: int) -> Iterator[tuple[int, bytes]]:
    """At most so many commands of a room."""
    for _, command in zip(range(most), inside.commands(), strict=False):
        yield command
