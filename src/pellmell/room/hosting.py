"""A command about the room becomes facts, or the word that refuses it."""

import hashlib
from collections.abc import Collection
from typing import Any, Final

import msgspec
from msgspec import UNSET

from pellmell.engine.cards import Seat, letter, seat_of
from pellmell.engine.deal import Dice
from pellmell.engine.proof import commitment, secret_of
from pellmell.engine.rules import RulesError, parse_rules, rules_text
from pellmell.protocol.messages import Level, Options, RoomDo
from pellmell.room import facts, flow
from pellmell.room.names import Unwanted, clean_name
from pellmell.room.state import RoomState

REACTIONS: Final = ("clap", "laugh", "wow", "fire", "oops", "hello")
VOTE_OPENS: Final = 10.0
"""Seconds without a card laid after which a vote is open."""

RESUMES: Final = 60.0
"""Seconds of a pause after which anybody may end it, not the host alone."""

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "name": ("name",),
    "ready": ("ready",),
    "react": ("emoji",),
    "vote": (),
    "share": ("value",),
    "leave": (),
    "next": (),
    "rematch": (),
    "rules": ("rules",),
    "options": ("options",),
    "start": (),
    "pause": (),
    "resume": (),
    "end": (),
    "bot": (),
    "kick": ("seat",),
    "rename": ("seat",),
    "rekey": (),
    "host": ("seat",),
    "lock": ("on",),
    "quiet": ("on",),
}
"""Every command about the room, with the fields that it cannot do without."""

ANYBODYS: Final = frozenset({"name", "ready", "react", "vote", "share", "leave", "next", "rematch"})
ALWAYS: Final = ("leave", "kick")
"""What is done even in a room whose log is used up."""
SETTLED: Final = ("lobby", "over")
"""The phases between matches, in which rules, options and seats may change."""
PLAYED: Final = ("countdown", "round", "paused")
DEFAULT_LEVEL: Final[Level] = "casual"


class Setting(msgspec.Struct):
    """What a command about the room is judged by, besides the room's state.

    `gone` are the seats whose person has been away for long; `idle` is how long no card has been
    laid, and `paused` how long a pause lasts; `bot_names` are free to be given to bots.
    """

    dice: Dice
    """Chance outside of rounds."""

    gone: Collection[Seat]
    idle: float
    paused: float
    bot_names: Collection[str]
    new_key: str
    unwanted: Unwanted
    """Names that must not stand in this room."""


def hashed(secret: str) -> str:
    """A secret as a room keeps it."""
    # What a header brought need not be UTF-8; it is hashed all the same, and opens nothing.
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def readable(frame: RoomDo) -> bool:
    """Whether the command is known and has the fields that it needs, with contents that are."""
    needed = FIELDS.get(frame.do)
    if needed is None or any(getattr(frame, name) is UNSET for name in needed):
        return False
    match frame.do:
        case "rules":
            return _rules(frame) is not None
        case "options":
            return _options(frame, Options()) is not None
        case "react":
            return frame.emoji in REACTIONS
        case "share":
            return secret_of(str(frame.value)) is not None
        case _:
            return True


def judge(state: RoomState, seat: Seat, frame: RoomDo, setting: Setting) -> flow.Facts | str:
    """What a readable command about the room leads to, or the word that refuses it."""
    resumes = frame.do == "resume" and setting.paused >= RESUMES
    if frame.do not in ANYBODYS and state.places.host != seat and not resumes:
        return "not-host"
    match frame.do:
        case "name" | "ready" | "react" | "leave":
            return _personal(state, seat, frame, setting)
        case "vote":
            return _vote(state, seat, setting)
        case "share":
            return _share(state, seat, str(frame.value))
        case "next" | "rematch" | "start":
            return _onward(state, seat, frame, setting)
        case "pause" | "resume" | "end" | "quiet":
            return _paced(state, frame)
        case "rules" | "options" | "lock" | "rekey":
            return _room(state, frame, setting)
        case "bot" | "kick" | "rename" | "host":
            return _seats(state, seat, frame, setting)
        case _:
            return "not-allowed"


def farewell(state: RoomState, seat: Seat) -> flow.Facts:
    """A person leaves for good: a bot plays on in their match, else the seat is free."""
    if state.phase in SETTLED or not flow.plays(state, seat):
        gone: flow.Facts = (facts.Freed(seat),)
    else:
        gone = (facts.Forgotten(seat), facts.Handed(seat, DEFAULT_LEVEL))
    heir = next((s for s in state.places.people_here() if s != seat), None)
    if state.places.host == seat and heir is not None:
        return (*gone, facts.Hosted(heir))
    return gone


def _personal(state: RoomState, seat: Seat, frame: RoomDo, setting: Setting) -> flow.Facts | str:
    match frame.do:
        case "name":
            return (_named(state, seat, str(frame.name), setting),)
        case "ready":
            if state.phase not in ("lobby", "result", "over"):
                return "not-allowed"
            return (facts.Readied(seat, frame.ready is True),)
        case "react":
            return (facts.ReactionSent(seat, str(frame.emoji)),)
        case _:
            return farewell(state, seat)


def name_of(state: RoomState, seat: Seat, asked: str | None, unwanted: Unwanted) -> str:
    """A seat's name, made fit to be shown; the plain one of its letter where there is none."""
    taken = [place.name for other, place in state.places.taken.items() if other != seat]
    return clean_name(asked, taken, f"Player {letter(seat)}", unwanted)


def _named(state: RoomState, seat: Seat, asked: str, setting: Setting) -> facts.Named:
    return facts.Named(seat, name_of(state, seat, asked, setting.unwanted))


def _vote(state: RoomState, seat: Seat, setting: Setting) -> flow.Facts | str:
    if state.phase == "paused":
        return "paused"
    if state.phase != "round" or not state.dealt(seat):
        return "not-running"
    if setting.idle < VOTE_OPENS:
        return "not-allowed"
    return flow.vote(state, seat, setting.gone)


def _share(state: RoomState, seat: Seat, value: str) -> flow.Facts | str:
    """First the hash that binds a seat to its share, then, when it is asked for, the share."""
    promises = state.promises
    if promises.commit is None:
        return "not-allowed"
    if seat not in promises.pledges:
        return "not-allowed" if promises.asked else (facts.Pledged(seat, value),)
    share = secret_of(value)
    fits = share is not None and commitment(share) == promises.pledges[seat]
    if seat not in promises.due or not fits:
        return "not-allowed"
    shared = facts.Shared(seat, value)
    return (shared,)


def _onward(state: RoomState, seat: Seat, frame: RoomDo, setting: Setting) -> flow.Facts | str:
    phases = {"next": ("result",), "rematch": ("over",), "start": ("lobby", "over")}
    if state.phase not in phases[frame.do]:
        return "not-allowed"
    if state.places.host != seat or state.promises.asked:
        # The deal that waits for shares is on its way.
        return (facts.Readied(seat, on=True),)
    return flow.begin_round(state, setting.gone) or "not-allowed"


def _paced(state: RoomState, frame: RoomDo) -> flow.Facts | str:
    match frame.do:
        case "pause" if state.phase in ("countdown", "round"):
            return (facts.PhaseSet("paused"),)
        case "resume" if state.phase == "paused":
            return (facts.PhaseSet("countdown", flow.COUNTDOWN),)
        case "quiet" if state.phase in PLAYED and state.table and state.table.machine:
            return (facts.QuietSet(frame.on is True),)
        case "end" if state.phase in ("round", "paused") and state.table is not None:
            return flow.end(state, state.table, None, "host")
        case _:
            return "not-allowed"


def _room(state: RoomState, frame: RoomDo, setting: Setting) -> flow.Facts | str:
    match frame.do:
        case "lock":
            return (facts.Locked(frame.on is True),)
        case "rekey":
            return "not-allowed" if state.public else (facts.Rekeyed(hashed(setting.new_key)),)
        case _ if state.phase not in SETTLED:
            return "not-allowed"
        case "rules":
            rules = _rules(frame)
            return (facts.RulesSet(rules),) if rules else "unreadable"
        case _:
            options = _options(frame, state.options)
            return (facts.OptionsSet(options),) if options else "unreadable"


def _seats(state: RoomState, seat: Seat, frame: RoomDo, setting: Setting) -> flow.Facts | str:
    other = seat_of(frame.seat) if isinstance(frame.seat, str) else None
    if frame.do == "bot":
        return _bot(state, frame, other, setting)
    place = None if other is None else state.places.get(other)
    if other is None or place is None:
        return "no-such-place"
    if frame.do == "rename":
        return (_named(state, other, "", setting),) if other != seat else "not-allowed"
    if frame.do == "host":
        fit = place.token is not None and place.here
        return (facts.Hosted(other),) if fit else "not-allowed"
    plays_on = state.phase not in SETTLED and flow.plays(state, other)
    if other == seat or (place.token is None and plays_on):
        return "not-allowed"
    return farewell(state, other)


def _bot(state: RoomState, frame: RoomDo, other: Seat | None, setting: Setting) -> flow.Facts | str:
    level = frame.level if isinstance(frame.level, str) else DEFAULT_LEVEL
    seat = state.places.free() if other is None else other
    if seat is None:
        return "full"
    place = state.places.get(seat)
    if place is None:
        free = sorted(set(setting.bot_names) - {p.name for p in state.places.taken.values()})
        name = free[setting.dice.below(len(free))] if free else f"Bot {letter(seat)}"
        return (facts.Seated(seat, name, "bot", level),)
    if place.token is not None and place.here:
        return "not-allowed"
    return (facts.Handed(seat, level),)


def _rules(frame: RoomDo) -> str | None:
    """The rules text in its shortest form, or None if it is none."""
    try:
        return rules_text(parse_rules(str(frame.rules)))
    except RulesError:
        return None


def _options(frame: RoomDo, present: Options) -> Options | None:
    """The present options with those that the frame names, or None if they are none."""
    named: Any = frame.options
    try:
        return msgspec.convert(msgspec.structs.asdict(present) | named, Options)
    except msgspec.ValidationError:
        return None
