"""The command `pellmell`: reads its arguments and hands them to a subcommand.

Whatever is wrong with the input is told in one line on standard error, with exit code 1.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from pellmell import __version__
from pellmell.cli import data, deals, positions, records, serve
from pellmell.cli.inputs import InputError

INTERRUPTED = 130
"""The exit code of a program that was stopped from the keyboard."""


class Parser(argparse.ArgumentParser):
    """An argument parser that tells what is wrong in one line, instead of its whole usage."""

    def error(self, message: str) -> NoReturn:
        """Raise InputError, where argparse would exit with code 2."""
        message = " ".join(message.split())
        raise InputError(f"{self.prog}: {message}; `{self.prog} --help` tells more")


def parser() -> Parser:
    """Every subcommand with its arguments."""
    root = Parser(
        prog="pellmell",
        description="The open table for a card game that everybody plays at once.",
        allow_abbrev=False,
    )
    root.add_argument("--version", action="version", version=f"pellmell {__version__}")
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for part in (serve, positions, records, deals, data):
        part.register(commands)
    return root


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code of a command line; SystemExit after `--help` and `--version`."""
    try:
        options = parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
    except InputError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"pellmell: {error}", file=sys.stderr)
        # What could not be written is not tried again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


if __name__ == "__main__":
    sys.exit(main())
