"""Traps for who reads JSON, sent to a room in mid-round."""

from pellmell.engine.audit import flaws
from tests.protocol.traps import TRAPS
from tests.room.driving import playing

ANSWERS = {"ack", "nack", "bye", "pong", "ev", "welcome"}


def test_case_29_no_trap_ends_a_room_or_changes_another_seat() -> None:
    driven, (host, guest) = playing()
    token, hosts_cards = guest.token, driven.table.areas[0]
    for number, trap in enumerate(TRAPS, 1):
        driven.run(1.0)
        before = len(host.got)
        answer = guest.text(trap.replace('"n":1,', f'"n":{number},'))
        assert answer["t"] in ANSWERS, trap
        told = [event for frame in host.got[before:] for event in frame.get("e", ())]
        assert all(event.get("s", "B") == "B" for event in told), (trap, told)
        assert flaws(driven.table) == ()
        if guest.closed is not None:
            assert guest.closed == 4400
            guest = driven.connect(token=token)
            assert guest.seat == "B"
    assert driven.table.areas[0] == hosts_cards
    assert host.do("turn")["t"] == "ack"
    assert not driven.closed
