"""Who may ask: the Host and Origin of a request, and every header out.

A page of somebody else's must not reach a server in a home network: an Origin that is sent has to
be this server's own, and a Host that is a name has to be one this machine is known by, so that
names that were rebound to its address lead nowhere.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from pellmell.server.errors import problem
from pellmell.server.proxies import read_address

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; font-src 'self'; manifest-src 'self'; media-src 'self' data:; "
    "worker-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "Pellmell",
}
LASTING: Final = "max-age=31536000"
"""For how long a browser that came by https shall come by nothing else."""

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?P<port>:[0-9]{1,5})?")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
"""What answers a request."""


class Guard:
    """The addresses under which this server may be asked."""

    def __init__(self, origins: tuple[str, ...], names: frozenset[str]) -> None:
        self._origins = frozenset(origins)
        self._hosts = frozenset(origin.partition("://")[2] for origin in origins)
        self._secure = frozenset(
            origin.partition("://")[2] for origin in origins if origin.startswith("https:")
        )
        self._names = names

    def objection(self, request: web.BaseRequest) -> web.Response | None:
        """What is wrong with where a request says it goes and comes from."""
        host = _host(request)
        if host is None:
            return problem(400, "host", "The request names no host, or none that can be one.")
        if not self._is_ours(host):
            return problem(
                403,
                "host",
                f"This server is not known as {host}. If it should be, start it with "
                f"--origin and the address that people open, such as https://{host}",
            )
        origins = request.headers.getall("Origin", [])
        if origins and (len(origins) > 1 or not self._is_own(origins[0], host)):
            return problem(
                403,
                "origin",
                "Pages of other addresses may not ask here. If this one is the server's own, "
                "start it with --origin and that address.",
            )
        return None

    def _is_ours(self, host: str) -> bool:
        if host in self._hosts:
            return True
        name = _HOST.fullmatch(host)
        return name is not None and (name["name"] in self._names or _is_address(name["name"]))

    def _is_own(self, origin: str, host: str) -> bool:
        return origin in self._origins or origin == f"http://{host.removesuffix(':80')}"

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let a request through, or answer what is wrong with it."""
        return self.objection(request) or await handler(request)

    async def sign(self, request: web.Request, response: web.StreamResponse) -> None:
        """Put the headers on an answer that every answer has."""
        response.headers.update(HEADERS)
        response.headers.setdefault("Cache-Control", "no-store")
        if _host(request) in self._secure:
            response.headers["Strict-Transport-Security"] = LASTING


def _host(request: web.BaseRequest) -> str | None:
    """The Host of a request in small letters, if there is exactly one and it can be a host."""
    hosts = request.headers.getall("Host", [])
    if len(hosts) != 1:
        return None
    host = hosts[0].lower()
    return host if _HOST.fullmatch(host) else None


def _is_address(name: str) -> bool:
    return read_address(name.strip("[]")) is not None
