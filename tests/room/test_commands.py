"""Commands at the table: answered once, judged in order, refused with the right word."""

import json

import pytest

from pellmell.engine.audit import flaws
from pellmell.protocol.messages import Options
from tests.room.driving import Client, Driven, lay_out, playing

RACE = "r:AAA b:B / r4 g9 b4 y2 b8 | b9 b10 | - | - / r4 g9 b2 y2 b8 | b9 b10 | - | -"


def racing(position: str = RACE, **more: object) -> tuple[Driven, list[Client]]:
    """A running round of two on a position of the test's own."""
    driven, clients = playing(**more)  # type: ignore[arg-type]
    lay_out(driven, position)
    return driven, clients


def test_an_accepted_play_is_told_to_all_and_acknowledged_behind_its_version() -> None:
    driven, (host, guest) = racing()
    ack = host.do("r1>c")
    ev = host.got[-2]
    assert ev["e"] == [{"k": "did", "s": "A", "a": "r1>c1", "card": "r4", "up": ["b9"]}]
    assert ack == {"t": "ack", "n": 2, "v": ev["v"]}
    assert host.writes[-1] == 2
    assert guest.got[-1] == ev
    assert driven.table.areas[0].row[0][0].number == 10


def test_case_04_and_11_a_resent_command_gets_its_first_answer_and_has_no_effect() -> None:
    driven, (host, guest) = racing()
    first = host.do("r1>c", n=7)
    told = len(guest.got)
    for _ in range(5):
        assert host.do("r1>c", n=7) == first
    assert len(guest.got) == told
    refused = host.do("r2>c", n=8)
    assert refused == {"t": "nack", "n": 8, "why": "does-not-fit"}
    assert host.do("r2>c", n=8) == refused
    assert driven.room._state.recording.misplays[0] == 1  # type: ignore[union-attr]


def test_the_same_number_with_another_content_is_unreadable() -> None:
    _, (host, _) = racing()
    first = host.do("r1>c", n=7)
    for other in (
        {"t": "do", "n": 7, "a": "r2>c"},
        {"t": "do", "n": 7, "a": "r1>c", "card": "r4"},
        {"t": "room", "n": 7, "do": "pause"},
        {"t": "do", "n": 7, "a": "zzz"},
        {"t": "nope", "n": 7},
    ):
        assert host.text(json.dumps(other)) == {"t": "nack", "n": 7, "why": "unreadable"}
    assert host.do("r1>c", n=7) == first


@pytest.mark.parametrize("do", ["pause", "react", "leave"])
def test_a_command_about_the_room_that_means_another_round_is_refused(do: str) -> None:
    _, (host, _) = racing()
    host.ask("end")
    host.ask("next")
    assert host.ask(do, emoji="wow", round=1)["why"] == "not-running"
    assert host.ask(do, emoji="wow", round=2)["t"] in ("ack", "bye")


def test_an_older_number_without_a_kept_answer_is_stale() -> None:
    driven, (host, _) = racing()
    assert host.do("turn", n=100)["why"] == "empty"
    assert host.do("r1>c", n=50) == {"t": "nack", "n": 50, "why": "stale"}
    assert driven.table.piles[0].top == 3
    for n in range(101, 170):
        driven.run(0.2)
        host.do("turn", n=n)
    assert host.do("turn", n=100)["why"] == "stale"
    assert host.do("turn", n=130)["why"] == "empty"


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"do","n":5,"a":"r0>c"}',
        '{"t":"do","n":5,"a":7}',
        '{"t":"do","n":5,"a":"turn ","card":"r4"}',
        '{"t":"do","n":5,"a":"r1>c","card":"r11"}',
        '{"t":"do","n":5}',
        '{"t":"room","n":5,"do":"dance"}',
        '{"t":"room","n":5,"do":"ready"}',
        '{"t":"room","n":5,"do":"ready","ready":"yes"}',
        '{"t":"room","n":5,"do":"rules","rules":"standard,turn=9"}',
        '{"t":"room","n":5,"do":"options","options":{"queue":5000}}',
        '{"t":"room","n":5,"do":"options","options":{"colour":"red"}}',
        '{"t":"room","n":5,"do":"react","emoji":"<b>"}',
        '{"t":"__proto__","n":5}',
    ],
)
def test_what_cannot_be_read_but_has_a_number_is_refused(text: str) -> None:
    driven, (host, guest) = racing()
    before, told = driven.table, len(guest.got)
    assert host.text(text) == {"t": "nack", "n": 5, "why": "unreadable"}
    assert host.closed is None
    assert driven.table is before
    assert len(guest.got) == told


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", "7", '"hello"', "{", "[" * 4096, '{"t":"do","n":0,"a":"turn"}',
     '{"t":"do","n":2147483648,"a":"turn"}', '{"t":"do","n":1e999,"a":"turn"}',
     '{"t":"ping"}', '{"t":"hello","room":"KQZ7MB"}', "\ud800", '{"__proto__":{"t":"look"}}'],
)  # fmt: skip
def test_case_29_what_has_no_number_ends_its_connection_and_nothing_else(text: str) -> None:
    _, (host, guest) = racing()
    host.text(text)
    assert (host.got[-1], host.closed) == ({"t": "bye", "why": "unreadable", "after": 0.0}, 4400)
    assert guest.do("r1>c")["t"] == "ack"


def test_unknown_fields_are_passed_over() -> None:
    _, (host, _) = racing()
    assert host.do("r1>c", weather=["rain"], now=5)["t"] == "ack"


def test_a_play_names_the_card_that_is_meant() -> None:
    driven, (host, _) = racing()
    assert host.do("r1>c", card="r5")["why"] == "moved-on"
    assert host.do("r1>c1", card="r4")["t"] == "ack"
    # The refill has come to the top meanwhile; the first play cannot take it.
    assert host.do("r1>c", card="r4")["why"] == "moved-on"
    assert driven.table.areas[0].row[0][0].number == 10


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("r9>c", "no-such-place"),
        ("r1>c9", "no-such-place"),
        ("s>r6", "no-such-place"),
        ("w>c", "empty"),
        ("turn", "empty"),
        ("w>r1", "empty"),
        ("r1>r2", "not-allowed"),
        ("stop", "not-yet"),
        ("s>r1", "slot-taken"),
        ("r2>c", "does-not-fit"),
        ("r2>c1", "does-not-fit"),
    ],
)
def test_refusals_by_word(command: str, word: str) -> None:
    driven, (host, _) = racing()
    before = driven.table
    assert host.do(command)["why"] == word
    assert driven.table is before


def test_case_05_a_lost_race_says_who_was_first_and_by_how_much() -> None:
    driven, (host, guest) = racing()
    host.do("r1>c")
    driven.run(0.038)
    assert guest.do("r1>c") == {"t": "nack", "n": 1, "why": "beaten", "by": "A", "ms": 38}
    assert guest.do("r1>c1")["why"] == "beaten"
    driven.run(1.0)
    assert guest.do("r1>c")["why"] == "does-not-fit"


def test_case_03_a_lost_race_costs_nothing_and_a_misplay_counts_once() -> None:
    _, (host, guest) = racing(rules="standard,misplay_penalty=1,match=single")
    host.do("r1>c")
    guest.do("r1>c")
    assert guest.do("r2>c", n=9)["why"] == "does-not-fit"
    assert guest.do("r2>c", n=9)["why"] == "does-not-fit"
    host.ask("end")
    # Stacks: 1 and 2 left; centre: four of A and one of B.
    assert host.events("ended")[0]["scores"] == [4 - 2, 1 - 4 - 1]


def test_a_second_pile_takes_the_card_of_who_came_second() -> None:
    _, (host, guest) = racing(RACE.replace("r:AAA", "r:AAA r:BBB"))
    assert host.do("r1>c")["t"] == "ack"
    assert guest.do("r1>c")["t"] == "ack"
    assert guest.got[-2]["e"][0]["a"] == "r1>c2"


def test_case_10_two_ones_in_one_burst_start_two_piles_and_lose_no_card() -> None:
    driven, (host, guest) = playing()
    host.do("r1>c9")
    row = "r1 g1 b1 y1 b8"
    lay_out(driven, f"- / {row} | b9 b10 | - | - / {row} | b9 b10 | - | -")
    for slot in (1, 2, 3, 4):
        for client in (host, guest):
            assert client.do(f"r{slot}>c")["t"] == "ack"
    assert len(driven.table.piles) == 8
    cards = [c for area in driven.table.areas for slot in area.row for c in slot]
    assert len(cards) + 8 + sum(len(a.stack) for a in driven.table.areas) == 14


def test_case_02_all_clients_at_one_version_were_told_the_same() -> None:
    driven, clients = racing()
    watcher = driven.connect(key="the-key", watch=True)
    clients[0].do("r1>c")
    clients[1].do("r3>c")
    evs = [[f for f in c.got if f["t"] == "ev" and f["v"] > watcher.got[0]["v"]] for c in
           (*clients, watcher)]  # fmt: skip
    assert evs[0] == evs[1] == evs[2] != []


def test_case_07_emptying_the_stack_ends_the_round_in_the_same_step_whatever_emptied_it() -> None:
    _, (host, _) = racing(
        "r:AAA / r4 g9 | b10 | - | - / r9 | b9 | - | -", rules="standard,stop=auto"
    )
    host.do("r1>c")
    kinds = [e["k"] for f in host.got if f["t"] == "ev" for e in f["e"]]
    assert kinds[-5:] == ["did", "ended", "reveal", "phase", "commit"]
    assert host.events("ended")[0]["by"] == "A"


def test_case_12_nothing_is_accepted_before_after_or_while_paused() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    assert host.do("turn")["why"] == "not-running"
    host.ask("start")
    assert host.do("turn")["why"] == "not-running"
    driven.run(3)
    assert host.do("turn")["t"] == "ack"
    assert host.do("turn", round=2)["why"] == "not-running"
    assert host.do("turn", round=1)["t"] == "ack"
    host.ask("pause")
    assert guest.do("turn")["why"] == "paused"
    host.ask("resume")
    assert guest.do("turn")["why"] == "not-running"
    driven.run(3)
    host.ask("end")
    assert guest.do("turn")["why"] == "round-over"
    assert guest.do("stop")["why"] == "round-over"
    assert guest.do("turn", round=7)["why"] == "not-running"


def test_case_18_commands_in_a_flood_are_too_fast_and_recover() -> None:
    driven, (host, guest) = playing()
    words = [host.do("turn").get("why") for _ in range(100)]
    assert words[:40] == [None] * 40
    assert words[-1] == "too-fast"
    assert guest.do("turn")["t"] == "ack"
    driven.run(1)
    assert host.do("turn")["t"] == "ack"


def test_under_relaxed_a_pile_rests_after_a_card() -> None:
    driven, (host, guest) = racing(RACE.replace("b8 |", "r5 |", 2), options=Options(relaxed=1.0))
    host.do("r1>c")
    assert guest.do("r5>c")["why"] == "resting"
    assert guest.do("r5>c1")["why"] == "resting"
    assert guest.do("r3>c")["t"] == "ack"
    driven.run(1.0)
    assert guest.do("r5>c")["t"] == "ack"


def test_case_09_forty_cards_a_deck_whatever_is_sent() -> None:
    driven, (host, guest) = playing()
    commands = [
        f"{source}>{target}"
        for source in ("r1", "r2", "r5", "s", "w", "r9")
        for target in ("c", "c1", "c2", "r1", "r5", "r9")
    ]
    for command in [*commands, "turn", "stop", "turn"] * 3:
        for client in (host, guest):
            driven.run(0.1)
            client.do(command)
            assert flaws(driven.table) == ()
