"""How long frames take to a connection and back, by the server's own pings alone.

Whoever holds back the answers to pings would be made up for a delay that is none; so the lowest
of the recent round trips counts, and never more than the kernel's own figure, where it can know,
or a proxy's. Where neither can, the room trusts the pongs less.
"""

import asyncio
import socket
import struct
import sys
from collections import deque
from itertools import count
from typing import Final

RECENT: Final = 8
"""Round trips of which the lowest counts."""
_LEAST_AT: Final = 148
"""Where the least round trip of late, in microseconds, stands in Linux's `struct tcp_info`: the
smoothed one rises with the acknowledgements that a system puts off."""
_UNKNOWN: Final = 2**32 - 1


class RoundTrips:
    """The pings of one connection that wait for their answers, and what they measured."""

    __slots__ = ("_numbers", "_recent", "_sent")

    def __init__(self) -> None:
        self._numbers = count()
        self._sent: dict[bytes, float] = {}
        self._recent: deque[float] = deque(maxlen=RECENT)

    def begin(self, now: float) -> bytes:
        """What the next ping carries."""
        payload = struct.pack("!I", next(self._numbers) % 2**32)
        self._sent[payload] = now
        return payload

    def answered(self, payload: bytes, now: float) -> bool:
        """Take a pong; false for one that answers no ping."""
        if payload not in self._sent:
            return False
        self._recent.append(now - self._sent[payload])
        # Those before it will not be answered any more: the order of frames is kept.
        while next(iter(self._sent)) != payload:
            del self._sent[next(iter(self._sent))]
        del self._sent[payload]
        return True

    def waiting(self, now: float) -> float:
        """For how long the oldest ping has waited for its answer."""
        return now - next(iter(self._sent.values()), now)

    def lowest(self) -> float:
        """The lowest of the recent round trips; 0 before the first."""
        return min(self._recent, default=0.0)


def kernel_round_trip(transport: asyncio.Transport) -> float | None:
    """The kernel's own figure for a socket, where it tells."""
    if sys.platform != "linux":
        return None
    sock = transport.get_extra_info("socket")
    try:
        info = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _LEAST_AT + 4)
    except (AttributeError, OSError):
        return None
    least = struct.unpack_from("=I", info, _LEAST_AT)[0] if len(info) > _LEAST_AT else _UNKNOWN
    return None if least == _UNKNOWN else float(least) / 1e6
