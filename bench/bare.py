"""What the same traffic costs without a game: servers that send everyone in a room one frame.

`python -m bench.bare aiohttp` and `python -m bench.bare raw` print their port and serve. A
client says `{"t":"hello","room":…}` first; whatever it sends later goes to everyone in its room
as a frame of the size of an accepted play, and to itself as an `ack` behind it.
"""

import asyncio
import json
import sys
from collections import defaultdict
from typing import ClassVar, cast

import uvloop
from aiohttp import WSMsgType, web

from pellmell.protocol.messages import SUBPROTOCOL

EV = (
    b'{"t":"ev","v":1234,"at":123.456,"e":[{"k":"did","s":"B","a":"r1>c12","card":"g4",'
    b'"up":["b7"]}]}'
)
ACK = b'{"t":"ack","n":123,"v":1234}'


def room_of(hello: bytes | str) -> str:
    """The room that a first frame names."""
    return str(json.loads(hello)["room"])


async def serve_aiohttp() -> int:
    """Serve WebSockets with aiohttp; the port."""
    rooms: dict[str, set[web.WebSocketResponse]] = defaultdict(set)
    ev, ack = EV.decode(), ACK.decode()

    async def handle(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(protocols=(SUBPROTOCOL,), compress=False)
        await socket.prepare(request)
        members = rooms[room_of(await socket.receive_str())]
        members.add(socket)
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            for member in members:
                await member.send_str(ev)
            await socket.send_str(ack)
        members.discard(socket)
        return socket

    app = web.Application()
    app.router.add_get("/ws", handle)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    return int(runner.addresses[0][1])


class Raw(asyncio.Protocol):
    """A connection of the raw server; a frame is a line."""

    rooms: ClassVar[defaultdict[str, set[asyncio.Transport]]] = defaultdict(set)

    def __init__(self) -> None:
        self.members: set[asyncio.Transport] | None = None
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what frames are written to."""
        # uvloop's transports are alike, but not of the class.
        self.transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _error: Exception | None) -> None:
        """Leave the room."""
        if self.members is not None:
            self.members.discard(self.transport)

    def data_received(self, data: bytes) -> None:
        """Enter a room with the first line; pass on every further one."""
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if self.members is None:
                self.members = self.rooms[room_of(line)]
                self.members.add(self.transport)
                continue
            for member in self.members:
                member.write(EV + b"\n")
            self.transport.write(ACK + b"\n")


async def serve_raw() -> int:
    """Serve lines over a bare asyncio protocol; the port."""
    server = await asyncio.get_running_loop().create_server(Raw, "127.0.0.1", 0)
    return int(server.sockets[0].getsockname()[1])


async def main(kind: str) -> None:
    """Serve until the process is ended."""
    port = await (serve_aiohttp() if kind == "aiohttp" else serve_raw())
    print(port, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1]))
