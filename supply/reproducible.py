"""`python -m supply.reproducible`: the wheel is built twice, as differently as may be, and compared.

Each build has a fresh copy of what is in git, in a directory of another name and depth, with
another umask, time zone, locale, hash seed and other times of its files. `--client` builds the client anew as well,
each time with packages installed anew; without it both get the client that is built here.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from supply.locks import ROOT

BUILT: Final = Path("src") / "pellmell" / "web"
WAYS: Final = (
    (0o022, {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"}),
    (0o077, {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "4711"}),
)
"""The umask and what is in the environment, for each build."""


def build(place: Path, umask: int, environment: dict[str, str], *, client: bool) -> Path:
    """A wheel from a copy of what is in git, made in a place."""
    source = place / "source"
    copy(source)
    if not client:
        shutil.copytree(ROOT / BUILT, source / BUILT, dirs_exist_ok=True)
    # What is built must not tell when: neither the files' times nor today's date.
    for path in source.rglob("*"):
        os.utime(path, (1e9 + umask, 1e9 + umask))
    # A build is the same without being told what time to write.
    inherited = {name: os.environ[name] for name in os.environ.keys() - {"SOURCE_DATE_EPOCH"}}
    ended = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", place],
        cwd=source,
        env={**inherited, **environment},
        umask=umask,
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode != 0:
        raise SystemExit(f"the wheel cannot be built:\n{ended.stdout}{ended.stderr}")
    return next(place.glob("*.whl"))


def copy(target: Path) -> None:
    """Copy every file that is in git, or would be with the next commit."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)


def differences(one: Path, other: Path) -> list[str]:
    """What differs between two wheels, by name; nothing where they are the same bytes."""
    if one.read_bytes() == other.read_bytes():
        return []
    with zipfile.ZipFile(one) as first, zipfile.ZipFile(other) as second:
        left = {info.filename: (info, first.read(info)) for info in first.infolist()}
        right = {info.filename: (info, second.read(info)) for info in second.infolist()}
    flaws = [f"only in one: {name}" for name in sorted(left.keys() ^ right.keys())]
    for name in sorted(left.keys() & right.keys()):
        (here, mine), (there, yours) = left[name], right[name]
        if mine != yours:
            flaws.append(f"{name}: other content")
        if here.external_attr != there.external_attr or here.date_time != there.date_time:
            flaws.append(f"{name}: other mode or time")
    return flaws or ["the same files in another order or packing"]


def twice(*, client: bool) -> tuple[str, list[str]]:
    """The sum of the first wheel, and what is different in the second."""
    with TemporaryDirectory() as near, TemporaryDirectory() as base:
        far = Path(base) / "elsewhere" / "and deeper"
        far.mkdir(parents=True)
        places = (Path(near), far)
        one, other = (
            build(place, umask, environment, client=client)
            for place, (umask, environment) in zip(places, WAYS, strict=True)
        )
        return hashlib.sha256(one.read_bytes()).hexdigest(), differences(one, other)


def main() -> int:
    """Tell whether both are the same; 1 if not."""
    parser = argparse.ArgumentParser(prog="reproducible", description=__doc__)
    parser.add_argument("--client", action="store_true", help="build the client anew each time")
    digest, flaws = twice(client=parser.parse_args().client)
    print(*flaws, sep="\n", end="\n" if flaws else "")
    print("the wheels differ" if flaws else f"built alike twice: sha256 {digest}")
    return 1 if flaws else 0


if __name__ == "__main__":
    sys.exit(main())
