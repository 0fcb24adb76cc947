"""What somebody on the loop waits for, and how another thread settles it."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

Done = Callable[[Exception | None], None]
"""What is called with what went wrong, or with None."""

_Answer = TypeVar("_Answer")


def promise() -> tuple["asyncio.Future[None]", Done]:
    """What somebody waits for, and how another thread settles it."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def settled(flaw: Exception | None) -> None:
        if flaw is None:
            loop.call_soon_threadsafe(give, done, None)
        else:
            loop.call_soon_threadsafe(refuse, done, flaw)

    return done, settled


def give(waiting: "asyncio.Future[_Answer]", answer: _Answer) -> None:
    """Answer, if anybody still waits."""
    if not waiting.done():
        waiting.set_result(answer)


def refuse(waiting: "asyncio.Future[_Answer]", flaw: Exception) -> None:
    """Tell what went wrong, if anybody still waits."""
    if not waiting.done():
        waiting.set_exception(flaw)
