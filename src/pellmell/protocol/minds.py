"""What a room asks of whoever plays a seat for nobody: a bot's mind."""

from collections.abc import Callable
from typing import Protocol

import msgspec

from pellmell.engine.cards import Seat
from pellmell.engine.commands import Command
from pellmell.engine.deal import Dice
from pellmell.protocol.messages import Level
from pellmell.protocol.views import Seen


class Intention(msgspec.Struct, frozen=True):
    """What a mind wants to do after so many seconds; without a command it only looks again."""

    command: Command | None
    after: float


class Mind(Protocol):
    """A bot: it sees what everyone sees, and its commands go through the door of people."""

    def think(self, sight: Seen, now: float, answer: str | None) -> Intention:
        """The next intention; `answer` is the word that refused the last one, or None."""
        ...


MakeMind = Callable[[Level, Seat, Dice], Mind]
"""Makes the mind of a level for a seat, with a chance of its own."""
