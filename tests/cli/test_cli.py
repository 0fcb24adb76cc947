"""The command line: what it prints, and the one line with exit code 1 for whatever is wrong."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pellmell import __version__
from pellmell.cli import inputs
from pellmell.cli.main import main
from pellmell.engine.notation import format_position, parse_position

DATA = Path(__file__).parents[2] / "conformance"
PAGE = "r:AAB g:B / r5 g9>b8 - y2 | b3 g4 | g1 r4 | b2 y3 / y1 - r2 b6 b7 | r9 | - | g4 g5"
DEAD = "- / y5 y6 y7 | r1 b7 | - | g5 g6 / b8 b9 b10 | g1 g9 | r5 | -"
RECORD = """[Format "table-record 1"]
[Rules "standard"]
[Seats "3"]
[Seat A "Ada"]
[Seat B "Ben"]
[Deal "- / r1 y5 | b7 | - | g3 g4 g6 g7 / r2 y9 | b8 | - | b4 / - | - | - | -"]
0.512 A r1>c
0.700 A stop
[Result "A 1 -2 -"]
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line: its exit code, its output and what it says is wrong."""

    def running(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return running


def test_moves_prints_a_line_for_each_seat(run: Run) -> None:
    code, out, err = run("moves", PAGE)
    assert (code, err) == (0, "")
    lines = [(line.split()[0], sorted(line.split()[1:])) for line in out.splitlines()]
    assert lines == [("A", ["s>r3", "turn", "w>c1"]), ("B", ["r1>c3", "s>r2", "turn"])]


def test_moves_prints_the_letter_alone_where_there_is_nothing(run: Run) -> None:
    position = "- / r5 | b7 | - | - / - | - | - | - / r5 | b7 | - | g3"
    assert run("moves", position) == (0, "A\nB\nC turn\n", "")


def test_moves_goes_by_the_rules(run: Run) -> None:
    position = "- / y10 | b5 g9 | - | - / r9 | r1 | - | -"
    assert run("moves", position) == (0, "A\nB s>c1\n", "")
    rules = "playroom,profi=on"
    assert run("moves", position, "--rules", rules) == (0, "A s>r1\nB\n", "")


def test_perft_prints_the_number(run: Run) -> None:
    assert run("perft", PAGE, "0") == (0, "1\n", "")
    assert run("perft", PAGE, "1") == (0, "6\n", "")
    entry = json.loads((DATA / "positions.json").read_text("utf-8"))[0]
    told = run("perft", entry["position"], str(entry["depth"]), "--rules", entry["rules"])
    assert told == (0, f"{entry['perft']}\n", "")


@pytest.mark.parametrize(
    ("position", "rules", "answer"),
    [
        (PAGE, "standard", "no"),
        (DEAD, "standard", "hard"),
        ("- / y5 | r9 b7 | - | g1 g5 g6 / b8 | r9 | - | -", "standard,recycle=keep", "soft"),
    ],
)
def test_stuck_prints_the_word(run: Run, position: str, rules: str, answer: str) -> None:
    assert run("stuck", position, "--rules", rules) == (0, f"{answer}\n", "")


def test_deal_prints_a_full_deal(run: Run) -> None:
    code, out, err = run("deal", "--seats", "4", "--seed", "7")
    assert (code, err) == (0, "")
    table = parse_position(out.rstrip("\n"), full=True)
    assert [len(area.row) for area in table.areas] == [3] * 4
    assert format_position(table) + "\n" == out
    assert run("deal", "--seats", "4", "--seed", "7")[1] == out
    assert run("deal", "--seats", "4", "--seed", "8")[1] != out


def test_deal_is_the_same_on_every_machine(run: Run) -> None:
    _, out, _ = run("deal", "--seats", "2", "--seed", "1", "--rules", "standard,stack_size.B=8")
    assert out == (
        "- / r7 b9 g1 r5 g8 | r4 b3 b7 r2 y8 y10 r10 y3 y5 b5 | - | g9 b8 b2 g5 g6 g4 b6 b4 y2 g7 "
        "r6 b1 g10 g3 y6 y4 g2 b10 y9 y7 r9 r3 y1 r1 r8 / y7 b7 r9 g9 y2 | b1 r7 b10 b5 y6 g8 g7 "
        "y9 | - | b2 g4 g6 y5 b8 y1 r2 r3 r5 g1 y3 g3 r6 b3 y4 r8 r10 y10 b4 g5 r1 g2 b9 r4 b6 y8 "
        "g10\n"
    )


def test_check_prints_the_position_and_the_points(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.txt"
    file.write_text(RECORD, "utf-8")
    position = "r:A / b7 y5 | - | - | g3 g4 g6 g7 / r2 y9 | b8 | - | b4 / - | - | - | -"
    answer = (0, f"{position}\nA 1\nB -2\nC -\n", "")
    assert run("check", str(file)) == answer
    assert run("check", "-", stdin=RECORD.encode()) == answer
    assert (
        run("check", "-", stdin=b"\xef\xbb\xbf" + RECORD.replace("\n", "\r\n").encode()) == answer
    )


@pytest.mark.parametrize("name", sorted(path.name for path in (DATA / "records").glob("*.txt")))
def test_check_accepts_every_record_of_the_conformance_data(run: Run, name: str) -> None:
    index = json.loads((DATA / "records/index.json").read_text("utf-8"))
    code, out, _ = run("check", str(DATA / "records" / name))
    assert code == 0
    assert out.startswith(index[name]["position"] + "\nA ")


def test_check_names_the_line_and_the_reason(run: Run) -> None:
    wrong = RECORD.replace("0.700 A stop", "0.700 B s>c")
    code, out, err = run("check", "-", stdin=wrong.encode())
    assert (code, out) == (1, "")
    assert err == "line 8: does-not-fit B s>c; legal there: turn r1>c1\n"


def test_a_position_is_read_from_standard_input(run: Run) -> None:
    assert run("perft", "-", "1", stdin=f"{PAGE}\n".encode()) == (0, "6\n", "")
    assert run("stuck", "-", stdin=PAGE.encode()) == (0, "no\n", "")


WRONG: list[tuple[list[str], list[str]]] = [
    ([], ["COMMAND", "pellmell --help"]),
    (["shuffle"], ["'shuffle'", "moves", "check"]),
    (["moves"], ["POSITION"]),
    (["moves", "-"], ["position, column 1"]),
    (["moves", "r:A"], ["position, column 4", "the end of the text"]),
    (["moves", "- / r11 | - | - | -"], ["position, column 5", "'r11'", "1 to 10"]),
    (["moves", "hello\nworld"], ["column 1", r"'hello\nworld'"]),
    (["moves", PAGE, "more"], ["more"]),
    (["moves", PAGE, "--rule", "french"], ["--rule"]),
    (["moves", PAGE, "--rules"], ["--rules"]),
    (["moves", PAGE, "--rules", "standard,profy=on"], ["rules, column 10", "'profy'", "profi"]),
    (["moves", PAGE, "a\nb"], ["a b"]),
    (["perft", PAGE], ["DEPTH"]),
    (["perft", PAGE, "three"], ["DEPTH", "'three'", "0 to"]),
    (["perft", PAGE, "-1"], ["-1"]),
    (["perft", PAGE, "9" * 5000], ["DEPTH", "0 to"]),
    (["stuck", "- / ?3 | - | - | -"], ["'?3'", "column 5"]),
    (["check", "/nowhere/round.txt"], ["'/nowhere/round.txt'", "No such file"]),
    (["check", "."], ["'.'", "directory"]),
    (["check", "a\0b"], [r"'a\x00b'"]),
    (["check", "-"], ["line 1", "[Format]"]),
    (["deal", "--seats", "4"], ["--seed"]),
    (["deal", "--seats", "1", "--seed", "7"], ["--seats", "'1'", "2 to 12"]),
    (["deal", "--seats", "13", "--seed", "7"], ["--seats", "'13'", "2 to 12"]),
    (["deal", "--seats", "4", "--seed", "seven"], ["--seed", "'seven'"]),
    (["deal", "--seats", "4", "--seed", "7", "--rules", "house"], ["rules, column 1", "'house'"]),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_wrong_input_gets_one_line_and_exit_code_1(
    run: Run, arguments: list[str], words: list[str]
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    for word in words:
        assert word in err


@pytest.mark.parametrize("kind", ["positions", "rules", "records"])
def test_whatever_conformance_refuses_gets_one_line(run: Run, kind: str) -> None:
    for entry in json.loads((DATA / f"refusals/{kind}.json").read_text("utf-8")):
        if entry.get("full") or entry.get("text") == "-":
            continue
        match kind:
            case "positions":
                code, out, err = run("moves", "-", stdin=entry["text"].encode())
                assert f"column {entry['column']}: " in err
            case "rules":
                code, out, err = run("moves", PAGE, "--rules", entry["text"])
                assert f"column {entry['column']}: " in err
            case _:
                code, out, err = run("check", "-", stdin="\n".join(entry["lines"]).encode())
                assert err.startswith(f"line {entry['line']}: {entry.get('word', '')}")
        assert (code, out) == (1, "")
        assert len(err.splitlines()) == 1


def test_text_that_is_not_utf_8_is_named_with_its_line(run: Run) -> None:
    code, _, err = run("check", "-", stdin=b'[Format "table-record 1"]\n[Rules "\xff"]\n')
    assert (code, err) == (1, "line 2: byte 0xff is not UTF-8 text\n")


def test_what_has_no_end_is_read_no_further_than_a_record_may_be_long(
    run: Run, tmp_path: Path
) -> None:
    endless = tmp_path / "endless"
    with endless.open("wb") as file:
        file.truncate((inputs.MOST_MIB << 20) + 1)
    for command in ("check", "verify"):
        code, out, err = run(command, str(endless))
        assert (code, out) == (1, "")
        assert err == f"{str(endless)!r} cannot be read: longer than 64 MiB\n"


def test_standard_input_is_read_as_far(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "MOST_MIB", 1)
    whole = PAGE.encode() + b"\n" * ((1 << 20) - len(PAGE))
    for command in (["moves", "-"], ["stuck", "-"], ["perft", "-", "1"]):
        assert run(*command, stdin=whole)[::2] == (0, "")
        assert run(*command, stdin=whole + b"\n") == (
            1,
            "",
            "'-' cannot be read: longer than 1 MiB\n",
        )


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"pellmell {__version__}\n"


@pytest.mark.parametrize("command", ["serve", "moves", "perft", "stuck", "check", "verify", "deal"])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"usage: pellmell {command}" in capsys.readouterr().out


def test_the_commands_of_the_help_are_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = [
        line.split()[0] for line in capsys.readouterr().out.splitlines() if line[:4] == " " * 4
    ]
    assert [c for c in listed if c.isalpha() and c.islower()] == [
        *("serve", "moves", "perft", "stuck", "check", "verify", "deal", "data")
    ]


# --- as a program ----------------------------------------------------------------------


def program(*arguments: str, stdout: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pellmell.cli.main", *arguments]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)


@pytest.mark.process
def test_a_reader_that_goes_away_is_no_error_to_speak_of() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = program("deal", "--seats", "12", "--seed", "7", stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_gets_one_line() -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = program("deal", "--seats", "2", "--seed", "7", stdout=full)
    finally:
        os.close(full)
    assert done.returncode == 1
    assert done.stderr.startswith("pellmell: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.process
def test_the_engine_answers_without_the_network_libraries() -> None:
    code = "import sys, pellmell.cli.main as m; m.main(['moves', sys.argv[1]]); print('aiohttp' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, PAGE], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "False"
