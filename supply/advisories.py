"""`python -m supply.advisories`: known advisories against the locks, without a network.

`requirements/advisories.json` holds them; what it does not hold is not found. It is gathered by
hand and says when, and which packages nothing was known of then.
"""

import re
import sys
from typing import Final

import msgspec
from packaging.specifiers import SpecifierSet

from supply.locks import REQUIREMENTS, Ecosystem, Pin, everything

LIST: Final = REQUIREMENTS / "advisories.json"

_SEMVER: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?")
_COMPARATOR: Final = re.compile(r"(>=|<=|<|>|=)(\S+)")


class Advisory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weakness that is known of some versions of a package.

    Each text of `affected` is a range: of Python as pip reads it, of npm comparators with spaces.
    """

    id: str
    aliases: list[str]
    ecosystem: Ecosystem
    package: str
    affected: list[str]
    fixed: list[str]
    summary: str
    source: str

    def affects(self, pin: Pin) -> bool:
        """Whether a pinned package is one of those."""
        if (pin.ecosystem, pin.name) != (self.ecosystem, self.package):
            return False
        within = _python if self.ecosystem == "pypi" else _npm
        return any(within(pin.version, affected) for affected in self.affected)


class Advisories(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list, when it was gathered, and the packages that nothing was known of."""

    gathered: str
    none_known: dict[Ecosystem, list[str]]
    advisories: list[Advisory]


def read() -> Advisories:
    """The list as it stands in the repository."""
    return msgspec.json.decode(LIST.read_bytes(), type=Advisories)


def found(pins: list[Pin], advisories: list[Advisory]) -> list[str]:
    """A line for each pinned package that an advisory is about."""
    return [
        f"{pin.name} {pin.version}: {advisory.id}: {advisory.summary} "
        f"Fixed in {', '.join(advisory.fixed)}."
        for pin in pins
        for advisory in advisories
        if advisory.affects(pin)
    ]


def _python(version: str, affected: str) -> bool:
    return SpecifierSet(affected).contains(version, prereleases=True)


def _npm(version: str, affected: str) -> bool:
    here = _order(version)
    return all(_holds(here, sign, _order(other)) for sign, other in _COMPARATOR.findall(affected))


_Order = tuple[int, int, int, bool, tuple[tuple[bool, int, str], ...]]


def _order(version: str) -> _Order:
    """A version as something that compares as semantic versioning says."""
    whole = _SEMVER.fullmatch(version)
    if whole is None:
        raise ValueError(f"{version!r} is no semantic version; one is like 5.57.3")
    major, minor, patch, before = whole.groups()
    # What is being prepared comes before what is released; numbers come before words.
    parts = tuple(
        (not part.isdecimal(), int(part) if part.isdecimal() else 0, part)
        for part in (before or "").split(".")
        if part
    )
    return int(major), int(minor), int(patch), before is None, parts


def _holds(here: _Order, sign: str, there: _Order) -> bool:
    match sign:
        case ">=":
            return here >= there
        case "<=":
            return here <= there
        case "<":
            return here < there
        case ">":
            return here > there
        case _:
            return here == there


def main() -> int:
    """Tell what is affected; 1 if anything is."""
    known = read()
    lines = found(everything(), known.advisories)
    print(*lines, sep="\n", end="\n" if lines else "")
    print(f"{len(known.advisories)} advisories known as of {known.gathered}: {len(lines)} apply")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
