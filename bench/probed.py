"""`pellmell serve` that also tells what its loop holds: everything, not only what it counts itself.

At SIGUSR1 it writes a line of JSON into the file that PELLMELL_PROBE names. Looking through all
objects stops the loop for a moment, which is why the server itself does not do it. The first
argument names constants of `room/tempo.py` that are to be others, as JSON.
"""

import asyncio
import gc
import json
import os
import signal
import sys
import threading
from pathlib import Path

from pellmell.cli.main import main
from pellmell.room import tempo


def counts() -> dict[str, int]:
    """Tasks, timers of the loop, threads and objects."""
    gc.collect()
    objects = gc.get_objects()
    return {
        "tasks": len(asyncio.all_tasks(asyncio.get_running_loop())),
        "timers": sum(type(thing).__name__ == "TimerHandle" for thing in objects),
        "threads": threading.active_count(),
        "objects": len(objects),
    }


def tell(*_: object) -> None:
    """Write the counts where they are waited for, whole or not at all."""
    path = Path(os.environ["PELLMELL_PROBE"])
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(counts()))
    fresh.replace(path)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, tell)
    for name, value in json.loads(sys.argv[1]).items():
        if not hasattr(tempo, name):
            raise AttributeError(name)
        setattr(tempo, name, value)
    sys.exit(main(sys.argv[2:]))
