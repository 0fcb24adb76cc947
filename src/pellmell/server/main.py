"""The server put together from its parts, from its first socket to its last goodbye."""

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from typing import Final

from aiohttp import web

from pellmell.room.chance import Chance
from pellmell.server import logs
from pellmell.server.api import Api
from pellmell.server.chance import CHANCE
from pellmell.server.config import Config, machine_names
from pellmell.server.counters import Counters
from pellmell.server.errors import problem
from pellmell.server.gateway import Gateway
from pellmell.server.greeting import greeting, here_url, open_page
from pellmell.server.guard import Guard, Handler
from pellmell.server.limits import (
    BODY_BYTES,
    CONNECTIONS,
    DRAIN_SECONDS,
    LOG_TOLD_SECONDS,
    RESERVE_BYTES,
    SPARE_FILES,
    STOP_SECONDS,
    SWEEP_SECONDS,
    connections,
)
from pellmell.server.listening import ListenError, listen
from pellmell.server.lobby import Lobby
from pellmell.server.moves import Moves
from pellmell.server.pages import Pages, not_found
from pellmell.server.proxies import Proxies
from pellmell.server.requests import Requests, listen_with
from pellmell.server.rooms import Rooms
from pellmell.store.contract import Store, StoreError
from pellmell.store.memory import MemoryStore
from pellmell.store.sqlite import SqliteStore
from pellmell.texts import speech

_log = logging.getLogger("pellmell.server")

FILES: Final = (65_536, 10_240)
"""Open files to be content with, where a system does not give as many as it says."""


class Server:
    """A server that listens, until it is stopped."""

    def __init__(
        self,
        store: Store,
        config: Config,
        chance: Chance = CHANCE,
        *,
        connections: int = CONNECTIONS,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._store = store
        self._most_connections = connections
        self.counters = Counters()
        clock = clock or asyncio.get_running_loop().time
        self.rooms = Rooms(
            store,
            chance,
            self.counters,
            config.keep,
            config.unwanted,
            ranked=config.ranked,
            clock=clock,
        )
        self.lobby = Lobby(self.rooms, clock, listed=config.listed)
        self.gateway = Gateway(
            self.rooms, self.lobby, self.counters, Proxies(config.proxies), config.per_address
        )
        self.moves = Moves(clock)
        self.api = Api(self.rooms, self.lobby, self.moves, self.counters, config)
        self.api.gauges = self._gauges
        self._guard = Guard(config.origins, machine_names())
        self.pages = Pages()
        self._runner: web.AppRunner | None = None
        self._listener: asyncio.Server | None = None
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self, sock: socket.socket) -> None:
        """Bring back the rooms and listen."""
        await self.rooms.load()
        self._sweeping = asyncio.create_task(self._sweep())
        self._runner = web.AppRunner(self._application(), shutdown_timeout=1.0)
        await self._runner.setup()
        self._listener = await listen_with(self._runner, sock, self._most_connections)

    async def stop(self) -> None:
        """Write what is open, say goodbye to everyone, and let go."""
        self.api.draining = True
        self.gateway.stop_listening()
        if self._sweeping is not None:
            self._sweeping.cancel()
        await self.rooms.drain()
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await self.gateway.say_goodbye()
        except TimeoutError:
            _log.warning("some connections did not say goodbye")
        if self._listener is not None:
            self._listener.close()
        if self._runner is not None:
            await self._runner.cleanup()
        await self._store.close()

    async def _sweep(self) -> None:
        """Delete what has slept for too long, now and again."""
        while True:
            try:
                await self.rooms.sweep()
            except Exception:  # noqa: BLE001 - whatever it is, nothing is to be kept for ever by it
                _log.exception("rooms that slept too long cannot be looked for; next time again")
            await asyncio.sleep(SWEEP_SECONDS)

    def _application(self) -> web.Application:
        application = web.Application(
            middlewares=[_catch, self._guard.check], client_max_size=BODY_BYTES
        )
        application.on_response_prepare.append(self._guard.sign)
        application.add_routes(self.api.routes())
        application.add_routes([web.get("/ws", self.gateway.handle)])
        application.add_routes(self.pages.routes())
        return application

    def _gauges(self) -> dict[str, float]:
        return {
            "rooms": len(self.rooms),
            "rooms_asleep": self.rooms.asleep,
            "connections": len(self.gateway),
            "tasks": len(asyncio.all_tasks()),
            "unsynced_seconds": self._store.behind,
            "timers": self.rooms.timers + self.gateway.timers,
        }


@web.middleware
async def _catch(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every answer that refuses in one form, and no failure without an answer."""
    if isinstance(request.protocol, Requests):
        await request.protocol.take_turn()
    try:
        return await handler(request)
    except web.HTTPMethodNotAllowed as error:
        allowed = ", ".join(sorted(error.allowed_methods))
        answer = problem(405, "method", f"Allowed here: {allowed}.")
        answer.headers["Allow"] = allowed
        return answer
    except web.HTTPNotFound:
        if request.path.startswith("/api/"):
            return problem(404, "not-found", "There is nothing at this address.")
        return not_found()
    except web.HTTPException as error:
        return problem(error.status, "refused", error.reason)
    except ConnectionError:
        raise
    except Exception:  # noqa: BLE001 - whatever it is, it is logged and answered
        _log.exception("a request failed: %s %s", request.method, request.path)
        return problem(500, "failed", "The server failed at this; it is not your fault.")


async def _tell_of(lines: logs.LineBudget) -> None:
    """Say now and again how much was left out of the log."""
    while True:
        await asyncio.sleep(LOG_TOLD_SECONDS)
        lines.tell()


async def _serve(
    config: Config, sock: socket.socket, store: Store, files: int, lines: logs.LineBudget
) -> int:
    """Serve until a signal, or until the store can promise nothing any more."""
    telling = asyncio.create_task(_tell_of(lines))
    server = Server(store, config, connections=connections(files))
    stopped = asyncio.Event()
    failure: list[StoreError] = []

    def failed(error: StoreError) -> None:
        failure.append(error)
        stopped.set()

    server.rooms.when_failed(failed)
    await server.start(sock)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        if sys.platform != "win32":
            loop.add_signal_handler(number, stopped.set)
        else:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped.set))
    port = sock.getsockname()[1]
    told = greeting(speech(config.language), config.host, port, config.origins)
    print(told, flush=True)  # noqa: T201 - what was asked
    if not server.pages.built:
        _log.warning("the browser client is not built; `make setup` builds it")
    if config.open_page:
        open_page(here_url(config.host, port))
    await stopped.wait()
    _end_regardless()
    await server.stop()
    for error in failure:
        _log.error("stopped: %s", error)
    telling.cancel()
    lines.tell()
    return 1 if failure else 0


def _end_regardless() -> None:
    """End in time, also where a disk that hangs would hold up the last write for ever."""
    timer = threading.Timer(STOP_SECONDS, os._exit, (1,))
    timer.daemon = True
    timer.start()


def _allow_files() -> int:
    """Allow as many open files as this user may have, since every connection is one; how many."""
    if sys.platform == "win32":
        return CONNECTIONS + SPARE_FILES
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS says that there is no limit, and then refuses as many.
    for files in (most, *(min(most, fewer) for fewer in FILES)):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
        except ValueError:
            continue
        return CONNECTIONS + SPARE_FILES if files == resource.RLIM_INFINITY else files
    return now


def run(config: Config) -> int:
    """Serve until SIGTERM or Ctrl+C; the exit code. Raises ListenError or StoreError."""
    lines = logs.start(config.log)
    files = _allow_files()
    sock = listen(config.host, config.port)
    try:
        store = (
            MemoryStore()
            if config.data is None
            else SqliteStore(config.data, reserve=RESERVE_BYTES)
        )
    except StoreError:
        sock.close()
        raise
    if sys.platform == "win32":
        return asyncio.run(_serve(config, sock, store, files, lines))
    import uvloop

    return uvloop.run(_serve(config, sock, store, files, lines))


__all__ = ["ListenError", "Server", "StoreError", "run"]
