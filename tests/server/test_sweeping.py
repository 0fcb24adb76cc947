"""The sweep: what it deletes for good, whatever happens while it looks."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from pellmell.store.contract import Kept, Page
from pellmell.store.memory import MemoryStore
from tests.server.serving import PATIENCE, Person, Served, serving
from tests.server.test_sleeping import Tire, Wall, asleep, left_alone

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


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than one room may sleep."""
    monkeypatch.setattr("pellmell.server.sleepers.ASLEEP", 1)


async def crowd(store: MemoryStore, wall: Wall) -> None:
    """Two more rooms that sleep, and that were played in."""
    wall.now += 10
    for code in ("CCCCCC", "DDDDDD"):
        await store.append([Page(code, 0, (b"old",), ((1, "record"),))])
        await store.sleep(code)


def sweep(served: Served) -> asyncio.Task[None]:
    """A sweep, and no other one of the server's own."""
    assert served.server._sweeping is not None
    served.server._sweeping.cancel()
    return asyncio.create_task(served.server.rooms.sweep())


async def is_played_in(person: Person) -> bool:
    """Whether somebody's room is written; one that is not says again and again that it waits."""
    async with asyncio.timeout(PATIENCE):
        answer = await person.room("ready", ready=True)
        return bool(answer["t"] == "ack")


async def test_a_room_that_is_woken_during_a_sweep_is_not_deleted(
    store: SlowStore, wall: Wall, tire: Tire, awaken: Tire
) -> None:
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        awaken()
        await crowd(store, wall)
        gate = store.gate("unplayed")
        sweeping = sweep(served)
        await gate.reached.wait()
        ada = await served.join(room["room"], token=token)
        gate.opened.set()
        await sweeping
        assert room["room"] in await store.known()
        assert await is_played_in(ada)


async def test_nor_is_one_that_fell_asleep_again_meanwhile(
    store: SlowStore, wall: Wall, tire: Tire
) -> None:
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        await crowd(store, wall)
        gate = store.gate("unplayed")
        sweeping = sweep(served)
        await gate.reached.wait()
        ada = await served.join(room["room"], token=token)
        await ada.socket.close()
        await asleep(served)
        gate.opened.set()
        await sweeping
        assert room["room"] in await store.known()
        assert served.server.rooms.sleeps(room["room"])


async def test_nor_one_that_is_being_woken_as_others_are_deleted(
    store: SlowStore, wall: Wall, tire: Tire, awaken: Tire
) -> None:
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        awaken()
        await crowd(store, wall)
        looking, reading = store.gate("unplayed"), store.gate("read")
        sweeping = sweep(served)
        await looking.reached.wait()
        ada = await served.greet(room["room"], token=token)
        await reading.reached.wait()
        looking.opened.set()
        await sweeping
        reading.opened.set()
        await ada.until("welcome")
        assert await is_played_in(ada)


async def test_nor_one_that_is_opened_while_the_sweep_looks_what_there_is(
    store: SlowStore, wall: Wall
) -> None:
    async with serving(store) as served:
        await crowd(store, wall)
        gate = store.gate("known")
        sweeping = sweep(served)
        await gate.reached.wait()
        room = await served.create()
        gate.opened.set()
        await sweeping
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
