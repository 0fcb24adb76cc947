"""After thousands of people who came and went, nothing of them is left."""

import gc

import pytest

from tests.room.driving import Driven, playing


def left_behind(driven: Driven) -> tuple[int, ...]:
    """What a room keeps for its people and connections, counted."""
    room = driven.room
    tempo, links = room._tempo, room._links
    return (
        len(links.everyone),
        len(tempo._timers._due),
        len(tempo._gone),
        len(tempo.door._contests) + len(tempo.door._behind),
        len(room._state.places.taken),
        len(room._state.promises.pledges),
    )


@pytest.mark.long
def test_case_31_ten_thousand_joins_and_leaves_leave_nothing_behind() -> None:
    driven = Driven()
    driven.host()
    before = left_behind(driven)
    for number in range(10_000):
        guest = driven.sit(f"Guest {number}")
        if number % 2:
            guest.ask("leave")
        else:
            driven.drop(guest)
            driven.run(301)
        del driven.clients[guest.who]
        driven.log.clear()
    assert left_behind(driven) == before


@pytest.mark.long
def test_case_31_ten_thousand_reconnects_in_mid_round_leave_nothing_behind() -> None:
    driven, (host, guest) = playing()
    driven.run(3.0)  # nobody lays a card: it was looked whether anybody could
    before, token = left_behind(driven), guest.token
    for _ in range(10_000):
        driven.drop(guest)
        del driven.clients[guest.who]
        driven.run(1.0)
        guest = driven.connect(token=token)
        assert guest.closed is None
        host.got.clear()
        host.raw.clear()
        driven.log.clear()
    assert left_behind(driven) == before


def given_up() -> None:
    """A room that somebody opened, and nobody came back to."""
    driven = Driven()
    host = driven.host()
    host.ask("bot")
    driven.drop(host)
    driven.run(3 * 3600)
    assert driven.closed


@pytest.mark.long
def test_case_31_rooms_that_are_over_are_collected() -> None:
    given_up()
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(200):
        given_up()
    gc.collect()
    assert len(gc.get_objects()) < before + 2_000
