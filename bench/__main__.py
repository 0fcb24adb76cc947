"""`python -m bench` measures everything; `python -m bench engine frames` those parts alone."""

import argparse
from collections.abc import Callable

from bench import (
    attack,
    browser,
    client,
    counts,
    crowd,
    drain,
    engine,
    fairness,
    frames,
    idle,
    levels,
    machine,
    pages,
    plays,
    restart,
    rooms,
)

PARTS: dict[str, Callable[[float], None]] = {
    "engine": engine.run,
    "frames": frames.run,
    "plays": plays.run,
    "crowd": crowd.run,
    "idle": idle.run,
    "client": client.run,
    "browser": browser.run,
    "levels": levels.run,
    "fairness": fairness.run,
    "pages": pages.run,
}
LONGER: dict[str, Callable[[float], None]] = {
    "attack": attack.run,
    "rooms": rooms.run,
    "restart": restart.run,
    "drain": drain.run,
    "counts": counts.run,
}
"""Parts that are measured only where they are asked for."""


def main() -> None:
    """Measure the parts that are asked for, each on its own."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS | LONGER))
    parser.add_argument("--seconds", type=float, default=60, help="at most for each part (60)")
    asked = parser.parse_args()
    unknown = [part for part in asked.parts if part not in PARTS | LONGER]
    if unknown:
        parser.error(f"{unknown[0]!r} is not a part; there are {', '.join(PARTS | LONGER)}")
    print(machine.described())
    for part in asked.parts or PARTS:
        run = (PARTS | LONGER)[part]
        print(f"\n{part}: {run.__doc__}")
        run(asked.seconds)


if __name__ == "__main__":
    main()
