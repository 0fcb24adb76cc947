"""Rooms that wait for the disk stand still, and their people are told.

While what a room said cannot be written, its clock stops: no bot, timer or Speed Machine acts by
itself, and nobody gets more commands than they had to give. What still comes is answered when it
is written; there is a bound to that too.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from pellmell.protocol.messages import Bye, Stalled, encode
from pellmell.room.keyring import Keyring
from pellmell.room.outbox import Send, Who
from pellmell.room.room import Room
from pellmell.server.commits import Journal
from pellmell.server.limits import HELD_BACK, HELD_BACK_AFTER, STALL_TOLD_SECONDS
from pellmell.server.sleepers import Turn

RESTARTING: Final = 1012

_STALLED: Final = encode(Stalled(on=True))
_WENT_ON: Final = encode(Stalled(on=False))


class Held(Journal):
    """A room with what the shell has to remember of it."""

    __slots__ = (
        "_keyrings", "begun", "due", "gone", "late", "left", "room", "stood", "timer", "turn",
    )  # fmt: skip

    def __init__(self, room: Room, logged: int, now: float) -> None:
        super().__init__(room.code, logged)
        self.room = room
        self._keyrings = [room.keyring]
        """What opened it as it spoke last, and before that as far as its log may still tell so."""
        self.gone = False
        self.timer: asyncio.TimerHandle | None = None
        self.due = 0.0
        self.begun: asyncio.Future[None] | None = None
        """Set when something it said was let out for the first time."""
        self.turn: Turn | None = None
        """The turn in which it is put away, once it said its last."""
        self.stood = 0.0
        """Since when its clock stands, while it stalls."""
        self.late = 0.0
        """Seconds for which its clock has stood so far."""
        self.left = now
        """When a connection to it was lost last, or it began to be awake: by the loop's clock."""

    def clock(self, now: float) -> float:
        """The room's time at one of the loop's."""
        return (self.stood if self.stalled else now) - self.late

    @property
    def is_held_up(self) -> bool:
        """Whether so much of what it said waits to be written that it can hear no more."""
        return len(self.said) >= HELD_BACK

    @property
    def keyrings(self) -> tuple[Keyring, ...]:
        """What opens it, and what did until something that may not be written yet.

        Nobody is told that a secret is void before the log is: until then only the room answers.
        """
        return (self.room.keyring, *self._keyrings)

    def spoke(self) -> None:
        """It said something, after which something else may open it."""
        keyring = self.room.keyring
        if keyring != self._keyrings[-1]:
            self._keyrings.append(keyring)

    def settled(self) -> None:
        """Nothing that it said waits to be written any more."""
        del self._keyrings[:-1]

    def disarm(self) -> None:
        """Wait for nothing any more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Standstill:
    """Lets rooms stand still and go on; `deliver` takes what their people are told meanwhile."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, deliver: Callable[[Held, Send], None]
    ) -> None:
        self._loop = loop
        self._deliver = deliver

    def begin(self, journal: Journal) -> None:
        """A room has waited for too long."""
        held = held_of(journal)
        held.stood = self._loop.time()
        held.disarm()
        self._tell(held)

    def _tell(self, held: Held) -> None:
        if held.stalled and not held.gone:
            self._deliver(held, Send(held.room.connections, (_STALLED,)))
            # It has no other timer while it stands still.
            held.timer = self._loop.call_later(STALL_TOLD_SECONDS, self._tell, held)

    def end(self, held: Held) -> None:
        """What a room said is written; its clock runs on from where it stood."""
        held.late += self._loop.time() - held.stood
        held.disarm()
        if not held.gone:
            self._deliver(held, Send(held.room.connections, (_WENT_ON,)))

    def greet(self, held: Held, who: Who) -> None:
        """Tell whoever was let in why no welcome comes yet; a stranger hears of nothing."""
        if held.stalled and who in held.room.connections:
            self._deliver(held, Send((who,), (_STALLED,)))

    def lets_speak(self, held: Held, who: Who) -> bool:
        """Whether a room can hear one more frame, while what it said waits to be written."""
        if not held.is_held_up:
            return True
        bye = encode(Bye(why="restarting", after=HELD_BACK_AFTER))
        self._deliver(held, Send((who,), (bye,), RESTARTING))
        return False


def held_of(journal: Journal) -> Held:
    """The room whose words a journal keeps."""
    assert isinstance(journal, Held)
    return journal
