"""`pellmell deal`: a round as it is dealt."""

import argparse
from functools import partial

from pellmell.cli.inputs import add_rules, rules_of, whole
from pellmell.engine.cards import MAX_SEATS, MIN_SEATS
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.notation import format_position

HIGHEST_SEED = 2**64 - 1


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "deal",
        help="deal a round",
        description="A dealt position in one line; the same seed deals the same on every machine.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--seats",
        metavar="N",
        required=True,
        type=partial(whole, low=MIN_SEATS, high=MAX_SEATS),
        help=f"how many seats are dealt in, {MIN_SEATS} to {MAX_SEATS}",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        required=True,
        type=partial(whole, low=0, high=HIGHEST_SEED),
        help="a whole number that decides the shuffling",
    )
    add_rules(parser)
    parser.set_defaults(run=_deal)


def _deal(options: argparse.Namespace) -> int:
    dice = SeededDice(str(options.seed).encode())
    print(format_position(deal(rules_of(options), [True] * options.seats, dice)))
    return 0
