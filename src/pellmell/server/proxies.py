"""The proxies that are believed, and where a request comes from that went through one.

Anybody can write the headers in which a proxy tells for whom it asks: they count only where the
other end of the connection is this machine, or a proxy that the operator trusts.
"""

import ipaddress
from typing import Final

from aiohttp import web

FORWARDING: Final = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
"""Headers that tell of a proxy in between."""

ROUND_TRIP: Final = "X-Round-Trip"
"""The header in which a proxy tells the round trip to whoever asks, in microseconds."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Proxies:
    """The networks of the proxies that are believed, besides this machine."""

    def __init__(self, trusted: tuple[Network, ...] = ()) -> None:
        self._trusted = trusted

    def address_of(self, request: web.BaseRequest) -> str:
        """The address that a request is counted under.

        Of an IPv6 address the network is counted, since one household has all of that.
        """
        address = _peer(request)
        if address is None:
            return "?"
        if self._is_believed(address):
            address = self._told(request) or address
        if isinstance(address, ipaddress.IPv6Address):
            return str(ipaddress.ip_network((address, 64), strict=False).network_address)
        return str(address)

    def is_between(self, request: web.BaseRequest) -> bool:
        """Whether a proxy that is believed tells that it stands between."""
        address = _peer(request)
        return address is not None and self._is_believed(address) and is_forwarded(request)

    def round_trip(self, request: web.BaseRequest) -> float | None:
        """The seconds to whoever asks and back, if a proxy that is believed tells: its kernel's."""
        told = request.headers.get(ROUND_TRIP, "")
        if not (self.is_between(request) and told.isascii() and told.isdigit() and len(told) < 10):
            return None
        return int(told) / 1e6

    def _is_believed(self, address: Address) -> bool:
        return address.is_loopback or self._is_trusted(address)

    def _is_trusted(self, address: Address) -> bool:
        return any(address in network for network in self._trusted)

    def _told(self, request: web.BaseRequest) -> Address | None:
        """The last address that was told of and is no trusted proxy's own, if there is one.

        Whoever asks may have sent a line too: what proxies add comes last, in that one or in another.
        """
        told: Address | None = None
        for text in reversed(",".join(request.headers.getall("X-Forwarded-For", [])).split(",")):
            before = read_address(text.strip())
            if before is None:
                break
            told = before
            if not self._is_trusted(told):
                break
        return told


def is_local(request: web.BaseRequest) -> bool:
    """Whether a request comes from this machine itself and not through a proxy."""
    address = _peer(request)
    return address is not None and address.is_loopback and not is_forwarded(request)


def is_forwarded(request: web.BaseRequest) -> bool:
    """Whether a request tells, in truth or not, that it came through a proxy."""
    return any(name in request.headers for name in FORWARDING)


def read_address(text: str) -> Address | None:
    """The address that a text is, if it is one; IPv4 wherever it is meant."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _peer(request: web.BaseRequest) -> Address | None:
    peer = request.transport.get_extra_info("peername") if request.transport else None
    return read_address(str(peer[0])) if isinstance(peer, tuple) else None
