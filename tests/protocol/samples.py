"""A sample of every frame that a client may send, for tests of who may send what.

They are made from what the protocol knows, so that a new kind of frame and a new command about
the room is among them by itself; a field that is new needs a value here.
"""

from collections.abc import Iterator
from typing import Any, Final

from pellmell.engine.commands import Command
from pellmell.engine.notation import parse_command
from pellmell.protocol.messages import ClientFrame, Do, Hello, RoomDo
from pellmell.room.hosting import FIELDS

Frame = dict[str, Any]

AT_THE_TABLE: Final = (
    "turn", "stop", "r1>c", "r1>c1", "s>c", "w>c", "s>r1", "w>r1", "grab", "grab 1",
    "use joker c1", "use remove r1", "use voila B",
)  # fmt: skip
"""Commands of the notation, at least one of each kind."""

VALUES: Final[Frame] = {
    "n": 1,
    "name": "Mallory",
    "ready": True,
    "emoji": "clap",
    "value": "ab" * 32,
    "rules": "standard,recycle=keep,row_refill=manual",
    "options": {"queue": 0},
    "level": "skilled",
    "seat": "B",
    "on": True,
    "c": 7,
}
"""What stands in the fields of frames, but for those that say which command is meant."""


def frames() -> Iterator[tuple[str, Frame]]:
    """A name and a frame of every kind; a greeting that brings no secret."""
    for kind in ClientFrame.__args__:
        tag = str(kind.__struct_config__.tag)
        if kind is Do:
            yield from ((a, {"t": tag, "n": 1, "a": a}) for a in AT_THE_TABLE)
        elif kind is RoomDo:
            yield from ((f"room {do}", _about_the_room(tag, do)) for do in FIELDS)
        elif kind is Hello:
            yield tag, {"t": tag, "room": "KQZ7MB", "name": VALUES["name"]}
        else:
            yield tag, {"t": tag, **{name: VALUES[name] for name in kind.__struct_fields__}}


def _about_the_room(tag: str, do: str) -> Frame:
    return {"t": tag, "n": 1, "do": do, **{name: VALUES[name] for name in FIELDS[do]}}


def kinds_of_commands() -> tuple[set[type], set[type]]:
    """The kinds of commands at the table that have a sample, and all there are."""
    return {type(parse_command(a)) for a in AT_THE_TABLE}, set(Command.__args__)
