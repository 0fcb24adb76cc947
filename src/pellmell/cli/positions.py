"""`pellmell moves`, `perft` and `stuck`: what the engine says of a position."""

import argparse
from functools import partial

from pellmell.cli.inputs import add_position, table_of, whole
from pellmell.engine.cards import letter
from pellmell.engine.decide import legal
from pellmell.engine.notation import format_command
from pellmell.engine.perft import perft
from pellmell.engine.stuck import stuck

DEEPEST = 99
SEARCH = 1_000_000


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommands."""
    moves = commands.add_parser(
        "moves",
        help="what each seat could do in a position",
        description="A line for each seat: its letter and every legal command.",
        allow_abbrev=False,
    )
    moves.set_defaults(run=_moves)
    counts = commands.add_parser(
        "perft",
        help="how many sequences of commands there are",
        description="The number of sequences of exactly DEPTH legal commands, given by any seats "
        "in any order, with the hands always kept in their order.",
        allow_abbrev=False,
    )
    counts.set_defaults(run=_perft)
    dead = commands.add_parser(
        "stuck",
        help="whether a round is dead",
        description="no, soft (dead, but not if all shuffled their hands) or hard.",
        allow_abbrev=False,
    )
    dead.set_defaults(run=_stuck)
    for parser in (moves, counts, dead):
        add_position(parser)
    counts.add_argument(
        "depth",
        metavar="DEPTH",
        type=partial(whole, low=0, high=DEEPEST),
        help="how many commands follow one another",
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
