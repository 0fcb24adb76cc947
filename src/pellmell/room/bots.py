"""The seats that bots play in a running round: what each intends, and when."""

from collections.abc import Callable
from typing import Final

from pellmell.engine.cards import Seat
from pellmell.engine.commands import Command
from pellmell.engine.deal import Dice
from pellmell.engine.table import Table
from pellmell.protocol.messages import Level
from pellmell.protocol.minds import Intention, MakeMind, Mind
from pellmell.protocol.views import Seen, seen

STUNNED: Final = 1.0
"""Seconds after which a bot whose mind raised looks again."""
THINKING: Final = 0.02
"""Of a processor, what a bot's mind may take: the longer it thinks, the longer it waits then."""


class Bots:
    """The minds at the table; their commands go through the door that people's go through."""

    def __init__(self, make: MakeMind, cpu: Callable[[], float]) -> None:
        self._make = make
        self._cpu = cpu
        self._minds: dict[Seat, Mind] = {}
        self._intended: dict[Seat, Command | None] = {}
        self.failures = 0
        """How often a mind raised instead of thinking."""
        self._sights: dict[bool, tuple[Table, Seen]] = {}
        """What was seen last, by whether the machine's last throw had been heard."""

    def enter(self, seat: Seat, level: Level, dice: Dice) -> None:
        """A bot begins to play a seat."""
        self._minds[seat] = self._make(level, seat, dice)
        self._intended[seat] = None

    def leave(self, seat: Seat) -> None:
        """A bot plays a seat no longer."""
        self._minds.pop(seat, None)
        self._intended.pop(seat, None)

    def clear(self) -> None:
        """No bot plays any longer; what was intended never happens."""
        self._minds.clear()
        self._intended.clear()

    def intended(self, seat: Seat) -> Command | None:
        """What a seat's bot meant to do now, told once."""
        command = self._intended.get(seat)
        self._intended[seat] = None
        return command

    def think(
        self, seat: Seat, table: Table, now: float, answer: str | None, *, heard: bool = True
    ) -> float | None:
        """Seconds until a seat's bot acts or looks again; None if no bot plays it.

        `heard` says whether the Speed Machine's last throw could be heard by now.
        """
        mind = self._minds.get(seat)
        if mind is None:
            return None
        sight, began = self._seen(table, heard=heard), self._cpu()
        try:
            intention = mind.think(sight, now, answer)
        except Exception:  # noqa: BLE001 - whatever a bot raises is that bot's own trouble
            self.failures += 1
            intention = Intention(None, STUNNED)
        self._intended[seat] = intention.command
        return max(intention.after, (self._cpu() - began) / THINKING)

    def _seen(self, table: Table, *, heard: bool) -> Seen:
        """The public view, made once for all who look at the same table."""
        kept = self._sights.get(heard)
        if kept is None or kept[0] is not table:
            kept = self._sights[heard] = table, seen(table, heard=heard)
        return kept[1]
