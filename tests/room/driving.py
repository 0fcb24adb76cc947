"""A room driven by integers: a clock that jumps from one due time to the next, and people."""

import itertools
import json
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec

from pellmell.bots.mind import make_mind
from pellmell.bots.names import NAMES
from pellmell.engine.cards import Seat
from pellmell.engine.deal import Dice
from pellmell.engine.rules import parse_rules
from pellmell.engine.table import Table
from pellmell.protocol.messages import Hello, Level, Options
from pellmell.protocol.minds import Intention, MakeMind, Mind
from pellmell.protocol.views import Seen
from pellmell.room.chance import Chance
from pellmell.room.opening import Opening
from pellmell.room.room import Room

CODE = "KQZ7MB"
KEY = "the-key"
HOST = "the-host-secret"

Frame = dict[str, Any]


class Idle:
    """A bot that never does anything."""

    def think(self, sight: Seen, now: float, answer: str | None) -> Intention:
        return Intention(None, 1000.0)


def idle_mind(level: Level, seat: Seat, dice: Dice) -> Mind:
    return Idle()


def seeded_chance(
    seed: str = "room", mind: MakeMind = make_mind, cpu: Callable[[], float] = float
) -> Chance:
    """Chance and secrets that are the same in every run."""
    tokens, seeds = itertools.count(1), itertools.count(1)
    return Chance(
        mint=lambda: f"{seed}-secret-{next(tokens)}",
        seed=lambda: sha256(b"%s-%d" % (seed.encode(), next(seeds))).digest(),
        mind=mind,
        cpu=cpu,
        bot_names=NAMES,
    )


class Client:
    """One connection: what it sends, and every frame it was sent."""

    def __init__(self, driven: "Driven", who: int) -> None:
        self._driven = driven
        self.who = who
        self.got: list[Frame] = []
        self.raw: list[bytes] = []
        self.writes: list[int] = []
        """How many frames came in each write."""
        self.closed: int | None = None
        self.n = 0

    @property
    def welcome(self) -> Frame:
        return next(frame for frame in reversed(self.got) if frame["t"] == "welcome")

    @property
    def seat(self) -> str:
        seat = self.welcome["you"]["seat"]
        assert isinstance(seat, str)
        return seat

    @property
    def token(self) -> str:
        token = next(f["you"]["token"] for f in self.got if f["t"] == "welcome")
        assert isinstance(token, str)
        return token

    def text(self, text: str | bytes) -> Frame:
        """Send a text as it is; the last frame that came back."""
        self._driven.room.receive(self.who, text, self._driven.now)
        self._driven.pump()
        return self.got[-1]

    def send(self, **frame: object) -> Frame:
        """Send a frame; the last frame that came back."""
        return self.text(json.dumps(frame))

    def do(self, a: str, **more: object) -> Frame:
        """Give a command at the table, with the next number unless one is named."""
        return self.send(t="do", **self._numbered(more), a=a)

    def ask(self, do: str, **more: object) -> Frame:
        """Give a command about the room."""
        return self.send(t="room", **self._numbered(more), do=do)

    def _numbered(self, more: dict[str, object]) -> dict[str, object]:
        if "n" not in more:
            self.n += 1
        return {"n": self.n, **more}

    def look(self) -> Frame:
        """The room as it is now."""
        self._driven.run(0.1)
        self.send(t="look")
        room = self.welcome["room"]
        assert isinstance(room, dict)
        return room

    def answer(self) -> Frame:
        """The last `ack` or `nack`."""
        return next(frame for frame in reversed(self.got) if frame["t"] in ("ack", "nack"))

    def events(self, kind: str) -> list[Frame]:
        """The events of a kind that it was told, in order."""
        return [e for f in self.got if f["t"] == "ev" for e in f["e"] if e["k"] == kind]


class Driven:
    """A room, its log, its records and its connections, in virtual time."""

    def __init__(
        self,
        rules: str = "standard",
        *,
        public: bool = False,
        mind: MakeMind = idle_mind,
        options: Options | None = None,
        seed: str = "room",
        cpu: Callable[[], float] = float,
    ) -> None:
        self.now = 1000.0
        self.clients: dict[int, Client] = {}
        self.log: list[bytes] = []
        self.records: dict[int, str] = {}
        self.tally: Counter[str] = Counter()
        self.closed = False
        self.chance = seeded_chance(seed, mind, cpu)
        opening = Opening(
            rules=parse_rules(rules),
            options=options or Options(),
            public=public,
            key=None if public else KEY,
            host=HOST,
        )
        self.room = Room.open(CODE, opening, self.now, self.chance)
        self._next = itertools.count(1)
        self.pump()

    def pump(self) -> None:
        """Write and deliver what the room has to say."""
        out = self.room.outbox()
        self.log += out.entries
        self.records.update(out.records)
        self.tally.update(out.tally)
        self.closed = self.closed or out.closed
        for send in out.sends:
            for who in send.to:
                client = self.clients[who]
                client.raw += send.frames
                client.got += (json.loads(frame) for frame in send.frames)
                client.writes.append(len(send.frames))
                client.closed = send.close if client.closed is None else client.closed

    def connect(self, **hello: Any) -> Client:
        """A new connection that says hello."""
        client = Client(self, next(self._next))
        self.clients[client.who] = client
        self.room.hello(client.who, Hello(room=CODE, **hello), self.now)
        self.pump()
        return client

    def sit(self, name: str = "Ada", **hello: Any) -> Client:
        """A person who comes by the link."""
        return self.connect(key=KEY, name=name, **hello)

    def host(self) -> Client:
        """The creator, seated."""
        return self.connect(key=KEY, host=HOST, name="Hanna")

    def drop(self, client: Client) -> None:
        """A connection is lost."""
        self.room.lost(client.who, self.now)
        self.pump()

    def back(self, client: Client, v: int = 0, life: str = "") -> Client:
        """The person of a seat comes back on a new connection."""
        fresh = self.connect(token=client.token, v=v, life=life)
        fresh.n = client.n
        return fresh

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Let time pass, from one due time to the next."""
        end = self.now + seconds
        while not until() and (due := self.room.timer()) is not None and due <= end:
            self.now = max(self.now, due)
            self.room.handle_timer(self.now)
            self.pump()
        if not until():
            self.now = end

    def restarted(self) -> "Driven":
        """The same room after the server was killed and started again."""
        self.room = Room.restore(self.log, self.now, self.chance)
        self.pump()
        return self

    @property
    def table(self) -> Table:
        """The table with all that is hidden on it, as only a test may see it."""
        table = self.room._state.table
        assert table is not None
        return table


def playing(rules: str = "standard", people: int = 2, **more: Any) -> tuple[Driven, list[Client]]:
    """A room whose first round has just begun."""
    driven = Driven(rules, **more)
    clients = [driven.host(), *(driven.sit(f"Guest {i}") for i in range(1, people))]
    clients[0].ask("start")
    driven.run(3.0)
    return driven, clients


def lay_out(driven: Driven, position: str) -> None:
    """Put another position on the table of the running round, for a test of what follows.

    The log knows nothing of it: a room so changed cannot be restored.
    """
    from pellmell.engine.notation import parse_position

    driven.room._state.table = parse_position(position, driven.table.rules)


def view_of(room: Room, now: float) -> bytes:
    """All that everyone may see, as bytes."""
    return msgspec.json.encode(room._tempo.view(now))
