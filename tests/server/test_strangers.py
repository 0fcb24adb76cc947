"""What a server does for people who do not know one another: the list, quick play, names."""

import asyncio
import json
from pathlib import Path

import pytest

from pellmell.engine.match import Placed
from pellmell.room import hosting, journal
from pellmell.room.opening import Summary
from pellmell.server.board import Board, Standing
from pellmell.server.config import ConfigError
from pellmell.server.limits import LEADERBOARD_SECONDS, RANKED_NAMES
from pellmell.server.lobby import Lobby
from pellmell.server.rooms import Held
from pellmell.server.words import WordList, read_words
from pellmell.store.memory import MemoryStore
from tests.server.serving import Frame, Served, eventually, serving

pytestmark = pytest.mark.asyncio


async def quick(served: Served, **kwargs: object) -> tuple[int, Frame]:
    async with served.http.post(f"{served.url}/api/quick", json={}, **kwargs) as answer:  # type: ignore[arg-type]
        return answer.status, await answer.json()


def list_again(served: Served) -> list[Summary]:
    """The list as it is now, and not as it was a moment ago."""
    served.server.lobby._until = float("-inf")
    return served.server.lobby.public()


async def test_nobody_is_listed_or_brought_together_unless_the_operator_asked_for_it() -> None:
    async with serving() as served:
        room = await served.create(public=True)
        assert await served.get("/api/rooms") == (200, '{"listed":false,"rooms":[]}')
        status, body = await quick(served)
        assert (status, body["error"]["code"]) == (404, "not-listed")
        assert (await served.get(f"/api/rooms/{room['room']}"))[0] == 200


async def test_only_open_lobbies_are_listed_the_fullest_first() -> None:
    async with serving(listed=True) as served:
        private = await served.create()
        await served.join(private, name="Ada")
        rooms = [(await served.create(public=True))["room"] for _ in range(4)]
        there = [
            [await served.join(room, name=f"P{n}") for n in range(people)]
            for room, people in zip(rooms, (1, 3, 2, 1), strict=True)
        ]
        await there[3][0].room("lock", on=True)
        listed = json.loads((await served.get("/api/rooms"))[1])["rooms"]
        assert [(room["room"], room["taken"]) for room in listed] == [
            (rooms[1], 3),
            (rooms[2], 2),
            (rooms[0], 1),
        ]


async def test_a_table_where_nobody_is_is_neither_listed_nor_led_to() -> None:
    async with serving(listed=True) as served:
        dead, lively = [await served.create(public=True) for _ in range(2)]
        gone = await served.join(dead["room"], host=dead["host"], name="Gone")
        for _ in range(10):
            await gone.room("bot")
        await gone.socket.close()
        held = served.server.rooms.find(dead["room"])
        assert held is not None
        await eventually(lambda: held.room.here == 0)
        assert (held.room.invites, held.room.summary().taken) == (True, 11)
        assert json.loads((await served.get("/api/rooms"))[1])["rooms"] == []
        assert (await quick(served))[0] == 201
        ada = await served.join(lively["room"], host=lively["host"], name="Ada")
        listed = list_again(served)
        assert [(room.room, room.here) for room in listed] == [(lively["room"], 1)]
        assert (await quick(served))[1]["room"] == lively["room"]
        assert not ada.socket.closed


async def test_bots_make_no_table_fuller() -> None:
    async with serving(listed=True) as served:
        bots, people = [await served.create(public=True) for _ in range(2)]
        host = await served.join(bots["room"], host=bots["host"], name="Host")
        for _ in range(10):
            await host.room("bot")
        there = [await served.join(people["room"], name=name) for name in ("Ada", "Ben")]
        listed = [(room.room, room.taken, room.here) for room in list_again(served)]
        assert listed == [(people["room"], 2, 2), (bots["room"], 11, 1)]
        assert len(there) == 2


async def test_the_list_is_put_together_once_a_second_however_many_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving(listed=True) as served:
        now, looked = [0.0], list[float]()
        rooms = served.server.rooms
        every = rooms.all

        def look() -> list[Held]:
            looked.append(now[0])
            return every()

        monkeypatch.setattr(rooms, "all", look)
        lobby = served.server.api._lobby = Lobby(rooms, lambda: now[0], listed=True)
        room = await served.create(public=True)
        ada = await served.join(room["room"], host=room["host"], name="Ada")
        for now[0] in (0.0, 0.5, 0.99, 1.0, 1.5):
            assert not ada.socket.closed
            for _ in range(5):
                assert len(json.loads((await served.get("/api/rooms"))[1])["rooms"]) == 1
                assert (await quick(served))[1]["room"] == room["room"]
                assert lobby.fullest() == room["room"]
        assert looked == [0.0, 1.0]


async def test_quick_play_leads_to_no_table_that_was_locked_or_filled_a_moment_ago() -> None:
    async with serving(listed=True) as served:
        full, locked = [await served.create(public=True) for _ in range(2)]
        ada = await served.join(full["room"], host=full["host"], name="Ada")
        ben = await served.join(full["room"], name="Ben")
        eve = await served.join(locked["room"], host=locked["host"], name="Eve")
        assert [room.room for room in list_again(served)] == [full["room"], locked["room"]]
        for _ in range(10):
            await ada.room("bot")
        assert not ben.socket.closed
        # The list is as it was, but nobody is led by it to where no seat is free.
        served.server.lobby._until = float("inf")
        assert served.server.lobby.public()[0].room == full["room"]
        assert (await quick(served))[1]["room"] == locked["room"]
        await eve.room("lock", on=True)
        status, opened = await quick(served)
        assert (status, opened["room"] in {full["room"], locked["room"]}) == (201, False)


async def test_who_asks_while_the_first_is_still_on_the_way_meets_them() -> None:
    async with serving(listed=True) as served:
        _, opened = await quick(served)
        assert await quick(served) == (
            200,
            {"room": opened["room"], "url": opened["url"], "host": None},
        )
        ada = await served.join(opened["room"], host=opened["host"], name="Ada")
        await ada.socket.close()
        held = served.server.rooms.find(opened["room"])
        assert held is not None
        await eventually(lambda: held.room.here == 0)
        status, another = await quick(served)
        assert (status, another["room"] == opened["room"]) == (201, False)


async def test_quick_play_leads_to_where_most_wait_and_else_to_a_new_public_room() -> None:
    async with serving(listed=True) as served:
        status, opened = await quick(served)
        assert (status, opened["key"], opened["url"]) == (201, None, f"/r/{opened['room']}")
        ada = await served.join(opened["room"], host=opened["host"], name="Ada")
        assert ada.got[-1]["you"]["host"]
        assert await quick(served) == (
            200,
            {"room": opened["room"], "url": opened["url"], "host": None},
        )
        await ada.room("bot")
        await ada.room("start")
        status, another = await quick(served)
        assert status == 201
        assert another["room"] != opened["room"]


async def test_quick_play_is_asked_for_as_json_only() -> None:
    async with (
        serving(listed=True) as served,
        served.http.post(f"{served.url}/api/quick", data=b"{}") as answer,
    ):
        assert answer.status == 415


async def test_no_name_in_a_public_room_holds_an_unwanted_word() -> None:
    async with serving(listed=True, unwanted=WordList(["gobbledy*"])) as served:
        public = await served.create(public=True)
        ada = await served.join(public["room"], name="G0bble-dygook", host=public["host"])
        seats = ada.got[-1]["room"]["seats"]
        assert [seat["name"] for seat in seats] == ["Player A"]
        assert (await ada.room("name", name="Ada"))["t"] == "ack"
        assert (await ada.room("name", name="gobbledygook"))["t"] == "ack"
        names = [event["name"] for f in ada.got for event in f.get("e", []) if "name" in event]
        assert names == ["Ada", "Player A"]
        private = await served.create()
        bob = await served.join(private, name="Gobbledygook")
        assert bob.got[-1]["room"]["seats"][0]["name"] == "Gobbledygook"


async def test_the_host_takes_a_name_away_and_nobody_else_does() -> None:
    async with serving() as served:
        room = await served.create(public=True)
        ada = await served.join(room["room"], name="Ada", host=room["host"])
        bob = await served.join(room["room"], name="Rude Bob")
        assert (await bob.room("rename", seat="A"))["why"] == "not-host"
        assert (await ada.room("rename", seat="C"))["why"] == "no-such-place"
        assert (await ada.room("rename", seat="A"))["why"] == "not-allowed"
        assert (await ada.room("rename", seat="B"))["t"] == "ack"
        assert (await bob.event("seat", s="B"))["name"] == "Player B"


@pytest.mark.parametrize(
    "name",
    [
        "darn",
        "DARN!",
        "D@RN",
        "d a r n",
        "d.4.r.n",
        "dàrn",
        "daarrnn",
        "D4rn",
        "darn darn",
        "Mr.Darn",
        "ｄａｒｎ",
        "dаrn",
        "DАRN",
        "Sir Darn",
    ],
)
async def test_a_word_is_found_however_it_is_dressed_up(name: str) -> None:
    assert WordList(["darn"])(name)


@pytest.mark.parametrize("name", ["Darnley", "Ada", "דנה", "Dar Nest", "", "7", "🙂", "Sandarn"])
async def test_a_word_is_not_found_where_it_is_not(name: str) -> None:
    assert not WordList(["darn", "#comment", "", "*"])(name)


async def test_entries_say_where_in_a_name_they_are_looked_for() -> None:
    words = WordList(["begin*", "*inside*"])
    assert words("Beginner")
    assert words("Sir Beginner")
    assert words("outinsideout")
    assert not words("unbegin")


async def test_people_of_all_five_languages_keep_their_names() -> None:
    own = read_words(None)
    names = [
        "Ada",
        "Assmann",
        "Dick",
        "Scunthorpe",
        "Bassett",
        "Hitchcock",
        "Cockburn",
        "Sussex",
        "Essex",
        "Therapist",
        "Nazareth",
        "Fickler",
        "Huref",
        "Putz",
        "Computer",
        "Reputation",
        "Picasso",
        "Pedro",
        "Négrier",
        "Nikita",
        "Puteaux",
        "Folke",
        "זינה",
        "דנה",
        "אורי",
        "כושרי",
        "Фёдор",
        "Đặng",
        "Analia",
        "Nazim",
        "Whitney",
        "Shitake",
        "Mishit",
        "Konrad",
        "Spasov",
    ]
    assert [name for name in names if own(name)] == []


async def test_the_servers_own_list_is_read_and_finds_its_words() -> None:
    own = read_words(None)
    assert own("F.u.c.k you")
    assert own("arschloch99")
    assert own("Conn@rd")
    assert own("Gilipollas")
    assert own("שרמוטה")
    assert own("fucк")
    assert own("Sch1ampe")
    assert own("ni99er")
    assert not own("T. Watson")
    assert not own("Who Rex")


async def test_an_operators_list_takes_the_place_of_the_servers(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("darn\n", "utf-8")
    words = await asyncio.to_thread(read_words, path)
    assert words("darn")
    assert not words("arschloch")
    with pytest.raises(ConfigError, match=r"^--words .*nowhere cannot be read"):
        read_words(tmp_path / "nowhere")
    path.write_bytes(b"\xff")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_words(path)


async def played(served: Served, *, public: bool, people: int, by: str = "vote") -> None:
    """A match of one round, between so many people and a bot, that ends by a vote or its host."""
    room = await served.create(public=public, rules="standard,match=single")
    host = await served.join(room, name="Ada", host=room["host"])
    others = [await served.join(room, name=f"Ben {number}") for number in range(people - 1)]
    await host.room("bot")
    await host.room("start")
    await host.event("phase", phase="round")
    for voter in others if by == "vote" else ():
        assert (await voter.room("vote"))["t"] == "ack"
    assert (await host.room(by))["t"] == "ack"
    assert "match" in {event["k"] for frame in host.got for event in frame.get("e", [])}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits ten seconds before it is voted that nothing goes, and what it ends counts."""
    monkeypatch.setattr(hosting, "VOTE_OPENS", 0.0)
    monkeypatch.setattr(journal, "CUT_SHORT", ("host", "limit"))


@pytest.mark.usefixtures("hasty")
async def test_a_leaderboard_is_kept_of_public_matches_between_people_if_the_operator_asks() -> (
    None
):
    async with serving(ranked=True) as served:
        await played(served, public=False, people=2)
        await played(served, public=True, people=1)
        await played(served, public=True, people=2, by="end")
        assert json.loads((await served.get("/api/leaderboard"))[1]) == {
            "kept": True,
            "days": 30,
            "names": [],
        }
    async with serving(ranked=True) as served:
        await played(served, public=True, people=2)
        names = json.loads((await served.get("/api/leaderboard"))[1])["names"]
        assert sorted((one["name"], one["matches"]) for one in names) == [("Ada", 1), ("Ben 0", 1)]


async def test_a_match_that_is_voted_to_its_end_counts_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosting, "VOTE_OPENS", 0.0)
    async with serving(ranked=True) as served:
        await played(served, public=True, people=2)
        assert json.loads((await served.get("/api/leaderboard"))[1])["names"] == []


@pytest.mark.usefixtures("hasty")
async def test_a_leaderboard_is_there_after_a_restart_and_without_what_was_deleted() -> None:
    store = MemoryStore()
    async with serving(store, ranked=True) as served:
        await played(served, public=True, people=2)
    async with serving(store, ranked=True) as served:
        rooms = served.server.rooms
        assert {one.name for one in rooms.board.best()} == {"Ada", "Ben 0"}
        await played(served, public=True, people=2)
        rooms.board.take_away([])
        assert [one.matches for one in rooms.board.best()] == [2, 2]
        await store.erase(await store.known(), lambda _, results: rooms.board.take_away(results))
        assert rooms.board.best() == []


async def test_a_leaderboard_has_the_best_first_and_not_too_many() -> None:
    now = [0.0]
    board = Board(lambda: now[0])
    board.add([Placed(1, 0, f"P{n}", n, won=False) for n in range(RANKED_NAMES + 5)])
    assert [one.name for one in board.best()][:2] == [
        f"P{RANKED_NAMES + 4}",
        f"P{RANKED_NAMES + 3}",
    ]
    assert len(board.best()) == RANKED_NAMES
    board.add([Placed(1, 0, "P0", 7, won=True), Placed(1, 1, "New", -2, won=False)])
    now[0] += LEADERBOARD_SECONDS - 0.1
    assert board.best()[0].name != "P0"
    now[0] += 0.1
    assert board.best()[0] == Standing("P0", 2, 1, 7)
    board.take_away([Placed(1, 0, "P0", 7, won=True), Placed(1, 0, "P0", 0, won=False)])
    assert {"P0", "P1", "New"} & {one.name for one in board.best()} == set()


@pytest.mark.usefixtures("hasty")
async def test_no_leaderboard_is_kept_otherwise() -> None:
    store = MemoryStore()
    async with serving(store) as served:
        await played(served, public=True, people=2)
        answer = json.loads((await served.get("/api/leaderboard"))[1])
        assert (answer["kept"], answer["names"]) == (False, [])
    assert await store.results() == []
