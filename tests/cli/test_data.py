"""`pellmell data`: rooms that are listed, handed out, and deleted so that nothing is left."""

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest

from pellmell.cli.main import main
from pellmell.engine.rules import Rules
from pellmell.protocol.messages import Hello, Options
from pellmell.room.opening import Opening
from pellmell.room.room import Room
from pellmell.server.chance import CHANCE
from pellmell.store.contract import Page
from pellmell.store.sqlite import FILE, SqliteStore

DAY = 24 * 60 * 60.0
ROOMS = {"AAAAAA": "Adalgisa", "BBBBBB": "Balthasar", "CCCCCC": "Cunigunde"}


def _entries(code: str, name: str) -> tuple[bytes, ...]:
    """The log of a real room that somebody joined."""
    opening = Opening(rules=Rules(), options=Options(), public=True, key=None, host="secret")
    room = Room.open(code, opening, 0.0, CHANCE)
    room.hello(1, Hello(room=code, name=name), 1.0)
    return tuple(room.outbox().entries)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three rooms, the first of which has slept for 40 days, and the second for 20."""

    async def fill() -> None:
        clock = [time.time() - 40 * DAY]
        store = SqliteStore(tmp_path, lambda: clock[0])
        await store.load()
        for code, name in ROOMS.items():
            record = f"# a record of {name}\n"
            await store.append([Page(code, 0, _entries(code, name), ((1, record), (2, record)))])
        for code in ("AAAAAA", "BBBBBB"):
            await store.sleep(code, f"<what opens {code}>".encode())
            clock[0] += 20 * DAY
        await store.mark(["CCCCCC"])
        await store.close()

    asyncio.run(fill())
    return tmp_path


def run(data: Path, *words: str) -> int:
    return main(["data", *words, "--data", str(data)])


def found(data: Path, *texts: str) -> list[str]:
    """Which of some texts any file of a directory holds."""
    content = b"".join(path.read_bytes() for path in data.iterdir())
    return [text for text in texts if text.encode() in content]


def test_every_room_is_listed_with_its_day_and_its_records(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(data, "list") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [(line[0], line[-1]) for line in lines] == [(code, "2") for code in ROOMS]
    days = [line[1] for line in lines]
    assert days == sorted(set(days))


@pytest.mark.parametrize("code", ["AAAAAA", "cccccc"])
def test_a_room_is_handed_out_as_text(
    data: Path, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(data, "export", code) == 0
    out = capsys.readouterr().out
    name = ROOMS[code.upper()]
    assert out.count(f"# a record of {name}\n") == 2
    log = out.partition("# the log\n")[2].splitlines()
    assert log[0].startswith("{")
    assert (f"\n<what opens {code}>\n" in out) is (code == "AAAAAA"), "which sleeps"
    assert any(f'"{name}"' in line for line in log)
    assert not [other for other in ROOMS.values() if other != name and other in out]


@pytest.mark.parametrize("code", ROOMS)
def test_of_a_deleted_room_nothing_is_found(
    data: Path, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    everything = [*ROOMS, *ROOMS.values()]
    assert found(data, *everything) == everything
    assert found(data, "<what opens AAAAAA>")
    assert run(data, "delete", code) == 0
    assert capsys.readouterr().out == f"{code}\n"
    left = [text for text in everything if text not in {code, ROOMS[code]}]
    assert found(data, *everything) == left


@pytest.mark.parametrize(("days", "deleted"), [("41d", ""), ("30d", "A"), ("15d", "AB")])
def test_rooms_are_deleted_by_age(
    data: Path, days: str, deleted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(data, "delete", "--older", days) == 0
    assert capsys.readouterr().out.split() == [letter * 6 for letter in deleted]
    left = [text for code, name in ROOMS.items() if code[0] not in deleted for text in (code, name)]
    assert sorted(found(data, *ROOMS, *ROOMS.values())) == sorted(left)


def test_what_could_not_be_deleted_is_said_and_deleted_the_next_time(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = sqlite3.connect(data / FILE)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM entries").fetchall()
    assert run(data, "delete", "AAAAAA") == 1
    told = capsys.readouterr()
    assert told.out == "AAAAAA\n"
    assert "has traces of what was deleted (database is locked)" in told.err
    assert told.err.count("\n") == 1
    assert found(data, "AAAAAA") == ["AAAAAA"]
    reader.close()
    assert run(data, "delete", "--older", "9999d") == 0
    assert found(data, "AAAAAA", ROOMS["AAAAAA"]) == []


def rows(data: Path) -> list[str]:
    """All that the tables hold."""
    connection = sqlite3.connect(data / FILE)
    held = list(connection.iterdump())
    connection.close()
    return held


@pytest.mark.parametrize("words", [["list"], ["export", "CCCCCC"], ["export", "AAAAAA"]])
def test_looking_changes_nothing_of_what_is_kept(data: Path, words: list[str]) -> None:
    """Not what opens the rooms that were awake as the server stopped, nor a damaged last entry."""
    connection = sqlite3.connect(data / FILE)
    with connection:
        connection.execute(
            "UPDATE entries SET body = X'00' WHERE id = (SELECT max(id) FROM entries)"
        )
        connection.execute("UPDATE asleep SET body = X'00' WHERE room = 'AAAAAA' AND number > 0")
        connection.execute("INSERT INTO keyrings VALUES ('CCCCCC', X'41', 0)")
        connection.execute("DELETE FROM rooms WHERE room = 'CCCCCC'")
    connection.close()
    before = rows(data)
    assert run(data, *words) == 0
    assert rows(data) == before


def test_a_room_of_which_it_was_never_noted_when_it_was_awake_is_there(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    connection = sqlite3.connect(data / FILE)
    with connection:
        connection.execute("DELETE FROM rooms WHERE room = 'CCCCCC'")
    connection.close()
    assert run(data, "list") == 0
    [line] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("CCCCCC")]
    assert time.strftime("%Y-%m-%d") in line
    assert run(data, "delete", "CCCCCC") == 0
    assert found(data, "CCCCCC", ROOMS["CCCCCC"]) == []


def test_while_a_server_runs_nothing_is_touched(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = SqliteStore(data)
    for words in (["list"], ["export", "AAAAAA"], ["delete", "AAAAAA"]):
        assert run(data, *words) == 1
        line = capsys.readouterr().err
        assert "is in use by another pellmell" in line
        assert line.count("\n") == 1
    asyncio.run(running.close())
    assert found(data, "AAAAAA") == ["AAAAAA"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "DDDDDD"], "there is no room DDDDDD"),
        (["delete", "DDDDDD"], "there is no room DDDDDD"),
        (["export", "a/b"], "is not the code of a room"),
        (["delete", "--older", "month"], "is not a number of days, like 30d"),
        (["delete"], "is required"),
        (["delete", "AAAAAA", "--older", "30d"], "not allowed with argument"),
        ([], "ACTION"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    data: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(data, *words) == 1
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1
    assert found(data, *ROOMS) == list(ROOMS)


def test_a_directory_without_rooms_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path / "nowhere", "list") == 1
    assert "holds no rooms" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
