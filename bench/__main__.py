"""`python -m bench` measures everything; `python -m bench engine frames` those parts alone."""

import argparse
from collections.abc import Callable

from bench import (
    browser,
    client,
    crowd,
    engine,
    fairness,
    frames,
    idle,
    levels,
    machine,
    pages,
    plays,
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


def main() -> None:
    """Measure the parts that are asked for, each on its own."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=60, help="at most for each part (60)")
    asked = parser.parse_args()
    unknown = [part for part in asked.parts if part not in PARTS]
    if unknown:
        parser.error(f"{unknown[0]!r} is not a part; there are {', '.join(PARTS)}")
    print(machine.described())
    for part in asked.parts or PARTS:
        print(f"\n{part}: {PARTS[part].__doc__}")
        PARTS[part](asked.seconds)


if __name__ == "__main__":
    main()
