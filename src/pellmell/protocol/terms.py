"""The words that messages and events are written in."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

SeatLetter = Annotated[str, Meta(pattern="^[A-L]$")]
Number = Annotated[int, Meta(ge=1, lt=2**31)]
RoundNumber = Annotated[int, Meta(ge=0, lt=2**31)]
Secret = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=200)]
Phase = Literal["lobby", "countdown", "round", "paused", "result", "over"]
Level = Literal["beginner", "casual", "skilled"]
Kind = Literal["person", "bot"]
Why = Literal["stop", "dead", "vote", "host", "limit"]


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """The options of a room, as against those of the rules."""

    fair: Literal["press", "arrival"] = "press"
    queue: Annotated[int, Meta(ge=0, le=1000)] = 600
    relaxed: Annotated[float, Meta(ge=0, le=2)] = 0.0
    watchers: Annotated[int, Meta(ge=0, le=50)] = 20
    assist: bool = False
