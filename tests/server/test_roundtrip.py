"""How long frames are under way, measured by pings that nobody can answer for a client."""

import asyncio
import ipaddress
import struct
from typing import Any

import pytest

from pellmell.server import connection, proxies
from pellmell.server.roundtrip import RECENT, RoundTrips, kernel_round_trip
from tests.server.serving import Wire, eventually, serving

PING, PONG, FINAL = 9, 10, 0x80


def test_the_lowest_of_the_recent_round_trips_counts() -> None:
    trips = RoundTrips()
    assert trips.lowest() == 0
    for number, seconds in enumerate((0.08, 0.045, 0.3)):
        payload = trips.begin(number)
        assert trips.answered(payload, number + seconds)
    assert trips.lowest() == pytest.approx(0.045)
    for number in range(10, 10 + RECENT):
        trips.answered(trips.begin(number), number + 0.2)
    assert trips.lowest() == pytest.approx(0.2)


def test_a_pong_that_answers_no_ping_measures_nothing() -> None:
    trips = RoundTrips()
    payload = trips.begin(1.0)
    for forged in (b"", b"\0\0\0\1", payload + b"x"):
        assert not trips.answered(forged, 1.001)
    assert trips.waiting(1.5) == 0.5
    assert trips.answered(payload, 1.5)
    assert not trips.answered(payload, 1.6)
    assert (trips.waiting(9.0), trips.lowest()) == (0, 0.5)


def test_an_answer_answers_for_the_pings_before_it() -> None:
    trips = RoundTrips()
    trips.begin(1.0)
    second = trips.begin(2.0)
    third = trips.begin(3.0)
    assert trips.answered(second, 3.5)
    assert trips.waiting(4.0) == 1.0
    assert trips.answered(third, 4.0)


class Transport:
    """A transport whose kernel tells a round trip, or none."""

    def __init__(self, info: bytes | None) -> None:
        self._info = info

    def get_extra_info(self, name: str) -> "Transport | None":
        return None if self._info is None else self

    def getsockopt(self, level: int, option: int, size: int) -> bytes:
        assert self._info is not None
        return self._info


@pytest.mark.parametrize(
    ("info", "seconds"),
    [
        (bytes(148) + struct.pack("=I", 45_000), 0.045),
        (bytes(148) + struct.pack("=I", 2**32 - 1), None),
        (bytes(148), None),
        (bytes(20), None),
        (None, None),
    ],
)
def test_the_kernels_figure_is_read_where_there_is_one(
    info: bytes | None, seconds: float | None
) -> None:
    transport: Any = Transport(info)
    assert kernel_round_trip(transport) == seconds


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("header", "peer", "believed"),
    [
        ("", "127.0.0.1", False),
        ("X-Forwarded-For: 198.51.100.7\r\n", "127.0.0.1", True),
        ("X-Forwarded-For: 198.51.100.7\r\nX-Round-Trip: 4200\r\n", "127.0.0.1", False),
        ("X-Round-Trip: 900000\r\n", "127.0.0.1", False),
        ("X-Forwarded-For: 198.51.100.7\r\n", "203.0.113.9", False),
        ("Via: 1.1 x\r\n", "203.0.113.9", False),
    ],
)
async def test_who_holds_back_pongs_gains_nothing_where_the_kernel_knows_better(
    header: str, peer: str, believed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor by a header: only a proxy that is believed makes the kernel's figure another's."""
    monkeypatch.setattr(proxies, "_peer", lambda _: ipaddress.ip_address(peer))
    monkeypatch.setattr(connection, "PING_SECONDS", 0.2)
    monkeypatch.setattr(connection, "MEASURE_SECONDS", 0.01)
    told: list[tuple[float, bool]] = []
    async with serving() as served:
        room = await served.create(public=True)
        held = served.server.rooms.find(room["room"])
        assert held is not None
        monkeypatch.setattr(
            held.room, "measured", lambda who, delay, *, proved: told.append((delay, proved))
        )
        async with await Wire.upgraded(served.port, more=header) as wire:
            wire.text(t="hello", room=room["room"], name="Ada")
            while True:
                kind, payload = await wire.read_frame()
                if kind == PING | FINAL:
                    break
            await asyncio.sleep(0.1)  # the delay that is measured is what this is about
            wire.frame(PONG | FINAL, payload)
            await eventually(lambda: told)
    [(delay, proved), *_] = told
    assert (delay >= 0.04, delay <= 0.005, proved) == (believed, not believed, not believed)
