"""A file that holds room on the disk, given up when the disk is full.

What is played then can still be written, and a stopping server can still say goodbye. While it is
given up the disk is *low*: nothing new should begin. It is taken back once there is plenty.
"""

import logging
import os
import shutil
from pathlib import Path
from typing import Final

FILE: Final = "reserve"
PLENTY: Final = 4
"""How many times its size has to be free before it is taken back."""
AGAIN: Final = 60.0
"""Seconds between two looks for as much."""

_log = logging.getLogger("pellmell.store")


class Reserve:
    """So many bytes in a file of a directory; `wall` times come with each call that needs one."""

    def __init__(self, directory: Path, size: int) -> None:
        self._path = directory / FILE
        self._size = size
        self._looked = float("-inf")
        self.held = self._is_there() or self._take()
        if not self.held:
            _log.error("the disk has no room for a reserve; no room is opened until it has")

    def give_up(self) -> bool:
        """Let go of the room; whether there was any."""
        if not self.held:
            return False
        self.held = False
        self._path.unlink(missing_ok=True)
        _log.error("the disk is full; the reserve is used up now, and no room is opened")
        return True

    def look(self, now: float) -> None:
        """Take the room back if there is plenty, asking the disk now and then only."""
        # A clock on the wall may go back.
        if self.held or 0 <= now - self._looked < AGAIN:
            return
        self._looked = now
        try:
            plenty = shutil.disk_usage(self._path.parent).free >= PLENTY * self._size
        except OSError:
            return
        self.held = plenty and self._take()
        if self.held:
            _log.warning("the disk has room again, and the reserve is back")

    def _is_there(self) -> bool:
        try:
            return self._path.stat().st_blocks * 512 >= self._size
        except (OSError, AttributeError):  # Windows tells no blocks
            return False

    def _take(self) -> bool:
        """Fill the file, so that its blocks are truly there."""
        try:
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        except OSError:
            return False
        try:
            _fill(file, self._size)
        except OSError:
            self._path.unlink(missing_ok=True)
            return False
        finally:
            os.close(file)
        return True


def _fill(file: int, size: int) -> None:
    """Write what no file system can leave out or make shorter."""
    piece = os.urandom(1 << 16)
    for _ in range(0, size, len(piece)):
        left = memoryview(piece)
        while left:
            left = left[os.write(file, left) :]
    os.fsync(file)
