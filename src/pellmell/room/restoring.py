"""A log becomes the journal it was written by."""

from collections.abc import Sequence

import msgspec

from pellmell.room import facts
from pellmell.room.journal import Journal
from pellmell.room.opening import RestoreError
from pellmell.room.state import RoomState


def replayed(entries: Sequence[bytes]) -> Journal:
    """The journal that a log made; RestoreError, naming the entry, where the log is not one."""
    if not entries:
        raise RestoreError("the log of the room is empty; its first entry opens it")
    journal = _opened(entries[0])
    for number, data in enumerate(entries, 1):
        try:
            entry = facts.decode_entry(data)
            journal.replay(entry, len(data))
        except (msgspec.MsgspecError, ValueError, LookupError, AssertionError) as error:
            raise RestoreError(f"entry {number} of the log cannot follow: {error}") from error
        if journal.state.v != entry.v:
            raise RestoreError(
                f"entry {number} makes version {journal.state.v}, but says it is {entry.v}"
            )
    return journal


def _opened(data: bytes) -> Journal:
    try:
        entry = facts.decode_entry(data)
    except msgspec.MsgspecError as error:
        raise RestoreError(f"entry 1 of the log cannot be read: {error}") from error
    opened = entry.facts[0] if entry.facts else None
    if not isinstance(opened, facts.Opened):
        raise RestoreError("entry 1 does not open a room; the first one must")
    if opened.format > facts.FORMAT:
        raise RestoreError(
            f"the log has format {opened.format}; this version reads up to {facts.FORMAT}"
        )
    try:
        return Journal(RoomState(opened))
    except ValueError as error:
        raise RestoreError(f"entry 1 of the log opens no room: {error}") from error
