"""All rooms of this process: their timers, their log, and when what they say may go out.

What rooms said within one turn of the loop is written as one batch; while it is being written,
the next one gathers. Frames leave only after the entries they tell of are written, and a room's
frames leave in the order in which it said them. A room that raises is set aside, and no other
notices.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from pellmell.protocol.messages import Hello
from pellmell.room.chance import Chance
from pellmell.room.opening import Opening, RestoreError
from pellmell.room.outbox import Outbox, Send, Who
from pellmell.room.room import Room
from pellmell.server.counters import Counters
from pellmell.server.limits import DRAIN_SECONDS, RETRY_SECONDS
from pellmell.store.contract import Page, Store, StoreError, UntrustedError

TICK: Final = 0.001
"""Timers of the loop are this coarse: a room's is set so much later, never early."""

_log = logging.getLogger("pellmell.rooms")


class Held:
    """A room with what the shell has to remember of it."""

    __slots__ = ("code", "due", "gone", "logged", "room", "said", "timer", "waiting", "writing")

    def __init__(self, room: Room, logged: int) -> None:
        self.room = room
        self.code = room.code
        self.logged = logged
        """Entries that were handed to the store."""
        self.said: list[Outbox] = []
        """What it said and what is not yet written, oldest first."""
        self.writing = False
        self.gone = False
        self.timer: asyncio.TimerHandle | None = None
        self.due = 0.0
        self.waiting: list[asyncio.Future[None]] = []


class Rooms:
    """The rooms by code.

    `deliver` takes their frames, `broke` hears of one that raised, and `failed` of a store that
    can promise nothing any more.
    """

    def __init__(self, store: Store, chance: Chance, counters: Counters) -> None:
        self.deliver: Callable[[Held, Sequence[Send]], None] = lambda _held, _sends: None
        self.broke: Callable[[Held], None] = lambda _held: None
        self.failed: Callable[[StoreError], None] = lambda _error: None
        self.troubled = False
        """Whether the store refuses what is to be written."""
        self._store = store
        self._chance = chance
        self._counters = counters
        self._loop = asyncio.get_running_loop()
        self._held: dict[str, Held] = {}
        self._set_aside: set[str] = set()
        self._dirty: dict[Held, None] = {}
        self._gathered: dict[Held, None] = {}
        self._flushing = False
        self._committing = False
        self._tasks: set[asyncio.Task[None]] = set()

    # Which rooms there are

    def __len__(self) -> int:
        return len(self._held)

    def find(self, code: str) -> Held | None:
        """The room with a code."""
        return self._held.get(code)

    def is_set_aside(self, code: str) -> bool:
        """Whether a room with this code broke; its log is kept."""
        return code in self._set_aside

    def all(self) -> list[Held]:
        """Every room."""
        return list(self._held.values())

    def is_used(self, code: str) -> bool:
        """Whether a new room must not have this code."""
        return code in self._held or code in self._set_aside

    async def load(self) -> None:
        """Bring back every room that the store kept."""
        for kept in await self._store.load():
            try:
                if kept.flaw is not None:
                    raise RestoreError(kept.flaw)  # noqa: TRY301 - both ways it is set aside
                room = Room.restore(kept.entries, self._loop.time(), self._chance)
            except RestoreError as error:
                self._set_aside.add(kept.room)
                _log.error("room %s is set aside, its log is kept: %s", kept.room, error)
                continue
            self._hold(room, len(kept.entries))
        await self._settle()

    async def open(self, code: str, opening: Opening) -> Held:
        """A new room, once its log has begun."""
        room = Room.open(code, opening, self._loop.time(), self._chance)
        held = self._hold(room, 0)
        begun = self._loop.create_future()
        held.waiting.append(begun)
        await begun
        return held

    async def record(self, code: str, round: int) -> str | None:
        """The record of a finished round of a room."""
        return await self._store.record(code, round)

    def _hold(self, room: Room, logged: int) -> Held:
        held = self._held[room.code] = Held(room, logged)
        self._touched(held)
        return held

    # What happens to a room

    def hello(self, held: Held, who: Who, hello: Hello) -> None:
        """A connection greets a room."""
        self._tell(held, lambda now: held.room.hello(who, hello, now))

    def receive(self, held: Held, who: Who, text: str) -> None:
        """A connection sent a frame."""
        if held.gone:
            return
        try:
            held.room.receive(who, text, self._loop.time())
        except Exception:  # noqa: BLE001 - a room that raises is set aside, whatever it was
            self._break(held)
        else:
            self._touched(held)

    def lost(self, held: Held, who: Who) -> None:
        """A connection is gone."""
        self._tell(held, lambda now: held.room.lost(who, now))

    def fresh(self, held: Held, who: Who) -> None:
        """A slow connection is ready for all it may see."""
        self._tell(held, lambda now: held.room.fresh(who, now))

    def _tell(self, held: Held, act: Callable[[float], None]) -> None:
        if held.gone:
            return
        try:
            act(self._loop.time())
        except Exception:  # noqa: BLE001 - a room that raises is set aside, whatever it was
            self._break(held)
        else:
            self._touched(held)

    def _break(self, held: Held) -> None:
        """Set a room aside that raised: what it had not yet said is void, its log is kept."""
        _log.exception("room %s broke and is set aside, its log is kept", held.code)
        self._counters.counts["rooms_broken"] += 1
        self._remove(held)
        self._set_aside.add(held.code)
        self.broke(held)

    def _remove(self, held: Held) -> None:
        held.gone = True
        self._held.pop(held.code, None)
        self._dirty.pop(held, None)
        if held.timer is not None:
            held.timer.cancel()
            held.timer = None

    # Timers

    def _arm(self, held: Held) -> None:
        due = held.room.timer()
        if due is None or (held.timer is not None and held.due <= due):
            return
        if held.timer is not None:
            held.timer.cancel()
        held.due = due
        held.timer = self._loop.call_at(due + TICK, self._ring, held)

    def _ring(self, held: Held) -> None:
        held.timer = None
        self._tell(held, lambda now: _do_what_is_due(held.room, now))

    # The log, and what may go out

    def _touched(self, held: Held) -> None:
        self._dirty[held] = None
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        dirty, self._dirty = self._dirty, {}
        for held in dirty:
            self._collect(held)
        if self._gathered and not self._committing:
            self._committing = True
            self._start(self._commit())

    def _collect(self, held: Held) -> None:
        try:
            out = held.room.outbox()
            self._arm(held)
        except Exception:  # noqa: BLE001 - a room that raises is set aside, whatever it was
            self._break(held)
            return
        if out.tally:
            self._counters.tally.update(out.tally)
        if held.writing:
            held.said.append(out)
        elif out.entries or out.records:
            held.said.append(out)
            held.writing = True
            self._gathered[held] = None
        else:
            self._speak(held, out)

    def _speak(self, held: Held, out: Outbox) -> None:
        """Let out what a room said, now that its log has it."""
        if out.sends:
            self.deliver(held, out.sends)
        for begun in held.waiting:
            if not begun.done():
                begun.set_result(None)
        held.waiting.clear()
        if out.closed and not held.gone:
            self._remove(held)
            self._start(self._forget(held))

    async def _commit(self) -> None:
        """Write what has gathered, batch after batch, until nothing more has."""
        try:
            while self._gathered:
                gathered, self._gathered = list(self._gathered), {}
                durable = [held for held in gathered if any(out.durable for out in held.said)]
                if durable:
                    self._start(self._write(durable, synced=True))
                plain = [held for held in gathered if held not in durable] if durable else gathered
                if plain:
                    await self._write(plain, synced=False)
        finally:
            self._committing = False

    async def _write(self, batch: list[Held], *, synced: bool) -> None:
        said = [held.said for held in batch]
        for held in batch:
            held.said = []
        pages = [_page(held, outs) for held, outs in zip(batch, said, strict=True)]
        began = self._loop.time()
        await self._append(pages, synced=synced)
        self._counters.committed(self._loop.time() - began)
        for held, outs in zip(batch, said, strict=True):
            for out in outs:
                self._speak(held, out)
            self._written(held)

    def _written(self, held: Held) -> None:
        """Go on with what a room said while it was being written."""
        if any(out.entries or out.records for out in held.said):
            self._gathered[held] = None
            if not self._committing:
                self._committing = True
                self._start(self._commit())
            return
        held.writing = False
        said, held.said = held.said, []
        for out in said:
            self._speak(held, out)

    async def _append(self, pages: list[Page], *, synced: bool) -> None:
        """Write, and try again for as long as the store refuses: nothing is shown before."""
        while True:
            try:
                await self._store.append(pages, synced=synced)
            except UntrustedError as error:
                self.failed(error)
                await asyncio.Event().wait()
            except StoreError as error:
                if not self.troubled:
                    _log.error("rooms wait for the log: %s", error)
                self.troubled = True
                self._counters.counts["writes_refused"] += 1
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self.troubled = False
                return

    async def _forget(self, held: Held) -> None:
        await self._store.forget(held.code)

    # The end

    async def drain(self) -> None:
        """Write what rooms said so far and let it out; they hear nothing from now on."""
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await self._settle()
        except TimeoutError:
            _log.error("stopped before the log took everything")
        for held in self.all():
            self._remove(held)
        for task in self._tasks:
            task.cancel()

    async def _settle(self) -> None:
        while self._flushing or self._tasks:
            await asyncio.sleep(0)
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=RETRY_SECONDS)

    def _start(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _do_what_is_due(room: Room, now: float) -> None:
    due = room.timer()
    if due is not None and due <= now:
        room.handle_timer(now)


def _page(held: Held, outs: list[Outbox]) -> Page:
    """What a room adds to its log; its entries are numbered on from those before."""
    first = held.logged
    entries = tuple(entry for out in outs for entry in out.entries)
    held.logged += len(entries)
    return Page(held.code, first, entries, tuple(record for out in outs for record in out.records))
