"""A browser that Playwright does not drive, at the other end of a standard: what a person needs of it."""

import asyncio
import re
from asyncio.subprocess import Process
from typing import Any, Final, Protocol

PATIENCE: Final = 30.0
WIDTH: Final = 390
HEIGHT: Final = 844
Step = dict[str, Any]
"""A part of what a finger or a keyboard does, in the words of both standards."""


class Remote(Protocol):
    """A page of a browser, driven from outside."""

    async def open(self, address: str) -> None:
        """Go to an address."""

    async def run(self, function: str, *arguments: Any) -> Any:
        """Call a function of JavaScript in the page; what it answers, once it does."""

    async def press(self, x: float, y: float) -> None:
        """Press and let go at a point of what is in view."""

    async def type(self, text: str) -> None:
        """Type into what has the focus."""

    async def picture(self) -> bytes:
        """What is in view, as a PNG."""

    async def faults(self) -> list[str]:
        """Errors and warnings that the page met so far."""


def pressing(x: float, y: float) -> list[Step]:
    return [
        {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]


def typing(text: str) -> list[Step]:
    return [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]


async def read(stream: asyncio.StreamReader, pattern: str) -> str:
    """What a line says that is waited for."""
    said = ""
    async with asyncio.timeout(PATIENCE):
        while line := (await stream.readline()).decode(errors="replace"):
            said += line
            if found := re.search(pattern, line):
                return found[1]
    raise AssertionError(f"it ended and said:\n{said}")


async def ended(process: Process) -> None:
    """Let a process end, if need be by force."""
    if process.returncode is None:
        process.terminate()
    try:
        async with asyncio.timeout(PATIENCE):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
