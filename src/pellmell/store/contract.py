"""What every store keeps and promises; `tests/store` holds all of them to it.

A store keeps, for each room, entries in order and the records of finished rounds. A batch is
written whole or not at all. *Written* survives the death of the process, *synced* the loss of
power. The owner of a room says where in its log a page goes, so that two owners can never write
over each other: an append that does not continue the log is refused.

A room is *awake* or *asleep*. Nothing is appended to one that sleeps, and a start need not read
it. Of every room the store knows when it was last awake, by a clock on the wall; of one that
sleeps it may keep, apart from its log, what opens it.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from pellmell.engine.match import Placed
from pellmell.texts import Fault, Said

ALWAYS: Final = float("-inf")
"""Before every time there is."""
PLAYED_BYTES: Final = 4096
"""Bytes of a record from which on a round was worth keeping: one that was dealt and ended has some
500 to 2,000, one that two bots played to its end 7,000."""


class Page(msgspec.Struct, frozen=True):
    """What one room adds to its log: entries from number `first` on, and records by round.

    `results` are those of matches that ended, where a leaderboard is kept.
    """

    room: str
    first: int
    entries: tuple[bytes, ...] = ()
    records: tuple[tuple[int, str], ...] = ()
    results: tuple[Placed, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """A room's log as it was found; `flaw` says why it cannot be trusted."""

    room: str
    entries: tuple[bytes, ...]
    flaw: Said | None = None


class StoreError(Fault):
    """The store cannot be opened or cannot keep what it was given."""


class NotNextError(StoreError):
    """An append that does not continue a room's log: somebody else wrote to it."""


class UntrustedError(StoreError):
    """A sync failed: what was written may be lost, and nothing can be promised any more."""


def ends_after(
    batch: Sequence[Page], ends: Mapping[str, int], asleep: Container[str]
) -> dict[str, int]:
    """The number of each room's next entry after a batch; NotNextError where it does not follow.

    `ends` are those numbers before it, 0 where a room has none.
    """
    after: dict[str, int] = {}
    for page in batch:
        end = after.get(page.room, ends.get(page.room, 0))
        if page.first != end or page.room in asleep:
            raise NotNextError("store.not-next", room=page.room, entry=page.first, last=end - 1)
        after[page.room] = end + len(page.entries)
    return after


Gone = Callable[[str, Sequence[Placed]], None]
"""What hears that a room is gone, with its results: whoever added them up takes them away again."""


def unheeded(room: str, results: Sequence[Placed]) -> None:
    """Nobody added anything up."""


class Store(Protocol):
    """Where the logs of rooms are kept."""

    wall: Callable[[], float]
    """The clock on the wall, in seconds."""

    @property
    def low(self) -> bool:
        """Whether there is so little room left that nothing new should begin."""
        ...

    @property
    def behind(self) -> float:
        """For how many seconds something written has waited to be synced."""
        ...

    async def load(self, since: float = ALWAYS) -> list[Kept]:
        """The logs of rooms that are awake; those not marked `since` are put to sleep first.

        A bad last entry is dropped, a bad one before it is a flaw; a flawed room stays awake.
        """
        ...

    async def known(self) -> dict[str, float]:
        """Every room, asleep or not, and when it was last awake."""
        ...

    async def append(self, batch: Sequence[Page], *, synced: bool = False) -> None:
        """Write pages as one; returns once they are written, or synced where that is asked."""
        ...

    async def mark(self, rooms: Iterable[str]) -> None:
        """These rooms are awake now; what was kept of what opens them is void."""
        ...

    async def sleep(self, room: str, keyring: bytes = b"") -> None:
        """A room was awake until now and sleeps, until it is read and marked again.

        Its `keyring` is kept beside it, where it has one.
        """
        ...

    async def keep_keyrings(self, keyrings: Mapping[str, bytes]) -> None:
        """Keep what opens rooms, until they are marked as awake again."""
        ...

    async def keyrings(self) -> dict[str, bytes]:
        """What opens rooms, of those for which it is kept and whole."""
        ...

    async def read(self, room: str) -> Kept | None:
        """One room's log, asleep or not."""
        ...

    async def record(self, room: str, round: int) -> str | None:
        """The record of a finished round, if there is one."""
        ...

    async def records(self, room: str) -> list[tuple[int, str]]:
        """The records of a room's finished rounds, by round."""
        ...

    async def unplayed(self, rooms: Sequence[str]) -> set[str]:
        """Those of some rooms without a record of `PLAYED_BYTES`: nothing worth keeping was played."""
        ...

    async def results(self, room: str | None = None) -> list[Placed]:
        """The results of a room's matches, by round and seat, or those of all rooms."""
        ...

    async def forget(self, room: str) -> None:
        """Delete all that is known of a room."""
        ...

    async def erase(self, rooms: Iterable[str], gone: Gone = unheeded) -> None:
        """Forget rooms, and leave no trace of what was ever forgotten where this store writes.

        `gone` hears of each as it is forgotten, also where the rest fails then: what is left to do
        is done by `finish`, or with the next rooms that are erased.

        This may take as long as it takes to write everything anew, and appends wait for it.
        """
        ...

    async def finish(self, after: float = 0.0) -> None:
        """Do what is left of an erasure that failed, if that is owed for so many seconds."""
        ...

    async def close(self) -> None:
        """Sync what was written and let go of everything."""
        ...
