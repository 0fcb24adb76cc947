"""The sockets that the server listens on."""

import errno
import socket
import sys

from pellmell.server.limits import BACKLOG, UNACKNOWLEDGED_SECONDS
from pellmell.texts import Fault, Said, reason_of, said


class ListenError(Fault, OSError):
    """A place where nobody can listen."""


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


def _why(host: str | None, port: int, error: Exception) -> Said:
    # The standard library wraps what it was told of a name in an error without its kind.
    if isinstance(error.__context__, socket.gaierror):
        return said("serve.host", host=str(host))
    code = error.errno if isinstance(error, OSError) else None
    match code:
        case errno.EADDRINUSE:
            return said("serve.port-in-use", port=port)
        case errno.EACCES:
            return said("serve.port-reserved", port=port)
        case errno.EADDRNOTAVAIL:
            return said("serve.host-elsewhere", host=str(host))
        case _:
            return said("serve.not-listening", port=port, reason=reason_of(error))
