"""The log of all rooms as one stream of batches, and when what rooms say may go out.

What rooms said within one turn of the loop is written as one batch; while it is being written,
the next one gathers. Frames leave only after the entries they tell of are written, and a room's
frames leave in the order in which it said them.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from pellmell.room.outbox import Outbox
from pellmell.server.counters import Counters
from pellmell.server.limits import COMMIT_SECONDS, RETRY_SECONDS, STALL_SECONDS, SYNC_SECONDS
from pellmell.store.contract import NotNextError, Page, Store, StoreError, UntrustedError

_log = logging.getLogger("pellmell.commits")


class Journal:
    """What one room said and what of it is written, oldest first."""

    __slots__ = ("code", "logged", "said", "stalled", "writing")

    def __init__(self, code: str, logged: int) -> None:
        self.code = code
        self.logged = logged
        """Entries that were handed to the store."""
        self.said: list[Outbox] = []
        self.writing = False
        self.stalled = False
        """Whether what it said has waited for too long to be written, and still waits."""

    def page(self) -> Page:
        """What it adds to its log; entries are numbered on from those before."""
        first = self.logged
        if len(self.said) == 1:
            out = self.said[0]
            entries, records, results = tuple(out.entries), tuple(out.records), tuple(out.results)
        else:
            entries = tuple(entry for out in self.said for entry in out.entries)
            records = tuple(record for out in self.said for record in out.records)
            results = tuple(result for out in self.said for result in out.results)
        self.logged += len(entries)
        return Page(self.code, first, entries, records, results)

    def settled(self) -> None:
        """Nothing that it said waits to be written any more."""


class Commits:
    """Writes what rooms said; `let_out` takes it once it is written.

    `failed` hears of a store that can promise nothing any more, `stalled` of a room whose words
    have waited for too long, and `went_on` when they are written. `broke` hears of a room whose
    words can never be written, and why: nobody waits for them any more.
    """

    def __init__(
        self, store: Store, counters: Counters, let_out: Callable[[Journal, Outbox], None]
    ) -> None:
        self.failed: Callable[[StoreError], None] = lambda _error: None
        self.stalled: Callable[[Journal], None] = lambda _journal: None
        self.went_on: Callable[[Journal], None] = lambda _journal: None
        self.broke: Callable[[Journal, Exception], None] = lambda _journal, _error: None
        self.troubled = False
        """Whether the store refuses what is to be written."""
        self.stuck = False
        """Whether a batch that others wait behind has taken too long, and is not written yet."""
        self._late = False
        """Whether what is written was found to wait for too long to be synced."""
        self._store = store
        self._counters = counters
        self._let_out = let_out
        self._loop = asyncio.get_running_loop()
        self._gathered: dict[Journal, None] = {}
        self._committing = False
        self._began = float("-inf")
        """When the last batch was begun."""
        self._tasks: set[asyncio.Task[None]] = set()

    def take(self, journal: Journal, out: Outbox) -> None:
        """Take what a room said: to be let out at once, if nothing of it or before is to write."""
        if journal.writing:
            journal.said.append(out)
        elif out.entries or out.records:
            journal.writing = True
            journal.said.append(out)
            self._gathered[journal] = None
            if self.stuck:
                self._stall([journal])
        else:
            self._let_out(journal, out)

    def go(self) -> None:
        """Write what has gathered, unless a batch is being written: then after that."""
        if self._gathered and not self._committing:
            self._committing = True
            self.start(self._commit())

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that `settled` waits for."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait until nothing is being written."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def stop(self) -> None:
        """Give up what is being written."""
        for task in self._tasks:
            task.cancel()

    async def _commit(self) -> None:
        """Write batch after batch until nothing more has gathered."""
        try:
            while self._gathered:
                pause = self._began + COMMIT_SECONDS - self._loop.time()
                if pause > 0:
                    await asyncio.sleep(pause)
                self._began = self._loop.time()
                gathered, self._gathered = list(self._gathered), {}
                durable = [journal for journal in gathered if _is_durable(journal)]
                if durable:
                    gathered = [journal for journal in gathered if journal not in durable]
                    self.start(self._write(durable, synced=True))
                if gathered:
                    await self._write(gathered, synced=False)
        finally:
            self._committing = False

    async def _write(self, batch: list[Journal], *, synced: bool) -> None:
        pages = {journal: journal.page() for journal in batch}
        written = {journal: journal.said for journal in batch}
        for journal in batch:
            journal.said = []
        # Not the loop's clock, which stands still within a turn of the loop.
        began = time.perf_counter()
        overdue = self._loop.call_later(STALL_SECONDS, self._overdue, batch, synced)
        try:
            await self._append(pages, synced=synced)
        finally:
            overdue.cancel()
        self._counters.committed(time.perf_counter() - began)
        if not synced:
            self.stuck = False
        self.looks_late()
        for journal in pages:
            try:
                self._is_written(journal, written[journal])
            except Exception as error:  # noqa: BLE001 - no room may keep back what others said
                self.broke(journal, error)

    def _is_written(self, journal: Journal, said: list[Outbox]) -> None:
        for out in said:
            self._let_out(journal, out)
        if journal.stalled:
            journal.stalled = False
            self.went_on(journal)
        self._go_on(journal)

    def looks_late(self) -> bool:
        """Whether what is written waits for too long to be synced; the log tells of a change.

        Plays go on: they are only not yet safe from a loss of power, and results wait anyway.
        """
        behind = self._store.behind
        late = behind > SYNC_SECONDS
        if late and not self._late:
            _log.error("the disk has not confirmed for %.1f s what was written", behind)
        elif self._late and not late:
            _log.warning("the disk confirms again what is written")
        self._late = late
        return late

    def _overdue(self, batch: list[Journal], synced: bool) -> None:  # noqa: FBT001 - a timer's
        """A batch takes too long: its rooms stand still, and those that wait behind it."""
        self._stall(batch)
        self.looks_late()
        if not synced:
            self.stuck = True
            self._stall(self._gathered)

    def _stall(self, journals: Iterable[Journal]) -> None:
        for journal in journals:
            if not journal.stalled:
                journal.stalled = True
                self.stalled(journal)

    def _go_on(self, journal: Journal) -> None:
        """Take up what a room said while it was being written."""
        said, journal.said = journal.said, []
        journal.writing = False
        for out in said:
            self.take(journal, out)
        if not journal.writing:
            journal.settled()
        self.go()

    async def _append(self, pages: dict[Journal, Page], *, synced: bool) -> None:
        """Write, and try again for as long as the store refuses: nothing is shown before.

        What can never be written is left out, and its rooms break; the rest is left in `pages`.
        """
        while pages:
            try:
                await self._store.append(list(pages.values()), synced=synced)
            except UntrustedError as error:
                self.failed(error)
                await asyncio.Event().wait()
            except NotNextError as error:
                named = [j for j in pages if j.code == error.said.values.get("room")]
                self._leave_out(named or list(pages), pages, error)
            except StoreError as error:
                if not self.troubled:
                    _log.error("rooms wait for the log: %s", error)
                self.troubled = True
                self._counters.counts["writes_refused"] += 1
                await asyncio.sleep(RETRY_SECONDS)
            except Exception as error:  # noqa: BLE001 - whatever it is, nobody waits for ever
                # Whether it was written is not known, so that it cannot be tried again.
                self._leave_out(list(pages), pages, error)
            else:
                break
        self.troubled = False

    def _leave_out(
        self, unfit: Iterable[Journal], pages: dict[Journal, Page], error: Exception
    ) -> None:
        for journal in unfit:
            del pages[journal]
            self.broke(journal, error)


def _is_durable(journal: Journal) -> bool:
    return any(out.durable for out in journal.said)
