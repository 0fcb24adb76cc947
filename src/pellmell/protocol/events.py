"""What happened in a room, as everyone is told of it: the entries of an `ev` frame."""

import msgspec
from msgspec import UNSET, UnsetType

from pellmell.protocol.terms import Kind, Level, Options, Phase, SeatLetter, Why


class Did(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="k", tag="did"):
    """An accepted command, its pile named; `up` is what can be seen now and could not before."""

    s: SeatLetter
    a: str
    card: str | None
    up: list[str]


class Dealt(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="k", tag="dealt"):
    """A round was dealt; `first` says that it begins a match, whose totals start from nothing."""

    table: str
    round: int
    first: bool


class PhaseIs(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    tag_field="k",
    tag="phase",
    omit_defaults=True,
):
    """The phase changed; `left` seconds of countdown, `next` seconds to the next round."""

    phase: Phase
    left: float | None = None
    next: float | None = None


class SeatIs(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    tag_field="k",
    tag="seat",
    omit_defaults=True,
):
    """What changed of a seat; `gone` when it is free again."""

    s: SeatLetter
    name: str | UnsetType = UNSET
    kind: Kind | UnsetType = UNSET
    level: Level | UnsetType | None = UNSET
    here: bool | UnsetType = UNSET
    ready: bool | UnsetType = UNSET
    host: bool | UnsetType = UNSET
    gone: bool = False


class Shuffled(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="shuffled"):
    """Everybody's hand and waste were shuffled into the hand."""


class Ended(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="k", tag="ended"):
    """The round ended; a score is null for a seat that was not dealt in."""

    by: SeatLetter | None
    why: Why
    scores: list[int | None]
    totals: list[int]


class MatchIs(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="k", tag="match"):
    """The match is over."""

    winners: list[SeatLetter]
    totals: list[int]


class RulesAre(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="rules"):
    """The host chose other rules."""

    rules: str


class OptionsAre(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="options"):
    """The host chose other options."""

    options: Options


class Reacted(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="react"):
    """Somebody sent a quick reaction."""

    s: SeatLetter
    emoji: str


class VotesAre(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="vote"):
    """The seats that say that nothing goes any more."""

    s: list[SeatLetter]


class WatchersAre(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="watchers"):
    """So many watch."""

    n: int


class LockIs(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="lock"):
    """The room takes newcomers no longer, or again."""

    on: bool


class Rekeyed(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="rekeyed"):
    """Old links are void; the host has the new key."""


class Threw(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="k", tag="threw"):
    """The Speed Machine threw an action card.

    `noise` is null for a quiet throw; `for` names the seats that may grab it now; it is heard,
    seen and grabbed from the server's time `play` on.
    """

    number: int
    card: str
    noise: str | None
    owners: list[str] = msgspec.field(name="for")
    play: float


class QuietIs(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="quiet"):
    """The Speed Machine throws quietly from now on, or with noises again."""

    on: bool


class Commit(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="commit"):
    """The server is bound to the seed of the next round, whose SHA-256 this is."""

    hash: str


class Pledge(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="pledge"):
    """A seat is bound to its share in the chance of the next round, whose SHA-256 this is."""

    s: SeatLetter
    hash: str


class SharesDue(msgspec.Struct, frozen=True, gc=False, tag_field="k", tag="shares"):
    """The round is about to be dealt, and waits a moment for the shares of these seats."""

    of: list[SeatLetter]


class Reveal(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="k", tag="reveal"):
    """The seed of the round that ended, and the shares that made its chance, in hexadecimal."""

    seed: str
    shares: dict[str, str]


PublicEvent = (
    Did
    | Dealt
    | PhaseIs
    | SeatIs
    | Shuffled
    | Ended
    | MatchIs
    | RulesAre
    | OptionsAre
    | Reacted
    | VotesAre
    | WatchersAre
    | LockIs
    | Rekeyed
    | Threw
    | QuietIs
    | Commit
    | Pledge
    | SharesDue
    | Reveal
)
