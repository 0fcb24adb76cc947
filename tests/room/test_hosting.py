"""Commands about the room: who may, when, and what they lead to."""

import pytest

from tests.room.driving import Driven, playing

HOSTS_OWN = [
    {"do": "rules", "rules": "standard"},
    {"do": "options", "options": {}},
    {"do": "start"},
    {"do": "pause"},
    {"do": "resume"},
    {"do": "end"},
    {"do": "bot"},
    {"do": "kick", "seat": "A"},
    {"do": "rekey"},
    {"do": "host", "seat": "B"},
    {"do": "lock", "on": True},
    {"do": "quiet", "on": True},
]


@pytest.mark.parametrize("ask", HOSTS_OWN, ids=lambda ask: ask["do"])
def test_case_13_only_the_host_does_what_only_a_host_may(ask: dict[str, object]) -> None:
    driven = Driven()
    driven.host()
    guest = driven.sit()
    log = len(driven.log)
    assert guest.ask(**ask) == {"t": "nack", "n": 1, "why": "not-host"}  # type: ignore[arg-type]
    assert len(driven.log) == log + 1
    assert driven.room._state.phase == "lobby"


def test_a_guest_in_mid_round_can_neither_deal_nor_end() -> None:
    driven, (_, guest) = playing()
    for do in ("start", "next", "rematch", "end", "pause"):
        assert guest.ask(do)["t"] == "nack"
    assert driven.room._state.phase == "round"


def test_rules_and_options_change_between_matches_only() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    assert host.ask("rules", rules="standard,recycle=keep,row_refill=manual")["t"] == "ack"
    assert guest.events("rules")[0]["rules"] == "french,deadlock=auto"
    host.ask("options", options={"queue": 0, "assist": True})
    assert guest.events("options")[0]["options"]["assist"] is True
    host.ask("options", options={"relaxed": 0.5})
    assert guest.events("options")[1]["options"]["queue"] == 0
    host.ask("start")
    driven.run(3)
    assert host.ask("rules", rules="standard")["why"] == "not-allowed"
    assert host.ask("options", options={})["why"] == "not-allowed"


def test_the_host_seats_bots_and_sends_them_away_again() -> None:
    driven = Driven()
    host = driven.host()
    host.ask("bot", level="beginner", seat="C")
    host.ask("bot")
    seats = host.look()["seats"]
    assert [(s["seat"], s["kind"], s["level"], s["ready"]) for s in seats[1:]] == [
        ("B", "bot", "casual", True),
        ("C", "bot", "beginner", True),
    ]
    assert len({s["name"] for s in seats}) == 3
    host.ask("bot", level="skilled", seat="C")
    assert host.events("seat")[-1]["level"] == "skilled"
    assert host.ask("kick", seat="C")["t"] == "ack"
    assert host.events("seat")[-1] == {"k": "seat", "s": "C", "gone": True}
    assert host.ask("kick", seat="C")["why"] == "no-such-place"
    assert host.ask("bot", seat="A")["why"] == "not-allowed"


def test_twelve_bots_do_not_fit_beside_a_person() -> None:
    driven = Driven()
    host = driven.host()
    assert [host.ask("bot")["t"] for _ in range(11)] == ["ack"] * 11
    assert host.ask("bot")["why"] == "full"


def test_a_kicked_person_is_told_and_their_token_is_void() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    host.ask("kick", seat="B")
    assert (guest.got[-1]["why"], guest.closed) == ("removed", 4410)
    assert driven.back(guest).closed == 4401
    assert host.ask("kick", seat="A")["why"] == "not-allowed"


def test_kicked_in_mid_round_the_seat_is_played_on_by_a_bot() -> None:
    driven, (host, guest) = playing()
    host.ask("kick", seat="B")
    seat = host.look()["seats"][1]
    assert (seat["kind"], seat["here"], seat["name"]) == ("bot", True, "Guest 1")
    assert driven.back(guest).closed == 4401


@pytest.mark.parametrize("how", ["leaves", "is removed", "is a bot"])
@pytest.mark.parametrize("phase", ["round", "result"])
def test_who_came_in_mid_match_and_never_played_leaves_the_seat_free(how: str, phase: str) -> None:
    driven, (host, guest) = playing("standard,match=rounds")
    late = host if how == "is a bot" else driven.sit("Late")
    if how == "is a bot":
        host.ask("bot")
    if phase == "result":
        host.ask("end")
    if how == "leaves":
        late.ask("leave")
    else:
        assert host.ask("kick", seat="C")["t"] == "ack"
    assert [seat["seat"] for seat in guest.look()["seats"]] == ["A", "B"]
    assert driven.sit("Next").seat == "C"


def test_a_bot_that_played_stays_for_the_match() -> None:
    driven, (host, guest) = playing("standard,match=rounds")
    guest.ask("leave")
    for _ in range(2):
        assert host.ask("kick", seat="B")["why"] == "not-allowed"
        host.ask("end")


def test_a_pause_that_lasts_is_ended_by_anybody() -> None:
    driven, (host, guest) = playing()
    host.ask("pause")
    driven.run(59)
    assert guest.ask("resume")["why"] == "not-host"
    assert guest.ask("end")["why"] == "not-host"
    driven.run(1)
    assert guest.ask("end")["why"] == "not-host"
    assert guest.ask("resume")["t"] == "ack"
    driven.run(3)
    host.ask("pause")
    assert guest.ask("resume")["why"] == "not-host", "each pause has its own minute"


def test_a_new_key_voids_the_old_links_and_is_told_to_the_host_alone() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    ack = host.ask("rekey")
    assert driven.sit("Late").closed == 4401
    assert driven.connect(key=ack["key"], name="Late").seat == "C"
    assert guest.events("rekeyed") == [{"k": "rekeyed"}]
    assert not any(ack["key"].encode() in raw for raw in guest.raw)
    assert not any(ack["key"].encode() in entry for entry in driven.log)


def test_a_new_key_is_told_again_to_who_asks_again() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    ack = host.ask("rekey")
    # The line drops before the answer comes: the host sends it again on another one.
    back = driven.back(host)
    assert back.ask("rekey", n=host.n) == ack
    assert len(guest.events("rekeyed")) == 1
    assert driven.connect(key=ack["key"], name="Late").seat == "C"


def test_after_a_restart_a_new_key_that_nobody_heard_of_is_made_anew() -> None:
    driven = Driven()
    host = driven.host()
    lost = host.ask("rekey")
    back = driven.restarted().back(host)
    ack = back.ask("rekey", n=host.n)
    assert ack["key"] != lost["key"]
    assert ack["v"] == lost["v"]
    assert driven.connect(key=lost["key"], name="Late").closed == 4401
    assert driven.connect(key=ack["key"], name="Late").seat == "B"
    assert back.ask("rekey", n=host.n) == ack
    assert not any(ack["key"].encode() in entry for entry in driven.log)
    # It is the same after another restart.
    back = driven.restarted().back(host)
    assert back.ask("rekey", n=host.n)["key"] not in (ack["key"], lost["key"])


def test_an_older_rekey_that_is_sent_again_takes_no_newer_key_away() -> None:
    driven = Driven()
    host = driven.host()
    host.ask("rekey", n=5)
    newer = host.ask("rekey", n=6)
    back = driven.restarted().back(host)
    assert "key" not in back.ask("rekey", n=5)
    assert driven.connect(key=newer["key"], name="Late").seat == "B"


def test_who_is_no_longer_the_host_gets_no_key_by_asking_again() -> None:
    driven = Driven()
    host, _ = driven.host(), driven.sit()
    host.ask("rekey", n=5)
    assert host.ask("host", n=6, seat="B")["t"] == "ack"
    back = driven.restarted().back(host)
    assert "key" not in back.ask("rekey", n=5)


def test_the_host_hands_the_role_over_to_somebody_who_is_here() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    host.ask("bot")
    assert host.ask("host", seat="C")["why"] == "not-allowed"
    assert host.ask("host", seat="K")["why"] == "no-such-place"
    assert host.ask("host", seat="B")["t"] == "ack"
    assert host.ask("lock", on=True)["why"] == "not-host"
    assert guest.ask("lock", on=True)["t"] == "ack"


def test_case_26_when_the_host_leaves_the_lobby_the_next_person_is_the_host() -> None:
    driven = Driven()
    host = driven.host()
    host.ask("bot", seat="B")
    guest = driven.sit()
    host.ask("leave")
    assert host.closed == 1000
    assert guest.events("seat")[-1] == {"k": "seat", "s": "C", "host": True}
    assert guest.ask("start")["t"] == "ack"


def test_the_role_is_passed_on_when_the_host_stays_away() -> None:
    driven, (host, guest) = playing()
    driven.drop(host)
    driven.run(14)
    assert guest.ask("pause")["why"] == "not-host"
    driven.run(2)
    assert guest.ask("pause")["t"] == "ack"
    assert driven.back(host).welcome["you"]["host"] is False


def test_the_first_who_comes_back_is_the_host_when_the_host_is_gone() -> None:
    driven, (host, guest) = playing()
    driven.drop(host)
    driven.drop(guest)
    driven.run(20)
    assert driven.back(guest).ask("pause")["t"] == "ack"


def test_case_25_leaving_looks_at_readiness_again() -> None:
    driven = Driven()
    host, slow, third = driven.host(), driven.sit(), driven.sit()
    host.ask("ready", ready=True)
    third.ask("ready", ready=True)
    assert driven.room._state.phase == "lobby"
    slow.ask("leave")
    assert driven.room._state.phase == "countdown"


def test_case_25_so_does_losing_the_connection() -> None:
    driven = Driven()
    host, slow, third = driven.host(), driven.sit(), driven.sit()
    host.ask("ready", ready=True)
    third.ask("ready", ready=True)
    driven.drop(slow)
    assert driven.room._state.phase == "countdown"


def test_everybody_ready_starts_without_the_host_pressing_start() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    host.ask("ready", ready=True)
    host.ask("ready", ready=False)
    guest.ask("ready", ready=True)
    assert driven.room._state.phase == "lobby"
    host.ask("ready", ready=True)
    assert driven.room._state.phase == "countdown"


def test_nobody_plays_alone() -> None:
    driven = Driven()
    host = driven.host()
    assert host.ask("start")["why"] == "not-allowed"
    host.ask("ready", ready=True)
    assert driven.room._state.phase == "lobby"
    host.ask("bot")
    assert driven.room._state.phase == "countdown"


def test_a_name_can_be_changed_and_stays_apart_from_others() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit("Ben")
    guest.ask("name", name="Hanna")
    assert host.events("seat")[-1] == {"k": "seat", "s": "B", "name": "Hanna 2"}


def test_reactions_are_of_the_list() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    guest.ask("react", emoji="clap")
    assert host.events("react") == [{"k": "react", "s": "B", "emoji": "clap"}]


def test_nobody_drums_on_the_reactions_and_the_table_is_free_for_all_that() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    answers = [guest.ask("react", emoji="wow").get("why") for _ in range(6)]
    assert answers == [None] * 4 + ["too-fast"] * 2
    assert len(host.events("react")) == 4
    assert guest.ask("ready", ready=True)["t"] == "ack"
    assert host.ask("react", emoji="wow")["t"] == "ack"
    driven.run(1)
    answers = [guest.ask("react", emoji="wow").get("why") for _ in range(2)]
    assert answers == [None, "too-fast"]


def test_a_seat_whose_person_stays_away_from_the_lobby_is_free_again() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    driven.drop(guest)
    driven.run(299)
    assert len(host.look()["seats"]) == 2
    driven.run(2)
    assert host.events("seat")[-1] == {"k": "seat", "s": "B", "gone": True}
    assert driven.back(guest).closed == 4401
    assert driven.sit("Late").seat == "B"


def test_nor_does_it_stay_where_everybody_was_away_for_a_while() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    driven.drop(guest)
    driven.drop(host)
    driven.run(400)
    host = driven.back(host)
    driven.run(299)
    assert len(host.look()["seats"]) == 2, "there is time to come back too"
    driven.run(2)
    assert len(host.look()["seats"]) == 1


def test_who_comes_back_in_time_keeps_the_seat_in_the_lobby_and_always_in_a_match() -> None:
    driven = Driven()
    host, guest = driven.host(), driven.sit()
    driven.drop(guest)
    driven.run(200)
    again = driven.back(guest)
    driven.run(200)
    assert len(host.look()["seats"]) == 2
    host.ask("start")
    driven.drop(again)
    driven.run(1000)
    assert driven.back(guest).seat == "B"
