"""What every store promises, whatever it is made of."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from pellmell.engine.match import Placed
from pellmell.store import sqlite
from pellmell.store.contract import (
    PLAYED_BYTES,
    Kept,
    NotNextError,
    Page,
    Store,
    StoreError,
)
from pellmell.store.memory import MemoryStore
from pellmell.store.sqlite import SqliteStore

WALL = [0.0]
"""What the clock on the wall shows."""


@pytest_asyncio.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    wall = WALL.__getitem__
    made: Store = (
        MemoryStore(lambda: wall(0))
        if request.param == "memory"
        else SqliteStore(tmp_path / "data", lambda: wall(0))
    )
    WALL[0] = 1000.0
    yield made
    await made.close()


def page(room: str, first: int, *entries: bytes) -> Page:
    return Page(room, first, entries)


@pytest.mark.asyncio
async def test_a_new_store_holds_nothing(store: Store) -> None:
    assert await store.load() == []
    assert await store.record("ABCDEF", 1) is None


@pytest.mark.asyncio
@pytest.mark.parametrize("synced", [False, True])
async def test_entries_come_back_in_order_and_by_room(store: Store, synced: bool) -> None:
    await store.append([page("BBBBBB", 0, b"b0", b"b1"), page("AAAAAA", 0, b"a0")], synced=synced)
    await store.append([page("AAAAAA", 1, b"a1"), page("AAAAAA", 2, b"", b"a3")], synced=synced)
    assert await store.load() == [
        Kept("AAAAAA", (b"a0", b"a1", b"", b"a3")),
        Kept("BBBBBB", (b"b0", b"b1")),
    ]


@pytest.mark.asyncio
@pytest.mark.parametrize("first", [0, 1, 3])
async def test_an_append_that_does_not_continue_the_log_is_refused_whole(
    store: Store, first: int
) -> None:
    await store.append([page("AAAAAA", 0, b"a0", b"a1")])
    with pytest.raises(NotNextError, match=f"AAAAAA: entry {first} does not follow 1"):
        await store.append([page("BBBBBB", 0, b"b0"), page("AAAAAA", first, b"x")])
    assert await store.load() == [Kept("AAAAAA", (b"a0", b"a1"))]


@pytest.mark.asyncio
async def test_records_are_kept_by_room_and_round(store: Store) -> None:
    one = Page("AAAAAA", 0, (b"a0",), ((1, "first\n"), (2, "zweite Runde ♠\n")))
    await store.append([one, Page("BBBBBB", 0, (b"b0",), ((2, "other\n"),))])
    assert await store.record("AAAAAA", 2) == "zweite Runde ♠\n"
    assert await store.record("BBBBBB", 2) == "other\n"
    assert await store.record("BBBBBB", 1) is None


@pytest.mark.asyncio
async def test_rooms_in_which_nothing_worth_keeping_was_played_are_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "AT_ONCE", 2)
    rooms = [f"ROOM{number:02}" for number in range(7)]
    for number, room in enumerate(rooms):
        played = ((1, "first\n"), (2, "s" * PLAYED_BYTES))
        short = ((1, "s" * (PLAYED_BYTES - 1)),)
        records = played if number % 3 == 0 else short if number % 3 == 1 else ()
        await store.append([Page(room, 0, (b"0",), records)])
    assert await store.unplayed(rooms) == {rooms[n] for n in (1, 2, 4, 5)}
    assert await store.unplayed(rooms[:2]) == {rooms[1]}


ADA, BEN = Placed(3, 0, "Ada", 99, won=True), Placed(3, 1, "Ben", -4, won=False)


@pytest.mark.asyncio
async def test_results_are_kept_by_room_and_go_with_it(store: Store) -> None:
    assert await store.results() == []
    await store.append([Page("AAAAAA", 0, (b"a0",), (), (ADA, BEN)), page("BBBBBB", 0, b"b0")])
    again = Placed(7, 4, "Ben", 100, won=True), Placed(7, 2, "Ço€", 100, won=True)
    await store.append([Page("BBBBBB", 1, (), (), again)])
    assert await store.results() == [ADA, BEN, again[1], again[0]]
    assert await store.results("BBBBBB") == [again[1], again[0]]
    assert await store.results("CCCCCC") == []
    await store.sleep("BBBBBB")
    assert len(await store.results()) == 4
    await store.forget("BBBBBB")
    assert await store.results() == [ADA, BEN]
    gone = []
    await store.erase(["AAAAAA", "CCCCCC"], lambda room, results: gone.append((room, [*results])))
    assert gone == [("AAAAAA", [ADA, BEN]), ("CCCCCC", [])]
    assert await store.results() == []


@pytest.mark.asyncio
async def test_a_forgotten_room_is_gone_and_its_code_can_begin_anew(store: Store) -> None:
    await store.append([Page("AAAAAA", 0, (b"a0",), ((1, "first\n"),)), page("BBBBBB", 0, b"b0")])
    await store.forget("AAAAAA")
    assert await store.load() == [Kept("BBBBBB", (b"b0",))]
    assert await store.record("AAAAAA", 1) is None
    await store.append([page("AAAAAA", 0, b"again")])
    assert Kept("AAAAAA", (b"again",)) in await store.load()


@pytest.mark.asyncio
async def test_appends_that_overlap_keep_the_order_of_their_calls(store: Store) -> None:
    rooms = [f"ROOM{number:02}" for number in range(20)]
    await asyncio.gather(
        *(
            store.append([page(room, 0, room.encode())], synced=number % 2 == 0)
            for number, room in enumerate(rooms)
        )
    )
    assert await store.load() == [Kept(room, (room.encode(),)) for room in rooms]


@pytest.mark.asyncio
async def test_a_room_that_sleeps_is_kept_and_goes_on_where_it_was(store: Store) -> None:
    await store.append([Page("AAAAAA", 0, (b"a0", b"a1"), ((1, "first\n"), (2, "second\n")))])
    await store.append([page("BBBBBB", 0, b"b0")])
    WALL[0] = 2000.0
    await store.sleep("AAAAAA")
    assert await store.load() == [Kept("BBBBBB", (b"b0",))]
    assert await store.known() == {"AAAAAA": 2000.0, "BBBBBB": 1000.0}
    for first in (0, 2):
        with pytest.raises(NotNextError):
            await store.append([page("AAAAAA", first, b"x")])
    assert await store.records("AAAAAA") == [(1, "first\n"), (2, "second\n")]
    assert await store.record("AAAAAA", 2) == "second\n"
    assert await store.read("CCCCCC") is None
    WALL[0] = 3000.0
    assert await store.read("AAAAAA") == Kept("AAAAAA", (b"a0", b"a1"))
    assert (await store.known())["AAAAAA"] == 2000.0
    await store.mark(["AAAAAA", "CCCCCC"])
    assert await store.known() == {"AAAAAA": 3000.0, "BBBBBB": 1000.0}
    await store.append([page("AAAAAA", 2, b"a2")])
    whole = Kept("AAAAAA", (b"a0", b"a1", b"a2"))
    assert await store.read("AAAAAA") == whole
    assert await store.load() == [whole, Kept("BBBBBB", (b"b0",))]


@pytest.mark.asyncio
async def test_a_start_puts_to_sleep_who_was_not_awake_lately(store: Store) -> None:
    await store.append([page("AAAAAA", 0, b"a0"), page("BBBBBB", 0, b"b0")])
    WALL[0] = 2000.0
    await store.mark(["BBBBBB"])
    assert await store.load(since=1500.0) == [Kept("BBBBBB", (b"b0",))]
    assert await store.known() == {"AAAAAA": 1000.0, "BBBBBB": 2000.0}
    with pytest.raises(StoreError):
        await store.append([page("AAAAAA", 1, b"a1")])
    assert await store.read("AAAAAA") == Kept("AAAAAA", (b"a0",))


@pytest.mark.asyncio
async def test_what_is_erased_is_gone_awake_or_asleep(store: Store) -> None:
    for room in ("AAAAAA", "BBBBBB", "CCCCCC"):
        await store.append([Page(room, 0, (b"0",), ((1, "first\n"),))])
    await store.sleep("AAAAAA")
    await store.erase(["AAAAAA", "BBBBBB"])
    assert (await store.known()).keys() == {"CCCCCC"}
    for room in ("AAAAAA", "BBBBBB"):
        assert await store.read(room) is None
        assert await store.records(room) == []
    await store.append([page("AAAAAA", 0, b"again")])
    assert Kept("AAAAAA", (b"again",)) in await store.load()


@pytest.mark.asyncio
async def test_a_woken_room_is_whole_though_what_was_written_before_it_is_gone(
    store: Store,
) -> None:
    await store.append([page("AAAAAA", 0, b"a0")])
    await store.sleep("AAAAAA")
    await store.append([page("BBBBBB", 0, *(b"b",) * 20)])
    await store.read("AAAAAA")
    await store.mark(["AAAAAA"])
    await store.forget("BBBBBB")
    await store.append([page("AAAAAA", 1, b"a1")])
    await store.append([page("AAAAAA", 2, b"a2")])
    assert await store.read("AAAAAA") == Kept("AAAAAA", (b"a0", b"a1", b"a2"))
    await store.sleep("AAAAAA")
    assert await store.load() == []
    assert await store.read("AAAAAA") == Kept("AAAAAA", (b"a0", b"a1", b"a2"))
    await store.forget("AAAAAA")
    assert await store.load() == []
    assert await store.known() == {}


@pytest.mark.asyncio
async def test_what_opens_a_room_is_kept_until_it_is_awake_again(store: Store) -> None:
    for room in ("AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD"):
        await store.append([page(room, 0, b"0")])
    assert await store.keyrings() == {}
    await store.sleep("AAAAAA", b"a")
    await store.sleep("BBBBBB")
    await store.keep_keyrings({"BBBBBB": b"b", "CCCCCC": b"c", "DDDDDD": b"d"})
    assert await store.keyrings() == {
        "AAAAAA": b"a",
        "BBBBBB": b"b",
        "CCCCCC": b"c",
        "DDDDDD": b"d",
    }
    await store.mark(["CCCCCC"])
    assert await store.keyrings() == {"AAAAAA": b"a", "BBBBBB": b"b", "DDDDDD": b"d"}
    await store.load()  # which brings back DDDDDD
    assert await store.keyrings() == {"AAAAAA": b"a", "BBBBBB": b"b"}
    await store.read("AAAAAA")
    await store.mark(["AAAAAA"])
    await store.sleep("AAAAAA")
    assert await store.keyrings() == {"BBBBBB": b"b"}
    await store.erase(["BBBBBB"])
    assert await store.keyrings() == {}


@pytest.mark.asyncio
async def test_what_was_kept_of_a_room_that_sleeps_after_a_start_is_kept_on(store: Store) -> None:
    await store.append([page("AAAAAA", 0, b"0")])
    await store.keep_keyrings({"AAAAAA": b"a"})
    assert await store.load(since=2000.0) == []
    assert await store.keyrings() == {"AAAAAA": b"a"}
