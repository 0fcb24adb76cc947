"""The command `pellmell`: reads its arguments and hands them to a subcommand.

Whatever is wrong with the input is told in one line on standard error, with exit code 1.
"""

import os
import sys
from collections.abc import Sequence

from pellmell import __version__
from pellmell.cli import data, deals, positions, records, serve
from pellmell.cli.arguments import Commands, InputError, Parser, spoken
from pellmell.cli.language import language_of
from pellmell.texts import Said, Speech, reason_of, said, speech

INTERRUPTED = 130
"""The exit code of a program that was stopped from the keyboard."""


def parser(say: Speech) -> Parser:
    """Every subcommand with its arguments."""
    root = Parser(say=say, prog="pellmell", description=say("cli.about"))
    root.add_argument(
        "--version",
        action="version",
        version=f"pellmell {__version__}",
        help=say("cli.version"),
    )
    root.set_defaults(say=say)
    commands = Commands(root, say("cli.commands"), say("metavar.command"))
    for part in (serve, positions, records, deals, data):
        part.register(commands)
    return root


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code of a command line; SystemExit after `--help` and `--version`."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    say = speech(language_of(words, os.environ))
    try:
        with spoken(say):
            options = parser(say).parse_args(words)
        code: int = options.run(options)
        sys.stdout.flush()
    except InputError as error:
        print(say(error.said), file=sys.stderr)
        return 1
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(say(_failure(error)), file=sys.stderr)
        # What could not be written is not tried again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _failure(error: OSError) -> Said:
    if error.filename is None:
        return said("cli.failed", reason=reason_of(error))
    return said("cli.failed-file", file=repr(error.filename), reason=reason_of(error))


if __name__ == "__main__":
    sys.exit(main())
