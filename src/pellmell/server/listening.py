"""The sockets that the server listens on."""

import errno
import socket
import sys

from pellmell.server.limits import BACKLOG, UNACKNOWLEDGED_SECONDS


class ListenError(OSError):
    """A place where nobody can listen; one line for people."""


def listen(host: str | None, port: int) -> socket.socket:
    """A socket that listens on a host, or on all interfaces."""
    try:
        if host is None and socket.has_dualstack_ipv6():
            server = socket.create_server(
                ("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG
            )
        else:
            family = socket.AF_INET6 if host is not None and ":" in host else socket.AF_INET
            server = socket.create_server((host or "", port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        raise ListenError(_why(host, port, error)) from None
    server.setblocking(False)
    if sys.platform == "linux":
        # Accepted sockets inherit it: half-open ones are given up by the kernel.
        patience = int(UNACKNOWLEDGED_SECONDS * 1000)
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)
    return server


def _why(host: str | None, port: int, error: Exception) -> str:
    code = error.errno if isinstance(error, OSError) else None
    match code:
        case errno.EADDRINUSE:
            return f"port {port} is in use; choose another one with --port"
        case errno.EACCES:
            return f"port {port} is reserved for the system; choose one above 1023 with --port"
        case errno.EADDRNOTAVAIL:
            return f"--host {host} is not an address of this machine"
        case _ if isinstance(error, socket.gaierror):
            return f"--host {host} is not an address; right is one such as 127.0.0.1"
        case _:
            return f"nobody can listen on port {port}: {error}"
