"""The shell around rooms: what it writes, when it lets frames out, and what it survives."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import pytest

from pellmell.engine.rules import Rules
from pellmell.protocol.messages import Hello, Options
from pellmell.room.keyring import Keyring
from pellmell.room.opening import Opening, Summary
from pellmell.room.outbox import Outbox, Send
from pellmell.room.room import Room
from pellmell.server import commits, standstill
from pellmell.server.chance import CHANCE
from pellmell.server.counters import Counters
from pellmell.server.rooms import BrokenError, Held, Rooms
from pellmell.store.contract import Kept, Page, StoreError, UntrustedError
from pellmell.store.memory import MemoryStore
from tests.server.serving import eventually

pytestmark = pytest.mark.asyncio

HELLO = Hello(room="AAAAAA")


class ScriptedRoom:
    """A room that says what it is told to say: an entry for `e`, a frame for every letter."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.out = Outbox()
        self.due: float | None = None
        self.joined = False
        self.keyring = Keyring(public=False, key=None, host=None, tokens=())
        self.rung: list[float] = []
        self.heard: list[float] = []
        self.connections: tuple[int, ...] = (1,)

    def receive(self, who: int, data: str, now: float) -> None:
        self.heard.append(now)
        for letter in data:
            match letter:
                case "!":
                    raise RuntimeError("a mistake of ours")
                case "e":
                    self.out.entries.append(f"{self.code}{len(data)}".encode())
                case "r":
                    self.out.records.append((1, "record"))
                case "d":
                    self.out.durable = True
                case "x":
                    self.out.closed = True
                case "t":
                    self.out.tally["told"] = self.out.tally.get("told", 0) + 1
                case _:
                    pass
        self.out.sends.append(Send((who,), (data.encode(),)))

    def hello(self, who: int, hello: Hello, now: float) -> None:
        self.receive(who, "hello", now)

    def lost(self, who: int, now: float) -> None:
        self.receive(who, "lost", now)

    def outbox(self) -> Outbox:
        out, self.out = self.out, Outbox()
        return out

    def summary(self) -> Summary:
        return Summary(
            room=self.code, phase="lobby", rules="", public=True, locked=False,
            taken=int(self.joined), free=12 - self.joined, here=0, watchers=0,
        )  # fmt: skip

    def timer(self) -> float | None:
        return self.due

    def handle_timer(self, now: float) -> None:
        self.rung.append(now)
        self.due = None
        self.receive(0, "rung", now)


class GatedStore(MemoryStore):
    """A store that writes when it is let, and refuses for as long as it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[tuple[list[str], bool]] = []
        self.gate = asyncio.Event()
        self.synced = asyncio.Event()
        self.refuses: StoreError | None = None
        self.gate.set()
        self.synced.set()

    async def append(self, batch: Sequence[Page], *, synced: bool = False) -> None:
        self.batches.append(([page.room for page in batch], synced))
        await self.gate.wait()
        if self.refuses is not None:
            raise self.refuses
        await super().append(batch)
        if synced:
            await self.synced.wait()


class Shell:
    """Rooms on a gated store, and what came out of them."""

    def __init__(self) -> None:
        self.store = GatedStore()
        self.counters = Counters()
        self.rooms = Rooms(self.store, CHANCE, self.counters)
        self.told: list[tuple[str, str]] = []
        self.broke: list[str] = []
        self.rooms.deliver = self._deliver
        self.rooms.broke = lambda held: self.broke.append(held.code)

    def _deliver(self, held: Held, sends: Sequence[Send]) -> None:
        self.told += [(held.code, frame.decode()) for send in sends for frame in send.frames]

    def add(self, code: str) -> Held:
        return self.rooms._hold(cast("Room", ScriptedRoom(code)), 0)

    def say(self, held: Held, text: str) -> None:
        self.rooms.receive(held, 1, text)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches follow each other without a pause, so that turns of the loop can be counted."""
    monkeypatch.setattr(commits, "COMMIT_SECONDS", 0.0)


async def turn(times: int = 8) -> None:
    """Let the loop go round."""
    for _ in range(times):
        await asyncio.sleep(0)


async def test_frames_wait_for_the_log_and_later_ones_for_them() -> None:
    shell = Shell()
    a, b = shell.add("AAAAAA"), shell.add("BBBBBB")
    shell.store.gate.clear()
    shell.say(a, "e1")
    await turn()
    shell.say(a, "2")  # nothing to write, and yet it may tell of what is not written
    shell.say(b, "3")
    await turn()
    assert shell.told == [("BBBBBB", "3")]
    shell.store.gate.set()
    await turn()
    assert shell.told == [("BBBBBB", "3"), ("AAAAAA", "e1"), ("AAAAAA", "2")]


async def test_one_turn_is_one_batch_and_the_next_gathers_while_it_is_written() -> None:
    shell = Shell()
    helds = [shell.add(f"ROOM{number:02}") for number in range(5)]
    shell.store.gate.clear()
    for held in helds[:3]:
        shell.say(held, "e")
        shell.say(held, "e2")
    await turn()
    for held in helds:
        shell.say(held, "e33")
        await turn()
    shell.store.gate.set()
    await eventually(lambda: len(shell.told) == 11)
    codes = [held.code for held in helds]
    assert shell.store.batches[0] == (codes[:3], False)
    assert sorted(shell.store.batches[1][0]) == codes
    assert len(shell.store.batches) == 2
    logs = {kept.room: kept.entries for kept in await shell.store.load()}
    assert logs[codes[0]] == (b"ROOM001", b"ROOM002", b"ROOM003")
    assert [text for code, text in shell.told if code == codes[0]] == ["e", "e2", "e33"]


async def test_under_load_batches_keep_their_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commits, "COMMIT_SECONDS", 0.03)
    shell = Shell()
    a = shell.add("AAAAAA")
    shell.say(a, "e")
    await turn()
    assert len(shell.told) == 1  # the first one waits for nothing
    for _ in range(10):
        shell.say(a, "e")
        await turn()
    assert len(shell.told) == 1
    await eventually(lambda: len(shell.told) == 11)
    assert len(shell.store.batches) == 2


async def test_results_wait_for_the_disk_and_other_rooms_do_not() -> None:
    shell = Shell()
    a, b = shell.add("AAAAAA"), shell.add("BBBBBB")
    shell.store.synced.clear()
    shell.say(a, "erd")
    shell.say(b, "e")
    await turn()
    shell.say(a, "later")
    shell.say(b, "e2")
    await turn()
    assert shell.told == [("BBBBBB", "e"), ("BBBBBB", "e2")]
    assert await shell.store.record("AAAAAA", 1) == "record"
    shell.store.synced.set()
    await turn()
    assert shell.told[2:] == [("AAAAAA", "erd"), ("AAAAAA", "later")]


async def test_a_room_that_raises_is_set_aside_and_no_other_notices(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shell = Shell()
    a, b = shell.add("AAAAAA"), shell.add("BBBBBB")
    shell.say(a, "e")
    await turn()
    shell.say(a, "e!never said")
    shell.say(b, "e")
    shell.say(a, "after")
    await turn()
    assert shell.told == [("AAAAAA", "e"), ("BBBBBB", "e")]
    assert shell.broke == ["AAAAAA"]
    assert shell.rooms.find("AAAAAA") is None
    assert shell.rooms.is_set_aside("AAAAAA")
    assert shell.rooms.is_used("AAAAAA")
    assert Kept("AAAAAA", (b"AAAAAA1",)) in await shell.store.load()
    assert "room AAAAAA broke" in caplog.text


async def test_a_room_that_raises_in_its_timer_is_set_aside_too() -> None:
    shell = Shell()
    a = shell.add("AAAAAA")
    room = cast("ScriptedRoom", a.room)

    def wrong(now: float) -> None:
        raise AssertionError("forty cards")

    cast("Any", room).handle_timer = wrong
    room.due = asyncio.get_running_loop().time()
    shell.say(a, "1")
    await eventually(lambda: shell.broke)


async def test_a_room_whose_frames_cannot_be_delivered_ends_alone() -> None:
    shell = Shell()
    a, b = shell.add("AAAAAA"), shell.add("BBBBBB")

    def deliver(held: Held, sends: Sequence[Send]) -> None:
        if held is a:
            raise RuntimeError("a mistake of ours")
        shell._deliver(held, sends)

    shell.rooms.deliver = deliver
    shell.say(a, "e")
    shell.say(b, "e")
    await turn()
    shell.say(b, "e2")
    await turn()
    assert shell.broke == ["AAAAAA"]
    assert shell.told == [("BBBBBB", "e"), ("BBBBBB", "e2")]


async def test_a_room_that_cannot_be_brought_back_keeps_no_other_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    first = Rooms(store, CHANCE, Counters())
    opening = Opening(rules=Rules(), options=Options(), public=True, key=None, host="h")
    for code in ("AAAAAA", "BBBBBB"):
        await first.open(code, opening)
    restore = Room.restore

    def stumble(entries: Sequence[bytes], now: float, *given: Any) -> Room:
        if b"AAAAAA" in entries[0]:
            raise AssertionError("a mistake of ours")
        return restore(entries, now, *given)

    monkeypatch.setattr(Room, "restore", stumble)
    rooms = Rooms(store, CHANCE, Counters())
    await rooms.load()
    assert [held.code for held in rooms.all()] == ["BBBBBB"]
    assert rooms.is_set_aside("AAAAAA")
    await rooms.drain()
    await first.drain()


async def test_a_timer_rings_when_it_is_due_and_never_early() -> None:
    shell = Shell()
    a = shell.add("AAAAAA")
    room = cast("ScriptedRoom", a.room)
    loop = asyncio.get_running_loop()
    room.due = loop.time() + 50
    shell.say(a, "1")
    await turn()
    due = room.due = loop.time() + 0.02
    shell.say(a, "2")
    await eventually(lambda: room.rung)
    await turn()
    assert room.rung[0] >= due
    assert shell.told[-1] == ("AAAAAA", "rung")
    assert a.timer is None


async def test_case_15_timers_die_with_their_room() -> None:
    shell = Shell()
    a = shell.add("AAAAAA")
    room = cast("ScriptedRoom", a.room)
    room.due = asyncio.get_running_loop().time() + 50
    shell.say(a, "1")
    await turn()
    assert a.timer is not None
    shell.say(a, "ex")
    await turn()
    assert a.timer is None


async def test_a_room_that_nobody_joined_leaves_nothing_behind() -> None:
    shell = Shell()
    a = shell.add("AAAAAA")
    shell.say(a, "e")
    await turn()
    shell.say(a, "ex")
    await turn()
    assert shell.told[-1] == ("AAAAAA", "ex")
    assert len(shell.rooms) == 0
    assert not shell.rooms.is_used("AAAAAA")
    assert await shell.store.load() == []
    assert await shell.store.record("AAAAAA", 1) is None
    assert not shell.rooms._commits._tasks


async def test_a_store_that_refuses_is_asked_again_and_nothing_is_shown_before(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(commits, "RETRY_SECONDS", 0.001)
    shell = Shell()
    a = shell.add("AAAAAA")
    shell.store.refuses = StoreError("store.refused", path="x", reason="the disk is full")
    shell.say(a, "e")
    await eventually(lambda: shell.counters.counts["writes_refused"] >= 3)
    assert shell.rooms.troubled
    assert shell.told == []
    shell.store.refuses = None
    await eventually(lambda: shell.told)
    assert not shell.rooms.troubled
    assert [kept.entries for kept in await shell.store.load()] == [(b"AAAAAA1",)]
    assert caplog.text.count("the disk is full") == 1


async def test_a_room_that_cannot_follow_its_log_breaks_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shell = Shell()
    a, b = shell.add("AAAAAA"), shell.add("BBBBBB")
    shell.say(a, "e")
    await turn()
    await shell.store.forget("AAAAAA")
    shell.say(a, "ee")
    shell.say(b, "e")
    await turn()
    assert shell.broke == ["AAAAAA"]
    assert shell.rooms.is_set_aside("AAAAAA")
    assert shell.told == [("AAAAAA", "e"), ("BBBBBB", "e")]
    assert shell.store.batches[1:] == [(["AAAAAA", "BBBBBB"], False), (["BBBBBB"], False)]
    assert not shell.rooms.troubled
    assert "entry 1 does not follow -1" in caplog.text
    shell.say(b, "e2")
    await turn()
    assert shell.told[-1] == ("BBBBBB", "e2")


async def test_so_does_one_that_said_its_last_and_nobody_waits_for_it_to_sleep() -> None:
    shell = Shell()
    a = shell.add("AAAAAA")
    shell.say(a, "e")
    await turn()
    await shell.store.forget("AAAAAA")
    shell.say(a, "ex")
    await turn()
    assert shell.broke == ["AAAAAA"]
    assert shell.rooms.is_set_aside("AAAAAA")
    assert not shell.rooms.sleeps("AAAAAA")
    async with asyncio.timeout(20):
        assert await shell.rooms.wake("AAAAAA", lambda _keyring: True) is None


async def test_a_store_that_fails_at_a_batch_in_a_way_of_its_own_is_not_waited_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shell = Shell()
    a, b = shell.add("AAAAAA"), shell.add("BBBBBB")
    shell.store.refuses = cast("StoreError", ValueError("a mistake of ours"))
    shell.say(a, "e")
    await turn()
    assert shell.broke == ["AAAAAA"]
    assert "a mistake of ours" in caplog.text
    shell.store.refuses = None
    shell.say(b, "e")
    await turn()
    assert shell.told == [("BBBBBB", "e")]
    assert not shell.rooms._commits._tasks
    assert not shell.rooms.troubled


async def test_who_opens_a_room_that_breaks_before_it_is_written_does_not_wait_for_ever() -> None:
    shell = Shell()
    opening = Opening(rules=Rules(), options=Options(), public=True, key=None, host="h")
    shell.store.gate.clear()
    opened = asyncio.create_task(shell.rooms.open("AAAAAA", opening))
    await turn()
    held = shell.rooms.find("AAAAAA")
    assert held is not None
    held.room.receive = None  # type: ignore[method-assign, assignment]
    shell.say(held, "a mistake of ours")
    with pytest.raises(BrokenError):
        await asyncio.wait_for(opened, 20)
    shell.store.gate.set()


STALLED, WENT_ON = '{"t":"stalled","on":true}', '{"t":"stalled","on":false}'


def scripted(held: Held) -> ScriptedRoom:
    return cast("ScriptedRoom", held.room)


async def test_a_room_that_cannot_be_written_stands_still_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commits, "RETRY_SECONDS", 0.001)
    monkeypatch.setattr(commits, "STALL_SECONDS", 0.02)
    monkeypatch.setattr(standstill, "STALL_TOLD_SECONDS", 0.01)
    shell = Shell()
    a, b = shell.add("AAAAAA"), shell.add("BBBBBB")
    room = scripted(a)
    shell.store.refuses = StoreError("store.refused", path="x", reason="the disk is full")
    shell.say(a, "e")
    # They are told, again and again, and only those who wait for it.
    await eventually(lambda: shell.told.count(("AAAAAA", STALLED)) >= 3)
    assert {code for code, _ in shell.told} == {"AAAAAA"}
    assert shell.rooms.troubled
    # Its clock stands: nothing happens by itself, however long it takes.
    room.due = a.clock(asyncio.get_running_loop().time()) + 0.001
    shell.say(a, "1")
    await eventually(lambda: shell.told.count(("AAAAAA", STALLED)) >= 6)
    shell.say(a, "2")
    assert room.heard[-1] == room.heard[-2] < room.due
    assert room.rung == []
    # Whoever writes behind it is told at once, and whoever comes in.
    shell.say(b, "e")
    await eventually(lambda: ("BBBBBB", STALLED) in shell.told)
    shell.store.refuses = None
    await eventually(lambda: ("AAAAAA", "rung") in shell.told)
    assert ("BBBBBB", WENT_ON) in shell.told
    said = [text for code, text in shell.told if code == "AAAAAA" and text != STALLED]
    assert said == ["e", WENT_ON, "1", "2", "rung"]
    # What was due is due as much later.
    assert asyncio.get_running_loop().time() - room.rung[0] >= a.late > 0
    assert not shell.rooms.troubled


async def test_who_comes_into_a_room_that_stands_still_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commits, "STALL_SECONDS", 0.001)
    shell = Shell()
    a = shell.add("AAAAAA")
    shell.store.gate.clear()
    shell.say(a, "e")
    await eventually(lambda: shell.told == [("AAAAAA", STALLED)])
    # A stranger is not told that there is such a room, let alone that it stands still.
    shell.rooms.hello(a, 2, HELLO)
    assert shell.told[1:] == []
    scripted(a).connections = (1, 3)
    shell.rooms.hello(a, 3, HELLO)
    assert shell.told[1:] == [("AAAAAA", STALLED)]
    shell.store.gate.set()
    await eventually(lambda: len(shell.told) == 6)
    hello = ("AAAAAA", "hello")
    assert shell.told[2:] == [("AAAAAA", "e"), ("AAAAAA", WENT_ON), hello, hello]


async def test_a_sync_that_takes_long_stops_no_table_and_is_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shell = Shell()
    a = shell.add("AAAAAA")
    told: list[str] = []
    for behind, lines in ((0.9, []), (1.1, ["ERROR"]), (4.0, []), (0.0, ["WARNING"])):
        shell.told.clear()
        shell.store.behind = behind
        shell.say(a, "e")
        await eventually(lambda: shell.told == [("AAAAAA", "e")])
        told += lines
        assert [record.levelname for record in caplog.records] == told
        assert shell.rooms.troubled is (behind > 1)
    assert "has not confirmed for 1.1 s what was written" in caplog.text


async def test_a_result_that_waits_for_a_sync_tells_the_log_too(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(commits, "STALL_SECONDS", 0.001)
    shell = Shell()
    a = shell.add("AAAAAA")
    shell.store.synced.clear()
    shell.store.behind = 1.1
    shell.say(a, "erd")
    await eventually(lambda: ("AAAAAA", STALLED) in shell.told)
    assert "has not confirmed" in caplog.text
    shell.store.synced.set()
    await eventually(lambda: ("AAAAAA", WENT_ON) in shell.told)


async def test_plays_elsewhere_go_on_while_a_result_waits_for_the_disk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commits, "STALL_SECONDS", 0.001)
    shell = Shell()
    a, b = shell.add("AAAAAA"), shell.add("BBBBBB")
    shell.store.synced.clear()
    shell.say(a, "erd")
    await eventually(lambda: ("AAAAAA", STALLED) in shell.told)
    shell.say(b, "e")
    await eventually(lambda: ("BBBBBB", "e") in shell.told)
    assert ("BBBBBB", STALLED) not in shell.told
    assert not shell.rooms.troubled
    shell.store.synced.set()
    await eventually(lambda: ("AAAAAA", WENT_ON) in shell.told)


async def test_what_waits_for_the_disk_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standstill, "HELD_BACK", 10)
    shell = Shell()
    a = shell.add("AAAAAA")
    shell.store.gate.clear()
    for n in range(50):
        shell.say(a, f"e{n:02}")
        await turn()
    assert len(a.said) == 10
    byes = [text for _, text in shell.told if '"bye"' in text]
    assert len(byes) == 50 - 1 - 10
    assert set(byes) == {'{"t":"bye","why":"restarting","after":5.0}'}
    # Nothing that was heard is lost, and nothing of the rest has happened.
    shell.store.gate.set()
    await eventually(lambda: shell.told[-1] == ("AAAAAA", "e10"))
    [kept] = await shell.store.load()
    assert len(kept.entries) == 11
    shell.say(a, "e")
    await eventually(lambda: shell.told[-1] == ("AAAAAA", "e"))


async def test_a_store_that_can_promise_nothing_ends_the_server() -> None:
    shell = Shell()
    a = shell.add("AAAAAA")
    failed: list[StoreError] = []
    shell.rooms.when_failed(failed.append)
    error = UntrustedError("store.untrusted", path="x", reason="so")
    shell.store.refuses = error
    shell.say(a, "e")
    await turn()
    assert failed == [error]
    assert shell.told == []
    for task in shell.rooms._commits._tasks:
        task.cancel()


async def test_what_is_counted_by_rooms_is_counted_for_all() -> None:
    shell = Shell()
    shell.say(shell.add("AAAAAA"), "tt")
    shell.say(shell.add("BBBBBB"), "te")
    await turn()
    assert 'pellmell_room_total{what="told"} 3' in shell.counters.text({})


async def test_a_server_that_drains_lets_out_what_was_written_and_hears_nothing_more() -> None:
    shell = Shell()
    a = shell.add("AAAAAA")
    shell.store.gate.clear()
    shell.say(a, "e")
    draining = asyncio.create_task(shell.rooms.drain())
    await turn()
    assert shell.told == []
    shell.say(a, "after")
    room = cast("ScriptedRoom", a.room)
    room.due = asyncio.get_running_loop().time()
    shell.rooms._ring(a)
    shell.store.gate.set()
    await draining
    assert shell.told == [("AAAAAA", "e")]
    assert not room.rung
    shell.say(a, "after")
    await turn()
    assert len(shell.told) == 1


async def test_a_log_that_no_room_can_be_made_of_is_set_aside(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = MemoryStore()
    await store.append([Page("AAAAAA", 0, (b"{}",))])
    rooms = Rooms(store, CHANCE, Counters())
    await rooms.load()
    assert len(rooms) == 0
    assert rooms.is_set_aside("AAAAAA")
    assert "AAAAAA" in caplog.text
    assert await store.load() == [Kept("AAAAAA", (b"{}",))]
