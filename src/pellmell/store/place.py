"""The directory of a store and the files in it, for the eyes of this user alone."""

import errno
import logging
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from pellmell.store.contract import StoreError
from pellmell.store.reasons import reason_for

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
"""All that anybody but the owner may do with a file."""

_log = logging.getLogger("pellmell.store")


def prepare(directory: Path, file: str, beside: Iterable[str]) -> Path:
    """Make the directory and a file in it; those `beside` it may be there already."""
    path = directory / file
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if not os.access(directory, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        reason = reason_for(error)
        raise StoreError("store.no-place", directory=str(directory), reason=reason) from None
    for one in (directory, path, *(directory / name for name in beside)):
        _close_to_others(one)
    return path


def _close_to_others(path: Path) -> None:
    """Take from others what they may do with what is ours: a copy is made as the system likes."""
    if os.name != "posix":
        return
    try:
        found = path.stat()
        # A directory in which everybody keeps their own is none of ours.
        shared = found.st_uid != os.geteuid() or found.st_mode & stat.S_ISVTX
        if shared or not found.st_mode & OTHERS:
            return
        path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)
    except FileNotFoundError:
        return
    except OSError as error:
        _log.warning("others than its owner may read %s: %s", path, error.strerror)
    else:
        _log.warning("others than its owner could read %s, and cannot any more", path)
