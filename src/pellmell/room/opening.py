"""How a room begins, and what a passer-by may know of it."""

import msgspec

from pellmell.engine.cards import MAX_SEATS
from pellmell.engine.rules import Rules
from pellmell.protocol.messages import Options, Phase
from pellmell.room.state import RoomState


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What a room is opened with; `key` and `host` are its plain secrets, told only once."""

    rules: Rules
    options: Options
    public: bool
    key: str | None
    host: str


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a passer-by may know of a room."""

    room: str
    phase: Phase
    rules: str
    public: bool
    locked: bool
    taken: int
    """Seats that are somebody's: a bot's, or a person's who may be away."""
    free: int
    here: int
    """Of those taken, the seats of people who are connected."""
    watchers: int


def summary_of(state: RoomState) -> Summary:
    """What a passer-by may know of a room as it is."""
    taken = len(state.places.taken)
    return Summary(
        room=state.code,
        phase=state.phase,
        rules=state.rules_text,
        public=state.public,
        locked=state.locked,
        taken=taken,
        free=MAX_SEATS - taken,
        here=len(state.places.people_here()),
        watchers=state.watchers,
    )


class RestoreError(ValueError):
    """A log that no room can be made of; the message says which entry, and why."""
