"""Who is let in, to which seat, and what they see on entering."""

import pytest

from pellmell.protocol.messages import Options
from pellmell.room import journal
from pellmell.room.names import clean_name
from tests.room.driving import HOST, KEY, Driven, playing


def test_the_creator_takes_the_first_seat_and_is_the_host() -> None:
    driven = Driven()
    host = driven.host()
    assert host.got[0]["t"] == "welcome"
    you = host.welcome["you"]
    assert (you["seat"], you["host"], you["n"]) == ("A", True, 0)
    assert you["token"]


def test_the_creators_secret_makes_a_host_of_who_comes_second_and_is_good_once() -> None:
    driven = Driven()
    early = driven.sit("Early")
    assert early.welcome["you"]["host"] is True
    assert driven.host().welcome["you"]["host"] is True
    assert driven.connect(key=KEY, host=HOST).welcome["you"]["host"] is False
    hosts = [s["seat"] for s in early.look()["seats"] if s["host"]]
    assert hosts == ["B"]


@pytest.mark.parametrize("key", [None, "", "the-kez", "the-key ", KEY.upper()])
def test_a_private_room_wants_its_key(key: str | None) -> None:
    driven = Driven()
    log = list(driven.log)
    stranger = driven.connect(key=key, name="Eve")
    assert (stranger.got[-1]["t"], stranger.closed) == ("bye", 4401)
    assert driven.log == log


def test_a_public_room_wants_none() -> None:
    assert Driven(public=True).connect(name="Ada").seat == "A"


def test_twelve_are_seated_and_the_thirteenth_is_told() -> None:
    driven = Driven()
    seats = [driven.sit(f"P{i}").seat for i in range(12)]
    assert "".join(seats) == "ABCDEFGHIJKL"
    late = driven.sit("Late")
    assert (late.got[-1]["why"], late.closed) == ("full", 4403)


def test_a_locked_room_takes_nobody_but_those_who_come_back() -> None:
    driven = Driven()
    host = driven.host()
    guest = driven.sit()
    host.ask("lock", on=True)
    assert driven.sit("Late").closed == 4403
    assert driven.connect(key=KEY, watch=True).closed == 4403
    driven.drop(guest)
    assert driven.back(guest).seat == "B"
    host.ask("lock", on=False)
    assert driven.sit("Later").seat == "C"


def test_a_watcher_sees_all_that_is_shown_and_can_do_nothing() -> None:
    driven, _ = playing()
    watcher = driven.connect(key=KEY, watch=True)
    assert watcher.welcome["you"] == {"seat": None, "token": None, "host": False, "n": 0}
    assert watcher.welcome["room"]["watchers"] == 1
    assert watcher.welcome["room"]["table"] == driven.room._state.shown_table()
    assert watcher.do("turn") == {"t": "nack", "n": 1, "why": "not-seated"}
    assert watcher.ask("start") == {"t": "nack", "n": 2, "why": "not-seated"}
    assert watcher.do("nonsense") == {"t": "nack", "n": 3, "why": "unreadable"}


def test_watchers_are_counted_and_limited() -> None:
    driven = Driven(options=Options(watchers=1))
    host = driven.host()
    watcher = driven.connect(key=KEY, watch=True)
    assert driven.connect(key=KEY, watch=True).closed == 4403
    driven.drop(watcher)
    driven.run(1.0)
    assert [e["n"] for e in host.events("watchers")] == [1, 0]


def test_who_may_watch_no_longer_is_sent_away() -> None:
    driven = Driven()
    host = driven.host()
    watchers = [driven.connect(key=KEY, watch=True) for _ in range(3)]
    host.ask("options", options={"watchers": 1})
    assert [watcher.closed for watcher in watchers] == [None, 4410, 4410]
    driven.run(1.0)
    assert host.events("watchers")[-1]["n"] == 1


def test_case_27_a_token_restores_the_seat_and_its_number() -> None:
    driven, (host, guest) = playing()
    assert guest.do("turn")["t"] == "ack"
    driven.drop(guest)
    back = driven.back(guest)
    assert back.got[0]["you"] == {"seat": "B", "token": None, "host": False, "n": 1}
    assert back.do("turn") == {"t": "ack", "n": 2, "v": driven.room._state.v}
    assert [e["here"] for e in host.events("seat") if set(e) == {"k", "s", "here"}][-2:] == [
        False,
        True,
    ]


def test_case_28_what_everyone_is_told_opens_no_seat() -> None:
    driven, (host, guest) = playing()
    told = {str(value) for frame in guest.got for value in _strings(frame)}
    told.discard(guest.token)
    for secret in [*told, host.token[:-1], host.token + "x", ""]:
        thief = driven.connect(token=secret)
        assert thief.closed == 4401
    assert host.do("turn")["t"] == "ack"


def _strings(value: object) -> list[str]:
    match value:
        case dict():
            return [s for v in value.values() for s in _strings(v)]
        case list():
            return [s for v in value for s in _strings(v)]
        case str():
            return [value, *value.split()]
        case _:
            return []


def test_case_30_a_wrong_token_changes_nothing() -> None:
    driven, (_, guest) = playing()
    driven.drop(guest)
    log, due = list(driven.log), driven.room.timer()
    for _ in range(10_000):
        assert driven.connect(token="wrong").closed == 4401
    assert (driven.log, driven.room.timer()) == (log, due)
    assert driven.back(guest).seat == "B"


def test_the_newest_connection_of_a_seat_wins_and_the_older_is_told() -> None:
    driven, (host, guest) = playing()
    newer = driven.back(guest)
    assert (guest.got[-1]["why"], guest.closed) == ("taken-over", 4409)
    assert newer.do("turn")["t"] == "ack"
    before = len(guest.got)
    guest.do("turn", n=9)
    assert len(guest.got) == before
    driven.drop(guest)
    assert all(
        e["here"] for e in host.events("seat") if e["s"] == "B" and set(e) == {"k", "s", "here"}
    )


def test_resume_gives_the_missing_versions_without_gaps_and_in_one_write() -> None:
    driven, (host, guest) = playing()
    v = guest.got[-1]["v"]
    driven.drop(guest)
    for _ in range(100):
        driven.run(0.2)
        assert host.do("turn")["t"] == "ack"
    back = driven.back(guest, v=v)
    assert back.got[0]["t"] == "welcome"
    assert (back.got[0]["v"], back.got[0]["room"]) == (v, None)
    versions = [frame["v"] for frame in back.got[1:]]
    assert versions == list(range(v + 1, driven.room._state.v + 1))
    assert back.writes == [1 + len(versions)]


def test_who_missed_more_than_is_worth_sending_gets_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driven, (host, guest) = playing()
    v = guest.got[-1]["v"]
    driven.drop(guest)
    for _ in range(20):
        driven.run(0.2)
        host.do("turn")
    missed = sum(len(raw) for raw, f in zip(host.raw, host.got, strict=True) if f.get("v", 0) > v)
    monkeypatch.setattr(journal, "MISSED_BYTES", missed // 2)
    assert driven.back(guest, v=v).got[0]["room"] is not None
    monkeypatch.setattr(journal, "MISSED_BYTES", missed)
    assert driven.back(guest, v=v).got[0]["room"] is None


@pytest.mark.parametrize("v", [0, 10**6])
def test_who_has_nothing_to_resume_from_gets_everything(v: int) -> None:
    driven, (_, guest) = playing()
    back = driven.back(guest, v=v)
    assert back.got[0]["room"]["phase"] == "round"
    assert back.got[0]["v"] == driven.room._state.v


def test_versions_older_than_those_kept_are_not_pieced_together() -> None:
    driven, (host, guest) = playing()
    v = guest.got[-1]["v"]
    driven.drop(guest)
    for _ in range(600):
        driven.run(0.1)
        assert host.do("turn")["t"] == "ack"
    assert driven.back(guest, v=v).got[0]["room"] is not None


def test_names_are_cleaned_and_told_apart() -> None:
    driven = Driven()
    names = ["Ada", " ada ", "", None, "\u202eevil\u200b", "a" * 60, "יעל", "e\u0301" * 3]
    clients = [driven.sit(name) for name in names]  # type: ignore[arg-type]
    shown = [s["name"] for s in clients[0].look()["seats"]]
    assert shown[:2] == ["Ada", "ada 2"]
    assert shown[2:4] == ["Player C", "Player D"]
    assert shown[4] == "evil"
    assert shown[5] == "a" * 20
    assert shown[6:] == ["יעל", "ééé"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("e\u200d\u0301", "é"),
        ("a" + "\u0323\u0332\u200d" * 9, "ạ\u0332\u0323"),
        ("\u200d\u0323\u0301\t\u0323Ben", "Ben"),
        ("Ada \u0301\u0301", "Ada"),
    ],
)
def test_what_is_invisible_hides_no_marks(name: str, shown: str) -> None:
    assert clean_name(name, (), "Seat") == shown
    assert clean_name(shown, (), "Seat") == shown


def test_looks_are_answered_twenty_times_a_second_and_share_the_rest() -> None:
    driven, (host, _) = playing()
    before = len(host.got)
    for _ in range(100):
        host.send(t="look")
    assert len(host.got) == before + 1
    driven.run(0.05)
    assert len(host.got) == before + 2
    driven.run(1.0)
    assert len(host.got) == before + 2


def test_pings_are_answered_with_the_servers_time_but_not_without_limit() -> None:
    driven, (host, _) = playing()
    assert host.send(t="ping", c=7) == {"t": "pong", "c": 7, "now": driven.now}
    before = len(host.got)
    for _ in range(100):
        host.send(t="ping", c=8)
    assert len(host.got) - before < 15


def test_a_room_nobody_joins_is_gone_after_a_minute() -> None:
    driven = Driven()
    driven.run(59)
    assert not driven.closed
    driven.run(2)
    assert driven.closed


def test_a_room_whose_people_stay_away_is_gone_in_the_end() -> None:
    driven, clients = playing()
    for client in clients:
        driven.drop(client)
    driven.run(3600)
    assert not driven.closed
    driven.run(3 * 3600)
    assert driven.closed
