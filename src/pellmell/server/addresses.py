"""The addresses under which others can reach this machine, found without asking the network."""

import ipaddress
import socket
import struct
import sys
from pathlib import Path
from typing import Final

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

ANYBODY: Final = ("192.0.2.1", "2001:db8::1")
"""Addresses of documentation: a datagram socket aimed there tells which way out is taken, and
sends nothing."""
_SIOCGIFCONF: Final = 0x8912
_RECORD: Final = 40
"""Bytes of a record of an interface, on 64-bit Linux."""


def reachable(host: str | None, port: int) -> list[str]:
    """The addresses of a server that listens on a host (None: on all), the likeliest first."""
    return [url(name, port) for name in (_own() if host is None or is_any(host) else [host])]


def url(host: str, port: int) -> str:
    """The address of a server at a host, without a last slash."""
    return f"http://{bracketed(host)}" + ("" if port == 80 else f":{port}")


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine reaches a host."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_any(host: str) -> bool:
    """Whether every address of this machine is meant."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return host == ""


def bracketed(host: str) -> str:
    """A host as an address has it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def _own() -> list[str]:
    """Addresses of this machine: first those of the way out, then those of networks at home."""
    out = _ways_out()
    others = [address for address in _interfaces() if address not in out]
    useful = [
        address
        for address in [*out, *sorted(others, key=_rank)]
        if not (address.is_loopback or address.is_link_local or address.is_unspecified)
    ]
    return [str(address) for address in dict.fromkeys(useful)]


def _rank(address: _Address) -> tuple[int, bool, int]:
    return (address.version, not address.is_private, int(address))


def _ways_out() -> list[_Address]:
    found: list[_Address] = []
    for family, target in zip((socket.AF_INET, socket.AF_INET6), ANYBODY, strict=True):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                found.append(ipaddress.ip_address(probe.getsockname()[0]))
        except OSError:
            continue
    return found


def _interfaces() -> list[_Address]:
    """Every address of every interface, where the system tells in a way known here."""
    if sys.platform != "linux":
        return []
    return [*_linux_v4(), *_linux_v6()]


def _linux_v4() -> list[_Address]:
    if sys.platform != "linux" or struct.calcsize("P") != 8:
        return []
    import array
    import fcntl

    buffer = array.array("B", bytes(128 * _RECORD))
    wanted = struct.pack("iL", len(buffer), buffer.buffer_info()[0])
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            filled = struct.unpack("iL", fcntl.ioctl(probe.fileno(), _SIOCGIFCONF, wanted))[0]
    except OSError:
        return []
    raw = buffer.tobytes()
    return [
        ipaddress.IPv4Address(raw[start + 20 : start + 24]) for start in range(0, filled, _RECORD)
    ]


def _linux_v6() -> list[_Address]:
    try:
        lines = Path("/proc/net/if_inet6").read_text("ascii").splitlines()
    except OSError:
        return []
    return [ipaddress.IPv6Address(bytes.fromhex(line.split()[0])) for line in lines if line]
