"""Every row of the table of HTTP calls, over real sockets."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pellmell.server import limits
from pellmell.server.chance import ALPHABET
from pellmell.server.lobby import Lobby
from pellmell.server.pages import Pages
from pellmell.store.contract import Page, StoreError
from pellmell.store.memory import MemoryStore
from tests.server.serving import Served, Wire, serving

pytestmark = pytest.mark.asyncio


async def refusal(served: Served, body: object, **kwargs: object) -> tuple[int, str, str]:
    async with served.http.post(f"{served.url}/api/rooms", **kwargs, data=body) as answer:  # type: ignore[arg-type]
        error = (await answer.json())["error"]
        return answer.status, error["code"], error["message"]


JSON = {"Content-Type": "application/json"}


async def test_a_new_room_is_private_and_its_key_is_in_the_fragment_only() -> None:
    async with serving() as served:
        room = await served.create()
        assert set(room) == {"room", "url", "key", "host"}
        assert len(room["room"]) == 6
        assert set(room["room"]) <= set(ALPHABET)
        assert room["url"] == f"/r/{room['room']}#k={room['key']}"
        assert len(room["key"]) == len(room["host"]) == 22  # 128 bits
        assert await served.get("/api/rooms") == (200, '{"listed":false,"rooms":[]}')


async def test_a_public_room_has_no_key_and_is_listed() -> None:
    async with serving(listed=True) as served:
        room = await served.create(public=True, rules="standard,profi=on")
        assert room["key"] is None
        assert room["url"] == f"/r/{room['room']}"
        ada = await served.join(room["room"], host=room["host"], name="Ada")
        await ada.room("bot")
        status, text = await served.get("/api/rooms")
        (listed,) = json.loads(text)["rooms"]
        assert (status, listed["room"], listed["rules"]) == (200, room["room"], "standard,profi=on")
        assert (listed["phase"], listed["taken"], listed["free"]) == ("lobby", 2, 10)
        assert listed["here"] == 1


async def test_every_field_of_a_new_room_is_optional_and_unknown_ones_are_passed_over() -> None:
    async with serving() as served:
        for body in (b"", b"{}", b'{"colour": "green"}', b'{"options": {"queue": 100}}'):
            async with served.http.post(
                f"{served.url}/api/rooms", data=body, headers=JSON
            ) as answer:
                assert answer.status == 201


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"[]", "unreadable"),
        (b"{", "unreadable"),
        (b"nothing", "unreadable"),
        (b"\xff\xfe", "unreadable"),
        (b"[" * 4000, "unreadable"),
        (b'{"public": 1}', "unreadable"),
        (b'{"options": {"fair": "luck"}}', "unreadable"),
        (b'{"options": {"queue": 1e999}}', "unreadable"),
        (b'{"options": {"watchers": 51}}', "unreadable"),
        (b'{"options": {"unheard": 1}}', "unreadable"),
        (b'{"rules": null}', "unreadable"),
        (b'{"rules": "canasta"}', "rules"),
        (b'{"rules": "standard,turn=9"}', "rules"),
    ],
)
async def test_a_room_that_cannot_be_read_is_refused_in_one_line(body: bytes, code: str) -> None:
    async with serving() as served:
        status, word, message = await refusal(served, body, headers=JSON)
        assert (status, word) == (422, code)
        assert message
        assert "\n" not in message
        assert len(served.server.rooms) == 0


async def test_a_room_is_asked_for_in_json() -> None:
    async with serving() as served:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            status, code, _ = await refusal(served, b"{}", headers={"Content-Type": kind})
            assert (status, code) == (415, "content-type")


async def test_a_long_body_is_refused() -> None:
    async with serving() as served:
        status, code, _ = await refusal(served, b" " * 5000, headers=JSON)
        assert (status, code) == (413, "too-long")


async def test_a_long_body_in_pieces_is_refused() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 100

    async with serving() as served:
        status, code, _ = await refusal(served, pieces(), headers=JSON)
        assert (status, code) == (413, "too-long")


async def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pellmell.server.bodies.BODY_SECONDS", 0.05)
    async with serving() as served, await Wire.open(served.port) as wire:
        wire.write(
            f"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
            "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
        assert (await wire.reader.readline()).startswith(b"HTTP/1.1 408")


async def test_who_asks_too_often_is_told_when_to_ask_again() -> None:
    async with serving() as served:
        for _ in range(limits.CREATIONS):
            assert served.server.lobby.may_open("127.0.0.1")
        async with served.http.post(f"{served.url}/api/rooms", json={}) as answer:
            assert answer.status == 429
            assert answer.headers["Retry-After"] == "1"
            assert (await answer.json())["error"]["code"] == "too-fast"
        other = [("X-Forwarded-For", "198.51.100.7")]
        # What one says of oneself comes before what the proxy says, in one line or in two.
        forged = [*other, ("X-Forwarded-For", "127.0.0.1")]
        for headers, status in ((forged, 429), (other, 201)):
            opening = served.http.post(f"{served.url}/api/rooms", json={}, headers=headers)
            async with opening as answer:
                assert answer.status == status


async def test_a_full_server_says_so() -> None:
    async with serving() as served:
        server = served.server
        server.api._lobby = Lobby(server.rooms, asyncio.get_running_loop().time, limit=2)
        await served.create()
        await served.create()
        async with served.http.post(f"{served.url}/api/rooms", json={}) as answer:
            assert answer.status == 503
            assert "Retry-After" in answer.headers


async def test_what_cannot_be_read_or_written_just_now_is_asked_for_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()

    async def refuse(*_: object, **_more: object) -> None:
        raise StoreError("store.damaged", path="x", reason="so")

    async def fail(*_: object, **_more: object) -> None:
        raise ValueError("a mistake of ours")

    async with serving(store) as served:
        room = await served.create(public=True)
        monkeypatch.setattr(store, "record", refuse)
        record = f"{served.url}/api/rooms/{room['room']}/rounds/1"
        async with served.http.get(record) as answer:
            assert (answer.status, "Retry-After" in answer.headers) == (503, True)
        monkeypatch.setattr(store, "append", fail)
        async with served.http.post(f"{served.url}/api/rooms", json={}) as answer:
            assert (answer.status, "Retry-After" in answer.headers) == (503, True)


async def test_a_private_room_looks_like_none_without_its_secrets() -> None:
    async with serving() as served:
        room = await served.create()
        person = await served.join(room, host=room["host"], name="Ada")
        token = person.got[0]["you"]["token"]
        path = f"/api/rooms/{room['room']}"
        none = await served.get("/api/rooms/AAAAAA")
        assert none[0] == 404
        for secret in (None, "wrong", room["host"], room["key"][:-1]):
            assert await served.get(path, secret) == none
        assert await served.get(f"{path}/rounds/1") == await served.get(
            "/api/rooms/AAAAAA/rounds/1"
        )
        for secret in (room["key"], token):
            status, text = await served.get(path, secret)
            assert status == 200
            assert json.loads(text)["taken"] == 1


async def test_a_code_may_be_written_small() -> None:
    async with serving() as served:
        room = await served.create(public=True)
        assert (await served.get(f"/api/rooms/{room['room'].lower()}"))[0] == 200


async def test_the_record_of_a_finished_round_is_text() -> None:
    store = MemoryStore()
    async with serving(store) as served:
        room = await served.create(public=True)
        path = f"/api/rooms/{room['room']}/rounds"
        assert (await served.get(f"{path}/2"))[0] == 404
        log = next(kept for kept in await store.load() if kept.room == room["room"])
        await store.append([Page(room["room"], len(log.entries), (), ((2, "[Round 2]\n"),))])
        async with served.http.get(f"{served.url}{path}/2") as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
            assert await answer.text() == "[Round 2]\n"
        for round in ("1", "02x", "-1", "9" * 30, "²"):
            assert (await served.get(f"{path}/{round}"))[0] == 404


async def test_failed_look_ups_are_counted_and_the_right_secret_is_never_held_up() -> None:
    async with serving() as served:
        private = await served.create()
        public = await served.create(public=True)
        for _ in range(10):
            assert (await served.get("/api/rooms/AAAAAA"))[0] == 404
        assert (await served.get("/api/rooms/AAAAAA"))[0] == 429
        assert (await served.get(f"/api/rooms/{public['room']}"))[0] == 429
        assert (await served.get(f"/api/rooms/{private['room']}", "wrong"))[0] == 429
        assert (await served.get(f"/api/rooms/{private['room']}", private["key"]))[0] == 200
        elsewhere = {"X-Forwarded-For": "198.51.100.7"}
        assert (await served.get(f"/api/rooms/{public['room']}", None, **elsewhere))[0] == 200


async def test_alive_and_ready_until_the_server_drains() -> None:
    async with serving() as served:
        assert await served.get("/healthz") == (200, "ok\n")
        assert await served.get("/readyz") == (200, "ok\n")
        served.server.api.draining = True
        assert (await served.get("/healthz"))[0] == 200
        assert (await served.get("/readyz"))[0] == 503
        async with served.http.post(f"{served.url}/api/rooms", json={}) as answer:
            assert answer.status == 503


async def test_metrics_are_for_this_machine_or_with_the_token() -> None:
    async with serving(metrics_token="s3cret") as served:
        await served.create()
        status, text = await served.get("/metrics")
        assert status == 200
        assert "pellmell_rooms 1\n" in text
        assert "pellmell_commit_seconds_count 1\n" in text
        for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
            through = {header: "127.0.0.1"}
            assert (await served.get("/metrics", None, **through))[0] == 403
            assert (await served.get("/metrics", "guess", **through))[0] == 403
            assert (await served.get("/metrics", "s3cret", **through))[0] == 200


async def test_the_client_is_served_at_its_own_addresses(tmp_path: Path) -> None:
    page = "<!doctype html><title>client</title>" + "<p>" * 1000
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(page)
    (tmp_path / "assets" / "app-1234.js").write_text("let a = 1;")
    pages = Pages(tmp_path)
    async with serving() as served:
        served.server.pages._pages.clear()
        served.server.pages._pages.update(pages._pages)
        tags: list[str] = []
        for path in ("/", "/r/KQZ7MB", "/tv/KQZ7MB"):
            async with served.http.get(served.url + path) as answer:
                assert (answer.status, await answer.text()) == (200, page)
                assert answer.headers["Cache-Control"] == "no-cache"
                assert answer.headers["Content-Encoding"] == "gzip"
                tags.append(answer.headers["ETag"])
        asked = {"If-None-Match": tags[0], "Range": "bytes=0-0"}
        async with served.http.get(f"{served.url}/", headers=asked) as answer:
            assert (answer.status, await answer.read()) == (304, b"")
        async with served.http.get(f"{served.url}/", headers={"Range": "bytes=0-0"}) as answer:
            assert (answer.status, await answer.text()) == (200, page)
        async with served.http.head(f"{served.url}/") as answer:
            assert answer.status == 200


async def test_every_address_that_the_client_knows_can_be_opened_afresh() -> None:
    source = Path(__file__).parents[2] / "web" / "src" / "screens" / "route.svelte.ts"
    pages = re.search(r"const PAGES = \[([^\]]*)\]", source.read_text("utf-8"))
    assert pages is not None
    addresses = [f"/{page}" for page in re.findall(r'"([a-z]+)"', pages[1])]
    assert len(addresses) > 1
    async with serving() as served:
        home = await served.get("/")
        for address in (*addresses, "/r/KQZ7MB", "/r/KQZ7MB/", "/tv/KQZ7MB/", "/r/nonsense"):
            assert await served.get(address) == home, address


async def test_a_client_that_was_not_built_is_explained() -> None:
    async with serving() as served:
        served.server.pages._pages.clear()
        status, text = await served.get("/r/KQZ7MB")
        assert status == 503
        assert "make setup" in text


def traversals() -> list[str]:
    ups = ["..", "%2e%2e", "..%2f", "%2e%2e%2f", "..\\", "%5c..", ".%2e", "..;", "%00", "...."]
    ends = ["etc/passwd", "pyproject.toml", ".git/config", "server/main.py", "index.html"]
    starts = ["/", "/assets/", "/r/", "//"]
    return [f"{start}{(up + '/') * 3}{end}" for start in starts for up in ups for end in ends]


async def test_no_path_leads_out_of_the_client() -> None:
    async with serving() as served:
        for path in traversals():
            async with await Wire.open(served.port) as wire:
                wire.write(
                    f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
                    "Connection: close\r\n\r\n"
                )
                answer = await wire.ended()
                assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400")), (path, answer[:80])
                assert b"root:" not in answer


SIGNED = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self' data:; font-src 'self'; manifest-src 'self'; media-src 'self' data:; "
        "worker-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; "
        "require-trusted-types-for 'script'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "Pellmell",
}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", None),
        ("GET", "/healthz", 200),
        ("GET", "/readyz", 200),
        ("GET", "/metrics", 200),
        ("GET", "/api/rooms", 200),
        ("POST", "/api/rooms", 415),
        ("DELETE", "/api/rooms", 405),
        ("PATCH", "/api/rooms", 405),
        ("POST", "/ws", 405),
        ("GET", "/ws", 426),
        ("GET", "/api/rooms/AAAAAA", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/nothing", 404),
        ("GET", "/api/rooms/BRKKEN", 500),
    ],
)
async def test_every_answer_carries_the_same_headers(
    method: str, path: str, status: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(code: str) -> None:
        raise RuntimeError(code)

    async with serving() as served:
        if status == 500:
            monkeypatch.setattr(served.server.rooms, "find", broken)
        async with served.http.request(method, served.url + path) as answer:
            assert status in {None, answer.status}
            assert {name: answer.headers.get(name) for name in SIGNED} == SIGNED
            assert "Strict-Transport-Security" not in answer.headers
            if answer.content_type == "application/json" and answer.status >= 400:
                assert set((await answer.json())["error"]) == {"code", "message"}


async def test_what_is_not_there_is_never_repeated_to_who_asked() -> None:
    async with serving() as served:
        assert await served.get("/<script>alert(1)</script>") == await served.get("/nothing")


async def test_who_came_by_https_is_told_to_come_by_nothing_else() -> None:
    async with serving(origins=("https://cards.example.org",)) as served:
        secure = {"Host": "cards.example.org"}
        async with served.http.get(f"{served.url}/healthz", headers=secure) as answer:
            assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


API = {
    "POST /api/rooms", "GET /api/rooms", "POST /api/quick", "GET /api/rooms/{room}",
    "GET /api/rooms/{room}/rounds/{round}", "POST /api/rooms/{room}/moves", "POST /api/moves",
    "GET /api/leaderboard", "GET /healthz", "GET /readyz", "GET /metrics", "GET /ws",
}  # fmt: skip
CLIENT = {
    "/", "/new", "/machine", "/score", "/rules", "/replay", "/practice", "/learn", "/move",
    "/stats", "/settings", "/r/{room}", "/tv/{room}",
}  # fmt: skip


async def test_there_is_no_route_that_is_not_told_of_here() -> None:
    async with serving() as served:
        assert served.server._runner is not None
        routes = served.server._runner.app.router.routes()
        files = set(served.server.pages._pages)
        there = {
            f"{route.method} {route.resource.canonical}"
            for route in routes
            if route.resource is not None and route.resource.canonical not in files
        }
    client = CLIENT | {f"{path}/" for path in CLIENT if path != "/"}
    told = API | {f"GET {path}" for path in client}
    # Whatever can be got can be asked about; nothing else can be sent anywhere.
    assert there == told | {f"HEAD {one[4:]}" for one in told if one.startswith("GET ")}


async def test_nor_a_file_that_is_none_of_the_client() -> None:
    odd = [
        path for path in Pages()._pages
        if not re.fullmatch(r"/assets/[\w.-]+\.(js|css|json|woff2)", path)
    ]  # fmt: skip
    assert sorted(odd) == [
        "/icon-180.png", "/icon-192.png", "/icon-512.png", "/icon-maskable.png", "/icon.svg",
        "/index.html", "/manifest.webmanifest", "/sw.js",
    ]  # fmt: skip
