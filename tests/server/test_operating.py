"""What an operator sees: options, addresses, limits, logs and secrets that are in none."""

import json
import logging
import re
import sys
from importlib import import_module
from inspect import getsource
from pathlib import Path
from pkgutil import iter_modules

import pytest

from pellmell import room, server, store
from pellmell.cli.main import main, parser
from pellmell.server import addresses, greeting, limits, logs
from pellmell.server import main as main_module
from pellmell.server.buckets import Buckets
from pellmell.server.chance import ALPHABET, mint, mint_code, read_code
from pellmell.server.config import FILE_MIB, ConfigError, data_directory, read_token
from pellmell.server.limits import LOG_LINES, LOG_TRACEBACK
from pellmell.server.words import read_words
from pellmell.texts import speech
from tests.server.serving import serving

OPERATING = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")


def test_every_option_is_documented() -> None:
    subcommands = next(a for a in parser(speech("en"))._actions if a.metavar == "COMMAND")
    assert isinstance(subcommands.choices, dict)
    serve = subcommands.choices["serve"]
    options = [name for action in serve._actions for name in action.option_strings]
    for name in options:
        assert name in {"-h", "--help"} or f"`{name}" in OPERATING


def test_every_limit_is_listed_with_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--print-limits"]) == 0
    listed = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert listed["frame_bytes"] == "4096"
    assert listed["rooms"] == "2000"
    assert listed["pace.commands"] == "15"
    assert listed["journal.log_bytes"] == str(64 * 1024 * 1024)
    own = {name.lower() for name in vars(limits) if name.isupper()} - {"of_modules"}
    assert {name for name in listed if "." not in name} == own
    assert "max_frame" not in listed, "a limit has one name"


NO_LIMITS = {
    # codes of a close
    "entrance.wrong_secret", "entrance.no_seat", "entrance.taken_over", "entrance.too_many", "room.removed",
    "room.unreadable", "room.normal", "connection.unreadable", "connection.too_slow",
    "gateway.too_many", "gateway.wrong_secret", "gateway.no_such_room", "gateway.outdated",
    "standstill.restarting",
    # parts of a format
    "facts.format", "writer.format", "writer.beside", "chance.code_length", "chance.move_length",
    "frames._final", "frames._short", "frames._long", "roundtrip._least_at", "roundtrip._unknown", "addresses._siocgifconf", "addresses._record", "reasons.kind",
    # an option, of the command line's files, and what a word or the loop means
    "config.keep_days", "config.file_mib", "place.others", "sleepers.day", "contract.always", "rooms.tick", "pages.worth_packing",
}  # fmt: skip
"""Numbers that mean something instead of bounding it."""


def test_every_number_of_a_module_is_listed_or_no_limit() -> None:
    modules = [
        import_module(f"{package.__name__}.{module.name}")
        for package in (room, server, store)
        for module in iter_modules(package.__path__)
        if module.name != "limits"
    ]
    numbers = {
        f"{module.__name__.rpartition('.')[2]}.{name.lower()}"
        for module in modules
        for name in re.findall(r"^([A-Z_]+)(?:: Final)? =", getsource(module), re.MULTILINE)
        if isinstance(getattr(module, name), int | float)
    }
    assert numbers - NO_LIMITS == {name for name in limits.every() if "." in name}
    assert numbers >= NO_LIMITS


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not limit open files so")
@pytest.mark.parametrize(
    ("most", "allows", "got"),
    [
        (4096, 4096, [4096]),
        (2**63 - 1, 2**63 - 1, [2**63 - 1]),
        (2**63 - 1, 65_536, [2**63 - 1, 65_536]),
        (2**63 - 1, 10_240, [2**63 - 1, 65_536, 10_240]),
        (20_000, 10_240, [20_000, 20_000, 10_240]),
        (2**63 - 1, 0, [2**63 - 1, 65_536, 10_240]),
    ],
)
def test_a_system_that_refuses_what_it_promises_still_serves(
    monkeypatch: pytest.MonkeyPatch, most: int, allows: int, got: list[int]
) -> None:
    import resource

    asked: list[int] = []

    def setrlimit(_: int, wanted: tuple[int, int]) -> None:
        asked.append(wanted[0])
        if wanted[0] > allows:
            raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, most))
    monkeypatch.setattr(resource, "setrlimit", setrlimit)
    files = main_module._allow_files()
    assert asked == got
    assert files == (got[-1] if got[-1] <= allows else 256)


@pytest.mark.parametrize(
    ("files", "most"), [(2**63 - 1, 50_000), (16_384, 16_320), (256, 192), (64, 32)]
)
def test_connections_leave_files_for_everything_else(files: int, most: int) -> None:
    assert limits.connections(files) == most


def test_who_listens_for_this_machine_only_is_told_so() -> None:
    for host in ("127.0.0.1", "::1", "localhost"):
        text = greeting.greeting(speech("en"), host, 8000, ())
        assert "for this machine only" in text
        assert "█" not in text


def test_the_addresses_for_friends_are_printed_with_a_qr_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(greeting, "reachable", lambda host, port: [f"http://192.168.1.20:{port}"])
    text = greeting.greeting(speech("en"), None, 8000, ("https://cards.example.org",))
    assert text.index("https://cards.example.org/") < text.index("http://192.168.1.20:8000/")
    assert "http://localhost:8000/" in text
    assert len([line for line in text.splitlines() if set(line) & set("█▀▄")]) > 10


def test_a_terminal_that_cannot_draw_gets_the_addresses_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(greeting, "reachable", lambda host, port: [f"http://192.168.1.20:{port}"])

    class Plain:
        encoding = "ascii"

    monkeypatch.setattr(sys, "stdout", Plain())
    text = greeting.greeting(speech("en"), None, 8000, ())
    assert text.isascii()
    assert "http://192.168.1.20:8000/" in text


def test_a_machine_without_a_network_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_ways_out", list)
    monkeypatch.setattr(addresses, "_interfaces", list)
    assert "No network" in greeting.greeting(speech("en"), None, 8000, ())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of its interfaces this way")
def test_every_interface_of_this_machine_is_found() -> None:
    assert "127.0.0.1" in map(str, addresses._interfaces())
    for url in addresses.reachable(None, 8000):
        assert re.fullmatch(r"http://(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]):8000", url)
        assert "127.0.0.1" not in url


def test_an_address_of_its_own_is_all_there_is() -> None:
    assert addresses.reachable("192.168.1.20", 80) == ["http://192.168.1.20"]
    assert addresses.reachable("fd00::2", 8000) == ["http://[fd00::2]:8000"]


def test_codes_are_easy_to_say_and_secrets_hard_to_guess() -> None:
    codes = {mint_code() for _ in range(500)}
    assert len(codes) == 500
    assert all(len(code) == 6 and set(code) <= set(ALPHABET) for code in codes)
    assert not set(ALPHABET) & set("IO01")
    assert len({mint() for _ in range(500)}) == 500
    assert read_code("kqz7mb") == "KQZ7MB"
    for text in ("", "KQZ7M", "KQZ7MB7", "KQZ7M0", "KQZ7M!", "ſſſſſſ", "KQZ7MB\n"):
        assert read_code(text) is None


def test_data_is_kept_where_the_system_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", "/people/ada")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_directory() == Path("/people/ada/.local/share/pellmell")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_directory() == Path("/data/pellmell")


def test_a_token_is_read_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("s3cret\n")
    assert read_token(tmp_path / "token") == "s3cret"
    (tmp_path / "empty").write_text("\n")
    for name in ("empty", "missing"):
        with pytest.raises(ConfigError, match=name):
            read_token(tmp_path / name)


def test_a_file_of_an_option_is_read_no_further_than_one_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "endless"
    path.write_text("s3cret" + "\n" * (FILE_MIB * 2**20 - 6))
    assert read_token(path) == "s3cret"
    with path.open("ab") as file:
        file.write(b"\n")
    for reads in (read_token, read_words):
        with pytest.raises(ConfigError, match="endless cannot be read: longer than 1 MiB"):
            reads(path)


def test_buckets_empty_and_fill_and_forget_who_is_long_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pellmell.server.buckets.ADDRESSES", 3)
    now = [0.0]
    buckets = Buckets(2, 0.5, lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    assert buckets.wait("a") == 2
    now[0] = 2
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    for address in "cdefgh":
        buckets.take(address)
        assert len(buckets._buckets) <= 3
    assert [buckets.left(address) for address in "fgh"] == [True] * 3
    assert "e" not in buckets._buckets, "the one used longest ago is forgotten first"
    now[0] = 1000
    assert buckets.take("a")


def test_a_line_of_the_log_cannot_be_forged_and_commands_no_terminal() -> None:
    record = logging.LogRecord("pellmell", 40, "", 0, "name %s", ("a\x1b[2J\nERROR \u202e",), None)
    plain = logs._PlainLines("%(levelname)s %(message)s").format(record)
    assert plain == "ERROR name a\\x1b[2J\n    ERROR \\u202e"
    record.args = ("a\x1b[2J\n\x7f\x9b31m\u202e\ud800",)
    line = logs._JsonLines().format(record)
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["message"] == record.getMessage()


def test_whatever_goes_wrong_again_and_again_fills_no_disk(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log, now = logging.getLogger("pellmell.server"), [0.0]
    lines = logs.LineBudget(lambda: now[0])

    def fail(number: int) -> None:
        try:
            [][number]
        except IndexError:
            log.exception("a request failed: %s", f"/{number}")

    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(lines)
    log.addHandler(handler)
    try:
        for number in range(5000):
            fail(number)
        assert capsys.readouterr().err.count("Traceback") == LOG_LINES / LOG_TRACEBACK
        log.error("something else is still told")
        assert capsys.readouterr().err == "something else is still told\n"
        now[0] = 60.0
        fail(0)
        fail(0)
        assert capsys.readouterr().err.count("Traceback") == 1
        assert lines.left_out() == 5001 - LOG_LINES / LOG_TRACEBACK
        assert lines.left_out() == 0
    finally:
        log.removeHandler(handler)


def test_the_log_says_how_much_it_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        lines = logs.start("plain")
        for _ in range(LOG_LINES + 7):
            logging.getLogger("aiohttp.server").error("again")
        lines.tell()
        lines.tell()
    finally:
        for handler in root.handlers[:]:
            root.removeHandler(handler)
        for handler in before:
            root.addHandler(handler)
        root.setLevel(level)
        for name in logs.NOISE:
            logging.getLogger(name).setLevel(logging.NOTSET)
    told = capsys.readouterr().err.splitlines()
    assert len(told) == LOG_LINES + 1
    assert told[-1].endswith("WARNING left out of this log: 7 lines like those before")


@pytest.mark.asyncio
async def test_no_secret_stands_in_a_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving() as served:
        room = await served.create()
        ada = await served.join(room, host=room["host"], name="Ada")
        token = ada.got[0]["you"]["token"]
        await served.get(f"/api/rooms/{room['room']}", room["key"])
        await served.get("/api/rooms/AAAAAA", token)
        await (await served.greet(room["room"], key="wrong")).closed()
        held = served.server.rooms.find(room["room"])
        assert held is not None
        held.room.receive = None  # type: ignore[method-assign, assignment]
        await ada.send(t="do", n=1, a=token)
        assert await ada.closed() == ("broken", 1012)
        again = await served.greet(room["room"], token=token)
        assert await again.closed() == ("broken", 1012)
    assert "broke" in caplog.text
    for secret in (room["key"], room["host"], token):
        assert secret not in caplog.text
