"""Which proxies are believed: those of this machine, and those that the operator trusts."""

import ipaddress

import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from pellmell.server import proxies
from pellmell.server.config import ConfigError, read_network
from pellmell.server.limits import LOOKUPS
from pellmell.server.proxies import Proxies, is_local
from tests.server.serving import serving

TRUSTED = Proxies((read_network("172.17.0.0/16"), read_network("fd00::7")))
FORWARDED = "X-Forwarded-For"


def come_from(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(proxies, "_peer", lambda _: ipaddress.ip_address(address))


@pytest.mark.parametrize(
    ("peer", "told", "address"),
    [
        ("127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1", ["198.51.100.7, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["198.51.100.7", "127.0.0.1"], "127.0.0.1"),
        ("172.17.3.4", ["198.51.100.7"], "198.51.100.7"),
        ("172.17.3.4", ["198.51.100.7, 203.0.113.9"], "203.0.113.9"),
        ("172.17.3.4", ["198.51.100.7, 172.17.9.9"], "198.51.100.7"),
        ("172.17.3.4", ["nonsense, 172.17.9.9"], "172.17.9.9"),
        ("172.17.3.4", ["nonsense"], "172.17.3.4"),
        ("172.17.3.4", [], "172.17.3.4"),
        ("fd00::7", ["2001:db8:1:2:3::4"], "2001:db8:1:2::"),
        ("172.18.0.1", ["198.51.100.7"], "172.18.0.1"),
        ("fd00::8", ["198.51.100.7"], "fd00::"),
        ("198.51.100.7", ["127.0.0.1"], "198.51.100.7"),
    ],
)
def test_only_a_proxy_that_is_trusted_says_for_whom_it_asks(
    peer: str, told: list[str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    come_from(monkeypatch, peer)
    headers = CIMultiDict((FORWARDED, line) for line in told)
    assert TRUSTED.address_of(make_mocked_request("GET", "/", headers=headers)) == address


@pytest.mark.parametrize("name", proxies.FORWARDING)
@pytest.mark.parametrize(
    ("peer", "between"),
    [("127.0.0.1", True), ("172.17.3.4", True), ("172.18.0.1", False), ("198.51.100.7", False)],
)
def test_a_header_of_anybody_puts_no_proxy_between(
    peer: str, name: str, between: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    come_from(monkeypatch, peer)
    told = make_mocked_request("GET", "/", headers=CIMultiDict({name: "198.51.100.7"}))
    assert TRUSTED.is_between(told) is between
    assert not is_local(told)
    assert not TRUSTED.is_between(make_mocked_request("GET", "/"))


@pytest.mark.asyncio
async def test_behind_a_trusted_proxy_nobody_waits_for_what_a_stranger_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    come_from(monkeypatch, "172.17.0.1")
    stranger, friend = {FORWARDED: "198.51.100.7"}, {FORWARDED: "203.0.113.9"}
    for trusted, status in (((read_network("172.17.0.1"),), 200), ((), 429)):
        async with serving(proxies=trusted) as served:
            room = await served.create(public=True)
            for _ in range(LOOKUPS):
                assert (await served.get("/api/rooms/AAAAAA", None, **stranger))[0] == 404
            path = f"/api/rooms/{room['room']}"
            assert (await served.get(path, None, **stranger))[0] == 429
            assert (await served.get(path, None, **friend))[0] == status


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("172.17.0.0/16", "172.17.0.0/16"),
        (" 172.17.0.1/16", "172.17.0.0/16"),
        ("10.0.0.7", "10.0.0.7/32"),
        ("fd00::/8", "fd00::/8"),
    ],
)
def test_a_network_or_an_address_is_read(text: str, network: str) -> None:
    assert str(read_network(text)) == network


@pytest.mark.parametrize("text", ["", "proxy", "172.17.0.0/33", "172.17/16", "10.0.0.1-9", "/8"])
def test_what_is_no_network_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^--trusted-proxy '.*' is no address and no network"):
        read_network(text)
