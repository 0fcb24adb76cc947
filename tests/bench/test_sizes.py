"""What the bench measures in bytes is promised, so it is tested too; times are not."""

import pytest

from bench.follow import Follower
from bench.frames import ALLOWED_PLAY, ALLOWED_WELCOME, measure
from bench.inside import Inside, decode, first_commands


@pytest.mark.parametrize("seats", [2, 12])
def test_plays_and_welcomes_are_small(seats: int) -> None:
    others, own, welcome = measure(seats)
    assert len(own) >= 20
    assert max(others + own) <= ALLOWED_PLAY
    assert 500 < welcome <= ALLOWED_WELCOME


def test_a_follower_of_events_sees_what_a_welcome_shows() -> None:
    inside = Inside(4)
    for seat, data in first_commands(inside, 160):
        inside.follow(inside.give(seat, data))
    inside.now += 1
    inside.room.receive(0, b'{"t":"look"}', inside.now)
    fresh = Follower()
    for send in inside.room.outbox().sends:
        for frame in map(decode, send.frames):
            fresh.welcome(frame["room"])
    assert fresh.piles
    assert vars(fresh) == vars(inside.follower)
