"""`python -m tests.chaos`: crashes by the thousand, and damage at every byte."""

import argparse
import asyncio
import socket
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.chaos.crashing import ROOM, Count, crash
from tests.chaos.damage import try_all


def crashes(cycles: int, seed: str) -> Count:
    """So many cycles, a new room for every few."""
    total = Count()
    for first in range(0, cycles, ROOM):
        with TemporaryDirectory() as data, socket.create_server(("127.0.0.1", 0)) as sock:
            port = sock.getsockname()[1]
            sock.close()
            some = min(ROOM, cycles - first)
            count = asyncio.run(crash(Path(data), port, some, f"{seed} {first}"))
        for field in Count.__struct_fields__:
            setattr(total, field, getattr(total, field) + getattr(count, field))
        print(f"{total.cycles} cycles: {_told(total)}", end="\r", flush=True)
    return total


def _told(count: Count) -> str:
    return (
        f"{count.acknowledged} commands acknowledged and {count.refused} refused, "
        f"{count.sent_again} sent again; none lost, none doubled, everyone back"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--cycles", type=int, default=1000)
    parser.add_argument("--seed", default="crash")
    chosen = parser.parse_args()
    began = time.monotonic()
    total = crashes(chosen.cycles, chosen.seed)
    print(f"{total.cycles} cycles in {time.monotonic() - began:.0f} s: {_told(total)}")
    for name, tally in try_all(1, 1, chosen.seed).items():
        print(
            f"{name}: {tally.cuts} cuts and {tally.flips} flips, {tally.whole} found whole, "
            f"{tally.shorter} a beginning, {tally.refused} refused, 0 another table"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
