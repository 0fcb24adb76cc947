"""The browser client as files in memory: what is not in the list is not there.

Nothing is looked up on the disk for a request, so no path leads out of the list; a range of bytes
is never served.
"""

import gzip
import hashlib
import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
from aiohttp import web

CLIENT_ROUTES: Final = (
    "/",
    "/new",
    "/machine",
    "/score",
    "/rules",
    "/replay",
    "/practice",
    "/learn",
    "/move",
    "/stats",
    "/settings",
    "/r/{room}",
    "/tv/{room}",
)
"""Addresses that the client itself makes sense of (its `route.svelte.ts`)."""
NAMED_BY_CONTENT: Final = "/assets/"
"""Where the build puts files that carry a hash of their content in their name."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_FIRST: Final = "no-cache"
WORTH_PACKING: Final = 1024

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_PACKED: Final = (".html", ".js", ".css", ".json", ".svg", ".txt", ".webmanifest")

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Pellmell</title></head>
<body><h1>Pellmell</h1>
<p>The server runs, but its browser client has not been built.
In a checkout, <code>make setup</code> builds it; then start the server again.</p></body></html>
"""
NOT_FOUND: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Pellmell</title></head>
<body><h1>Pellmell</h1><p>There is nothing at this address. <a href="/">To the tables</a></p></body>
</html>
"""


class Page(msgspec.Struct, frozen=True):
    """A file of the client, packed as well where that makes it smaller."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    keep: str


class Pages:
    """The files of a built client by their path in an address."""

    def __init__(self, directory: Path | None = None) -> None:
        root = directory or Path(str(files("pellmell") / "web"))
        self._pages = {
            f"/{path.relative_to(root).as_posix()}": _page(path, root)
            for path in sorted(root.rglob("*"))
            if path.is_file()
        }

    @property
    def built(self) -> bool:
        """Whether there is a client."""
        return "/index.html" in self._pages

    def routes(self) -> list[web.RouteDef]:
        """The client's addresses, and one a file."""
        slashed = [f"{route}/" for route in CLIENT_ROUTES if route != "/"]
        client = [web.get(route, self.client) for route in (*CLIENT_ROUTES, *slashed)]
        return [*client, *(web.get(path, self.file) for path in self._pages)]

    async def client(self, request: web.Request) -> web.Response:
        """The page that is the client."""
        page = self._pages.get("/index.html")
        if page is None:
            return web.Response(status=503, text=NOT_BUILT, content_type="text/html")
        return _answer(request, page)

    async def file(self, request: web.Request) -> web.Response:
        """One of the client's files."""
        return _answer(request, self._pages[request.path])


def not_found() -> web.Response:
    """The answer where there is nothing, always the same."""
    return web.Response(status=404, text=NOT_FOUND, content_type="text/html")


def _page(path: Path, root: Path) -> Page:
    body = path.read_bytes()
    packed = gzip.compress(body, mtime=0) if path.suffix in _PACKED else None
    worth = packed is not None and len(body) > WORTH_PACKING and len(packed) < len(body)
    address = f"/{path.relative_to(root).as_posix()}"
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return Page(
        body=body,
        packed=packed if worth else None,
        kind=kind or "application/octet-stream",
        tag=f'"{hashlib.sha256(body).hexdigest()[:32]}"',
        keep=FOR_EVER if address.startswith(NAMED_BY_CONTENT) else ASK_FIRST,
    )


def _answer(request: web.Request, page: Page) -> web.Response:
    headers = {"Content-Type": page.kind, "ETag": page.tag, "Cache-Control": page.keep}
    body = page.body
    if page.packed is not None:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = page.packed
    if page.tag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, headers=headers)
