"""The server's log: a line an event, for people or as JSON, no secret in any, and not too many."""

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Final

from pellmell.room.pace import Budget
from pellmell.server.config import LogForm
from pellmell.server.limits import LOG_LINES, LOG_LINES_PER_SECOND, LOG_TRACEBACK

_log = logging.getLogger("pellmell.logs")

NOISE: Final = ("aiohttp.server", "aiohttp.access", "aiohttp.websocket", "asyncio")


class _PlainLines(logging.Formatter):
    """A line with nothing in it that a terminal would obey; a traceback follows, indented."""

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        return "\n    ".join(_tame(part) for part in line.splitlines())


class _JsonLines(logging.Formatter):
    """An object a line, in ASCII alone, so that a terminal obeys nothing in it either."""

    def format(self, record: logging.LogRecord) -> str:
        event = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "part": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            event["trace"] = self.formatException(record.exc_info)
        return json.dumps(event).replace("\x7f", "\\u007f")


class LineBudget(logging.Filter):
    """Lets through so many lines of each place in the sources that logs, and counts the others.

    Whatever a stranger finds that makes the server say something, it fills no disk.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._budgets: dict[tuple[str, int], Budget] = {}
        """By place: a text may hold what somebody sent, and there would be no end of them."""
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        place = (record.pathname, record.lineno)
        budget = self._budgets.setdefault(place, Budget(LOG_LINES_PER_SECOND, LOG_LINES))
        written = budget.take(self._clock(), LOG_TRACEBACK if record.exc_info else 1)
        self._left_out += not written
        return written

    def left_out(self) -> int:
        """How many lines were left out since this was last called."""
        count, self._left_out = self._left_out, 0
        return count

    def tell(self) -> None:
        """Say how many lines were left out since it was last said, if any were."""
        count = self.left_out()
        if count:
            _log.warning("left out of this log: %d lines like those before", count)


def start(form: LogForm) -> LineBudget:
    """Write the log to standard error, within a budget."""
    handler = logging.StreamHandler(sys.stderr)
    plain = _PlainLines("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(_JsonLines() if form == "json" else plain)
    lines = LineBudget()
    handler.addFilter(lines)
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in NOISE:
        logging.getLogger(name).setLevel(logging.ERROR)
    return lines


def _tame(text: str) -> str:
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
