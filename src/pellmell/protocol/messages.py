"""The frames of `pellmell.v1`, both ways, and how bytes become one.

Unknown fields are passed over, so that old and new clients can meet; anything else that is off
is `Unreadable`. Times are seconds with three decimals.
"""

import json
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pellmell.protocol.events import (
    Commit,
    Dealt,
    Did,
    Ended,
    LockIs,
    MatchIs,
    OptionsAre,
    PhaseIs,
    Pledge,
    PublicEvent,
    QuietIs,
    Reacted,
    Rekeyed,
    Reveal,
    RulesAre,
    SeatIs,
    SharesDue,
    Shuffled,
    Threw,
    VotesAre,
    WatchersAre,
)
from pellmell.protocol.terms import (
    Kind,
    Level,
    Name,
    Number,
    Options,
    Phase,
    RoundNumber,
    SeatLetter,
    Secret,
    Why,
)

SUBPROTOCOL: Final = "pellmell.v1"
MAX_FRAME: Final = 4096
"""Bytes that a client's frame may have."""

__all__ = [
    "MAX_FRAME",
    "SUBPROTOCOL",
    "WORDS",
    "Ack",
    "Bye",
    "ClientFrame",
    "Commit",
    "Dealt",
    "Did",
    "Do",
    "Ended",
    "Ev",
    "Hello",
    "Kind",
    "Level",
    "LockIs",
    "Look",
    "MachineView",
    "MatchIs",
    "Nack",
    "Options",
    "OptionsAre",
    "Phase",
    "PhaseIs",
    "Ping",
    "Pledge",
    "Pong",
    "PublicEvent",
    "QuietIs",
    "Reacted",
    "Rekeyed",
    "Reveal",
    "RoomDo",
    "RoomView",
    "RulesAre",
    "SeatIs",
    "SeatView",
    "ServerFrame",
    "SharesDue",
    "Shuffled",
    "Stalled",
    "Threw",
    "Unreadable",
    "VotesAre",
    "WatchersAre",
    "Welcome",
    "Why",
    "You",
    "decode",
    "encode",
]


# Client to server


class Hello(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="t", tag="hello"):
    """Take a seat, take one's seat again (`token`), or watch."""

    room: Annotated[str, Meta(max_length=32)]
    key: Secret | None = None
    host: Secret | None = None
    name: Name | None = None
    token: Secret | None = None
    v: Annotated[int, Meta(ge=0, lt=2**53)] = 0
    life: Annotated[str, Meta(max_length=64)] = ""
    watch: bool = False
    client: Annotated[str, Meta(max_length=64)] | None = None


class Do(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="t", tag="do"):
    """A command of the table notation, with the card that is meant and the round, if told."""

    n: Number
    a: Annotated[str, Meta(max_length=64)]
    card: Annotated[str, Meta(max_length=8)] | None = None
    round: RoundNumber | None = None


class RoomDo(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="t", tag="room"):
    """A command about the room rather than the table; which fields count depends on `do`."""

    n: Number
    do: Annotated[str, Meta(max_length=16)]
    round: RoundNumber | None = None
    name: Name | UnsetType = UNSET
    ready: bool | UnsetType = UNSET
    emoji: Annotated[str, Meta(max_length=16)] | UnsetType = UNSET
    value: Annotated[str, Meta(max_length=128)] | UnsetType = UNSET
    rules: Annotated[str, Meta(max_length=400)] | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    level: Level | UnsetType = UNSET
    seat: SeatLetter | UnsetType = UNSET
    on: bool | UnsetType = UNSET


class Look(msgspec.Struct, frozen=True, gc=False, tag_field="t", tag="look"):
    """Answered by a full `welcome`."""


class Ping(msgspec.Struct, frozen=True, gc=False, tag_field="t", tag="ping"):
    """Answered by `pong` with the same `c`."""

    c: Annotated[int, Meta(ge=-(2**53), le=2**53)]


ClientFrame = Hello | Do | RoomDo | Look | Ping


class Unreadable(msgspec.Struct, frozen=True, gc=False):
    """A frame that could not be understood; `n` is its number, where it has one."""

    n: int | None


class _Numbered(msgspec.Struct):
    n: Number


# Server to client


class You(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a client is to the room; `n` is the highest of its commands that was answered."""

    seat: SeatLetter | None
    token: str | None
    host: bool
    n: int


class SeatView(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What everyone may know of a seat."""

    seat: SeatLetter
    name: str
    kind: Kind
    level: Level | None
    here: bool
    ready: bool
    host: bool
    total: int


class MachineView(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The Speed Machine in a round; what lies there and what is held stands in the table's text.

    `left` cards are still to come; the last one thrown may be grabbed from the time `play` on.
    """

    quiet: bool
    left: int
    play: float | None


class RoomView(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A room as everyone may see it.

    `table` is the position in the table notation with `?n` for hidden cards, null in `lobby` and
    `over`; `scores` has a list a finished round of the match, a number or null a seat; `left` is
    what remains of a countdown, `next` of the wait for the next round; `dealt` names the seats
    that play this round, `first` numbers the match's first round. `commit` and `pledges` are what
    the server and seats are bound to for the next round's chance.
    """

    room: str
    phase: Phase
    rules: str
    options: Options
    public: bool
    locked: bool
    round: int
    at: float
    seats: list[SeatView]
    watchers: int
    table: str | None
    scores: list[list[int | None]]
    votes: list[SeatLetter]
    winners: list[SeatLetter]
    ended: Ended | None = None
    left: float | None = None
    next: float | None = None
    machine: MachineView | None = None
    commit: str | None = None
    pledges: dict[str, str] = {}


class Welcome(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="t", tag="welcome"):
    """All that a client may see at version `v`; `room` is null where the missing `ev` follow.

    `life` names what the server ran through since it began: what a `hello` gives back with `v`.
    """

    v: int
    now: float
    life: str
    you: You
    room: RoomView | None


class Ev(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="t", tag="ev"):
    """What happened, one frame a version."""

    v: int
    at: float
    e: list[PublicEvent]


class Ack(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    tag_field="t",
    tag="ack",
    omit_defaults=True,
):
    """A command is in the log, as version `v`; `key` is the new one after `rekey`."""

    n: int
    v: int
    key: str | None = None


class Nack(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    tag_field="t",
    tag="nack",
    omit_defaults=True,
):
    """A command was refused and nothing changed; `by` and `ms` tell of a lost race."""

    n: int
    why: str
    by: SeatLetter | None = None
    ms: int | None = None


class Pong(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="t", tag="pong"):
    """The answer to a ping."""

    c: int
    now: float


class Stalled(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="t", tag="stalled"):
    """Nothing can be written just now (`on`): the room stands still until it can, or goes on."""

    on: bool


class Bye(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="t", tag="bye"):
    """The last frame before the server closes; come back after `after` seconds, if at all."""

    why: str
    after: float = 0.0


ServerFrame = Welcome | Ev | Ack | Nack | Pong | Stalled | Bye

WORDS: Final = (
    "unreadable",
    "stale",
    "too-fast",
    "not-seated",
    "not-host",
    "paused",
    "not-running",
    "round-over",
    "no-such-place",
    "empty",
    "moved-on",
    "not-allowed",
    "not-yet",
    "not-from-stack",
    "slot-taken",
    "resting",
    "beaten",
    "does-not-fit",
    "full",
    "moved",
    "used-up",
)
"""The words of a `nack`; where several of the first eighteen apply, the first is the answer."""

_decoder = msgspec.json.Decoder(ClientFrame)
_encoder = msgspec.json.Encoder()


def decode(data: bytes | str) -> ClientFrame | Unreadable:
    """The frame that bytes hold. Total: whatever cannot be understood is `Unreadable`."""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return Unreadable(_number_of(data))


def _number_of(data: bytes | str) -> int | None:
    """The number of a frame that cannot be understood, lone surrogates and all."""
    try:
        # Of bytes the library would guess the encoding, and pass over a mark of it.
        text = data if isinstance(data, str) else data.decode()
        return msgspec.convert(json.loads(text), _Numbered).n
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def encode(frame: ServerFrame) -> bytes:
    """A frame as the bytes of its text."""
    return _encoder.encode(frame)
