"""Argument parsers that explain themselves and say what is wrong in one language."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn

from pellmell.cli.language import OPTION
from pellmell.texts import LANGUAGES, Fault, Speech

TEXTS: Final = "argparse."
"""What stands before argparse's own texts to make them keys of the catalogues."""


class InputError(Fault):
    """Input that cannot be used, said in one line."""


class Parser(argparse.ArgumentParser):
    """An argument parser that tells what is wrong in one line, instead of its whole usage."""

    def __init__(self, *, say: Speech, **how: Any) -> None:
        super().__init__(allow_abbrev=False, **how)
        self.say = say
        # From Python 3.14 on help would be coloured, with codes between words of two directions.
        self.color = False
        self.add_argument(
            OPTION,
            choices=LANGUAGES,
            metavar=say("metavar.language"),
            default=argparse.SUPPRESS,
            help=say("cli.language", languages=", ".join(LANGUAGES)),
        )

    def error(self, message: str) -> NoReturn:
        """Raise InputError, where argparse would exit with code 2."""
        raise InputError("cli.usage", command=self.prog, reason=" ".join(message.split()))


class Commands:
    """The subcommands of a parser."""

    def __init__(self, parser: Parser, title: str, metavar: str) -> None:
        self.say = parser.say
        self._parsers = parser.add_subparsers(title=title, metavar=metavar, required=True)

    def add(self, name: str, help: str, about: str | None = None) -> Parser:
        """A further one, what the list of all says of it, and what its own help says."""
        parser: Parser = self._parsers.add_parser(
            name, help=help, description=about or help, say=self.say
        )
        return parser


@contextmanager
def spoken(say: Speech) -> Iterator[None]:
    """While this lasts, argparse speaks a language.

    argparse asks gettext for its texts, which would want files compiled for it in a directory
    of the system; it asks by two names of its own module, so those are lent to it.
    """

    def told(text: str) -> str:
        key = f"{TEXTS}{text}"
        return say(key) if say.has(key) else text

    def counted(one: str, several: str, n: int) -> str:
        key = f"{TEXTS}{one}"
        return say(key, n=n) if say.has(key) else (one if n == 1 else several)

    names = vars(argparse)
    before = {name: names[name] for name in ("_", "ngettext")}
    names.update(_=told, ngettext=counted)
    try:
        yield
    finally:
        names.update(before)
