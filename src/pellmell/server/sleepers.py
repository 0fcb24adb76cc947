"""The rooms that sleep: which there are, whose turn it is with one, and when one is deleted.

A room whose people were all away for long leaves the memory; its log and its records stay in the
store, where whoever asks for it finds it again. What nobody asked for in all the days that an
operator keeps rooms is deleted for good.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from pellmell.engine.match import Placed
from pellmell.room.keyring import Keyring, decode_keyring, encode_keyring
from pellmell.room.tempo import IDLE
from pellmell.server.limits import ASLEEP, PUT_OFF_SECONDS
from pellmell.server.reprieve import Reprieve
from pellmell.store.contract import Gone, Kept, Store, StoreError

DAY: Final = 24 * 60 * 60.0

Turn = asyncio.Future[None]
"""Somebody's turn with a room: done when it is over."""


class Sleepers:
    """The codes of the rooms that sleep; `keep` is how many days they do."""

    def __init__(self, store: Store, keep: float, clock: Callable[[], float]) -> None:
        self._store = store
        self._reprieve = Reprieve(store.wall, clock)
        self._keep = keep * DAY
        self._asleep: dict[str, Keyring | None] = {}
        """What opens each, where that is known: of those that slept before a crash it is not."""
        self._turns: dict[str, Turn] = {}
        """Rooms that are being put away, woken or deleted."""

    def __contains__(self, code: str) -> bool:
        return code in self._asleep or code in self._turns

    def __len__(self) -> int:
        return len(self._asleep)

    async def load(self) -> list[Kept]:
        """The logs of the rooms that were awake lately; all others sleep from now on."""
        logs = await self._store.load(self._store.wall() - IDLE)
        asleep = (await self._store.known()).keys() - {kept.room for kept in logs}
        keyrings = await self._store.keyrings()
        self._asleep = {
            code: decode_keyring(keyrings[code]) if code in keyrings else None for code in asleep
        }
        return logs

    def keyring(self, code: str) -> Keyring | None:
        """What opens a room that sleeps, where that is known."""
        return self._asleep.get(code)

    async def learn(self, code: str, keyring: Keyring) -> None:
        """What opens a room that sleeps on was found out, in one's turn."""
        self._asleep[code] = keyring
        with suppress(StoreError):  # then it is found out once more after the next start
            await self._store.keep_keyrings({code: encode_keyring(keyring)})

    @asynccontextmanager
    async def turn(self, code: str) -> AsyncIterator[None]:
        """Wait for one's turn with a room, and have it."""
        while (turn := self._turns.get(code)) is not None:
            await asyncio.wait([turn])
        turn = self._take_turn(code)
        try:
            yield
        finally:
            self.end_turn(code, turn)

    def _take_turn(self, code: str) -> Turn:
        """Nobody else puts a room away, wakes or deletes it from now on."""
        assert code not in self._turns, "somebody has a turn with it"
        turn = self._turns[code] = asyncio.get_running_loop().create_future()
        return turn

    def end_turn(self, code: str, turn: Turn) -> None:
        """Others may have their turn."""
        assert self._turns.get(code) is turn, "a turn is ended by who has it"
        del self._turns[code]
        turn.set_result(None)

    async def read(self, code: str) -> Kept | None:
        """The log of a room that sleeps, in one's turn."""
        if code not in self._asleep:
            return None
        kept = await self._store.read(code)
        if kept is None:
            del self._asleep[code]
        return kept

    async def wake(self, code: str) -> None:
        """A room is awake again, in one's turn."""
        await self._store.mark((code,))
        del self._asleep[code]

    def doze(self, code: str, keyring: Keyring) -> Turn:
        """A room is about to be put away, by whoever is given this turn with it."""
        turn = self._take_turn(code)
        self._asleep[code] = keyring
        return turn

    def rouse(self, code: str, turn: Turn) -> None:
        """A room that was about to be put away cannot be: it does not sleep."""
        del self._asleep[code]
        self.end_turn(code, turn)

    async def put_away(self, code: str, *, joined: bool) -> None:
        """Let a room sleep, in one's turn; one that nobody joined or played in is forgotten."""
        keyring = self._asleep[code]
        assert keyring is not None, "it dozed"
        if joined or await self._store.records(code):
            await self._store.sleep(code, encode_keyring(keyring))
        else:
            del self._asleep[code]
            await self._store.forget(code)

    async def leave(self, keyrings: Mapping[str, Keyring]) -> None:
        """Keep what opens the rooms that are awake as the server stops: some may not be again."""
        await self._store.keep_keyrings({c: encode_keyring(k) for c, k in keyrings.items()})

    async def sweep(
        self,
        awake: Callable[[], Collection[str]],
        gone: Gone,
        *,
        playing: Callable[[], bool],
    ) -> None:
        """Note which rooms are awake, and delete those that slept for too long; `gone` hears of each.

        Those who play would wait for that, and it is put off for them, for as long as a day.
        """
        self._reprieve.look()
        await self._store.mark(awake())
        if self._reprieve.holds:
            return
        known = await self._store.known()
        resting = sorted(known.keys() - set(awake()) - self._turns.keys(), key=known.__getitem__)
        over = await self._over(resting, known)
        if over and self._can_wait(resting, known) and self._reprieve.yields(playing=playing()):
            await self._store.finish(PUT_OFF_SECONDS)
            return
        if over:
            await self._erase({code: known[code] for code in over}, awake, gone)
        else:
            await self._store.finish(PUT_OFF_SECONDS if playing() else 0.0)
        self._reprieve.is_over()

    def _can_wait(self, resting: Sequence[str], known: Mapping[str, float]) -> bool:
        """Whether nothing waits to be deleted for too long already, nor too much.

        That is seen by the rooms too, since no process may last for as long as that.
        """
        late = self._store.wall() - self._keep - PUT_OFF_SECONDS
        return known[resting[0]] > late and len(resting) < 2 * ASLEEP

    async def _over(self, resting: Sequence[str], known: Mapping[str, float]) -> set[str]:
        """Which of the rooms that rest, the longest first, are to be deleted."""
        before = self._store.wall() - self._keep
        over = {code for code in resting if known[code] < before}
        if len(resting) > ASLEEP:
            # Whoever fills a server with rooms that nothing was played in pushes out no others.
            unplayed = await self._store.unplayed(resting)
            by_worth = sorted(resting, key=lambda code: (code not in unplayed, known[code]))
            over.update(by_worth[: len(resting) - ASLEEP])
        return over

    async def _erase(
        self, over: Mapping[str, float], awake: Callable[[], Collection[str]], gone: Gone
    ) -> None:
        """Delete rooms that were awake last at a time, if nobody was there since."""

        def forgotten(code: str, results: Sequence[Placed]) -> None:
            self._asleep.pop(code, None)
            gone(code, results)

        # Nothing is awaited between this look and the turns: what was found out before may have
        # been woken since, and who wakes it has a turn or is through with it.
        free = over.keys() - set(awake()) - self._turns.keys()
        turns = {code: self._take_turn(code) for code in free}
        try:
            known = await self._store.known()
            # One that was woken since may be asleep again.
            untouched = [code for code in turns if known.get(code) == over[code]]
            if untouched:
                await self._store.erase(untouched, forgotten)
        finally:
            for code, turn in turns.items():
                self.end_turn(code, turn)
