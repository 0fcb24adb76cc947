"""When deleting has to wait: after a start, while somebody plays, and when the clock has jumped.

Deleting for good writes everything anew, and who plays would wait for that. By a clock on the wall
that is set wrong, every room may seem to have slept for too long.
"""

import logging
from collections.abc import Callable

from pellmell.server.limits import (
    CLOCK_DOUBT_SECONDS,
    CLOCK_JUMP_SECONDS,
    PUT_OFF_SECONDS,
    UNDISTURBED_SECONDS,
)

_log = logging.getLogger("pellmell.rooms")


class Reprieve:
    """Whether to delete now, by a clock on the wall and one that only ever goes forward."""

    def __init__(self, wall: Callable[[], float], clock: Callable[[], float]) -> None:
        self._wall = wall
        self._clock = clock
        self._seen = wall(), clock()
        self._until = clock() + UNDISTURBED_SECONDS
        """Before which nothing is deleted at all."""
        self._since: float | None = None
        """Since when deleting is put off for those who play."""

    def look(self) -> None:
        """Compare the clocks, now and again: where they disagree, the one on the wall was set."""
        wall, clock = self._wall(), self._clock()
        jump = (wall - self._seen[0]) - (clock - self._seen[1])
        self._seen = wall, clock
        if abs(jump) > CLOCK_JUMP_SECONDS:
            _log.warning("the clock jumped by %+.0f h; nothing is deleted for a day", jump / 3600)
            self._until = max(self._until, clock + CLOCK_DOUBT_SECONDS)

    @property
    def holds(self) -> bool:
        """Whether nothing is to be deleted now, whoever plays or does not."""
        return self._clock() < self._until

    def yields(self, *, playing: bool) -> bool:
        """Whether what is to be deleted waits for those who play: not for ever."""
        if not playing:
            return False
        if self._since is None:
            self._since = self._clock()
        return self._clock() < self._since + PUT_OFF_SECONDS

    def is_over(self) -> None:
        """There is nothing to be deleted any more."""
        self._since = None
