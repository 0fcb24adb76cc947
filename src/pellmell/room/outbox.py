"""What a room gives back: entries for the log first, then frames for the wire."""

import msgspec

from pellmell.engine.match import Placed

Who = int
"""A connection, numbered by whoever holds the sockets."""


class Send(msgspec.Struct, frozen=True, gc=False):
    """Frames for some connections, in order and in one write; with `close`, their last ones."""

    to: tuple[Who, ...]
    frames: tuple[bytes, ...]
    close: int | None = None


class Outbox(msgspec.Struct):
    """Everything a room has to say since it was last asked.

    `entries`, `records` (round and text) and `results` (of a match that ended in a room that is
    open to everybody) must be written before any of `sends` goes out, and synced first where
    `durable`. `tally` counts what happened, for metrics. `closed` says that
    the room is done: for good where nobody owns a seat, else until somebody asks for it.
    """

    entries: list[bytes] = []
    records: list[tuple[int, str]] = []
    results: list[Placed] = []
    sends: list[Send] = []
    tally: dict[str, int] = {}
    durable: bool = False
    closed: bool = False

    @property
    def says_anything(self) -> bool:
        """Whether there is something to write or to send."""
        return bool(self.entries or self.records or self.sends or self.results or self.closed)
