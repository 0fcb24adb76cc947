"""A store that forgets with the process: for tests, and for tables that need not last."""

from collections.abc import Sequence

from pellmell.store.contract import Kept, NotNextError, Page


class MemoryStore:
    """Logs in dictionaries."""

    def __init__(self) -> None:
        self._entries: dict[str, list[bytes]] = {}
        self._records: dict[tuple[str, int], str] = {}

    async def load(self) -> list[Kept]:
        """Every room's log."""
        return [Kept(room, tuple(entries)) for room, entries in sorted(self._entries.items())]

    async def append(self, batch: Sequence[Page], *, synced: bool = False) -> None:
        """Keep pages, all or none; there is nothing to sync."""
        del synced
        ends: dict[str, int] = {}
        for page in batch:
            end = ends.get(page.room, len(self._entries.get(page.room, ())))
            if page.first != end:
                raise NotNextError(f"{page.room}: entry {page.first} does not follow {end - 1}")
            ends[page.room] = end + len(page.entries)
        for page in batch:
            self._entries.setdefault(page.room, []).extend(page.entries)
            for round, text in page.records:
                self._records[page.room, round] = text

    async def record(self, room: str, round: int) -> str | None:
        """The record of a finished round, if there is one."""
        return self._records.get((room, round))

    async def forget(self, room: str) -> None:
        """Delete all that is known of a room."""
        self._entries.pop(room, None)
        for key in [key for key in self._records if key[0] == room]:
            del self._records[key]

    async def close(self) -> None:
        """Nothing to let go of."""
