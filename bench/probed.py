"""`pellmell serve` that also tells what its loop holds: everything, not only what it counts itself.

At SIGUSR1 it writes a line of JSON into the file that PELLMELL_PROBE names. Looking through all
objects stops the loop for a moment, which is why the server itself does not do it. The first
argument names constants of `room/tempo.py` that are to be others, as JSON.
"""

import asyncio
import gc
import json
import math
import os
import signal
import sys
import threading
from pathlib import Path

from pellmell.cli.main import main
from pellmell.room import tempo


class Stalls:
    """How late the loop comes to what is due: the longest since this was begun."""

    EVERY = 0.005

    def __init__(self) -> None:
        self._longest = 0.0
        self._due = math.inf
        self.timer: asyncio.Handle | None = None

    def begin(self) -> None:
        """Measure anew from now on."""
        self._longest = 0.0
        self._wait()

    def longest(self) -> float:
        """The longest stall, in seconds; 0 where nothing was begun."""
        return max(self._longest, asyncio.get_running_loop().time() - self._due)

    def _look(self) -> None:
        self._longest = self.longest()
        self._wait()

    def _wait(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        loop = asyncio.get_running_loop()
        # Noted here: a timer that was overdue as it was set is one that cannot tell when it is due.
        self._due = loop.time() + self.EVERY
        self.timer = loop.call_at(self._due, self._look)


STALLS = Stalls()


def counts() -> dict[str, float]:
    """Tasks, timers of the loop, threads and objects, and the longest stall of it."""
    longest = STALLS.longest()
    gc.collect()
    objects = gc.get_objects()
    return {
        "tasks": len(asyncio.all_tasks(asyncio.get_running_loop())),
        "timers": sum(
            type(thing).__name__ == "TimerHandle" and thing is not STALLS.timer for thing in objects
        ),
        "threads": threading.active_count(),
        "objects": len(objects),
        "stall": longest,
    }


def tell(*_: object) -> None:
    """Write the counts where they are waited for, whole or not at all."""
    path = Path(os.environ["PELLMELL_PROBE"])
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(counts()))
    fresh.replace(path)
    STALLS.begin()  # To count is a stall itself.


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, tell)
    for name, value in json.loads(sys.argv[1]).items():
        if not hasattr(tempo, name):
            raise AttributeError(name)
        setattr(tempo, name, value)
    sys.exit(main(sys.argv[2:]))
