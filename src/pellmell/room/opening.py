"""How a room begins, and what a passer-by may know of it."""

import msgspec

from pellmell.engine.rules import Rules
from pellmell.protocol.messages import Options, Phase


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
    free: int
    watchers: int


class RestoreError(ValueError):
    """A log that no room can be made of; the message says which entry, and why."""
