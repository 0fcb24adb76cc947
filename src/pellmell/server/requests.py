"""How a request is read from a connection: how long that may take, and what is none."""

import asyncio
import socket
import sys
from http import HTTPStatus
from typing import Any, Final, cast
from weakref import WeakSet

from aiohttp import web

from pellmell.server.errors import problem
from pellmell.server.guard import HEADERS
from pellmell.server.limits import (
    BACKLOG,
    BUSY_AFTER,
    CONNECTIONS,
    HEADER_BYTES,
    HEADER_LINES,
    HEADER_SECONDS,
    LINGER_SECONDS,
    REQUESTS_AT_ONCE,
    REQUESTS_PER_SECOND,
    WRITE_BYTES,
    WRITE_SECONDS,
)


class Requests(web.RequestHandler):
    """The library's handler of a connection, at our pace, which answers what is no request as we do.

    Whoever sends thousands of requests in one go has them answered one by one, so that nobody else
    waits for all of them.
    """

    __slots__ = ("__weakref__", "_answer", "_due", "_patience", "_socket", "_turnstile", "_untaken")

    def __init__(self, turnstile: "Turnstile", *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turnstile = turnstile
        self._due = float("-inf")
        self._patience: asyncio.TimerHandle | None = None
        self._untaken = 0
        self._answer = self._request_handler
        self._request_handler = self._meet
        self._socket = False
        """Whether frames are spoken by now, for which `Connection` has a limit of its own."""

    def connection_lost(self, exc: BaseException | None) -> None:
        """The connection is gone, and there is room for another."""
        self._turnstile.open.discard(self)
        self._stop_waiting()
        super().connection_lost(exc)

    def set_parser(self, *args: Any, **kwargs: Any) -> None:
        """Frames come from now on, and no requests."""
        self._socket = True
        self._stop_waiting()
        super().set_parser(*args, **kwargs)

    def pause_writing(self) -> None:
        """The other end does not take what it asked for as fast as it is answered."""
        super().pause_writing()
        if not self._socket:
            self._wait_for_reader()

    def resume_writing(self) -> None:
        """The other end took what it asked for."""
        self._stop_waiting()
        super().resume_writing()

    def _wait_for_reader(self) -> None:
        self._untaken = untaken(self.transport)
        self._patience = self._loop.call_later(WRITE_SECONDS, self._look_at_reader)

    def _look_at_reader(self) -> None:
        """Cut off whoever takes next to nothing of an answer, and holds it in memory."""
        if self.transport is None:
            return
        if self._untaken - untaken(self.transport) < WRITE_BYTES:
            self.transport.abort()
        else:
            self._wait_for_reader()

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    async def take_turn(self) -> None:
        """Wait until the next request of this connection may be answered."""
        now, gap = self._loop.time(), 1 / REQUESTS_PER_SECOND
        self._due = max(self._due, now - REQUESTS_AT_ONCE * gap) + gap
        await asyncio.sleep(max(0.0, self._due - now))

    async def _meet(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer a request, or refuse what it expects: the library would repeat it in its answer."""
        expected = request.headers.getall("Expect", [])
        if any(word.lower() != "100-continue" for word in expected):
            return _last(problem(417, "expect", "Nothing but 100-continue can be expected here."))
        assert self._answer is not None
        return await self._answer(request)

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """Log a failure of ours; of a body that is none, whoever sent it has been told enough."""
        if not isinstance(kw.get("exc_info"), web.RequestPayloadError):
            super().log_exception(*args, **kw)

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
        return _last(problem(status, "malformed", "This is no request that can be answered."))


def _last(answer: web.Response) -> web.Response:
    """An answer that nothing else signs, and after which the connection is closed."""
    answer.headers.update({**HEADERS, "Cache-Control": "no-store"})
    answer.force_close()
    return answer


def untaken(transport: asyncio.Transport | None) -> int:
    """Bytes that the other end of a connection has not taken yet, as far as can be told."""
    if transport is None:
        return 0
    waiting = transport.get_write_buffer_size()
    sock = transport.get_extra_info("socket")
    if sys.platform != "linux" or sock is None or sock.fileno() < 0:
        return waiting
    # The kernel may hold more of it for somebody slow than all that still waits here.
    import fcntl
    import termios

    held = fcntl.ioctl(sock.fileno(), termios.TIOCOUTQ, bytes(4))
    return waiting + int.from_bytes(held, sys.byteorder)


class Turnstile:
    """Lets in as many connections at once as there may be: each one is an open file.

    One more is told so and closed, and nobody else notices; without that bound, files would run
    out for whatever else needs one.
    """

    def __init__(self, runner: web.AppRunner, limit: int = CONNECTIONS) -> None:
        self._runner = runner
        self._limit = limit
        self._loop = asyncio.get_running_loop()
        # Weak, since one that fails before it is made is never lost either.
        self.open: WeakSet[Requests] = WeakSet()

    def enter(self) -> asyncio.Protocol:
        """What reads the next connection."""
        if len(self.open) >= self._limit:
            return TurnedAway()
        reader = reader_for(self._runner, self)
        self.open.add(reader)
        return reader


class TurnedAway(asyncio.Protocol):
    """The answer to a connection that is one too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say so, and close."""
        line = cast("asyncio.Transport", transport)  # uvloop's is one without saying so
        line.write(FULL)
        line.close()


def _full() -> bytes:
    answer = problem(503, "full", "Too many are connected just now; try again.", after=BUSY_AFTER)
    body = answer.body
    assert isinstance(body, bytes)
    headers = {**answer.headers, **HEADERS, "Cache-Control": "no-store", "Connection": "close"}
    lines = [f"{name}: {value}" for name, value in headers.items()]
    lines = ["HTTP/1.1 503 Service Unavailable", *lines, f"Content-Length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode() + body


FULL: Final = _full()
"""What is answered to one connection too many, before anything of it is read."""


async def listen_with(
    runner: web.AppRunner, sock: socket.socket, limit: int = CONNECTIONS
) -> asyncio.Server:
    """Hand the connections of a listening socket, so many at once, to an application."""
    turnstile = Turnstile(runner, limit)
    loop = asyncio.get_running_loop()
    return await loop.create_server(turnstile.enter, sock=sock, backlog=BACKLOG)


def reader_for(runner: web.AppRunner, turnstile: Turnstile) -> Requests:
    """What reads one connection to an application."""
    server = runner.server
    assert server is not None
    return Requests(
        turnstile,
        server,
        loop=asyncio.get_running_loop(),
        access_log=None,
        # A body is read as it comes: nothing is unpacked, whatever its headers say of it.
        auto_decompress=False,
        # From the connection, or the last answer on it, to the end of the next headers.
        keepalive_timeout=HEADER_SECONDS,
        lingering_time=LINGER_SECONDS,
        max_line_size=HEADER_BYTES,
        max_field_size=HEADER_BYTES,
        max_headers=HEADER_LINES,
    )
