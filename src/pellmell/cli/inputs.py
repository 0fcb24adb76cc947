"""Arguments that several subcommands share, and how they are read."""

import argparse
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from pellmell.cli.arguments import InputError, Parser
from pellmell.engine.notation import NotationError, parse_position
from pellmell.engine.rules import PRESETS, Rules, RulesError, parse_rules
from pellmell.engine.table import Table
from pellmell.texts import Speech, Value, reason_of, said

STDIN = "-"
MOST_MIB: Final = 64
"""What is read at most: no record is longer than the log of the room it is of."""


def add_rules(parser: Parser) -> None:
    """Let a subcommand be told the rules."""
    parser.add_argument(
        "--rules",
        metavar=parser.say("metavar.rules"),
        default="standard",
        help=parser.say("cli.rules", presets=", ".join(PRESETS), example="standard,recycle=keep"),
    )


def add_position(parser: Parser) -> None:
    """Let a subcommand be told a position and its rules."""
    parser.add_argument(
        "position",
        metavar=parser.say("metavar.position"),
        help=parser.say("cli.position"),
    )
    add_rules(parser)


def rules_of(options: argparse.Namespace) -> Rules:
    """The rules that were asked for."""
    try:
        return parse_rules(options.rules)
    except RulesError as error:
        raise InputError("cli.rules-fault", reason=error.said) from None


def table_of(options: argparse.Namespace) -> Table:
    """The position that was given, under the rules that were asked for."""
    rules = rules_of(options)
    text = options.position
    if text == STDIN:
        text = text_of(STDIN).rstrip("\r\n")
    try:
        return parse_position(text, rules)
    except NotationError as error:
        raise InputError("cli.position-fault", reason=error.said) from None


def whole(say: Speech, text: str, low: int, high: int) -> int:
    """A whole number within bounds, for argparse to name where it is not one."""
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(high)):
        number = None
    else:
        number = int(text)
    if number is None or not low <= number <= high:
        flaw = say("cli.whole", text=repr(text), low=low, high=high)
        raise argparse.ArgumentTypeError(flaw)
    return number


def text_of(file: str) -> str:
    """The text of a file, or of standard input if it is named `-`."""
    try:
        data = _read(file)
    except OSError as error:
        raise _unreadable(file, reason_of(error)) from None
    except ValueError:
        raise _unreadable(file, said("cli.no-name")) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("cli.not-utf-8", line=line, byte=f"{data[error.start]:#x}") from None


def _read(file: str) -> bytes:
    """What is in a file, which need not have an end."""
    most = MOST_MIB * 1024 * 1024
    with nullcontext(sys.stdin.buffer) if file == STDIN else Path(file).open("rb") as source:
        data = source.read(most + 1)
    if len(data) > most:
        raise _unreadable(file, said("cli.too-long", most=MOST_MIB))
    return data


def _unreadable(file: str, reason: Value) -> InputError:
    return InputError("cli.unreadable", file=repr(file), reason=reason)
