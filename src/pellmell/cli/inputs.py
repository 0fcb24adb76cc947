"""Arguments that several subcommands share, and how they are read."""

import argparse
import sys
from pathlib import Path

from pellmell.engine.notation import NotationError, parse_position
from pellmell.engine.rules import PRESETS, Rules, RulesError, parse_rules
from pellmell.engine.table import Table

STDIN = "-"


class InputError(Exception):
    """Input that cannot be used; the message is the one line that says so."""


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Let a subcommand be told the rules."""
    parser.add_argument(
        "--rules",
        metavar="R",
        default="standard",
        help=f"a preset ({', '.join(PRESETS)}) and options behind commas, like "
        "standard,recycle=keep; otherwise standard",
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """Let a subcommand be told a position and its rules."""
    parser.add_argument(
        "position",
        metavar="POSITION",
        help="a table in one line: the piles / row | stack | waste | hand / ...; "
        "- reads it from standard input",
    )
    add_rules(parser)


def rules_of(options: argparse.Namespace) -> Rules:
    """The rules that were asked for."""
    try:
        return parse_rules(options.rules)
    except RulesError as error:
        raise InputError(f"rules, {error}") from None


def table_of(options: argparse.Namespace) -> Table:
    """The position that was given, under the rules that were asked for."""
    rules = rules_of(options)
    text = options.position
    if text == STDIN:
        text = text_of(STDIN).rstrip("\r\n")
    try:
        return parse_position(text, rules)
    except NotationError as error:
        raise InputError(f"position, {error}") from None


def whole(text: str, low: int, high: int) -> int:
    """A whole number within bounds, for argparse to name where it is not one."""
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(high)):
        number = None
    else:
        number = int(text)
    if number is None or not low <= number <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
    return number


def text_of(file: str) -> str:
    """The text of a file, or of standard input if it is named `-`."""
    try:
        data = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"{file!r} cannot be read: {reason}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"line {line}: byte {data[error.start]:#x} is not UTF-8 text") from None
