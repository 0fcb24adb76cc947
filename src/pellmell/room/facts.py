"""What happened in a room, hidden parts included, as its log keeps it.

The log is these facts and nothing else: a room is what its facts make of it, after a restart as
before. A fact never says more than happened, and never has to be decided again.
"""

from typing import Final

import msgspec

from pellmell.engine.cards import Card, Seat
from pellmell.engine.events import Event
from pellmell.engine.machine import Throw
from pellmell.protocol.messages import Kind, Level, Options, Phase, Why

FORMAT: Final = 1
"""The number of this form of the log; a room refuses a higher one."""


class Fact(msgspec.Struct, frozen=True, gc=False, tag_field="f", omit_defaults=True):
    """Something that happened in a room."""


class Opened(Fact, frozen=True, gc=False, tag="opened"):
    """The room was opened; `key` and `host` are hashes of its secrets."""

    format: int
    code: str
    rules: str
    options: Options
    public: bool
    key: str | None
    host: str


class Seated(Fact, frozen=True, gc=False, tag="seated"):
    """A free seat was taken; `token` is the hash of the secret that opens it."""

    seat: Seat
    name: str
    kind: Kind
    level: Level | None = None
    token: str | None = None


class Freed(Fact, frozen=True, gc=False, tag="freed"):
    """A seat became free."""

    seat: Seat


class Forgotten(Fact, frozen=True, gc=False, tag="forgotten"):
    """A seat's token was ended: its person is gone for good."""

    seat: Seat


class Named(Fact, frozen=True, gc=False, tag="named"):
    """A seat took another name."""

    seat: Seat
    name: str


class Readied(Fact, frozen=True, gc=False, tag="readied"):
    """A seat is ready, or no longer."""

    seat: Seat
    on: bool


class Came(Fact, frozen=True, gc=False, tag="came"):
    """A seat's person is connected."""

    seat: Seat


class Went(Fact, frozen=True, gc=False, tag="went"):
    """A seat's person is no longer connected."""

    seat: Seat


class Handed(Fact, frozen=True, gc=False, tag="handed"):
    """A seat is played by a bot of that level from now on, or by its person again (None)."""

    seat: Seat
    level: Level | None = None


class Hosted(Fact, frozen=True, gc=False, tag="hosted"):
    """A seat became the host; `claimed` when it used up the creator's secret."""

    seat: Seat
    claimed: bool = False


class Locked(Fact, frozen=True, gc=False, tag="locked"):
    """The room takes newcomers no longer, or again."""

    on: bool


class Rekeyed(Fact, frozen=True, gc=False, tag="rekeyed"):
    """The room has another key, of this hash."""

    key: str


class RulesSet(Fact, frozen=True, gc=False, tag="rules"):
    """The next match goes by these rules."""

    rules: str


class OptionsSet(Fact, frozen=True, gc=False, tag="options"):
    """The room has these options."""

    options: Options


class ReactionSent(Fact, frozen=True, gc=False, tag="reaction"):
    """A seat sent a quick reaction."""

    seat: Seat
    emoji: str


class Watched(Fact, frozen=True, gc=False, tag="watched"):
    """So many watch."""

    count: int


class Committed(Fact, frozen=True, gc=False, tag="committed"):
    """The next round's chance comes from this seed (hexadecimal); everyone is told its hash."""

    seed: str


class Pledged(Fact, frozen=True, gc=False, tag="pledged"):
    """A seat is bound to its share in the next round's chance, by the hash of it."""

    seat: Seat
    hash: str


class SharesAsked(Fact, frozen=True, gc=False, tag="asked"):
    """A round is about to be dealt; the seats that pledged a share are asked for it."""


class SharesDropped(Fact, frozen=True, gc=False, tag="unasked"):
    """The round cannot be dealt after all; until it can, nobody is asked for a share."""


class Shared(Fact, frozen=True, gc=False, tag="shared"):
    """A seat gave the share that it had pledged, in hexadecimal."""

    seat: Seat
    share: str


class Revealed(Fact, frozen=True, gc=False, tag="revealed"):
    """Everyone is told what the chance of the round that ended came from."""


class RoundDealt(Fact, frozen=True, gc=False, tag="dealt"):
    """A round was dealt, the whole position in the table notation."""

    table: str
    round: int
    first: bool


class PhaseSet(Fact, frozen=True, gc=False, tag="phase"):
    """The phase changed, for so many seconds where it ends by itself.

    `alone` marks a pause that began because nobody was left, and ends when somebody is back.
    """

    phase: Phase
    seconds: float | None = None
    alone: bool = False


class Acted(Fact, frozen=True, gc=False, tag="acted"):
    """A seat's command was accepted, with what it did to the table."""

    seat: Seat
    events: tuple[Event, ...]


class HandsShuffled(Fact, frozen=True, gc=False, tag="shuffled"):
    """Everybody's hand and waste were shuffled; a new hand a seat."""

    hands: tuple[tuple[Card, ...], ...]


class Thrown(Fact, frozen=True, gc=False, tag="thrown"):
    """The Speed Machine threw a card, to be grabbed from the room's time `play` on."""

    throw: Throw
    play: float


class QuietSet(Fact, frozen=True, gc=False, tag="quiet"):
    """The Speed Machine was switched to quiet throws, or back."""

    on: bool


class VotesSet(Fact, frozen=True, gc=False, tag="votes"):
    """These seats say that nothing goes any more."""

    seats: tuple[Seat, ...]


class RoundEnded(Fact, frozen=True, gc=False, tag="ended"):
    """The round ended with these scores, None for a seat that was not dealt in."""

    by: Seat | None
    why: Why
    scores: tuple[int | None, ...]


class MatchEnded(Fact, frozen=True, gc=False, tag="match"):
    """The match ended."""

    winners: tuple[Seat, ...]


class Weighed(Fact, frozen=True, gc=False, tag="weighed"):
    """A race for a pile (from 0) or a throw was weighed: the presses by seat, in round time.

    `coin` is the seat that the coin named, where the first presses were too close to call.
    """

    pile: int | None
    throw: int | None
    presses: tuple[tuple[Seat, float], ...]
    coin: Seat | None = None


class Refused(Fact, frozen=True, gc=False, tag="refused"):
    """A seat's command `text` was refused with a word; `by` and `ms` tell of a lost race."""

    seat: Seat
    word: str
    text: str | None = None
    by: Seat | None = None
    ms: int | None = None


class Restarted(Fact, frozen=True, gc=False, tag="restarted"):
    """The server began again; nobody is connected. Its `life` has a name of its own."""

    life: str = ""


AnyFact = (
    Opened
    | Seated
    | Freed
    | Forgotten
    | Named
    | Readied
    | Came
    | Went
    | Handed
    | Hosted
    | Locked
    | Rekeyed
    | RulesSet
    | OptionsSet
    | ReactionSent
    | Watched
    | Committed
    | Pledged
    | SharesAsked
    | SharesDropped
    | Shared
    | Revealed
    | RoundDealt
    | PhaseSet
    | Acted
    | HandsShuffled
    | Thrown
    | QuietSet
    | VotesSet
    | RoundEnded
    | MatchEnded
    | Weighed
    | Refused
    | Restarted
)


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Facts that happened together, as one version of the room.

    `at` is the time in the round. Where a command of a seat caused them, `n` is its number and
    `digest` tells its content from another's, so that a resent one gets its first answer.
    """

    v: int
    at: float
    facts: tuple[AnyFact, ...]
    seat: Seat | None = None
    n: int | None = None
    digest: str | None = None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    """An entry as the log keeps it."""
    return _encoder.encode(entry)


def decode_entry(data: bytes) -> Entry:
    """The entry that the log kept; msgspec.MsgspecError if it is none."""
    try:
        return _decoder.decode(data)
    except RecursionError as error:
        raise msgspec.DecodeError(str(error)) from None
