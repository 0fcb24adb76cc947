"""The command line in every language: which one it speaks, and that it says nothing in another."""

import asyncio
import io
import json
import math
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pellmell.cli.language import language_of
from pellmell.cli.main import main
from pellmell.server.greeting import greeting
from pellmell.server.listening import ListenError, listen
from pellmell.store.sqlite import FILE, SqliteStore
from pellmell.texts import LANGUAGES, speech
from pellmell.texts import catalogues as catalogues_module
from pellmell.texts.catalogues import catalogue
from tests.cli.test_cli import DATA, PAGE, RECORD, WRONG

OTHERS = [language for language in LANGUAGES if language != "en"]
TERMINAL = ("PELLMELL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
PSEUDO = "de"
"""The language in whose place the pseudo-language stands."""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line in a language: its exit code, its output and what it says is wrong."""

    def running(language: str, *arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setenv("PELLMELL_LANGUAGE", language)
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
        told = capsys.readouterr()
        return code, told.out, told.err

    return running


# --- which language --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "C"}, "en"),
        ([], {"LANG": "POSIX"}, "en"),
        ([], {"LANG": "de_AT.UTF-8"}, "de"),
        ([], {"LANG": "fr"}, "fr"),
        ([], {"LANG": "es_ES@euro"}, "es"),
        ([], {"LANG": "iw_IL"}, "he"),
        ([], {"LANG": "pt_BR.UTF-8"}, "en"),
        ([], {"LANG": "de", "LC_MESSAGES": "fr"}, "fr"),
        ([], {"LANG": "de", "LC_MESSAGES": "fr", "LC_ALL": "es"}, "es"),
        ([], {"LANG": "de", "LC_ALL": ""}, "de"),
        ([], {"LANG": "de", "LC_ALL": "pt_BR"}, "en"),
        ([], {"LC_ALL": "es", "PELLMELL_LANGUAGE": "he"}, "he"),
        (["moves", "--language", "fr"], {"PELLMELL_LANGUAGE": "he"}, "fr"),
        (["--language=fr", "moves"], {"LANG": "de"}, "fr"),
        (["moves", "--language", "pt"], {"LANG": "de"}, "de"),
        (["moves", "--language"], {"LANG": "de"}, "de"),
        (["check", "--", "--language", "fr"], {"LANG": "de"}, "de"),
    ],
)
def test_the_language_that_is_asked_for_or_that_of_the_terminal(
    arguments: list[str], environment: dict[str, str], language: str
) -> None:
    assert language_of(arguments, environment) == language


def test_a_terminal_without_the_letters_gets_english(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, shown in (("ascii", "en"), ("utf-8", "he"), ("iso-8859-8", "en")):
        monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), encoding))
        assert language_of([], {"LANG": "he_IL"}) == shown


@pytest.mark.parametrize("place", ["before", "after"])
def test_the_option_stands_before_or_after_the_subcommand(run: Run, place: str) -> None:
    option = ["--language", "fr"]
    arguments = [*option, "check", "-"] if place == "before" else ["check", "-", *option]
    assert run("es", *arguments) == (1, "", run("fr", "check", "-")[2])


def test_a_language_that_there_is_not_is_named_with_those_there_are(run: Run) -> None:
    code, _, err = run("de", "moves", PAGE, "--language", "pt")
    assert code == 1
    assert err.startswith("pellmell moves: Argument --language: 'pt' ")
    assert all(f"'{language}'" in err for language in LANGUAGES)


def test_answers_are_the_same_in_every_language(run: Run) -> None:
    for arguments, stdin in (
        (["moves", PAGE], ""),
        (["stuck", PAGE], ""),
        (["perft", PAGE, "1"], ""),
        (["check", "-"], RECORD),
        (["deal", "--seats", "2", "--seed", "1"], ""),
        (["serve", "--print-limits"], ""),
        (["--version"], ""),
    ):
        answer = run("en", *arguments, stdin=stdin)
        assert answer[0] == 0
        assert [run(language, *arguments, stdin=stdin) for language in OTHERS] == [answer] * 4


# --- what is wrong ---------------------------------------------------------------------

FAULTS: list[tuple[list[str], list[str]]] = [
    ([], ["COMMAND", "pellmell --help"]),
    (["shuffle"], ["'shuffle'", "moves"]),
    (["moves"], ["POSITION"]),
    (["moves", PAGE, "more"], ["more"]),
    (["moves", PAGE, "--rules", "house"], ["1", "'house'", "playroom"]),
    (["moves", PAGE, "--rules", "standard,turn=9"], ["15", "'9'", "turn", "1", "5"]),
    (["moves", "- / r11 | - | - | -"], ["5", "'r11'"]),
    (["moves", "r:A"], ["4"]),
    (["deal", "--seats", "13", "--seed", "7"], ["--seats", "'13'", "2", "12"]),
    (["deal", "--seats", "4"], ["--seed"]),
    (["check", "nowhere.txt"], ["'nowhere.txt'"]),
    (["check", "-"], ["1", "[Format]"]),
    (["verify", "-"], ["1", "[Format]"]),
    (["serve", "--port", "70000"], ["--port", "'70000'", "65535"]),
    (["serve", "--port"], ["--port"]),
    (["serve", "--open=no"], ["--open", "'no'"]),
    (["serve", "--log", "xml"], ["--log", "'xml'", "'plain'"]),
    (["serve", "--keep", "0"], ["--keep", "'0'", "36500"]),
    (["serve", "--per-address", "-1"], ["--per-address"]),
    (["serve", "--trusted-proxy", "x"], ["pellmell serve", "--trusted-proxy", "'x'"]),
    (["serve", "--origin", "cards"], ["pellmell serve", "--origin", "'cards'"]),
    (["serve", "--metrics-token-file", "nowhere"], ["pellmell serve", "nowhere"]),
    (["data", "list", "--data", "EMPTY"], ["EMPTY", "--data"]),
    (["data", "list", "--data", "BROKEN"], ["pellmell data", "BROKEN"]),
    (["data", "export", "DDDDDD", "--data", "ROOMS"], ["pellmell data", "DDDDDD"]),
    (["data", "export", "a/b"], ["'a/b'", "KQZ7MB"]),
    (["data", "delete"], ["--older"]),
    (["data", "delete", "--older", "month"], ["--older", "'month'", "30d"]),
    (["data", "delete", "AAAAAA", "--older", "30d"], ["--older"]),
]


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a directory with one of no rooms, a damaged one, and a whole one."""
    monkeypatch.chdir(tmp_path)
    for name in ("EMPTY", "BROKEN", "ROOMS"):
        Path(name).mkdir()
    Path("BROKEN", FILE).write_text("no database, but a text that is long enough " * 99, "utf-8")

    async def fill() -> None:
        await SqliteStore(Path("ROOMS")).close()

    asyncio.run(fill())


def without_what_is_apart(line: str) -> str:
    """A line without what marks keep apart in it."""
    while (shorter := re.sub("\u2068[^\u2068\u2069]*\u2069", "", line)) != line:
        line = shorter
    return line


@pytest.mark.usefixtures("places")
@pytest.mark.parametrize(("arguments", "words"), FAULTS, ids=lambda part: " ".join(part)[:60])
def test_a_fault_is_told_in_every_language_with_the_same_exit_code(
    run: Run, arguments: list[str], words: list[str]
) -> None:
    english = run("en", *arguments)
    assert english[0] == 1
    told = {language: run(language, *arguments) for language in LANGUAGES}
    assert len({err for _, _, err in told.values()}) == len(LANGUAGES)
    for language, (code, out, err) in told.items():
        assert (code, out) == (1, ""), language
        assert err.endswith("\n")
        assert len(err.splitlines()) == 1
        for word in words:
            shown = catalogue(language).get(f"metavar.{word.lower()}", word)
            assert shown in re.sub("[\u2068\u2069]", "", err), language
    assert not re.search("[A-Za-z]", without_what_is_apart(told["he"][2]))


# --- a language for tests --------------------------------------------------------------


def pseudo(message: str) -> str:
    """A message that is seen to be one: between marks, a third longer, its values between others."""
    marked = re.sub(r"\{(\w+)\}", r"‹{\1}›", message)
    return f"⟦{marked}{'~' * math.ceil(0.3 * len(message))}⟧"


def unmarked(text: str) -> str:
    """What stands outside of all messages."""
    while (shorter := re.sub("⟦[^⟦⟧]*⟧", "", text)) != text:
        text = shorter
    return text


@pytest.fixture
def pretending(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The pseudo-language, in the place of another."""
    messages = {key: pseudo(message) for key, message in catalogue("en").items()}
    english = catalogue("en")
    monkeypatch.setattr(
        catalogues_module,
        "catalogue",
        lambda language: messages if language == PSEUDO else english,
    )
    speech.cache_clear()
    yield
    speech.cache_clear()


ENGLISH = re.compile(r"(?<![\w-])(a|be|been|by|cannot|has|is|no|not|of|that|the|to|with)(?![\w-])")


def check_marked(line: str) -> None:
    """Hold a line to saying something, nothing outside of messages, nor sentences as their values."""
    assert line.strip() != ""
    assert unmarked(line).strip() == "", line
    for value in re.findall("‹([^‹›⟦⟧]*)›", line):
        assert value[:1] in {"'", '"'} or not ENGLISH.search(value), line


@pytest.mark.usefixtures("places", "pretending")
@pytest.mark.parametrize("arguments", [words for words, _ in (*FAULTS, *WRONG)])
def test_no_fault_is_told_past_the_catalogues(run: Run, arguments: list[str]) -> None:
    code, out, err = run(PSEUDO, *arguments)
    assert (code, out) == (1, "")
    check_marked(err)


@pytest.mark.usefixtures("pretending")
@pytest.mark.parametrize("kind", ["positions", "rules", "records"])
def test_no_refusal_of_notation_is_told_past_the_catalogues(run: Run, kind: str) -> None:
    for entry in json.loads((DATA / f"refusals/{kind}.json").read_text("utf-8")):
        if entry.get("full") or entry.get("text") == "-":
            continue
        match kind:
            case "positions":
                told = run(PSEUDO, "moves", "-", stdin=entry["text"])
            case "rules":
                told = run(PSEUDO, "moves", PAGE, "--rules", entry["text"])
            case _:
                told = run(PSEUDO, "check", "-", stdin="\n".join(entry["lines"]))
        assert told[:2] == (1, ""), entry["why"]
        check_marked(told[2])


COMMANDS = [
    *([], ["serve"], ["moves"], ["perft"], ["stuck"], ["check"], ["verify"], ["deal"], ["data"]),
    *(["data", "list"], ["data", "export"], ["data", "delete"]),
]


@pytest.mark.usefixtures("pretending")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_says_nothing_past_the_catalogues(run: Run, command: list[str]) -> None:
    code, out, err = run(PSEUDO, *command, "--help")
    assert (code, err) == (0, "")
    left = re.split(r"[\s.,:|{}()\[\]]+", unmarked(" ".join(out.split())))
    commands = {word for words in COMMANDS for word in words}
    options = re.compile(r"--?[a-z-]+|pellmell|plain|json")
    assert [
        word for word in left if word and word not in commands and not options.fullmatch(word)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_is_plain_text_in_every_language(run: Run, command: list[str], language: str) -> None:
    code, out, err = run(language, *command, "--help")
    assert (code, err) == (0, "")
    assert catalogue(language)["argparse.options"] in out
    assert "\033" not in out


@pytest.mark.usefixtures("pretending")
def test_what_a_server_prints_is_from_the_catalogues() -> None:
    for line in greeting(speech(PSEUDO), "127.0.0.1", 8000, ()).splitlines():
        check_marked(line)
    first, second, *_ = greeting(
        speech(PSEUDO), None, 8000, ("https://cards.example.org",)
    ).splitlines()
    check_marked(first)
    check_marked(second)
    for host, port in (("203.0.113.1", 0), ("nowhere!", 0)):
        with pytest.raises(ListenError) as caught:
            listen(host, port)
        check_marked(speech(PSEUDO)(caught.value.said))
        assert str(caught.value) == speech("en")(caught.value.said)


@pytest.mark.usefixtures("places")
def test_what_sqlite_refuses_is_told_in_the_language(run: Run) -> None:
    with sqlite3.connect(Path("ROOMS", FILE)) as log:
        log.execute("UPDATE meta SET value = 99 WHERE name = 'format'")
    log.close()
    code, _, err = run("de", "data", "list", "--data", "ROOMS")
    assert code == 1
    assert "neueren pellmell" in err
    assert "die Datei ist keine Datenbank" in run("de", "data", "list", "--data", "BROKEN")[2]
