"""A process that is ready to serve and has servers as children, so that each starts in a moment.

`start` on its standard input forks one, which serves until it is killed; `reap` waits for that.
"""

import os
import sys
from pathlib import Path

from pellmell.room import flow
from pellmell.server.config import Config
from pellmell.server.main import run

flow.COUNTDOWN = 0.05  # type: ignore[misc]  # nobody has to get ready here
flow.NEXT_ROUND = 0.05  # type: ignore[misc]


def main(data: Path, port: int) -> None:
    child = 0
    for line in sys.stdin:
        if line == "start\n":
            child = os.fork()
            if child == 0:
                os._exit(run(Config(host="127.0.0.1", port=port, data=data)))
            print(f"child {child}", flush=True)
        else:
            os.waitpid(child, 0)
            print("reaped", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
