"""A line between browser and server that a test can hold back, lose, cut and mend."""

import asyncio
from contextlib import suppress


class Line:
    """A proxy on a port of its own. What passes through it is let through or not."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._sockets: set[asyncio.StreamWriter] = set()
        self._cut = False
        self._barred = False
        self._losing: set[asyncio.StreamWriter] = set()
        self._open = asyncio.Event()
        self._open.set()

    @property
    def port(self) -> int:
        """The port that stands for the server's."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def here(self) -> str:
        """The server's address through this line."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)

    def hold(self) -> None:
        """Keep everything that browsers say from now on, until `release`."""
        self._open.clear()

    def release(self) -> None:
        """Let through what was held, in its order."""
        self._open.set()

    def lose(self) -> None:
        """Drop everything said on the WebSockets that are open now, as a dead network does."""
        self._losing = set(self._sockets)

    def cut(self) -> None:
        """End every connection and let none through."""
        self._cut = True
        for writer in list(self._writers):
            writer.transport.abort()

    def mend(self) -> None:
        """Let connections through again."""
        self._cut = self._barred = False

    def bar(self) -> None:
        """Let pages through and no WebSocket, as some networks do; `mend` ends it."""
        self._barred = True

    async def close(self) -> None:
        """Stop listening and hang up."""
        self.cut()
        self.release()
        assert self._server is not None
        self._server.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self._cut:
            writer.transport.abort()
            return
        try:
            there, onward = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, onward}
        try:
            await asyncio.gather(
                self._pass(reader, onward, said=True), self._pass(there, writer, said=False)
            )
        finally:
            self._writers -= {writer, onward}
            self._sockets.discard(onward)
            writer.transport.abort()
            onward.transport.abort()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, said: bool
    ) -> None:
        with suppress(OSError):
            while piece := await reader.read(65536):
                if said:
                    if b"\r\nUpgrade: websocket\r\n" in piece:
                        self._sockets.add(writer)
                        if self._barred:
                            break
                    await self._open.wait()
                    if writer in self._losing:
                        continue
                writer.write(piece)
                await writer.drain()
        with suppress(OSError, RuntimeError):
            writer.write_eof()
