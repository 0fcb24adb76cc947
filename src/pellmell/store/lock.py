"""A lock on a data directory that ends with the process that holds it, however that ends."""

import os
import sys
from pathlib import Path
from typing import Final

from pellmell.store.contract import StoreError

FILE: Final = "lock"


class DirectoryLock:
    """The right to be the only process that writes in a directory."""

    def __init__(self, directory: Path) -> None:
        self._file = os.open(directory / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise StoreError("store.in-use", directory=str(directory)) from None

    def release(self) -> None:
        """Give the right back."""
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
