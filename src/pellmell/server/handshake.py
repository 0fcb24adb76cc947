"""The handshake that turns a request into a WebSocket connection."""

from aiohttp import web

from pellmell.protocol.messages import SUBPROTOCOL
from pellmell.server.errors import problem
from pellmell.server.frames import accept_value


class Upgrade(web.StreamResponse):
    """The answer that begins a WebSocket connection; what follows is written by `Connection`."""

    def __init__(self, accept: str, *, spoken: bool) -> None:
        super().__init__(status=101, reason="Switching Protocols")
        self.headers.update(
            {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept}
        )
        if spoken:
            self.headers["Sec-WebSocket-Protocol"] = SUBPROTOCOL
        self.force_close()

    async def write_eof(self, data: bytes = b"") -> None:
        """Nothing: a close frame was the end."""


def accepted(request: web.Request) -> str | web.Response:
    """The answer to a handshake's key, or what is wrong with the handshake."""
    headers = request.headers
    upgrades = headers.get("Upgrade", "").strip().lower() == "websocket"
    connection = [part.strip().lower() for part in headers.get("Connection", "").split(",")]
    if not upgrades or "upgrade" not in connection:
        answer = problem(426, "upgrade", "This address speaks WebSocket, subprotocol pellmell.v1.")
        answer.headers["Upgrade"] = "websocket"
        return answer
    if headers.get("Sec-WebSocket-Version", "").strip() != "13":
        answer = problem(426, "version", "The version of WebSocket spoken here is 13.")
        answer.headers["Sec-WebSocket-Version"] = "13"
        return answer
    accept = accept_value(headers.get("Sec-WebSocket-Key", ""))
    return accept or problem(400, "handshake", "Sec-WebSocket-Key is not 16 bytes in base64.")
