"""The sweep: what it deletes for good, whatever happens while it looks."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pellmell.server.limits import UNDISTURBED_SECONDS
from pellmell.store.contract import PLAYED_BYTES, Kept, Page, Store
from pellmell.store.erasing import owed_since
from pellmell.store.memory import MemoryStore
from pellmell.store.sqlite import SqliteStore
from tests.server.serving import PATIENCE, Person, Served, eventually, serving
from tests.server.test_sleeping import DAY, Tire, Wall, asleep, left_alone

pytestmark = pytest.mark.asyncio


class Gate:
    """Where whoever comes says so, and waits."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()

    async def pass_through(self) -> None:
        self.reached.set()
        await self.opened.wait()


class SlowStore(MemoryStore):
    """A store in which what has a gate waits at it, once it was done."""

    def __init__(self, wall: Callable[[], float]) -> None:
        super().__init__(wall)
        self.gates: dict[str, Gate] = {}

    def gate(self, name: str) -> Gate:
        self.gates[name] = Gate()
        return self.gates[name]

    async def _pass(self, name: str) -> None:
        gate = self.gates.pop(name, None)
        if gate is not None:
            await gate.pass_through()

    async def known(self) -> dict[str, float]:
        await self._pass("known")
        return await super().known()

    async def unplayed(self, rooms: Sequence[str]) -> set[str]:
        found = await super().unplayed(rooms)
        await self._pass("unplayed")
        return found

    async def read(self, room: str) -> Kept | None:
        await self._pass("read")
        return await super().read(room)


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def store(wall: Wall) -> SlowStore:
    return SlowStore(wall)


@pytest.fixture
def tire(monkeypatch: pytest.MonkeyPatch) -> Tire:
    return lambda: monkeypatch.setattr("pellmell.room.tempo.IDLE", 0.01)


@pytest.fixture
def awaken(monkeypatch: pytest.MonkeyPatch) -> Tire:
    """Rooms stay awake again from now on."""
    return lambda: monkeypatch.setattr("pellmell.room.tempo.IDLE", 7200.0)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than one room may sleep."""
    monkeypatch.setattr("pellmell.server.sleepers.ASLEEP", 1)


@asynccontextmanager
async def sweeping(store: Store, wall: Wall) -> AsyncIterator[Served]:
    """A server that was started a while ago, and sweeps when it is told."""
    async with serving(store, clock=wall.monotonic) as served:
        assert served.server._sweeping is not None
        served.server._sweeping.cancel()
        wall.passes(UNDISTURBED_SECONDS)
        yield served


async def crowd(store: MemoryStore, wall: Wall) -> None:
    """Two more rooms that sleep, and that were played in."""
    wall.now += 10
    for code in ("CCCCCC", "DDDDDD"):
        await store.append([Page(code, 0, (b"old",), ((1, "r" * PLAYED_BYTES),))])
        await store.sleep(code)


def sweep(served: Served) -> asyncio.Task[None]:
    return asyncio.create_task(served.server.rooms.sweep())


async def is_played_in(person: Person) -> bool:
    """Whether somebody's room is written; one that is not says again and again that it waits."""
    async with asyncio.timeout(PATIENCE):
        answer = await person.room("ready", ready=True)
        return bool(answer["t"] == "ack")


@pytest.mark.usefixtures("few")
async def test_a_room_that_is_woken_during_a_sweep_is_not_deleted(
    store: SlowStore, wall: Wall, tire: Tire, awaken: Tire
) -> None:
    async with sweeping(store, wall) as served:
        room, token = await left_alone(served, tire)
        awaken()
        await crowd(store, wall)
        gate = store.gate("unplayed")
        swept = sweep(served)
        await gate.reached.wait()
        ada = await served.join(room["room"], token=token)
        gate.opened.set()
        await swept
        assert room["room"] in await store.known()
        assert await is_played_in(ada)


@pytest.mark.usefixtures("few")
async def test_nor_is_one_that_fell_asleep_again_meanwhile(
    store: SlowStore, wall: Wall, tire: Tire
) -> None:
    async with sweeping(store, wall) as served:
        room, token = await left_alone(served, tire)
        await crowd(store, wall)
        gate = store.gate("unplayed")
        swept = sweep(served)
        await gate.reached.wait()
        ada = await served.join(room["room"], token=token)
        await ada.socket.close()
        await asleep(served)
        gate.opened.set()
        await swept
        assert room["room"] in await store.known()
        assert served.server.rooms.sleeps(room["room"])


@pytest.mark.usefixtures("few")
async def test_nor_one_that_is_being_woken_as_others_are_deleted(
    store: SlowStore, wall: Wall, tire: Tire, awaken: Tire
) -> None:
    async with sweeping(store, wall) as served:
        room, token = await left_alone(served, tire)
        awaken()
        await crowd(store, wall)
        looking, reading = store.gate("unplayed"), store.gate("read")
        swept = sweep(served)
        await looking.reached.wait()
        ada = await served.greet(room["room"], token=token)
        await reading.reached.wait()
        looking.opened.set()
        await swept
        reading.opened.set()
        await ada.until("welcome")
        assert await is_played_in(ada)


@pytest.mark.usefixtures("few")
async def test_nor_one_that_is_opened_while_the_sweep_looks_what_there_is(
    store: SlowStore, wall: Wall
) -> None:
    async with sweeping(store, wall) as served:
        await crowd(store, wall)
        gate = store.gate("known")
        swept = sweep(served)
        await gate.reached.wait()
        room = await served.create()
        gate.opened.set()
        await swept
        assert room["room"] in await store.known()
        ada = await served.join(room)
        assert await is_played_in(ada)


async def test_a_sweep_that_fails_is_not_the_last_one(
    store: SlowStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("pellmell.server.main.SWEEP_SECONDS", 0.001)
    swept: list[int] = []
    again = asyncio.Event()

    async def mark(rooms: object) -> None:
        swept.append(len(swept))
        if len(swept) == 1:
            raise RuntimeError("a mistake of ours")
        again.set()

    monkeypatch.setattr(store, "mark", mark)
    async with serving(store):
        await asyncio.wait_for(again.wait(), 20)
    assert "a mistake of ours" in caplog.text


async def left(store: MemoryStore, wall: Wall, code: str, *records: str) -> None:
    """A room sleeps from now on."""
    wall.now += 1
    await store.append([Page(code, 0, (b"old",), tuple(enumerate(records, 1)))])
    await store.sleep(code)


async def test_nothing_is_deleted_just_after_a_start(store: SlowStore, wall: Wall) -> None:
    await left(store, wall, "AAAAAA")
    wall.passes(40 * DAY)
    async with serving(store, clock=wall.monotonic) as served:
        for seconds, kept in ((0, True), (UNDISTURBED_SECONDS - 1, True), (1, False)):
            wall.passes(seconds)
            await served.server.rooms.sweep()
            assert ("AAAAAA" in await store.known()) is kept


async def play(served: Served, phase: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Somebody plays, or is about to; their room."""
    monkeypatch.setattr("pellmell.room.flow.COUNTDOWN", 60.0 if phase == "countdown" else 0.0)
    room = await served.create()
    ada = await served.join(room, host=room["host"], name="Ada")
    await ada.room("bot", level="casual")
    await ada.room("start")
    if phase == "paused":
        await ada.room("pause")
    held = served.server.rooms.find(room["room"])
    assert held is not None
    await eventually(lambda: held.room.summary().phase == phase)
    return held.code


@pytest.mark.parametrize("phase", ["countdown", "round", "paused"])
async def test_deleting_waits_for_a_day_while_somebody_plays(
    store: SlowStore, wall: Wall, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await left(store, wall, "AAAAAA")
    async with sweeping(store, wall) as served:
        room = await play(served, phase, monkeypatch)
        for days, kept in ((30.5, True), (0.6, False)):
            wall.passes(days * DAY)
            await served.server.rooms.sweep()
            assert ("AAAAAA" in await store.known()) is kept
        assert room in await store.known()


async def test_so_it_does_where_more_sleep_than_may_and_not_where_twice_as_many_do(
    store: SlowStore, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.server.sleepers.ASLEEP", 2)
    async with sweeping(store, wall) as served:
        await play(served, "round", monkeypatch)
        playing = set(await store.known())

        async def kept() -> set[str]:
            await served.server.rooms.sweep()
            return set(await store.known()) - playing

        for code in ("AAAAAA", "BBBBBB", "CCCCCC"):
            await left(store, wall, code)
        assert await kept() == {"AAAAAA", "BBBBBB", "CCCCCC"}
        wall.passes(DAY - 1)
        assert await kept() == {"AAAAAA", "BBBBBB", "CCCCCC"}
        wall.passes(1)
        assert await kept() == {"BBBBBB", "CCCCCC"}
        await left(store, wall, "DDDDDD")
        assert await kept() == {"BBBBBB", "CCCCCC", "DDDDDD"}
        await left(store, wall, "EEEEEE")
        assert await kept() == {"DDDDDD", "EEEEEE"}


@pytest.mark.parametrize("right", [True, False])
async def test_a_clock_that_jumped_deletes_nothing_for_a_day(
    store: SlowStore, wall: Wall, caplog: pytest.LogCaptureFixture, *, right: bool
) -> None:
    await left(store, wall, "AAAAAA")
    async with sweeping(store, wall) as served:

        async def kept() -> bool:
            await served.server.rooms.sweep()
            return "AAAAAA" in await store.known()

        assert await kept()
        wall.now += 40 * DAY
        assert await kept()
        assert "the clock jumped by +960 h" in caplog.text
        wall.passes(DAY - 1)
        assert await kept()
        if not right:
            wall.now -= 40 * DAY
            assert await kept()
            wall.passes(DAY)
        wall.passes(1)
        assert await kept() is not right


async def test_more_rooms_than_may_sleep_lose_those_that_slept_longest(
    store: SlowStore, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.server.sleepers.ASLEEP", 2)
    for code in ("CCCCCC", "AAAAAA", "BBBBBB"):
        await left(store, wall, code)
    async with sweeping(store, wall) as served:
        await served.server.rooms.sweep()
        assert (await store.known()).keys() == {"AAAAAA", "BBBBBB"}


async def test_those_that_were_played_in_are_deleted_after_those_that_were_not(
    store: SlowStore, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.server.sleepers.ASLEEP", 2)
    await left(store, wall, "AAAAAA", "a" * PLAYED_BYTES)
    await left(store, wall, "BBBBBB")
    await left(store, wall, "CCCCCC", "c" * PLAYED_BYTES)
    async with sweeping(store, wall) as served:
        await served.server.rooms.sweep()
        assert (await store.known()).keys() == {"AAAAAA", "CCCCCC"}


async def test_what_could_not_be_deleted_is_deleted_when_it_can_be_and_after_a_restart_too(
    tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    async def is_owed(store: SqliteStore) -> bool:
        return await store._find(owed_since) is not None

    monkeypatch.setattr("pellmell.store.sqlite.rebuild", full)
    store = SqliteStore(tmp_path, wall)
    await store.append([Page("AAAAAA", 0, (b"old",), ((1, "record"),))])
    await store.sleep("AAAAAA")
    wall.now += 31 * DAY
    async with sweeping(store, wall) as served:
        await served.server.rooms.sweep()
        assert await store.known() == {}
        await served.server.rooms.sweep()
        assert await is_owed(store)
    monkeypatch.undo()
    store = SqliteStore(tmp_path, wall)
    async with sweeping(store, wall) as served:
        await served.server.rooms.sweep()
        assert not await is_owed(store)
