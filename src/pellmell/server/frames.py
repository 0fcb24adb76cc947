"""WebSocket frames as the server writes them, and the library's reader narrowed to what it takes.

A frame is made once and the same bytes go to every connection. The reader refuses what the
protocol has no use for before it can cost anything: fragments, binary, and floods.
"""

import asyncio
import base64
import hashlib
import struct
from collections.abc import Callable
from typing import Final

from aiohttp import WSCloseCode, WSMsgType
from aiohttp._websocket.reader import WebSocketDataQueue
from aiohttp.base_protocol import BaseProtocol
from aiohttp.http import WS_KEY, WebSocketError, WebSocketReader

from pellmell.server.limits import FRAME_BYTES, QUEUE_BYTES

_FINAL: Final = 0x80
_SHORT: Final = 126
_LONG: Final = 127


def frame(payload: bytes, kind: int = WSMsgType.TEXT) -> bytes:
    """A whole frame, unmasked as servers write it."""
    length = len(payload)
    if length < _SHORT:
        return bytes((_FINAL | kind, length)) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", _FINAL | kind, _SHORT, length) + payload
    return struct.pack("!BBQ", _FINAL | kind, _LONG, length) + payload


def close_frame(code: int) -> bytes:
    """The frame that closes with a code."""
    return frame(struct.pack("!H", code), WSMsgType.CLOSE)


def accept_value(key: str) -> str | None:
    """The answer to the key of a handshake, or None for a key that is none."""
    try:
        whole = len(base64.b64decode(key, validate=True)) == 16
    except ValueError:  # of letters beyond ASCII the library says only that
        whole = False
    if not whole:
        return None
    return base64.b64encode(hashlib.sha1(key.encode() + WS_KEY).digest()).decode()  # noqa: S324


class NarrowReader(WebSocketReader):
    """The library's reader, which hands each frame over at once and refuses what is not spoken.

    `arrived` gets the kind and the payload of every frame and may refuse it by raising
    WebSocketError; `failed` gets the close code when reading has ended with an error; `ended` is
    called when the connection is gone.
    """

    def __init__(
        self,
        protocol: BaseProtocol,
        arrived: Callable[[int, bytes], None],
        failed: Callable[[int], None],
        ended: Callable[[], None],
    ) -> None:
        loop = asyncio.get_running_loop()
        self._queue = WebSocketDataQueue(protocol, QUEUE_BYTES, loop=loop)
        # The library refuses a frame of the size it is given, so one more byte is named.
        super().__init__(self._queue, FRAME_BYTES + 1, compress=False, decode_text=False)
        self._arrived = arrived
        self._failed = failed
        self._ended = ended

    def _handle_frame(
        self,
        fin: bool,  # noqa: FBT001 - the library's signature
        opcode: int,
        payload: bytes | bytearray,
        compressed: int,
    ) -> None:
        """Take one frame from the parser, instead of the library's own queueing."""
        del compressed
        # Of control frames, which are never in pieces, the parser tells the last data frame's `fin`.
        data = opcode in {WSMsgType.TEXT, WSMsgType.BINARY}
        if opcode == WSMsgType.CONTINUATION or (data and not fin):
            raise WebSocketError(WSCloseCode.POLICY_VIOLATION, "fragmented messages are refused")
        if opcode == WSMsgType.BINARY:
            raise WebSocketError(WSCloseCode.UNSUPPORTED_DATA, "frames are text")
        self._arrived(opcode, bytes(payload))

    def feed_data(self, data: bytes | bytearray | memoryview) -> tuple[bool, bytes]:
        """Parse what came, and say so once it cannot be parsed."""
        ended, rest = super().feed_data(data)
        if ended:
            error = self._queue.exception()
            code = error.code if isinstance(error, WebSocketError) else WSCloseCode.INTERNAL_ERROR
            if error is not None:
                # It is kept, and with where it was raised all that came would be.
                error.__traceback__ = None
            self._failed(int(code))
        return ended, rest

    def feed_eof(self) -> None:
        """The connection is gone."""
        self._ended()
