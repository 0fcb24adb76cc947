"""What the locks pin, read from them and from nowhere else."""

import json
import re
from pathlib import Path
from typing import Final, Literal

import msgspec

ROOT: Final = Path(__file__).resolve().parent.parent
REQUIREMENTS: Final = ROOT / "requirements"
CLIENT: Final = ROOT / "web"
LIGHTHOUSE: Final = ROOT / "bench" / "lighthouse"

Ecosystem = Literal["pypi", "npm"]

_PIN: Final = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)(?: ; ([^\\\n]+?))? \\$", re.MULTILINE)


class Pin(msgspec.Struct, frozen=True, order=True):
    """A package and its version; `marker` says where it is installed, if not everywhere."""

    ecosystem: Ecosystem
    name: str
    version: str
    marker: str | None = None
    integrity: str | None = None


def python_locks() -> list[Path]:
    """Every lock of Python packages."""
    return sorted(REQUIREMENTS.glob("*.txt"))


def pinned(lock: Path) -> list[Pin]:
    """What a lock of Python packages pins."""
    found = _PIN.findall(lock.read_text("utf-8"))
    return [Pin("pypi", name.lower(), version, marker or None) for name, version, marker in found]


def pinned_by_npm(project: Path = CLIENT) -> dict[str, Pin]:
    """What a lock of npm's pins, the client's if no other, by the place where npm puts it."""
    lock = json.loads((project / "package-lock.json").read_text("utf-8"))
    return {
        place: Pin("npm", _name(place), package["version"], integrity=package["integrity"])
        for place, package in lock["packages"].items()
        if place
    }


def bundled() -> list[Pin]:
    """The npm packages of which something is in the built client: its build checks that list."""
    names = json.loads((CLIENT / "package.json").read_text("utf-8"))["bundled"]
    pins = pinned_by_npm()
    return [pins[f"node_modules/{name}"] for name in names]


def everything() -> list[Pin]:
    """Every package of every lock, once."""
    python = {pin for lock in python_locks() for pin in pinned(lock)}
    npm = {pin for project in (CLIENT, LIGHTHOUSE) for pin in pinned_by_npm(project).values()}
    return sorted(python | npm, key=lambda pin: (pin.name, pin.version))


def _name(place: str) -> str:
    return place.rpartition("node_modules/")[2]
