"""What the server counts, and the text in which Prometheus reads it."""

from bisect import bisect_left
from collections import Counter
from typing import Final

BOUNDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Seconds up to which the commits of each class of the histogram took."""


class Counters:
    """Numbers that only rise, and how long commits took."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.tally: Counter[str] = Counter()
        self._commits = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def committed(self, seconds: float) -> None:
        """A commit took so long."""
        self._seconds += seconds
        self._commits[bisect_left(BOUNDS, seconds)] += 1

    def text(self, gauges: dict[str, float]) -> str:
        """Everything in the exposition format of Prometheus."""
        lines: list[str] = []
        for name, value in sorted(gauges.items()):
            lines += [f"# TYPE pellmell_{name} gauge", f"pellmell_{name} {value:g}"]
        for name, count in sorted(self.counts.items()):
            lines += [f"# TYPE pellmell_{name}_total counter", f"pellmell_{name}_total {count}"]
        lines.append("# TYPE pellmell_room_total counter")
        for what, count in sorted(self.tally.items()):
            lines.append(f'pellmell_room_total{{what="{what}"}} {count}')
        return "\n".join([*lines, *self._histogram(), ""])

    def _histogram(self) -> list[str]:
        name = "pellmell_commit_seconds"
        lines = [f"# TYPE {name} histogram"]
        below = 0
        for bound, count in zip(BOUNDS, self._commits, strict=False):
            below += count
            lines.append(f'{name}_bucket{{le="{bound:g}"}} {below}')
        total = sum(self._commits)
        lines += [f'{name}_bucket{{le="+Inf"}} {total}', f"{name}_sum {self._seconds:g}"]
        return [*lines, f"{name}_count {total}"]
