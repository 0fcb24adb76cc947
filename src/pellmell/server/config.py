"""What an operator may decide about a server."""

import os
import re
import socket
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec

from pellmell.room.names import Unwanted, welcome_all
from pellmell.server.addresses import bracketed
from pellmell.server.proxies import Network
from pellmell.texts import Fault, Value, reason_of, said

HOME_NETWORKS: Final = ("local", "lan", "home", "home.arpa", "internal", "localdomain")
"""What routers put behind a machine's name; nobody else can own a name that ends so."""

_HOST = re.compile(r"[0-9a-f:.]+|[a-z0-9._-]+")
"""A host as a browser sends it: other letters come as `xn--`."""

KEEP_DAYS: Final = 30
"""Days after which a room that nobody asked for is deleted."""

FILE_MIB: Final = 1
"""What is read at most of a file that an option names."""

LogForm = Literal["plain", "json"]


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """How a server is run; `data` is None for one that forgets its rooms when it stops.

    `host` None listens on all interfaces. `origins` are further addresses of the server, those
    that a reverse proxy gives it, and `proxies` where such ones are that are believed although
    they run on another machine. `per_address` is how many WebSocket connections an address may
    hold, 0 as many as it likes. `keep` is for how many days a room sleeps. `listed` says whether
    rooms that are open to everybody are listed, and found by quick play; `unwanted` judges the
    names in them; `ranked` whether a leaderboard is kept of their matches. `language`
    is what the terminal is told in; the log is English.
    """

    host: str | None = None
    port: int = 8000
    data: Path | None = None
    keep: int = KEEP_DAYS
    origins: tuple[str, ...] = ()
    proxies: tuple[Network, ...] = ()
    per_address: int = 0
    open_page: bool = False
    metrics_token: str | None = None
    listed: bool = False
    ranked: bool = False
    unwanted: Unwanted = welcome_all
    log: LogForm = "plain"
    language: str = "en"


class ConfigError(Fault, ValueError):
    """A setting that cannot be."""


def read_origin(text: str) -> str:
    """An origin as browsers write it: scheme, host, and the port where it is not the usual one."""
    origin = _origin(text.strip())
    if origin is None:
        raise ConfigError("serve.origin", origin=repr(text))
    return origin


def _origin(text: str) -> str | None:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    beyond = parts.query or parts.fragment or parts.username is not None
    if usual is None or not _HOST.fullmatch(host) or parts.path not in {"", "/"} or beyond:
        return None
    return f"{parts.scheme}://{bracketed(host)}" + ("" if port in {None, usual} else f":{port}")


def read_network(text: str) -> Network:
    """A network as an address and the length of its prefix, or a single address."""
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        raise ConfigError("serve.trusted-proxy", network=repr(text)) from None


def read_text(path: Path, option: str) -> str:
    """The text of the file that an option names."""
    try:
        with path.open("rb") as file:
            data = file.read(FILE_MIB * 1024 * 1024 + 1)
        if len(data) <= FILE_MIB * 1024 * 1024:
            return data.decode("utf-8")
        reason: Value = said("cli.too-long", most=FILE_MIB)
    except (OSError, UnicodeError) as error:
        reason = reason_of(error)
    raise ConfigError("serve.file-unreadable", option=option, file=str(path), reason=reason)


def read_token(path: Path) -> str:
    """The token of a file's first line."""
    token = read_text(path, "--metrics-token-file").strip()
    if not token:
        raise ConfigError("serve.token-empty", file=str(path))
    return token


def data_directory() -> Path:
    """Where this system keeps the data of a user's programs."""
    home = Path.home()
    match sys.platform:
        case "win32":
            return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Pellmell"
        case "darwin":
            return home / "Library" / "Application Support" / "Pellmell"
        case _:
            return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "pellmell"


def machine_names() -> frozenset[str]:
    """The names under which this machine may be asked for without a name service outside."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    if not short:
        return frozenset({"localhost"})
    return frozenset({"localhost", name, short, *(f"{short}.{home}" for home in HOME_NETWORKS)})
