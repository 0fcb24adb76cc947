"""Deals that can be proved: bound to a seed before shares are given, told after the round."""

import hashlib
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from pellmell.bots.mind import make_mind
from pellmell.engine.record import (
    Did,
    Line,
    ProofError,
    Replay,
    format_record,
    parse_record,
    verify,
)
from tests.room.driving import Client, Driven, playing

SHARE = bytes(range(32))
PLEDGE = hashlib.sha256(SHARE).hexdigest()


def sha(secret: str) -> str:
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def pledged() -> tuple[Driven, list[Client]]:
    """Two people in a lobby, the first of whom pledged a share in the deal."""
    driven = Driven()
    clients = [driven.host(), driven.sit()]
    assert clients[0].ask("share", value=PLEDGE)["t"] == "ack"
    return driven, clients


def test_the_server_is_bound_before_the_deal_and_tells_after_the_round() -> None:
    driven, (host, guest) = playing()
    commit = host.got[0]["room"]["commit"]
    assert host.events("reveal") == []
    host.ask("end")
    reveal = guest.events("reveal")[0]
    assert sha(reveal["seed"]) == commit
    assert reveal["shares"] == {}
    assert host.events("commit")[0]["hash"] not in {commit, ""}
    assert f'[Commit "{commit}"]' in driven.records[1]


def test_who_comes_later_is_told_what_the_server_is_bound_to() -> None:
    driven, (host, _) = pledged()
    late = driven.sit("Late")
    assert late.welcome["room"]["commit"] == host.got[0]["room"]["commit"]
    assert late.welcome["room"]["pledges"] == {"A": PLEDGE}


def test_shares_are_asked_for_at_the_deal_and_count() -> None:
    driven, (host, guest) = pledged()
    assert guest.events("pledge") == [{"k": "pledge", "s": "A", "hash": PLEDGE}]
    assert host.ask("share", value=SHARE.hex())["why"] == "not-allowed", "it is too early"
    guest.ask("ready", ready=True)
    host.ask("start")
    assert guest.events("shares") == [{"k": "shares", "of": ["A"]}]
    assert driven.room._state.phase == "lobby"
    assert host.ask("share", value="00" * 32)["why"] == "not-allowed"
    short = SHARE[:-1].hex() + "  "
    assert host.ask("share", value=short)["why"] == "unreadable", "that would be 31 bytes"
    host.ask("share", value=SHARE.hex())
    assert host.answer()["t"] == "ack"
    assert driven.room._state.phase == "countdown"
    driven.run(3)
    host.ask("end")
    assert guest.events("reveal")[0]["shares"] == {"A": SHARE.hex()}
    assert verify(parse_record(driven.records[1])).shares == ((0, SHARE),)


def test_a_deal_does_not_wait_long_for_shares() -> None:
    driven, (host, guest) = pledged()
    host.ask("start")
    driven.run(1.0)
    assert driven.room._state.phase == "countdown"
    driven.run(3)
    assert guest.ask("share", value=PLEDGE)["why"] == "not-allowed", "a round is on"
    host.ask("end")
    assert guest.events("reveal")[0]["shares"] == {}
    assert verify(parse_record(driven.records[1])).shares == ()


@pytest.mark.parametrize("impatient", ["start", "ready"])
def test_nobody_cuts_the_wait_for_shares_off(impatient: str) -> None:
    driven, (host, guest) = pledged()
    guest.ask("share", value=PLEDGE)
    host.ask("share", value=PLEDGE)
    if impatient == "start":
        guest.ask("ready", ready=True)
        host.ask("start")
        host.ask("share", value=SHARE.hex())
        assert host.ask("start")["t"] == "ack"
    else:
        host.ask("ready", ready=True)
        guest.ask("ready", ready=True)
        host.ask("share", value=SHARE.hex())
    driven.run(0.9)
    assert driven.room._state.phase == "lobby"
    guest.ask("share", value=SHARE.hex())
    assert guest.answer()["t"] == "ack"
    assert driven.room._state.phase == "countdown"
    driven.run(3)
    host.ask("end")
    assert len(verify(parse_record(driven.records[1])).shares) == 2


def test_a_deal_that_waited_for_shares_as_the_server_stopped_can_be_asked_for_again() -> None:
    driven, clients = pledged()
    clients[0].ask("start")
    driven.restarted()
    host, _ = [driven.back(client) for client in clients]
    driven.run(2.0)
    assert driven.room._state.phase == "lobby"
    host.ask("start")
    assert host.events("shares")[-1]["of"] == ["A"]
    host.ask("share", value=SHARE.hex())
    assert driven.room._state.phase == "countdown"


def test_who_leaves_is_not_waited_for() -> None:
    driven, (host, guest) = pledged()
    guest.ask("share", value=PLEDGE)
    host.ask("bot")
    guest.ask("leave")
    host.ask("start")
    assert host.events("shares")[0]["of"] == ["A"]


def test_nor_is_who_leaves_between_two_rounds() -> None:
    driven, (host, guest) = playing()
    host.ask("end")
    host.ask("share", value=PLEDGE)
    guest.ask("share", value=PLEDGE)
    guest.ask("leave")
    host.ask("next")
    assert host.events("shares")[0]["of"] == ["A"]
    host.ask("share", value=SHARE.hex())
    assert driven.room._state.phase == "countdown"


def test_whoever_takes_the_seat_of_somebody_who_left_is_waited_for() -> None:
    driven, (host, guest) = playing("standard,match=single")
    guest.ask("leave")
    host.ask("end")
    assert driven.room._state.phase == "over"
    host.ask("kick", seat="B")
    third = driven.sit("Third")
    assert third.seat == "B"
    third.ask("share", value=PLEDGE)
    host.ask("rematch")
    assert host.events("shares")[-1]["of"] == ["B"]
    third.ask("share", value=SHARE.hex())
    assert third.answer()["t"] == "ack"


@pytest.mark.parametrize("gives", [True, False])
def test_shares_are_not_waited_for_once_too_few_are_left_to_play(gives: bool) -> None:
    driven, (host, guest) = pledged()
    guest.ask("share", value=PLEDGE)
    guest.ask("ready", ready=True)
    host.ask("start")
    if gives:
        host.ask("share", value=SHARE.hex())
    guest.ask("leave")
    driven.run(30)
    third = driven.sit("Third")
    driven.run(30)
    assert driven.room._state.phase == "lobby", "nobody started again"
    assert third.ask("share", value=PLEDGE)["t"] == "ack"
    third.ask("ready", ready=True)
    host.ask("start")
    assert third.events("shares")[-1]["of"] == (["B"] if gives else ["A", "B"])
    for client in (host, third):
        client.ask("share", value=SHARE.hex())
    assert driven.room._state.phase == "countdown"
    driven.run(3)
    host.ask("end")
    assert len(verify(parse_record(driven.records[1])).shares) == 2


@pytest.mark.parametrize(
    "value", ["", "zz", "AB" * 32, PLEDGE[:-1], PLEDGE + "0", PLEDGE[:-2] + "  "]
)
def test_what_is_no_pledge_is_unreadable(value: str) -> None:
    assert Driven().host().ask("share", value=value)["why"] == "unreadable"


@pytest.mark.parametrize(
    "rules", ["standard", "french,recycle=shuffle", "speed,match=rounds", "standard,profi=on"]
)
def test_a_round_of_bots_is_proved_with_all_its_chance(rules: str) -> None:
    driven = Driven(rules, mind=make_mind)
    host = driven.host()
    for _ in range(3):
        host.ask("bot", level="skilled")
    host.ask("start")
    driven.run(3600, until=lambda: 1 in driven.records)
    record = parse_record(driven.records[1])
    assert verify(record).seed.hex() == host.events("reveal")[0]["seed"]


def test_chance_goes_on_as_bound_after_a_restart() -> None:
    driven = Driven("speed", mind=make_mind)
    host = driven.host()
    for _ in range(3):
        host.ask("bot", level="skilled")
    host.ask("start")
    driven.run(40)
    driven.restarted()
    driven.back(host)
    driven.run(3600, until=lambda: 1 in driven.records)
    verify(parse_record(driven.records[1]))


def test_a_waste_that_keeps_its_order_owes_nothing_to_chance_though_it_says_so() -> None:
    driven, (host, _) = playing("standard,recycle=keep")
    for _ in range(20):
        driven.run(0.1)
        host.do("turn")
    host.ask("end")
    record = parse_record(driven.records[1])
    replay, told = Replay(record.deal), list[Line]()
    for line in record.lines:
        area = replay.table.areas[0]
        taken_up = isinstance(line, Did) and not area.hand
        told.append(replace(line, hand=area.waste) if taken_up else line)
        replay.take(line)
    assert tuple(told) != record.lines
    verify(parse_record(format_record(replace(record, lines=tuple(told)))))


def test_a_shuffle_of_all_hands_and_a_coin_are_proved_too() -> None:
    driven, (host, guest) = playing("standard,recycle=keep,deadlock=shuffle_hands")
    driven.run(11)
    host.ask("vote")
    guest.ask("vote")
    driven.run(3)
    host.ask("end")
    assert " - shuffle A = " in driven.records[1]
    verify(parse_record(driven.records[1]))


def without(name: str) -> Callable[[list[str]], None]:
    """Leave a header away."""

    def tamper(lines: list[str]) -> None:
        lines[:] = [line for line in lines if not line.startswith(f"[{name} ")]

    return tamper


def another_seed(lines: list[str]) -> None:
    at = next(i for i, line in enumerate(lines) if line.startswith("[Seed "))
    lines[at] = f'[Seed "{"00" * 32}"]'


def another_seed_and_commit(lines: list[str]) -> None:
    another_seed(lines)
    at = next(i for i, line in enumerate(lines) if line.startswith("[Commit "))
    lines[at] = f'[Commit "{sha("00" * 32)}"]'


def another_throw(lines: list[str]) -> None:
    at = max(i for i, line in enumerate(lines) if " throw = " in line)
    before, _, kind = lines[at].partition(" throw = ")
    lines[at] = f"{before} throw = {'voila' if kind == 'joker' else 'joker'}"


def another_order(lines: list[str]) -> None:
    """The last waste that was taken up comes in another order, of which nothing showed."""
    at = max(i for i, line in enumerate(lines) if " turn = " in line)
    before, _, cards = lines[at].partition(" turn = ")
    first, second, *others = cards.split()
    lines[at] = f"{before} turn = {' '.join((second, first, *others))}"


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (without("Seed"), "has no Seed"),
        (without("Commit"), "has no Commit"),
        (another_seed, "bound to another seed"),
        (another_seed_and_commit, "the deal is not the one"),
        (another_throw, "chance gave - throw = "),
        (another_order, "chance gave . turn = "),
    ],
)
def test_a_record_that_was_tampered_with_is_not_proved(
    tamper: Callable[[list[str]], None], says: str
) -> None:
    driven, (host, _) = playing("standard,speed=quiet")
    for _ in range(12):
        driven.run(1)
        host.do("turn")
    host.ask("end")
    lines = driven.records[1].splitlines()
    tamper(lines)
    with pytest.raises(ProofError, match=says):
        verify(parse_record("\n".join(lines)))
