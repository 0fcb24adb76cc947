"""`pellmell moves`, `perft` and `stuck`: what the engine says of a position."""

import argparse
from functools import partial

from pellmell.cli.arguments import Commands
from pellmell.cli.inputs import add_position, table_of, whole
from pellmell.engine.cards import letter
from pellmell.engine.decide import legal
from pellmell.engine.notation import format_command
from pellmell.engine.perft import perft
from pellmell.engine.stuck import stuck

DEEPEST = 99
SEARCH = 1_000_000


def register(commands: Commands) -> None:
    """Add the subcommands."""
    say = commands.say
    moves = commands.add("moves", say("moves.help"), say("moves.about"))
    moves.set_defaults(run=_moves)
    counts = commands.add("perft", say("perft.help"), say("perft.about"))
    counts.set_defaults(run=_perft)
    dead = commands.add("stuck", say("stuck.help"), say("stuck.about"))
    dead.set_defaults(run=_stuck)
    for parser in (moves, counts, dead):
        add_position(parser)
    counts.add_argument(
        "depth",
        metavar=say("metavar.depth"),
        type=partial(whole, say, low=0, high=DEEPEST),
        help=say("perft.depth"),
    )


def _moves(options: argparse.Namespace) -> int:
    table = table_of(options)
    for seat in range(len(table.areas)):
        print(letter(seat), *map(format_command, legal(table, seat)))
    return 0


def _perft(options: argparse.Namespace) -> int:
    print(perft(table_of(options), options.depth))
    return 0


def _stuck(options: argparse.Namespace) -> int:
    # Nobody waits for a play here, so the search may take its time.
    print(stuck(table_of(options), effort=SEARCH))
    return 0
