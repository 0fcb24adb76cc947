"""What a room writes down has bounds, whoever floods it, and nothing that counts is lost."""

import pytest

from pellmell.engine.record import Line, format_line, parse_record
from pellmell.room import journal, recording
from pellmell.room.journal import Journal
from tests.room.driving import KEY, Client, Driven, lay_out, playing

RACE = "r:AAA b:B / r4 g9 b4 y2 b8 | b9 b10 | - | - / r4 g9 b2 y2 b8 | b9 b10 | - | -"


def flood(driven: Driven, client: Client, times: int, every: float = 0.1, a: str = "r1>r2") -> None:
    """Give a command again and again."""
    for _ in range(times):
        driven.now += every
        client.do(a)


def words(driven: Driven, word: str) -> int:
    """How many entries of the log refuse with a word."""
    return sum(b'"%s"' % word.encode() in entry for entry in driven.log)


def test_what_comes_too_fast_is_refused_and_not_written() -> None:
    driven, (host, _) = playing()
    flood(driven, host, 300, every=1 / 59)
    late = [frame["n"] for frame in host.got if frame.get("why") == "too-fast"]
    assert len(late) > 150
    assert words(driven, "too-fast") == 0
    assert "too-fast" not in driven.room._state.recording.text()  # type: ignore[union-attr]
    # It is answered the same while the server runs, and never done.
    driven.run(5.0)
    assert host.do("r1>r2", n=late[-1])["why"] == "too-fast"


def test_of_a_flood_of_refusals_the_first_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "REFUSALS", 20)
    driven, (host, guest) = playing()
    flood(driven, host, 50)
    assert words(driven, "not-allowed") == 20
    assert host.do("r1>r2") == {"t": "nack", "n": host.n, "why": "not-allowed"}
    flood(driven, guest, 5)
    assert words(driven, "not-allowed") == 25
    # The record has what the log has, and a restart counts on.
    lines = driven.room._state.recording.text().count("! not-allowed")  # type: ignore[union-attr]
    assert lines == 25
    back = driven.restarted().back(host)
    flood(driven, back, 5)
    assert words(driven, "not-allowed") == 25


def test_no_flood_of_other_refusals_hides_a_misplay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "REFUSALS", 5)
    driven, (host, _) = playing()
    lay_out(driven, RACE)
    flood(driven, host, 9)
    flood(driven, host, 9, a="r2>c")
    recorded = driven.room._state.recording
    assert recorded is not None
    assert recorded.misplays[0] == 5


def test_the_fields_of_a_command_are_bounded() -> None:
    driven, (host, _) = playing()
    number = "9" * 3900
    before = len(driven.log)
    for text in (
        f'{{"t":"do","n":7,"a":"turn","round":{number}}}',
        '{"t":"do","n":8,"a":"%s"}' % ("t" * 3900),
        f'{{"t":"room","n":9,"do":"pause","round":{number}}}',
        '{"t":"room","n":10,"do":"name","name":"%s"}' % ("é" * 1900),
    ):
        assert host.text(text)["why"] == "unreadable"
    assert max(map(len, driven.log[before:])) < 250
    answers = driven.room._state.places[0].answers
    assert max(len(answers.get(n).digest) for n in range(7, 11)) < 250  # type: ignore[union-attr]


def test_a_round_that_grows_too_long_is_ended_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "ROUND_ENTRIES", 60)
    driven, (host, guest) = playing("standard,match=rounds")
    flood(driven, host, 100, a="turn")
    [ended] = guest.events("ended")
    assert (ended["why"], ended["by"]) == ("limit", None)
    assert host.look()["phase"] == "result"
    assert [line.why for line in parse_record(driven.records[1]).lines[-1:]] == ["limit"]  # type: ignore[union-attr]
    # The next one is as long as any.
    host.ask("next")
    driven.run(3.0)
    assert host.do("turn")["t"] == "ack"
    view = host.look()
    assert driven.restarted().back(host).look()["scores"] == view["scores"]


def test_nobody_ends_a_round_by_coming_and_going(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "ROUND_ENTRIES", 60)
    driven, (host, guest) = playing()
    token = guest.token
    for _ in range(100):
        driven.run(1.0)
        driven.drop(guest)
        guest = driven.connect(token=token)
        driven.sit("Nina").ask("leave")
        driven.drop(driven.connect(key=KEY, watch=True))
        guest.ask("ready", ready=True)
        guest.ask("name", name="Gil")
    assert driven.room._state.phase == "round"
    assert host.do("turn")["t"] == "ack"


def test_a_crowd_that_watches_for_a_moment_fills_neither_the_log_nor_a_line() -> None:
    driven, (host, _) = playing()
    size, told = len(driven.log), len(host.got)
    for _ in range(1000):
        driven.now += 0.001
        driven.drop(driven.connect(key=KEY, watch=True))
    driven.run(2.0)
    assert host.look()["watchers"] == 0
    assert len(driven.log) - size <= 4
    assert len(host.got) - told <= 6


def test_who_comes_back_without_end_is_asked_to_wait_and_then_has_their_seat() -> None:
    driven, (host, guest) = playing()
    size, token = len(driven.log), guest.token
    for _ in range(100):
        driven.now += 0.001
        driven.drop(guest)
        guest = driven.connect(token=token)
    bye = guest.got[-1]
    assert (bye["t"], bye["why"], guest.closed) == ("bye", "too-fast", 1008)
    assert len(driven.log) - size < 50
    driven.run(bye["after"])
    assert driven.connect(token=token).seat == "B"
    assert driven.back(host).seat == "A", "it is nobody else's wait"


def test_who_joins_and_leaves_without_end_fills_no_log() -> None:
    driven = Driven()
    driven.host()
    size, last = len(driven.log), None
    for _ in range(100):
        driven.now += 0.001
        last = driven.sit("Nina")
        last.ask("leave")
    assert last is not None
    assert (last.got[0]["why"], last.closed) == ("too-fast", 1008)
    assert len(driven.log) - size < 60
    driven.run(last.got[0]["after"])
    assert driven.sit("Otto").seat == "B"


@pytest.mark.parametrize(
    "do", [{"do": "name", "name": "Gil"}, {"do": "ready", "ready": True}, {"do": "next"}]
)
def test_nobody_tells_everybody_the_same_without_end(do: dict[str, object]) -> None:
    driven, (host, guest) = playing("standard,match=rounds")
    host.ask("end")
    driven.run(1.0)
    answers = [guest.send(t="room", n=100 + n, **do).get("why") for n in range(6)]
    assert answers == [None] * 4 + ["too-fast"] * 2
    driven.run(1.0)
    assert guest.send(t="room", n=200, **do)["t"] == "ack"


def test_whoever_takes_a_seat_inherits_no_impatience() -> None:
    driven = Driven()
    driven.host()
    guest = driven.sit("Gil")
    words = [guest.ask("ready", ready=True).get("why") for _ in range(60)]
    assert words[-1] == "too-fast"
    driven.run(0.1)
    guest.ask("leave")
    late = driven.sit("Late")
    assert late.seat == guest.seat
    assert late.ask("ready", ready=True)["t"] == "ack"


def test_a_room_whose_log_is_used_up_ends_its_match_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driven, (host, guest) = playing("standard,match=rounds")
    monkeypatch.setattr(journal, "LOG_BYTES", sum(map(len, driven.log)) + 3000)
    flood(driven, host, 100, a="turn")
    [ended], [match] = guest.events("ended"), guest.events("match")
    assert (ended["why"], match["winners"]) == ("limit", [])
    assert driven.records[1].count("\n") > 10
    size = len(driven.log)
    for do, more in (("rematch", {}), ("ready", {"ready": True}), ("name", {"name": "Eve"})):
        assert host.ask(do, **more)["why"] == "used-up"
    assert len(driven.log) == size
    # Whoever had a seat comes back to the result; nobody new comes in.
    assert driven.sit("Nina").closed == 4403
    driven.drop(guest)
    back = driven.back(guest)
    assert back.look()["phase"] == "over"
    assert back.look()["ended"]["why"] == "limit"
    again = driven.restarted().back(host)
    again.n = host.n
    assert again.look()["scores"] == [ended["scores"]]
    assert again.ask("rematch")["why"] == "used-up"
    assert again.ask("leave")["why"] == "left"


def test_coming_and_going_does_not_fill_a_used_up_log_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driven, (host, guest) = playing()
    monkeypatch.setattr(journal, "LOG_BYTES", sum(map(len, driven.log)))
    monkeypatch.setattr(journal, "LOG_SPARE", 4000)
    token = guest.token
    for _ in range(100):
        driven.drop(guest)
        driven.run(1.0)
        guest = driven.connect(token=token)
        if guest.closed is not None:
            break
    assert (guest.got[-1]["why"], guest.closed) == ("full", 4403)
    assert host.look()["phase"] == "over"


def test_the_end_of_a_long_round_makes_no_text_of_its_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driven, (host, _) = playing()
    flood(driven, host, 200)
    made: list[Line] = []

    def counted(line: Line) -> str:
        made.append(line)
        return format_line(line)

    monkeypatch.setattr(recording, "format_line", counted)
    host.ask("end")
    assert host.answer()["t"] == "ack"
    assert driven.records[1].count("! not-allowed") == 200
    assert len(made) == 1


def test_a_restored_journal_knows_how_long_its_log_is() -> None:
    driven, (host, _) = playing()
    flood(driven, host, 30, a="turn")
    before: Journal = driven.room._journal
    after = driven.restarted().room._journal
    assert after._entries == before._entries > 20
    assert after._bytes == sum(map(len, driven.log))
