"""How a request is read from a connection: how long that may take, and what is none."""

import asyncio
import socket
from http import HTTPStatus
from typing import Any

from aiohttp import web

from pellmell.server.errors import problem
from pellmell.server.guard import HEADERS
from pellmell.server.limits import (
    BACKLOG,
    HEADER_BYTES,
    HEADER_LINES,
    HEADER_SECONDS,
    LINGER_SECONDS,
    REQUESTS_AT_ONCE,
    REQUESTS_PER_SECOND,
)


class Requests(web.RequestHandler):
    """The library's handler of a connection, at our pace, which answers what is no request as we do.

    Whoever sends thousands of requests in one go has them answered one by one, so that nobody else
    waits for all of them.
    """

    __slots__ = ("_due",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._due = float("-inf")

    async def take_turn(self) -> None:
        """Wait until the next request of this connection may be answered."""
        now, gap = self._loop.time(), 1 / REQUESTS_PER_SECOND
        self._due = max(self._due, now - REQUESTS_AT_ONCE * gap) + gap
        await asyncio.sleep(max(0.0, self._due - now))

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = HTTPStatus.INTERNAL_SERVER_ERROR,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """The answer to what is no request; what was sent is neither logged nor repeated."""
        del exc, message
        if request.writer.output_size > 0:
            raise ConnectionError("the answer has begun already")
        answer = problem(status, "malformed", "This is no request that can be answered.")
        answer.headers.update(HEADERS)
        answer.force_close()
        return answer


async def listen_with(runner: web.AppRunner, sock: socket.socket) -> asyncio.Server:
    """Hand every connection of a listening socket to an application."""
    loop = asyncio.get_running_loop()
    return await loop.create_server(lambda: reader_for(runner, loop), sock=sock, backlog=BACKLOG)


def reader_for(runner: web.AppRunner, loop: asyncio.AbstractEventLoop) -> Requests:
    """What reads one connection to an application."""
    server = runner.server
    assert server is not None
    return Requests(
        server,
        loop=loop,
        access_log=None,
        # From the connection, or the last answer on it, to the end of the next headers.
        keepalive_timeout=HEADER_SECONDS,
        lingering_time=LINGER_SECONDS,
        max_line_size=HEADER_BYTES,
        max_field_size=HEADER_BYTES,
        max_headers=HEADER_LINES,
    )
