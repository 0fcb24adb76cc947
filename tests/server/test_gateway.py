"""The door for WebSocket connections: greetings, secrets, resuming, and what is not understood."""

import asyncio
import json
import re
from collections.abc import Sequence

import pytest

from pellmell.protocol.messages import MAX_FRAME
from pellmell.server.buckets import Buckets
from pellmell.server.connection import Connection
from pellmell.server.limits import LOOKUPS
from pellmell.store.contract import Page
from pellmell.store.memory import MemoryStore
from tests.protocol.samples import frames
from tests.server.serving import Frame, Person, Served, eventually, serving

pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def short_countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pellmell.room.flow.COUNTDOWN", 0.05)


async def started(served: Served, *, bots: int = 1) -> tuple[Frame, Person]:
    """A room with its host and bots, in its first round."""
    room = await served.create()
    host = await served.join(room, host=room["host"], name="Ada")
    for _ in range(bots):
        assert (await host.room("bot", level="beginner"))["t"] == "ack"
    await host.room("start")
    await host.event("phase", phase="round")
    return room, host


async def test_a_greeting_is_answered_by_a_welcome_first() -> None:
    async with serving() as served:
        room = await served.create()
        person = await served.join(room, host=room["host"], name="Ada")
        welcome = person.got[0]
        assert welcome["t"] == "welcome"
        assert welcome["you"]["seat"] == "A"
        assert welcome["you"]["host"] is True
        assert len(welcome["you"]["token"]) == 22
        assert welcome["room"]["phase"] == "lobby"
        assert person.socket.protocol == "pellmell.v1"
        assert not person.socket.compress


async def test_frames_are_told_to_everyone_in_the_room_and_to_nobody_else() -> None:
    async with serving() as served:
        room, other = await served.create(), await served.create()
        ada = await served.join(room, name="Ada")
        eve = await served.join(other, name="Eve")
        bob = await served.join(room, name="Bob")
        assert (await ada.event("seat", name="Bob"))["s"] == "B"
        await bob.room("react", emoji="clap")
        await ada.event("react")
        await eve.send(t="ping", c=1)
        await eve.until("pong")
        assert [frame["t"] for frame in eve.got] == ["welcome", "pong"]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What connections gave to their sockets, a write each."""
    writes: list[bytes] = []
    hand_over = Connection._hand_over

    def noted(connection: Connection, data: bytes) -> None:
        writes.append(data)
        hand_over(connection, data)

    monkeypatch.setattr(Connection, "_hand_over", noted)
    return writes


async def test_an_answer_comes_right_behind_its_event_in_the_same_write(
    written: list[bytes],
) -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        written.clear()
        await ada.room("ready", ready=True)
        *_, event, ack = ada.got
        assert (event["t"], ack) == ("ev", {"t": "ack", "n": 1, "v": event["v"]})
        [write] = [data for data in written if b'"ack"' in data]
        assert write.count(b'{"t":"ev"') == 1


async def test_what_somebody_missed_comes_in_one_write(
    written: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pellmell.room.pace.TELLINGS_AT_ONCE", 36.0)
    async with serving() as served:
        room = await served.create()
        people = [await served.join(room, name=f"Guest {n}") for n in range(5)]
        first = people[0].got[0]
        await people[0].socket.close()
        for person in people[1:]:
            for turn in range(35):
                assert (await person.room("ready", ready=bool(turn % 2)))["t"] == "ack"
        written.clear()
        back = await served.join(
            room["room"], token=first["you"]["token"], v=first["v"], life=first["life"]
        )
        last = (await people[1].room("ready", ready=True))["v"]
        await back.until(lambda frame: frame.get("v") == last)
        missed = [frame["v"] for frame in back.got[1:]]
        assert missed == list(range(first["v"] + 1, last + 1))
        [write] = [data for data in written if b'{"t":"welcome"' in data]
        assert write.count(b'{"t":"ev"') >= 140


async def test_case_27_a_token_brings_back_the_seat_and_its_count() -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        token, v = ada.got[0]["you"]["token"], ada.got[0]["v"]
        await ada.room("ready", ready=True)
        await ada.socket.close()
        again = await served.join(room["room"], token=token, v=v)
        welcome = again.got[0]
        assert welcome["you"] == {"seat": "A", "token": None, "host": True, "n": 1}
        assert (welcome["room"], welcome["v"]) == (None, v)
        again.n = 1
        answer = await again.room("ready", ready=False)
        assert answer["t"] == "ack"
        assert [f["v"] for f in again.got if f["t"] == "ev"] == list(range(v + 1, answer["v"] + 1))


async def test_case_28_a_stranger_takes_no_seat_that_is_somebody_elses() -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        held = served.server.rooms.find(room["room"])
        assert held is not None
        seen = json.dumps([ada.got, held.room.summary().__repr__()])
        token = ada.got[0]["you"]["token"]
        assert seen.count(token) == 1  # only its owner was sent it, once
        for guess in ("A", "0", token[:-1], token.swapcase(), room["key"], room["host"], ""):
            stranger = await served.greet(room, token=guess)
            assert await stranger.closed() == ("wrong-token", 4401)
        watcher = await served.join(room, watch=True)
        answer = await watcher.do("turn")
        assert answer == {"t": "nack", "n": 1, "why": "not-seated"}


async def test_case_30_a_wrong_token_changes_nothing() -> None:
    async with serving() as served:
        served.server.lobby._lookups = Buckets(1e9, 1e9, lambda: 0.0)  # nobody is held up
        room = await served.create()
        ada = await served.join(room, name="Ada")
        held = served.server.rooms.find(room["room"])
        assert held is not None
        before = (held.logged, held.room.timer(), held.room.summary())
        for _ in range(100):
            stranger = await served.greet(room, token="nothing-that-opens")
            assert await stranger.closed() == ("wrong-token", 4401)
        assert (held.logged, held.room.timer(), held.room.summary()) == before
        await ada.send(t="ping", c=1)
        await ada.until("pong")
        assert [frame["t"] for frame in ada.got] == ["welcome", "pong"]
        await ada.socket.close()
        await served.settled()
        away = (held.logged, held.room.timer())
        stranger = await served.greet(room, token="nothing-that-opens")
        await stranger.closed()
        assert (held.logged, held.room.timer()) == away


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({}, ("no-room", 4404)),
        ({"watch": True}, ("no-room", 4404)),
        ({"name": "Ada"}, ("no-room", 4404)),
        ({"key": "guess"}, ("wrong-key", 4401)),
        ({"host": "guess"}, ("wrong-key", 4401)),
        ({"key": ""}, ("wrong-key", 4401)),
        ({"token": "guess"}, ("wrong-token", 4401)),
        ({"token": "guess", "key": "guess"}, ("wrong-token", 4401)),
    ],
)
async def test_a_private_room_answers_like_one_that_is_not_there(
    fields: dict[str, str], answer: tuple[str, int]
) -> None:
    async with serving() as served:
        room = await served.create()
        for code in (room["room"], "AAAAAA", "nonsense", ""):
            person = await served.greet(code, **fields)
            assert await person.closed() == answer
            assert [frame["t"] for frame in person.got] == ["bye"]


class SlowStore(MemoryStore):
    """A store that writes once it is let, and says when it is asked to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.let = asyncio.Event(), asyncio.Event()
        self.let.set()

    async def append(self, batch: Sequence[Page], *, synced: bool = False) -> None:
        self.asked.set()
        await self.let.wait()
        await super().append(batch, synced=synced)

    def hold_up(self) -> None:
        self.asked.clear()
        self.let.clear()


async def test_nor_does_it_betray_itself_by_the_time_in_which_its_log_is_written() -> None:
    store = SlowStore()
    async with serving(store) as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        held = served.server.rooms.find(room["room"])
        assert held is not None
        store.hold_up()
        await ada.send(t="room", n=1, do="ready", ready=True)
        await store.asked.wait()
        for kind in [*(["token", "key", "host"] * 3), "token"]:
            stranger = await served.greet(room["room"], **{kind: "guess"})
            assert (await stranger.closed())[1] == 4401
        # Neither do more of them get through than to a room that is not being written,
        late = await served.greet(room["room"], token="guess")
        assert await late.closed() == ("too-fast", 1008)
        # nor do they take from those who play what may wait for the log.
        assert held.said == []
        store.let.set()
        assert (await ada.answer(1))["t"] == "ack"


async def test_nobody_is_told_that_a_secret_is_void_before_the_log_is() -> None:
    store = SlowStore()
    async with serving(store) as served:
        room = await served.create()
        ada = await served.join(room, host=room["host"], name="Ada")
        ben = await served.join(room, name="Ben")
        token = ben.got[0]["you"]["token"]
        store.hold_up()
        await ada.send(t="room", n=1, do="kick", seat="B")
        await store.asked.wait()
        again = await served.greet(room["room"], token=token)
        stranger = await served.greet(room["room"], token="guess")
        assert await stranger.closed() == ("wrong-token", 4401)
        assert not again.socket._reader._buffer, "a kick that is lost with the server is none"
        store.let.set()
        assert await again.closed() == ("wrong-token", 4401)
        # From then on nobody waits for the log any more to hear of it.
        store.hold_up()
        await ada.send(t="room", n=2, do="ready", ready=True)
        await store.asked.wait()
        assert await (await served.greet(room["room"], token=token)).closed() == (
            "wrong-token", 4401,
        )  # fmt: skip
        store.let.set()


async def test_so_does_one_that_broke_to_all_who_could_not_have_come_in() -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, host=room["host"], name="Ada")
        token = ada.got[0]["you"]["token"]
        held = served.server.rooms.find(room["room"])
        assert held is not None
        held.room.receive = None  # type: ignore[method-assign, assignment]
        await ada.send(t="do", n=1, a=token)
        assert await ada.closed() == ("broken", 1012)
        answers = [
            await (await served.greet(room["room"], **secret)).closed()
            for secret in (
                {},
                {"key": "guess"},
                {"token": "guess", "key": room["key"]},
                {"token": token},
                {"key": room["key"]},
            )
        ]
    assert answers == [
        ("no-room", 4404),
        ("wrong-key", 4401),
        ("wrong-token", 4401),
        ("broken", 1012),
        ("broken", 1012),
    ]


async def test_a_public_room_opens_by_its_code_however_it_is_written() -> None:
    async with serving() as served:
        room = (await served.create(public=True))["room"]
        for code in (room, room.lower()):
            await served.join(code)


@pytest.mark.parametrize("client", ["0.9.9", "0.0.0", "0.12.345678"])
async def test_a_page_older_than_the_server_understands_is_told_to_load_anew(client: str) -> None:
    async with serving() as served:
        room = await served.create()
        assert await (await served.greet(room, client=client)).closed() == ("outdated", 4426)
        assert (await served.get(f"/api/rooms/{room['room']}", room["key"]))[1].count('"taken":0')


@pytest.mark.parametrize(
    "client", [None, "", "1.0.0", "1.2.3", "10.0.0", "mybot 0.1.2", "0.9", "0.9.9.9", "٠.٩.٩"]
)
async def test_who_says_nothing_of_being_old_is_let_in(client: str | None) -> None:
    async with serving() as served:
        await served.join(await served.create(), client=client)


async def test_failed_look_ups_close_the_door_for_a_while_but_not_for_the_right_secret() -> None:
    async with serving() as served:
        private, public = await served.create(), await served.create(public=True)
        ada = await served.join(public["room"])
        token = ada.got[0]["you"]["token"]
        for _ in range(10):
            assert await (await served.greet("AAAAAA")).closed() == ("no-room", 4404)
        for room, fields in (("AAAAAA", {}), (public["room"], {}), (private["room"], {"key": "x"})):
            person = await served.greet(room, **fields)
            assert await person.closed() == ("too-fast", 1008)
            assert 0 < person.got[0]["after"] <= 6
        for room in ("AAAAAA", public["room"], private["room"]):
            wrong = await served.greet(room, token="guess")
            assert await wrong.closed() == ("too-fast", 1008)
        await served.join(public["room"], token=token)
        await served.join(private)


@pytest.mark.parametrize("kind", ["key", "host", "token"])
async def test_wrong_secrets_count_as_look_ups(kind: str) -> None:
    async with serving() as served:
        room = await served.create()
        for _ in range(10):
            await (await served.greet(room["room"], **{"key": None, kind: "guess"})).closed()
        assert await (await served.greet("AAAAAA")).closed() == ("too-fast", 1008)


TRAPS = [
    "",
    " ",
    "null",
    "true",
    "0",
    '"hello"',
    "[]",
    "{}",
    "[{}]",
    "{",
    '{"t"}',
    '{"t":null}',
    '{"t":"hello"}',
    '{"t":"hello","room":null}',
    '{"t":"hello","room":5}',
    '{"t":"hello","room":["KQZ7MB"]}',
    '{"t":"hello","room":"KQZ7MB","v":-1}',
    '{"t":"hello","room":"KQZ7MB","v":1.5}',
    '{"t":"hello","room":"KQZ7MB","v":1e999}',
    '{"t":"hello","room":"KQZ7MB","v":NaN}',
    '{"t":"hello","room":"KQZ7MB","v":Infinity}',
    '{"t":"hello","room":"KQZ7MB","v":' + "9" * 3000 + "}",
    '{"t":"hello","room":"KQZ7MB","watch":"yes"}',
    '{"t":"hello","room":"KQZ7MB","name":' + json.dumps("x" * 300) + "}",
    '{"t":"hello","room":"' + "K" * 300 + '"}',
    '{"t":"hello","room":"KQZ7MB"}{"t":"hello","room":"KQZ7MB"}',
    "{'t':'hello','room':'KQZ7MB'}",
    '\ufeff{"t":"hello","room":"KQZ7MB"}',
    '{"t":"hello","room":"KQZ7MB",}',
    '{"t":"hello","room":"\\ud800"}x',
    '{"t":"HELLO","room":"KQZ7MB"}',
    '{"t":"welcome","v":1}',
    '{"t":"do","n":1,"a":"t"}',
    '{"t":"room","n":1,"do":"start"}',
    '{"t":"look"}',
    '{"t":"ping","c":1}',
    '{"__proto__":{"t":"hello","room":"KQZ7MB"}}',
    '{"constructor":{"prototype":{"t":"hello"}}}',
    "[" * MAX_FRAME,
    '{"a":' * 800,
    "\x00",
    "GET / HTTP/1.1\r\n\r\n",
]


@pytest.mark.parametrize("text", TRAPS, ids=range(len(TRAPS)))
async def test_case_29_a_first_frame_that_is_no_greeting_ends_that_connection_alone(
    text: str,
) -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        stranger = await served.connect()
        await stranger.socket.send_str(text)
        assert await stranger.closed() == ("unreadable", 4400)
        await ada.send(t="ping", c=1)
        await ada.until("pong")
        assert [frame["t"] for frame in ada.got] == ["welcome", "pong"]


EVERY = dict(frames())


@pytest.mark.parametrize("name", EVERY)
async def test_who_has_not_greeted_is_told_nothing_whatever_is_said(name: str) -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, host=room["host"], name="Ada")
        held = served.server.rooms.find(room["room"])
        assert held is not None
        before = held.logged
        stranger = await served.connect()
        # A room that may not be seen and a greeting without its secret are the same to a stranger.
        frame = EVERY[name] | ({"room": room["room"]} if name == "hello" else {})
        await stranger.send(**frame)
        ended = ("no-room", 4404) if name == "hello" else ("unreadable", 4400)
        assert await stranger.closed() == ended
        assert [frame["t"] for frame in stranger.got] == ["bye"]
        assert held.logged == before
        await ada.send(t="ping", c=1)
        await ada.until("pong")
        assert [frame["t"] for frame in ada.got] == ["welcome", "pong"]


UNREAD = [
    '{"t":"do","n":%d}',
    '{"t":"do","n":%d,"a":7}',
    '{"t":"do","n":%d,"a":"r1>>c"}',
    '{"t":"do","n":%d,"a":"r9999999999999999999>c"}',
    '{"t":"do","n":%d,"a":"\\ud800"}',
    '{"t":"do","n":%d,"a":"turn","card":{"__proto__":1}}',
    '{"t":"do","n":%d,"a":"turn","round":1e400}',
    '{"t":"do","n":%d,"a":"' + "t" * 3000 + '"}',
    '{"t":"room","n":%d,"do":"bot","level":"godlike"}',
    '{"t":"room","n":%d,"do":"fly"}',
    '{"t":"room","n":%d,"do":"options","options":[]}',
    '{"t":"unheard","n":%d}',
    '{"n":%d}',
]


async def test_case_29_what_cannot_be_read_is_refused_by_its_number_and_nothing_happens() -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        held = served.server.rooms.find(room["room"])
        assert held is not None
        view = held.room.summary()
        for n, text in enumerate(UNREAD, 1):
            await ada.socket.send_str(text % n)
            answer = await ada.answer(n)
            assert answer["why"] in {"unreadable", "not-allowed"}, text
        assert held.room.summary() == view
        assert [frame["t"] for frame in ada.got if frame["t"] == "ev"] == []


@pytest.mark.parametrize(
    "text",
    [text for text in TRAPS if '"n":' not in text and "ping" not in text and "look" not in text],
)
async def test_case_29_what_has_no_number_ends_the_connection_and_not_the_seat(text: str) -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        token = ada.got[0]["you"]["token"]
        await ada.socket.send_str(text)
        assert await ada.closed() == ("unreadable", 4400)
        again = await served.join(room["room"], token=token)
        assert again.got[0]["you"]["seat"] == "A"


async def test_unknown_fields_are_passed_over() -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada", colour="green", __proto__={"host": "x"})
        await ada.send(t="ping", c=5, extra=[1, {"deep": None}])
        assert (await ada.until("pong"))["c"] == 5


async def test_case_37_the_newest_connection_of_a_seat_wins_and_the_older_one_is_told() -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        again = await served.join(room["room"], token=ada.got[0]["you"]["token"])
        assert await ada.closed() == ("taken-over", 4409)
        assert (await again.room("ready", ready=True))["t"] == "ack"


async def test_case_32_twenty_reloads_in_mid_round_keep_the_seat_and_the_command() -> None:
    async with serving() as served:
        room, ada = await started(served)
        token = ada.got[0]["you"]["token"]
        n, first = ada.n, None
        for _ in range(20):
            n += 1
            command = {"t": "do", "n": n, "a": "turn"}
            await ada.send(**command)
            await ada.socket.close()  # before the answer is seen
            ada = await served.join(room["room"], token=token)
            welcome = ada.got[0]
            assert welcome["you"]["seat"] == "A"
            assert welcome["room"]["phase"] in {"round", "paused", "countdown"}
            await ada.send(**command)
            answer = await ada.answer(n)
            first = first or answer
            await ada.send(**command)
            assert await ada.answer(n) == answer
        assert first is not None


async def test_a_watcher_sees_and_is_counted() -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        watcher = await served.join(room, watch=True)
        assert watcher.got[0]["you"]["seat"] is None
        assert (await ada.event("watchers"))["n"] == 1
        await watcher.socket.close()
        assert (await ada.event("watchers"))["n"] == 0


async def test_case_38_a_household_behind_one_address_is_let_in_whole() -> None:
    async with serving() as served:
        rooms = [await served.create() for _ in range(3)]
        tables = [
            [await served.join(room, watch=turn >= 12) for turn in range(30)] for room in rooms
        ]
        for people in tables:
            assert len({person.got[0]["you"]["seat"] for person in people}) == 13
        assert len(served.server.gateway) == 90


async def test_case_31_after_hundreds_of_joins_and_leaves_nothing_is_left_behind() -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, host=room["host"], name="Ada")
        held = served.server.rooms.find(room["room"])
        assert held is not None
        tasks = len(asyncio.all_tasks())
        for turn in range(300):
            seated = turn < 20  # a room takes no more newcomers at once
            guest = await served.join(room, name=f"Guest {turn}", watch=not seated)
            if seated:
                await guest.room("leave")
            await guest.socket.close()
        await served.settled(1)
        while (await ada.event("watchers"))["n"] > 0 or held.room.summary().watchers:
            pass  # how many watch is told once a second
        await ada.send(t="look")
        welcome = await ada.until("welcome")
        assert [seat["name"] for seat in welcome["room"]["seats"]] == ["Ada"]
        assert welcome["room"]["watchers"] == 0
        assert len(served.server.gateway._connections) == 1
        assert held.begun is None or held.begun.done()
        await eventually(lambda: len(asyncio.all_tasks()) <= tasks)


async def test_case_33_no_frame_before_its_time_tells_a_covered_card() -> None:
    """Of the cards on the table a welcome names those that lie open, and counts the others."""
    async with serving() as served:
        _, ada = await started(served)
        await ada.send(t="look")
        table = (await ada.until("welcome"))["room"]["table"]
        for section in table.split("/")[-2:]:
            _row, stack, waste, hand = [part.strip() for part in section.split("|")]
            assert re.fullmatch(r"\?9 [rgby]\d+", stack)
            assert re.fullmatch(r"-|(\?\d+ )?[rgby]\d+", waste)
            assert re.fullmatch(r"\?\d+", hand)


async def test_a_server_that_stops_says_when_to_come_back() -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        stopping = asyncio.create_task(served.server.stop())
        assert await ada.closed() == ("restarting", 1012)
        assert ada.got[-1]["after"] == 1.0
        await stopping


async def test_a_room_that_can_hear_no_more_is_as_if_it_were_not_there_for_who_may_not_come_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, name="Ada")
        token = ada.got[0]["you"]["token"]
        monkeypatch.setattr("pellmell.server.standstill.HELD_BACK", 0)
        for secrets, answer in (
            ({"key": "wrong"}, ("wrong-key", 4401)),
            ({"token": "wrong"}, ("wrong-token", 4401)),
            ({}, ("no-room", 4404)),
            ({"key": room["key"]}, ("restarting", 1012)),
            ({"token": token}, ("restarting", 1012)),
        ):
            somebody = await served.connect()
            await somebody.hello(room["room"], **secrets)
            assert await somebody.closed() == answer
        failed = 0
        while served.server.lobby.may_look("127.0.0.1"):
            served.server.lobby.failed("127.0.0.1")
            failed += 1
        assert failed == LOOKUPS - 3, "who guessed is counted"
