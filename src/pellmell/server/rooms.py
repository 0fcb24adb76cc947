"""All rooms of this process: by code, with their timers, each of them a wall to the others.

A room that raises is set aside with its log, and no other notices. One whose people are long
gone sleeps in the store until somebody asks for it. One that cannot be written stands still: its
clock stops, so that nothing happens by itself, until what it said is written.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from pellmell.engine.match import Placed
from pellmell.protocol.messages import Hello
from pellmell.room.chance import Chance
from pellmell.room.hosting import PLAYED
from pellmell.room.keyring import Keyring
from pellmell.room.names import Unwanted, welcome_all
from pellmell.room.opening import Opening, RestoreError
from pellmell.room.outbox import Outbox, Send, Who
from pellmell.room.room import Room
from pellmell.server.board import Board
from pellmell.server.commits import Commits, Journal
from pellmell.server.config import KEEP_DAYS
from pellmell.server.counters import Counters
from pellmell.server.limits import DESERTED_SECONDS, DRAIN_SECONDS
from pellmell.server.sleepers import Sleepers, Turn
from pellmell.server.standstill import Held, Standstill, held_of
from pellmell.store.contract import Kept, Store, StoreError
from pellmell.texts import english

__all__ = ["BrokenError", "Held", "Rooms"]

TICK: Final = 0.001
"""Timers of the loop are this coarse: a room's is set so much later, never early."""

_log = logging.getLogger("pellmell.rooms")


class BrokenError(Exception):
    """A room broke before its log had begun."""


class Rooms:
    """The rooms; `deliver` takes their frames.

    `broke` hears of one that raised, `slept` of one that is not in memory any more. `clock` only
    ever goes forward, and is for what takes hours.
    """

    def __init__(
        self,
        store: Store,
        chance: Chance,
        counters: Counters,
        keep: float = KEEP_DAYS,
        unwanted: Unwanted = welcome_all,
        *,
        ranked: bool = False,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.deliver: Callable[[Held, Sequence[Send]], None] = lambda _held, _sends: None
        self.broke: Callable[[Held], None] = lambda _held: None
        self.slept: Callable[[Held], None] = lambda _held: None
        self._store = store
        self._chance = chance
        self._unwanted = unwanted
        self._ranked = ranked
        self.board = Board(asyncio.get_running_loop().time)
        self._counters = counters
        self._loop = asyncio.get_running_loop()
        self._commits = Commits(store, counters, self._let_out)
        self._standstill = Standstill(self._loop, lambda held, send: self.deliver(held, (send,)))
        self._commits.stalled = self._standstill.begin
        self._commits.went_on = self._went_on
        self._commits.broke = lambda journal, error: self._break(held_of(journal), error)
        self._held: dict[str, Held] = {}
        self._sleepers = Sleepers(store, keep, clock or self._loop.time)
        self._set_aside: dict[str, Keyring | None] = {}
        """What opens each, where that is known: of a log that cannot be read it may not be."""
        self._dirty: dict[Held, None] = {}
        self._deaf = False
        """Whether rooms hear nothing any more, their timers included."""

    # Which rooms there are

    def __len__(self) -> int:
        return len(self._held)

    @property
    def asleep(self) -> int:
        """How many rooms sleep."""
        return len(self._sleepers)

    @property
    def timers(self) -> int:
        """How many rooms wait for something to be due."""
        return sum(held.timer is not None for held in self._held.values())

    @property
    def troubled(self) -> bool:
        """Whether the store refuses what is to be written, is slow to take or sync it, or full."""
        commits = self._commits
        return commits.troubled or commits.stuck or commits.looks_late() or self._store.low

    def when_failed(self, failed: Callable[[StoreError], None]) -> None:
        """Call this when the store can promise nothing any more."""
        self._commits.failed = failed

    def find(self, code: str) -> Held | None:
        """The room with a code, if it is awake."""
        return self._held.get(code)

    def sleeps(self, code: str) -> bool:
        """Whether a room has to be woken before it can be found."""
        return code in self._sleepers and code not in self._held

    def all(self) -> list[Held]:
        """Every room."""
        return list(self._held.values())

    def is_set_aside(self, code: str) -> bool:
        """Whether a room with this code broke; its log is kept."""
        return code in self._set_aside

    def is_used(self, code: str) -> bool:
        """Whether a new room must not have this code."""
        return code in self._held or code in self._set_aside or code in self._sleepers

    async def load(self) -> None:
        """Bring back the rooms that were awake lately."""
        for kept in await self._sleepers.load():
            room = self._restored(kept)
            if room is not None:
                self._hold(room, len(kept.entries))
        if self._ranked:
            self.board.add(await self._store.results())

    def keyring(self, code: str) -> Keyring | None:
        """What opens a room that sleeps or is set aside, where that is known without waking it."""
        return self._set_aside.get(code) or self._sleepers.keyring(code)

    async def wake(self, code: str, opens: Callable[[Keyring], bool]) -> Held | None:
        """The room with a code, woken if it sleeps and what opens it says so.

        Where that is not known, the room is looked at once, and not for whoever asks next.
        """
        async with self._sleepers.turn(code):
            keyring = self._sleepers.keyring(code)
            if self._deaf or (keyring is not None and not opens(keyring)):
                return self._held.get(code)
            kept = await self._sleepers.read(code)
            if kept is not None:
                # In a thread, since a long match takes a while and others are playing.
                room = await asyncio.to_thread(self._restored, kept)
                if room is None:
                    await self._sleepers.wake(code)
                    return self._held.get(code)
                if keyring is None:
                    await self._sleepers.learn(code, room.keyring)
                if keyring is not None or opens(room.keyring):
                    await self._sleepers.wake(code)
                    self._hold(room, len(kept.entries))
            return self._held.get(code)

    def _restored(self, kept: Kept) -> Room | None:
        """The room that a log makes; None where it is set aside instead."""
        try:
            if kept.flaw is not None:
                raise RestoreError(english(kept.flaw))  # noqa: TRY301 - both ways it is set aside
            return Room.restore(kept.entries, self._loop.time(), self._chance, self._unwanted)
        except RestoreError as error:
            self._set_aside[kept.room] = self._sleepers.keyring(kept.room)
            _log.error("room %s is set aside, its log is kept: %s", kept.room, error)
        except Exception:  # noqa: BLE001 - a room that raises is set aside, whatever it was
            self._set_aside[kept.room] = self._sleepers.keyring(kept.room)
            _log.exception("room %s is set aside, its log is kept", kept.room)
        return None

    async def sweep(self) -> None:
        """Delete for good what has slept for too long, or try to."""
        try:
            await self._sleepers.sweep(self._held.keys, self._deleted, playing=self._is_playing)
        except StoreError as error:
            _log.error("rooms that slept too long cannot be deleted yet: %s", error)

    def _is_playing(self) -> bool:
        """Whether somebody plays: also who is about to, or comes back after a pause or a restart."""
        return any(held.room.summary().phase in PLAYED for held in self._held.values())

    def _deleted(self, code: str, results: Sequence[Placed]) -> None:
        """A room is gone for good."""
        self._set_aside.pop(code, None)
        if self._ranked:
            self.board.take_away(results)

    async def open(self, code: str, opening: Opening) -> Held:
        """A new room, once its log has begun; BrokenError where it never does."""
        room = Room.open(code, opening, self._loop.time(), self._chance, self._unwanted)
        held = self._hold(room, 0)
        held.begun = self._loop.create_future()
        await held.begun
        return held

    def give_way(self) -> bool:
        """Put the room to sleep to which nobody has been connected for longest, if there is one.

        Those in which nothing was played go first: it costs nothing to open them and leave.
        """
        now = self._loop.time()
        deserted = [
            (held.room.begun, held.left, held)
            for held in self._held.values()
            if not held.room.connections
            and now - held.left >= DESERTED_SECONDS
            # What has yet to say something may be about to be put to sleep, or to let somebody in.
            and held not in self._dirty
        ]
        if not deserted:
            return False
        _, _, held = min(deserted, key=lambda found: found[:2])
        self._tell(held, lambda _now: held.room.close())
        return True

    async def record(self, code: str, round: int) -> str | None:
        """The record of a finished round of a room."""
        return await self._store.record(code, round)

    def _hold(self, room: Room, logged: int) -> Held:
        held = self._held[room.code] = Held(room, logged, self._loop.time())
        self._touched(held)
        return held

    # What happens to a room

    def hello(self, held: Held, who: Who, hello: Hello) -> None:
        """A connection greets a room."""
        if self._standstill.lets_speak(held, who):
            self._tell(held, lambda now: held.room.hello(who, hello, now))
            self._standstill.greet(held, who)

    def receive(self, held: Held, who: Who, text: str) -> None:
        """A connection sent a frame."""
        if self._standstill.lets_speak(held, who):
            self._tell(held, lambda now: held.room.receive(who, text, now))

    def lost(self, held: Held, who: Who) -> None:
        """A connection is gone."""
        held.left = self._loop.time()
        self._tell(held, lambda now: held.room.lost(who, now))

    def measured(self, held: Held, who: Who, delay: float, *, proved: bool) -> None:
        """A connection's frames are under way for so many seconds."""
        self._tell(held, lambda _now: held.room.measured(who, delay, proved=proved))

    def fresh(self, held: Held, who: Who) -> None:
        """A slow connection is ready for all it may see."""
        self._tell(held, lambda now: held.room.fresh(who, now))

    def _tell(self, held: Held, act: Callable[[float], None]) -> None:
        if held.gone or self._deaf:
            return
        try:
            act(held.clock(self._loop.time()))
        except Exception as error:  # noqa: BLE001 - a room that raises is set aside, whatever it was
            self._break(held, error)
        else:
            self._touched(held)

    def _break(self, held: Held, error: Exception) -> None:
        """Set a room aside that raised: what it had not yet said is void, its log is kept."""
        _log.error("room %s broke and is set aside, its log is kept", held.code, exc_info=error)
        self._counters.counts["rooms_broken"] += 1
        self._remove(held)
        self._set_aside[held.code] = held.room.keyring
        if held.turn is not None:
            self._sleepers.rouse(held.code, held.turn)
            held.turn = None
        if held.begun is not None and not held.begun.done():
            held.begun.set_exception(BrokenError(held.code))
        self.broke(held)

    def _remove(self, held: Held) -> None:
        held.gone = True
        self._held.pop(held.code, None)
        self._dirty.pop(held, None)
        held.disarm()

    # Timers

    def _arm(self, held: Held) -> None:
        due = None if held.stalled else held.room.timer()
        if due is None or (held.timer is not None and held.due <= due):
            return
        held.disarm()
        held.due = due
        held.timer = self._loop.call_at(due + held.late + TICK, self._ring, held)

    def _ring(self, held: Held) -> None:
        held.timer = None
        self._tell(held, lambda now: _do_what_is_due(held.room, now))

    def _went_on(self, journal: Journal) -> None:
        held = held_of(journal)
        self._standstill.end(held)
        if not held.gone:
            self._touched(held)

    # What rooms say

    def _touched(self, held: Held) -> None:
        if not self._dirty:
            self._loop.call_soon(self._flush)
        self._dirty[held] = None

    def _flush(self) -> None:
        """Take what was said in this turn of the loop."""
        dirty, self._dirty = self._dirty, {}
        for held in dirty:
            try:
                out = held.room.outbox()
                held.spoke()
                self._arm(held)
                if out.closed:
                    held.turn = self._sleepers.doze(held.code, held.room.keyring)
            except Exception as error:  # noqa: BLE001 - a room that raises is set aside, whatever it was
                self._break(held, error)
                continue
            if not self._ranked:
                out.results = []
            if out.closed:
                self._remove(held)
            if out.tally:
                self._counters.tally.update(out.tally)
            if out.says_anything:
                self._commits.take(held, out)
        self._commits.go()

    def _let_out(self, journal: Journal, out: Outbox) -> None:
        """Let out what a room said, now that its log has it."""
        held = held_of(journal)
        self.board.add(out.results)
        if out.sends:
            try:
                self.deliver(held, out.sends)
            except Exception as error:  # noqa: BLE001 - no room may end what lets out all others' frames
                self._break(held, error)
        if held.begun is not None and not held.begun.done():
            held.begun.set_result(None)
        if out.closed and held.turn is not None:
            turn, held.turn = held.turn, None
            self._commits.start(self._put_away(held, turn))
            self.slept(held)

    async def _put_away(self, held: Held, turn: Turn) -> None:
        """Let a room that said its last sleep in the store, or forget it."""
        try:
            await self._sleepers.put_away(held.code, joined=held.room.joined)
        except StoreError as error:
            _log.error("room %s is not put away as it should: %s", held.code, error)
        finally:
            self._sleepers.end_turn(held.code, turn)

    # The end

    async def drain(self) -> None:
        """Write what rooms said so far and let it out; they hear nothing from now on."""
        self._deaf = True
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await self._settled()
                await self._store.mark(list(self._held))
                await self._sleepers.leave({h.code: h.room.keyring for h in self.all()})
        except TimeoutError:
            _log.error("stopped before the log took everything")
        except StoreError as error:
            _log.error("when rooms were last awake is not noted: %s", error)
        for held in self.all():
            self._remove(held)
        self._commits.stop()

    async def _settled(self) -> None:
        while self._dirty:  # noqa: ASYNC110 - it is the loop's next turn that is waited for
            await asyncio.sleep(0)
        await self._commits.settled()


def _do_what_is_due(room: Room, now: float) -> None:
    due = room.timer()
    if due is not None and due <= now:
        room.handle_timer(now)
