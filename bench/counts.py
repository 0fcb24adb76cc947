"""How much the tests of what is promised try, and what of it fails."""

import re
import subprocess
import sys
from pathlib import Path

from tests.e2e.payloads import PAYLOADS
from tests.process.test_websocket_cases import CASES
from tests.room.test_noninterference import RULES, check

ROOT = Path(__file__).parent.parent
SEEDS = 2000
WEBSOCKET = "tests/process/test_websocket_cases.py"
NAMES = "tests/e2e/test_xss.py"


def run(seconds: float) -> None:
    """WebSocket conformance, non-interference over 2,000 seeds, and names that would be script."""
    del seconds  # it is the number that counts
    passed, failed = _tested(WEBSOCKET)
    departing = sum("departs" in case for case in CASES)
    listed = sum(not case["case"].startswith(("12.", "13.", "9.")) for case in CASES)
    print(
        f"  WebSocket: {len(CASES)} cases, {listed} of them without sizes and compression; "
        f"{departing} depart from the public table as documented, {failed} otherwise ({passed} passed)"
    )
    moved = sum(check(rules, seed) for rules in RULES for seed in range(SEEDS // len(RULES)))
    print(
        f"  non-interference: {SEEDS} rounds under {len(RULES)} rules, each twice with {moved} hidden "
        "cards elsewhere in all: every seat was sent the same bytes"
    )
    passed, failed_names = _tested(NAMES)
    print(
        f"  names: {len(PAYLOADS)} that would be markup or script, in all places where one is shown: "
        f"{failed_names} of {passed + failed_names} tests failed"
    )
    if failed or failed_names:
        raise SystemExit("see above")


def _tested(path: str) -> tuple[int, int]:
    """How many tests of a file passed, and how many did not."""
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", path],
        cwd=ROOT, capture_output=True, text=True, check=False,
    ).stdout  # fmt: skip
    counts = {what: int(n) for n, what in re.findall(r"(\d+) (passed|failed|errors?)", said)}
    passed = counts.pop("passed", 0)
    return passed, sum(counts.values()) if passed else max(1, sum(counts.values()))
