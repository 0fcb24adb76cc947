"""The server's log: a line an event, for people or as JSON, and no secret in any."""

import json
import logging
import sys
from typing import Final

from pellmell.server.config import LogForm

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


def start(form: LogForm) -> None:
    """Write the log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    plain = _PlainLines("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(_JsonLines() if form == "json" else plain)
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in NOISE:
        logging.getLogger(name).setLevel(logging.ERROR)


def _tame(text: str) -> str:
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
