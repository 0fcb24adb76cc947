"""A seat goes to another device by a code that is good once, and for a minute."""

import pytest

from pellmell.server.limits import MOVE_SECONDS, MOVES, OPEN_MOVES
from pellmell.server.moves import Moves, Seat
from tests.server.serving import Frame, Served, serving

pytestmark = pytest.mark.asyncio


async def post(
    served: Served, path: str, body: object, secret: str | None = None
) -> tuple[int, Frame]:
    headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
    async with served.http.post(served.url + path, json=body, headers=headers) as answer:
        return answer.status, await answer.json()


async def test_a_code_moves_a_seat_and_the_first_device_is_told() -> None:
    async with serving() as served:
        room = await served.create()
        phone = await served.join(room, name="Ada")
        token = phone.got[-1]["you"]["token"]
        path = f"/api/rooms/{room['room']}/moves"
        status, offer = await post(served, path, {"key": room["key"]}, token)
        assert (status, offer["seconds"]) == (201, MOVE_SECONDS)
        written = f"{offer['code'][:4]} {offer['code'][4:]}".lower()
        status, moved = await post(served, "/api/moves", {"code": written})
        assert (status, moved) == (200, {"room": room["room"], "key": room["key"], "token": token})
        laptop = await served.join(moved["room"], token=moved["token"])
        assert laptop.got[-1]["you"]["seat"] == "A"
        assert await phone.closed() == ("taken-over", 4409)


async def test_a_code_is_good_once_and_a_newer_one_voids_it() -> None:
    async with serving() as served:
        room = await served.create()
        token = (await served.join(room)).got[-1]["you"]["token"]
        path = f"/api/rooms/{room['room']}/moves"
        first, second = [(await post(served, path, {}, token))[1]["code"] for _ in range(2)]
        assert (await post(served, "/api/moves", {"code": first}))[0] == 404
        assert (await post(served, "/api/moves", {"code": second}))[0] == 200
        assert (await post(served, "/api/moves", {"code": second}))[0] == 404


async def test_only_who_has_a_seat_can_move_it() -> None:
    async with serving() as served:
        room, public = await served.create(), await served.create(public=True)
        path = f"/api/rooms/{room['room']}/moves"
        assert (await post(served, path, {}, room["key"]))[0] == 403
        assert (await post(served, path, {}, room["host"]))[0] == 404
        assert (await post(served, path, {}))[0] == 404
        assert (await post(served, f"/api/rooms/{public['room']}/moves", {}))[0] == 403


async def test_a_key_that_is_not_the_rooms_is_not_handed_on() -> None:
    async with serving() as served:
        room = await served.create()
        token = (await served.join(room)).got[-1]["you"]["token"]
        offer = await post(served, f"/api/rooms/{room['room']}/moves", {"key": "wrong"}, token)
        moved = await post(served, "/api/moves", {"code": offer[1]["code"]})
        assert moved[1]["key"] is None


async def test_a_seat_at_a_public_table_moves_also_where_somebody_looked_in_vain() -> None:
    async with serving() as served:
        room = await served.create(public=True)
        token = (await served.join(room["room"])).got[-1]["you"]["token"]
        for _ in range(10):
            assert (await served.get("/api/rooms/AAAAAA"))[0] == 404
        path = f"/api/rooms/{room['room']}/moves"
        assert (await post(served, path, {}, token))[0] == 201


async def test_nobody_asks_for_codes_without_end() -> None:
    async with serving() as served:
        room = await served.create()
        token = (await served.join(room)).got[-1]["you"]["token"]
        path = f"/api/rooms/{room['room']}/moves"
        asked = [(await post(served, path, {}, token))[0] for _ in range(MOVES + 2)]
        assert asked[:MOVES] == [201] * MOVES
        assert asked[-1] == 429


async def test_codes_are_not_guessed_without_end() -> None:
    async with serving() as served:
        for code in ("AAAAAAAA", "short", "", "not a code", *["BBBBBBBB"] * 6):
            assert (await post(served, "/api/moves", {"code": code}))[0] == 404
        status, body = await post(served, "/api/moves", {"code": "AAAAAAAA"})
        assert (status, body["error"]["code"]) == (429, "too-fast")


@pytest.mark.parametrize("body", [{}, {"code": 7}, [], {"code": None}])
async def test_what_cannot_be_read_moves_nothing(body: object) -> None:
    async with serving() as served:
        status, answer = await post(served, "/api/moves", body)
        assert (status, answer["error"]["code"]) == (422, "unreadable")


async def test_a_code_ends_after_a_minute_and_not_before() -> None:
    now = [0.0]
    moves = Moves(lambda: now[0])
    seat = Seat("KQZ7MB", None, "token")
    codes = [moves.offer(Seat("KQZ7MB", None, f"token {n}")) for n in range(2)]
    now[0] = MOVE_SECONDS - 0.01
    assert moves.take(codes[0]) == Seat("KQZ7MB", None, "token 0")
    now[0] = MOVE_SECONDS
    assert moves.take(codes[1]) is None
    assert moves.take(moves.offer(seat)) == seat
    assert len(moves) == 0


async def test_codes_that_wait_are_bounded_and_never_alike() -> None:
    minted = iter([str(n // 2) for n in range(4 * OPEN_MOVES)])
    moves = Moves(lambda: 0.0, lambda: next(minted))
    codes = [moves.offer(Seat("KQZ7MB", None, str(n))) for n in range(OPEN_MOVES + 2)]
    assert len(set(codes)) == len(codes)
    assert len(moves) == OPEN_MOVES
    assert moves.take(codes[1]) is None
    assert moves.take(codes[2]) == Seat("KQZ7MB", None, "2")
