"""Nothing hidden is sent: no frame tells of a card that lies covered or face down."""

import json
from typing import Any

import pytest

from pellmell.bots.mind import make_mind
from pellmell.engine.deal import SeededDice
from pellmell.engine.table import Table
from pellmell.testing.playing import hidden_moved
from tests.room.driving import Client, Driven, playing, view_of

DICE = SeededDice(b"hidden")


def test_two_tables_that_look_alike_are_shown_alike() -> None:
    driven, (host, _) = playing(people=2, mind=make_mind)
    for _ in range(30):
        host.do("turn")
        driven.run(0.3)
        driven.room._state.table, before = hidden_moved(driven.table, DICE), driven.table
        assert driven.table != before
        assert view_of(driven.room, driven.now) == _view_with(driven, before)


def _view_with(driven: Driven, table: Table) -> bytes:
    driven.room._state.table = table
    return view_of(driven.room, driven.now)


@pytest.mark.parametrize("rules", ["standard", "french,profi=on", "playroom"])
def test_case_33_no_frame_of_a_whole_match_names_a_card_before_it_can_be_seen(rules: str) -> None:
    driven = Driven(f"{rules},match=rounds,target=2", mind=make_mind)
    host = driven.host()
    for _ in range(3):
        host.ask("bot", level="skilled")
    watcher = driven.connect(key="the-key", watch=True)
    host.ask("start")
    checked = 0
    while driven.room._state.phase != "over" and checked < 700:
        had = len(watcher.got)
        due = driven.room.timer()
        assert due is not None
        driven.run(max(0.0, due - driven.now))
        for frame in watcher.got[had:]:
            for event in frame.get("e", ()):
                checked += 1
                _check(event, driven)
        visible = {(c, s) for s, cards in _visible(driven).items() for c in cards}
        assert _named(watcher.send(t="look")) <= visible or driven.room._state.phase == "over"
    assert checked > 200


def _visible(driven: Driven) -> dict[str, set[str]]:
    """The cards of each seat that lie open on the table now."""
    out: dict[str, set[str]] = {}
    for seat, area in zip("ABCDEFGHIJKL", driven.table.areas, strict=False):
        shown = [c for slot in area.row for c in slot]
        shown += [*area.stack[-1:], *area.waste[-1:]]
        out[seat] = {f"{c.colour.value}{c.number}" for c in shown}
    return out


def _named(welcome: dict[str, object]) -> set[tuple[str, str]]:
    """The cards that a welcome names, each with its section."""
    room = welcome.get("room")
    table = room["table"] if isinstance(room, dict) else None
    if not isinstance(table, str):
        return set()
    found = set()
    for seat, section in zip("ABCDEFGHIJKL", table.split(" / ")[1:], strict=False):
        for token in section.replace(">", " ").split():
            if token not in ("|", "-") and not token.startswith("?"):
                found.add((token, seat))
    return found


def _check(event: dict[str, Any], driven: Driven) -> None:
    """What an event names lies open on the table, or has been laid in the centre by then."""
    if event["k"] != "did":
        return
    named = [*event["up"], *filter(None, [event["card"]])]
    seat = event["s"]
    open_now = _visible(driven)[seat]
    laid = {(p.colour.value, i + 1) for p in driven.table.piles for i in range(p.top)}
    for card in named:
        assert card in open_now or (card[0], int(card[1:])) in laid


def test_the_log_and_the_frames_hold_no_secret() -> None:
    driven, clients = playing()
    secrets = [*(c.token for c in clients), "the-key", "the-host-secret"]
    frames = [raw for c in clients for raw in c.raw if b'"welcome"' not in raw]
    for secret in secrets:
        assert not any(secret.encode() in data for data in (*driven.log, *frames))
    for client, other in (clients, reversed(clients)):
        assert not any(other.token in json.dumps(frame) for frame in client.got)


def test_a_did_names_only_what_came_up() -> None:
    driven, (host, _) = playing()
    host.do("turn")
    event: dict[str, object] = host.events("did")[-1]
    top = driven.table.areas[0].waste[-1]
    assert event == {
        "k": "did",
        "s": "A",
        "a": "turn",
        "card": None,
        "up": [f"{top.colour.value}{top.number}"],
    }
    assert isinstance(host, Client)
