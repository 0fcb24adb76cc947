"""Every frame that a client may send, from everybody whose it is not: refused, and nothing changes."""

import hashlib
import json
import pickle
from collections.abc import Callable
from typing import Final

import pytest

from pellmell.room.hosting import ANYBODYS, FIELDS
from tests.protocol.samples import Frame, frames, kinds_of_commands
from tests.room.driving import Client, Driven, playing, view_of

EVERY: Final = dict(frames())
PHASES: Final = ("lobby", "round")


def table(phase: str) -> Driven:
    """A room of three people in a phase: the host, the victim B and one more."""
    if phase == "round":
        return playing("standard,speed=noises", people=3)[0]
    driven = Driven("standard,speed=noises")
    driven.host()
    for name in ("Guest 1", "Guest 2"):
        driven.sit(name)
    return driven


def digest(driven: Driven) -> str:
    """All of the room's state, hidden cards and answers to every seat included."""
    return hashlib.sha256(pickle.dumps(driven.room._state)).hexdigest()


def _without_token(driven: Driven) -> Client:
    client = Client(driven, 99)
    driven.clients[client.who] = client
    return client


def _with_a_token_of_another_room(driven: Driven) -> Client:
    other = Driven(seed="another")
    return driven.connect(token=other.host().token)


def _with_a_token_that_was_given_up(driven: Driven) -> Client:
    (*_, guest) = driven.clients.values()
    guest.ask("leave")
    return driven.connect(token=guest.token)


def _on_the_line_of_who_gave_up_the_seat(driven: Driven) -> Client:
    (*_, guest) = driven.clients.values()
    guest.ask("leave")
    return guest


def _as_a_watcher(driven: Driven) -> Client:
    return driven.connect(key="the-key", watch=True)


def _as_who_was_removed(driven: Driven) -> Client:
    host, *_, guest = driven.clients.values()
    host.ask("kick", seat=guest.seat)
    return guest


def _with_the_token_of_who_was_removed(driven: Driven) -> Client:
    host, *_, guest = driven.clients.values()
    host.ask("kick", seat=guest.seat)
    return driven.back(guest)


def _on_a_line_that_a_newer_one_took_over(driven: Driven) -> Client:
    (*_, guest) = driven.clients.values()
    driven.back(guest)
    return guest


OUTSIDE: Final = (
    _without_token,
    _with_a_token_of_another_room,
    _with_a_token_that_was_given_up,
    _on_the_line_of_who_gave_up_the_seat,
    _as_who_was_removed,
    _with_the_token_of_who_was_removed,
    _on_a_line_that_a_newer_one_took_over,
)
"""Those who are in no seat and do not watch either: they are not answered at all."""


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("come", OUTSIDE, ids=lambda come: come.__name__.strip("_"))
def test_whoever_is_outside_is_not_heard(
    come: Callable[[Driven], Client], name: str, phase: str
) -> None:
    driven = table(phase)
    intruder = come(driven)
    state, log = digest(driven), len(driven.log)
    told = [len(client.raw) for client in driven.clients.values()]
    _say(driven, intruder, EVERY[name])
    assert [len(client.raw) for client in driven.clients.values()] == told
    assert (digest(driven), len(driven.log)) == (state, log)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", EVERY)
def test_who_watches_is_refused_or_only_shown_what_everyone_sees(name: str, phase: str) -> None:
    driven = table(phase)
    watcher = _as_a_watcher(driven)
    state, log = digest(driven), len(driven.log)
    others = [client for client in driven.clients.values() if client is not watcher]
    told = [len(client.raw) for client in others]
    frame = EVERY[name]
    driven.now += 1.0
    answer = watcher.send(**frame)
    match frame["t"]:
        case "look":
            assert (answer["t"], answer["you"]["seat"]) == ("welcome", None)
        case "ping":
            assert answer["t"] == "pong"
        case "hello":
            assert (answer["t"], answer["why"], watcher.closed) == ("bye", "unreadable", 4400)
        case _:
            assert answer == {"t": "nack", "n": frame["n"], "why": "not-seated"}
    assert [len(client.raw) for client in others] == told
    assert (digest(driven), len(driven.log)) == (state, log)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("do", sorted({*FIELDS} - ANYBODYS))
def test_who_is_not_the_host_does_nothing_that_only_a_host_may(do: str, phase: str) -> None:
    driven = table(phase)
    _, guest, _ = driven.clients.values()
    before = view_of(driven.room, driven.now)
    assert guest.send(**EVERY[f"room {do}"]) == {"t": "nack", "n": 1, "why": "not-host"}
    assert view_of(driven.room, driven.now) == before


@pytest.mark.parametrize("name", [name for name in EVERY if name != "hello"])
def test_whoever_has_a_seat_is_understood(name: str) -> None:
    """Else the others would be refused for what they say, not for who they are."""
    driven = table("round")
    (host, *_) = driven.clients.values()
    driven.now += 1.0
    n = host.n + 1
    answer = host.send(**EVERY[name] | ({"n": n} if "n" in EVERY[name] else {}))
    driven.run(1.0)
    if "n" in EVERY[name]:
        answer = next(f for f in host.got if f["t"] in {"ack", "nack"} and f["n"] == n)
    assert answer.get("why") not in {"unreadable", "stale", "not-seated", "not-host"}


def test_every_kind_of_command_at_the_table_is_among_them() -> None:
    sampled, all_kinds = kinds_of_commands()
    assert sampled == all_kinds


def test_a_change_is_noticed() -> None:
    driven = table("lobby")
    (host, *_) = driven.clients.values()
    before = digest(driven)
    assert digest(driven) == before
    host.ask("ready", ready=False)
    assert digest(driven) != before


def _say(driven: Driven, client: Client, frame: Frame) -> None:
    driven.now += 1.0
    driven.room.receive(client.who, json.dumps(frame), driven.now)
    driven.pump()
