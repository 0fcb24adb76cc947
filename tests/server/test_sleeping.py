"""Rooms that sleep: what puts them to sleep, what wakes them, and what deletes them for good."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pellmell.server.buckets import Buckets
from pellmell.server.limits import LOOKUPS
from pellmell.store.contract import Kept, Page
from pellmell.store.erasing import owed_since
from pellmell.store.memory import MemoryStore
from pellmell.store.sqlite import SqliteStore
from tests.server.serving import PATIENCE, Frame, Person, Served, eventually, serving

pytestmark = pytest.mark.asyncio

HOUR = 3600.0
DAY = 24 * HOUR


class Wall:
    """A clock on the wall that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def store(wall: Wall) -> MemoryStore:
    return MemoryStore(wall)


Tire = Callable[[], None]


@pytest.fixture
def tire(monkeypatch: pytest.MonkeyPatch) -> Tire:
    """Let rooms sleep at once from now on, when their people are away."""
    return lambda: monkeypatch.setattr("pellmell.room.tempo.IDLE", 0.01)


async def asleep(served: Served) -> None:
    rooms = served.server.rooms
    await eventually(lambda: not len(rooms) and not rooms._sleepers._turns)


async def left_alone(served: Served, tire: Tire) -> tuple[Frame, str]:
    """A room that Ada joined, and that sleeps since she is away; and her token."""
    room = await served.create()
    ada = await served.join(room, host=room["host"], name="Ada")
    token: str = ada.got[0]["you"]["token"]
    tire()
    await ada.socket.close()
    await asleep(served)
    return room, token


async def test_a_room_whose_people_are_away_sleeps_and_wakes_for_its_seat(
    store: MemoryStore, tire: Tire
) -> None:
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        assert await store.load() == []
        ada = await served.join(room["room"], token=token)
        assert ada.got[0]["you"]["seat"] == "A"
        assert ada.got[0]["room"]["seats"][0]["name"] == "Ada"
        assert (await ada.room("bot", level="casual"))["t"] == "ack"
        assert len(served.server.rooms) == 1


async def test_a_link_and_a_record_wake_a_room(store: MemoryStore, tire: Tire) -> None:
    async with serving(store) as served:
        room, _ = await left_alone(served, tire)
        store._records[room["room"], 1] = "the record\n"
        path = f"/api/rooms/{room['room']}"
        status, text = await served.get(path, room["key"])
        assert (status, '"taken":1' in text) == (200, True)
        await asleep(served)
        assert await served.get(f"{path}/rounds/1", room["key"]) == (200, "the record\n")
        await asleep(served)
        guest = await served.join(room, name="Ben")
        assert guest.got[0]["you"]["seat"] == "B"


async def test_who_may_not_know_of_a_room_does_not_wake_it(
    store: MemoryStore, wall: Wall, tire: Tire
) -> None:
    async with serving(store) as served:
        room, _ = await left_alone(served, tire)
        wall.now += DAY
        known = await store.known()
        path = f"/api/rooms/{room['room']}"
        nowhere = await served.get("/api/rooms/AAAAAA", "wrong")
        assert await served.get(path, "wrong") == nowhere
        assert await served.get(path) == nowhere
        thieves: list[tuple[dict[str, Any], tuple[str, int]]] = [
            ({"key": "wrong"}, ("wrong-key", 4401)),
            ({"token": "wrong"}, ("wrong-token", 4401)),
            ({}, ("no-room", 4404)),
        ]
        for secrets, answer in thieves:
            assert await (await served.greet(room["room"], **secrets)).closed() == answer
        assert len(served.server.rooms) == 0
        assert await store.known() == known


class Watched(MemoryStore):
    """A store that counts how often a room is looked at."""

    def __init__(self, wall: Wall) -> None:
        super().__init__(wall)
        self.reads = 0

    async def read(self, room: str) -> Kept | None:
        self.reads += 1
        return await super().read(room)


def unlimited(served: Served) -> None:
    """Let an address look in vain as often as it likes."""
    served.server.lobby._lookups = Buckets(1e9, 1e9, lambda: 0.0)


async def try_in_vain(served: Served, room: str) -> None:
    """Ask for a private room with every kind of wrong secret."""
    path = f"/api/rooms/{room}"
    for secret in (None, "wrong"):
        assert (await served.get(path, secret))[0] == 404
        assert (await served.get(f"{path}/rounds/1", secret))[0] == 404
    for secrets, answer in (
        ({"token": "wrong"}, "wrong-token"),
        ({"key": "wrong"}, "wrong-key"),
        ({"host": "wrong"}, "wrong-key"),
        ({}, "no-room"),
    ):
        assert (await (await served.greet(room, **secrets)).closed())[0] == answer


@pytest.mark.parametrize("hours", [0.0, 3.0])
async def test_a_wrong_secret_costs_no_more_than_asking_for_no_room(
    wall: Wall, tire: Tire, hours: float
) -> None:
    """Nothing is read and nothing replayed; neither of a room that the server stopped with."""
    store = Watched(wall)
    async with serving(store) as served:
        unlimited(served)
        room, token = await left_alone(served, tire)
        await try_in_vain(served, room["room"])
        again = await served.join(room["room"], token=token)
        assert again.got[0]["you"]["seat"] == "A"
        assert store.reads == 1, "for the right one"
        if not hours:
            await again.socket.close()
            await asleep(served)
    wall.now += hours * HOUR
    async with serving(store) as served:
        unlimited(served)
        assert len(served.server.rooms) == 0
        await try_in_vain(served, room["room"])
        assert store.reads == 1
        await served.join(room["room"], token=token)
        assert store.reads == 2


async def test_what_opens_a_room_that_slept_before_a_crash_is_found_out_once(
    wall: Wall, tire: Tire
) -> None:
    store = Watched(wall)
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        await asleep(served)
    store._keyrings.clear()  # as an older program left it
    for reads in (1, 1):
        async with serving(store) as served:
            unlimited(served)
            await try_in_vain(served, room["room"])
            await try_in_vain(served, room["room"])
            assert store.reads == reads
    async with serving(store) as served:
        await served.join(room["room"], token=token)


async def test_nor_does_a_full_server_look_at_it_for_everybody_who_may_come_in(
    wall: Wall, tire: Tire
) -> None:
    store = Watched(wall)
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        await asleep(served)
    store._keyrings.clear()
    async with serving(store) as served:
        served.server.lobby._limit = 0
        for _ in range(3):
            assert (await served.get(f"/api/rooms/{room['room']}", room["key"]))[0] == 503
            ada = await served.greet(room["room"], token=token)
            assert (await ada.closed())[0] == "restarting"
        assert store.reads == 1


async def test_a_seat_that_was_taken_since_opens_a_room_that_sleeps_again(
    store: MemoryStore, tire: Tire
) -> None:
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        ada = await served.join(room["room"], token=token)
        ben = await served.join(room, name="Ben")
        assert (await ada.room("rekey"))["t"] == "ack"
        await ada.socket.close()
        await ben.socket.close()
        await asleep(served)
        assert await (await served.greet(room)).closed() == ("wrong-key", 4401)
        back = await served.join(room["room"], token=ben.got[0]["you"]["token"])
        assert back.got[0]["you"]["seat"] == "B"


async def test_a_public_room_is_woken_by_its_code_and_not_by_a_wrong_token(
    wall: Wall, tire: Tire
) -> None:
    store = Watched(wall)
    async with serving(store) as served:
        room = await served.create(public=True)
        ada = await served.join(room["room"], name="Ada")
        tire()
        await ada.socket.close()
        await asleep(served)
        wrong = await served.greet(room["room"], token="wrong")
        assert await wrong.closed() == ("wrong-token", 4401)
        assert store.reads == 0
        ben = await served.join(room["room"], name="Ben")
        assert ben.got[0]["you"]["seat"] == "B"


async def test_who_failed_too_often_still_wakes_a_room_by_a_right_secret(
    store: MemoryStore, tire: Tire
) -> None:
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        for _ in range(LOOKUPS):
            wrong = await served.greet(room["room"], token="wrong")
            assert await wrong.closed() == ("wrong-token", 4401)
        held_up = await served.greet(room["room"], token="wrong")
        assert await held_up.closed() == ("too-fast", 1008)
        assert (await served.get(f"/api/rooms/{room['room']}", "wrong"))[0] == 429
        assert (await served.get(f"/api/rooms/{room['room']}", room["key"]))[0] == 200
        await asleep(served)
        await served.join(room["room"], token=token)


async def test_what_is_said_before_the_room_is_awake_is_heard(
    store: MemoryStore, tire: Tire
) -> None:
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        ada = await served.connect()
        await ada.hello(room["room"], token=token)
        await ada.send(t="ping", c=7)
        await ada.until("welcome")
        assert (await ada.until("pong"))["c"] == 7


async def test_who_comes_while_a_room_falls_asleep_waits_and_wakes_it(
    store: MemoryStore, tire: Tire
) -> None:
    gate, falling = asyncio.Event(), asyncio.Event()
    real = store.sleep

    async def slowly(room: str, keyring: bytes = b"") -> None:
        falling.set()
        await gate.wait()
        await real(room, keyring)

    store.sleep = slowly  # type: ignore[method-assign]
    async with serving(store) as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        token = ada.got[0]["you"]["token"]
        tire()
        await ada.socket.close()
        await falling.wait()
        people: list[Person] = [
            await served.greet(room["room"], token=token),
            await served.connect(),
        ]
        await people[1].hello(room["room"], key=room["key"], name="Ben")
        assert served.server.rooms.is_used(room["room"])
        gate.set()
        for person, seat in zip(people, "AB", strict=True):
            await person.until("welcome")
            assert person.got[0]["you"]["seat"] == seat


async def test_who_is_greeted_by_a_room_as_it_goes_is_asked_to_come_back(
    store: MemoryStore,
) -> None:
    async with serving(store) as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        held = served.server.rooms.find(room["room"])
        assert held is not None
        held.room._journal.out.closed = True
        served.server.rooms._touched(held)
        assert await ada.closed() == ("restarting", 1012)
        again = await served.join(room["room"], token=ada.got[0]["you"]["token"])
        assert again.got[0]["you"]["seat"] == "A"


async def test_a_room_that_nobody_joined_is_forgotten(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.room.tempo.UNJOINED", 0.01)
    async with serving(store) as served:
        await served.create()
        await asleep(served)
        assert await store.known() == {}


async def test_a_room_that_everybody_left_before_anything_was_played_is_forgotten(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(store) as served:
        room = await served.create()
        ada = await served.join(room, host=room["host"], name="Ada")
        monkeypatch.setattr("pellmell.room.tempo.UNJOINED", 0.01)
        await ada.room("bot", level="casual")  # a bot alone is nobody who comes back
        await ada.send(t="room", n=2, do="leave")
        await ada.closed()
        await asleep(served)
        assert await store.known() == {}


async def test_no_more_rooms_are_woken_than_may_be_awake(store: MemoryStore, tire: Tire) -> None:
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        served.server.lobby._limit = 0
        status, _ = await served.get(f"/api/rooms/{room['room']}", room["key"])
        assert status == 503
        ada = await served.greet(room["room"], token=token)
        assert await ada.closed() == ("restarting", 1012)
        served.server.lobby._limit = 1
        await served.join(room["room"], token=token)


async def test_a_server_that_stops_denies_no_room_that_sleeps(
    store: MemoryStore, tire: Tire
) -> None:
    async with serving(store) as served:
        room, _ = await left_alone(served, tire)
        served.server.api.draining = True
        path = f"/api/rooms/{room['room']}"
        assert (await served.get(path, room["key"]))[0] == 503
        assert (await served.get(path, "wrong"))[0] == 404
        assert len(served.server.rooms) == 0


async def test_a_log_that_is_damaged_in_its_sleep_is_set_aside_on_waking(
    store: MemoryStore, caplog: pytest.LogCaptureFixture, tire: Tire
) -> None:
    async with serving(store) as served:
        room, token = await left_alone(served, tire)
        store._entries[room["room"]][0] = b"{}"
        for _ in range(2):
            ada = await served.greet(room["room"], token=token)
            assert await ada.closed() == ("broken", 1012)
        assert await (await served.greet(room["room"])).closed() == ("no-room", 4404)
        assert await (await served.greet(room["room"], key="x")).closed() == ("wrong-key", 4401)
    assert caplog.text.count("is set aside") == 1


@pytest.mark.parametrize(("hours", "awake"), [(1.9, 1), (2.1, 0)])
async def test_a_start_brings_back_what_was_awake_lately(
    store: MemoryStore, wall: Wall, hours: float, awake: int
) -> None:
    async with serving(store) as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        token = ada.got[0]["you"]["token"]
        wall.now += 5 * HOUR  # it was awake until the server stopped
    wall.now += hours * HOUR
    async with serving(store) as served:
        assert len(served.server.rooms) == awake
        back = await served.join(room["room"], token=token)
        assert back.got[0]["you"]["seat"] == "A"


async def test_what_has_slept_for_too_long_is_deleted(
    store: MemoryStore, wall: Wall, tire: Tire
) -> None:
    async with serving(store, keep=7) as served:
        room, token = await left_alone(served, tire)
        wall.now += 6 * DAY
        await served.server.rooms.sweep()
        assert room["room"] in await store.known()
        wall.now += 2 * DAY
        await served.server.rooms.sweep()
        assert await store.known() == {}
        assert await store.read(room["room"]) is None
        assert (await served.get(f"/api/rooms/{room['room']}", room["key"]))[0] == 404
        ada = await served.greet(room["room"], token=token)
        assert await ada.closed() == ("wrong-token", 4401)
        assert not served.server.rooms.is_used(room["room"])


async def test_deleting_waits_for_a_day_while_somebody_plays(
    store: MemoryStore, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.room.flow.COUNTDOWN", 0)
    await store.append([Page("AAAAAA", 0, (b"old",))])
    await store.sleep("AAAAAA")
    async with serving(store) as served:
        room = await served.create()
        ada = await served.join(room, host=room["host"], name="Ada")
        await ada.room("bot", level="casual")
        await ada.room("start")
        await ada.event("phase", phase="round")
        for days, kept in ((30.5, True), (0.6, False)):
            wall.now += days * DAY
            await served.server.rooms.sweep()
            assert ("AAAAAA" in await store.known()) is kept
        assert room["room"] in await store.known()


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
    async with serving(store) as served:
        await served.server.rooms.sweep()
        assert await store.known() == {}
        await served.server.rooms.sweep()
        assert await is_owed(store)
    monkeypatch.undo()
    store = SqliteStore(tmp_path, wall)
    async with serving(store) as served, asyncio.timeout(PATIENCE):
        while await is_owed(store):  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.005)


async def test_more_rooms_than_may_sleep_lose_those_that_slept_longest(
    store: MemoryStore, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.server.sleepers.ASLEEP", 2)
    for code in ("CCCCCC", "AAAAAA", "BBBBBB"):
        wall.now += 1
        await store.append([Page(code, 0, (b"old",))])
        await store.sleep(code)
    wall.now += 3 * HOUR
    async with serving(store) as served:
        await served.server.rooms.sweep()
        assert (await store.known()).keys() == {"AAAAAA", "BBBBBB"}


async def test_those_that_were_played_in_are_deleted_after_those_that_were_not(
    store: MemoryStore, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.server.sleepers.ASLEEP", 2)
    for code, records in (("AAAAAA", ((1, "a"),)), ("BBBBBB", ()), ("CCCCCC", ((1, "c"),))):
        wall.now += 1
        await store.append([Page(code, 0, (b"old",), records)])
        await store.sleep(code)
    async with serving(store) as served:
        await served.server.rooms.sweep()
        assert (await store.known()).keys() == {"AAAAAA", "CCCCCC"}


async def left(served: Served) -> tuple[Frame, str]:
    """A room that somebody joined and left behind; and their token."""
    room = await served.create()
    person = await served.join(room, host=room["host"])
    await person.socket.close()
    await served.settled()
    return room, person.got[0]["you"]["token"]


async def test_on_a_full_server_the_room_that_is_deserted_for_longest_gives_way(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.server.rooms.DESERTED_SECONDS", 0.0)
    async with serving(store) as served:
        rooms = served.server.rooms
        served.server.lobby._limit = 3
        first, token = await left(served)
        second, _ = await left(served)
        third = await served.create()
        ada = await served.join(third, name="Ada")
        new = await served.create()
        await eventually(lambda: not rooms.find(first["room"]))
        assert rooms.find(second["room"])
        back = await served.join(first["room"], token=token)  # who comes back gets in
        assert back.got[0]["you"]["seat"] == "A"
        await eventually(lambda: not rooms.find(second["room"]))
        assert {held.code for held in rooms.all()} == {
            first["room"], third["room"], new["room"],
        }  # fmt: skip
        assert (await ada.room("bot", level="casual"))["t"] == "ack", "who is there stays there"


async def test_a_room_in_which_nothing_was_played_gives_way_before_one_that_was_played_in(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.room.flow.COUNTDOWN", 0)
    monkeypatch.setattr("pellmell.server.rooms.DESERTED_SECONDS", 0.0)
    async with serving(store) as served:
        served.server.lobby._limit = 2
        played = await served.create()
        ada = await served.join(played, host=played["host"], name="Ada")
        await ada.room("bot", level="casual")
        await ada.room("start")
        await ada.event("phase", phase="round")
        await ada.socket.close()
        await served.settled()
        other, _ = await left(served)
        await served.create()
        await eventually(lambda: not served.server.rooms.find(other["room"]))
        assert served.server.rooms.find(played["room"])


async def test_a_room_that_somebody_watches_or_just_opened_does_not_give_way(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(store) as served:
        served.server.lobby._limit = 1
        room = await served.create()
        async with served.http.post(f"{served.url}/api/rooms", json={}) as answer:
            assert answer.status == 503
        watcher = await served.join(room, watch=True)
        monkeypatch.setattr("pellmell.server.rooms.DESERTED_SECONDS", 0.0)
        async with served.http.post(f"{served.url}/api/rooms", json={}) as answer:
            assert answer.status == 503
        await watcher.socket.close()
        await served.settled()
        await served.create()


async def test_a_room_gives_way_for_as_long_as_nobody_is_connected_and_not_since_its_people_left(
    store: MemoryStore,
) -> None:
    async with serving(store) as served:
        served.server.lobby._limit = 1
        room, token = await left(served)
        held = served.server.rooms.find(room["room"])
        assert held is not None
        watcher = await served.join(room["room"], key=room["key"], watch=True)
        held.left -= 3600
        held.late += 3600  # as after an hour in which the disk took nothing
        await watcher.socket.close()  # a big screen that is loaded anew
        await served.settled()
        async with served.http.post(f"{served.url}/api/rooms", json={}) as answer:
            assert answer.status == 503
        held.left -= 60
        async with served.http.post(f"{served.url}/api/rooms", json={}) as answer:
            assert answer.status == 201


async def test_rooms_that_are_left_behind_fill_no_server(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.server.rooms.DESERTED_SECONDS", 0.0)
    async with serving(store) as served:
        served.server.lobby._limit = 3
        tokens = [await left(served) for _ in range(9)]
        await eventually(lambda: len(served.server.rooms) == 3)
        for room, token in tokens:
            back = await served.join(room["room"], token=token)
            assert back.got[0]["you"]["seat"] == "A"
            await back.socket.close()
            await served.settled()
