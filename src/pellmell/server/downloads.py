"""Records on their way to whoever asked for them: each is in memory once, and sent in pieces.

A record may be long and a reader slow. What waits for one reader is a few pieces; the rest is a copy
that all who read the same record share, and that is gone with the last of them.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from aiohttp import web

from pellmell.server.errors import problem
from pellmell.server.limits import (
    BUSY_AFTER,
    DOWNLOADS,
    DOWNLOADS_EACH,
    PIECE_BYTES,
    SHARED_BYTES,
)


class _Copy:
    """A record that is read from the store once, for all who want it meanwhile."""

    def __init__(self, reading: asyncio.Task[bytes | None]) -> None:
        self.reading = reading
        self.readers = 0
        self.size = 0


class Downloads:
    """The records that are being sent; `read` has them from the store."""

    def __init__(self, read: Callable[[str, int], Awaitable[str | None]]) -> None:
        self._read = read
        self._copies: dict[tuple[str, int], _Copy] = {}
        self._under_way: Counter[str] = Counter()
        """How many are under way to each address."""

    async def send(
        self, request: web.Request, address: str, code: str, round: int
    ) -> web.StreamResponse:
        """Answer with the record of a round, or why there is none."""
        with self._shared((code, round)) as copy:
            # Whoever hangs up ends it for nobody else.
            data = await asyncio.shield(copy.reading)
            if data is None:
                return no_record()
            if not self._has_room(copy, len(data), address):
                return _crowded()
            # What goes out at once is over before anybody else counts.
            with self._counted(address):
                return await _pour(request, data)

    @contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        self._under_way[address] += 1
        try:
            yield
        finally:
            self._under_way[address] -= 1
            self._under_way += Counter()  # forgets those to whom nothing is under way

    @contextmanager
    def _shared(self, which: tuple[str, int]) -> Iterator[_Copy]:
        """The copy of a record, while it is read."""
        copy = self._copies.get(which)
        if copy is None:
            copy = self._copies[which] = _Copy(asyncio.create_task(self._encoded(*which)))
        copy.readers += 1
        try:
            yield copy
        finally:
            copy.readers -= 1
            if not copy.readers:
                del self._copies[which]

    async def _encoded(self, code: str, round: int) -> bytes | None:
        text = await self._read(code, round)
        return None if text is None else text.encode()

    def _has_room(self, copy: _Copy, size: int, address: str) -> bool:
        """Whether a copy may be sent to one more; it is among those that are held from then on."""
        if self._under_way.total() >= DOWNLOADS or self._under_way[address] >= DOWNLOADS_EACH:
            return False
        others = sum(other.size for other in self._copies.values() if other is not copy)
        if others and others + size > SHARED_BYTES:
            return False
        copy.size = size
        return True


def no_record() -> web.Response:
    """The answer where there is no record."""
    return problem(404, "no-record", "There is no record of such a round, or not yet.")


def _crowded() -> web.Response:
    return problem(503, "busy", "Too many read records just now; try again.", after=BUSY_AFTER)


async def _pour(request: web.Request, data: bytes) -> web.StreamResponse:
    """Send piece after piece, each once those before are taken; `Requests` limits how slowly."""
    answer = web.StreamResponse(headers={"Content-Type": "text/plain; charset=utf-8"})
    answer.content_length = len(data)
    writer = await answer.prepare(request)
    if request.method == "HEAD" or writer is None or request.transport is None:
        return answer
    request.transport.set_write_buffer_limits(PIECE_BYTES)
    whole = memoryview(data)
    for start in range(0, len(data), PIECE_BYTES):
        await answer.write(whole[start : start + PIECE_BYTES])
        await writer.drain()
    return answer
