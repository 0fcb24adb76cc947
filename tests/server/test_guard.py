"""Whose pages may ask, and under which names: the same on every route, on localhost too."""

import pytest

from pellmell.server.config import ConfigError, read_origin
from tests.server.serving import serving

pytestmark = pytest.mark.asyncio

PROXIED = "https://cards.example.org"


def origins(port: int) -> list[str]:
    """Origins that are nobody's but a stranger's, each nearly right."""
    return [
        "null",
        "",
        "*",
        "http://127.0.0.1",
        f"http://127.0.0.1:{port}0",
        f"http://127.0.0.1:{port - 1}",
        f"https://127.0.0.1:{port}",
        f"http://127.0.0.1:{port}/",
        f"HTTP://127.0.0.1:{port}",
        f"http://127.0.0.1.evil.example:{port}",
        f"http://evil.example:{port}",
        f"http://evil127.0.0.1:{port}",
        f"http://user@127.0.0.1:{port}",
        f"http://localhost:{port}",
        f"http://[::1]:{port}",
        f"http://127.1:{port}",
        f"http://2130706433:{port}",
        f"file://127.0.0.1:{port}",
        f"ws://127.0.0.1:{port}",
        f"127.0.0.1:{port}",
        f"http://127.0.0.1:{port}@evil.example",
        f"http://127.0.0.1:{port}#",
        f"http://127.0.0.1:{port},http://127.0.0.1:{port}",
        f"http://127.0.0.1:{port} http://evil.example",
        "http://cards.example.org",
        "https://cards.example.org:8443",
        "https://CARDS.example.org",
        "https://cards.example.org.evil.example",
        "https://evilcards.example.org",
        "https://example.org",
        "https://xn--crds-0ra.example.org",
        "https://cards.example.org.",
    ]


async def test_pages_of_others_may_not_ask() -> None:
    async with serving(origins=(PROXIED,)) as served:
        for origin in origins(served.port):
            for path in ("/healthz", "/ws", "/api/rooms", "/"):
                status, _ = await served.get(path, None, Origin=origin)
                assert status == 403, (path, origin)
            async with served.http.post(
                f"{served.url}/api/rooms", json={}, headers={"Origin": origin}
            ) as answer:
                assert answer.status == 403, origin
        assert len(served.server.rooms) == 0


async def test_our_own_pages_and_programs_may_ask() -> None:
    async with serving(origins=(PROXIED,)) as served:
        for origin in (f"http://127.0.0.1:{served.port}", PROXIED):
            assert (await served.get("/healthz", None, Origin=origin))[0] == 200
        assert (await served.get("/healthz"))[0] == 200
        own = {"Host": f"localhost:{served.port}", "Origin": f"http://localhost:{served.port}"}
        assert (await served.get("/healthz", None, **own))[0] == 200
        usual = {"Host": "192.0.2.7:80", "Origin": "http://192.0.2.7"}
        assert (await served.get("/healthz", None, **usual))[0] == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("192.168.1.20:9000", 200),
        ("[fd00::2]:8000", 200),
        ("[::1]", 200),
        ("localhost", 200),
        ("LOCALHOST:8000", 200),
        ("cards.example.org", 200),
        ("cards.example.org:8000", 403),
        ("evil.example", 403),
        ("evil.example:8000", 403),
        ("localhost.evil.example", 403),
        ("127.0.0.1.nip.example", 403),
        ("127.1", 403),
        ("[::1", 400),
        ("a/?x=", 400),
        ("127.0.0.1:8000@evil.example", 400),
        ("local host", 400),
        ("localhost:", 400),
        ("", 400),
    ],
)
async def test_a_name_that_was_rebound_to_this_machine_leads_nowhere(
    host: str, status: int
) -> None:
    async with serving(origins=(PROXIED,)) as served:
        for path in ("/healthz", "/ws", "/"):
            found, text = await served.get(path, None, Host=host)
            assert found == status or (status == 200 and found in {426, 503}), (path, text)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://cards.example.org", "https://cards.example.org"),
        ("https://cards.example.org/", "https://cards.example.org"),
        ("https://Cards.Example.org:443", "https://cards.example.org"),
        ("http://cards.example.org:8080", "http://cards.example.org:8080"),
        ("http://[FD00::2]:8080", "http://[fd00::2]:8080"),
    ],
)
async def test_an_origin_is_read_as_browsers_write_it(text: str, origin: str) -> None:
    assert read_origin(text) == origin


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cards.example.org",
        "ftp://a",
        "https://",
        "https://a/b",
        "https://a?b",
        "https://a:b",
        "http://[",
        "http://[::[]",
        "http://[v::1]:80",
        "https://a\u2028:443/",
        "https://@a",
        "https://a b",
    ],
)
async def test_what_is_no_origin_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^--origin .* right is a scheme and a host"):
        read_origin(text)
