"""`pellmell deal`: a round as it is dealt."""

import argparse
from functools import partial

from pellmell.cli.arguments import Commands
from pellmell.cli.inputs import add_rules, rules_of, whole
from pellmell.engine.cards import MAX_SEATS, MIN_SEATS
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.notation import format_position

HIGHEST_SEED = 2**64 - 1


def register(commands: Commands) -> None:
    """Add the subcommand."""
    say = commands.say
    parser = commands.add("deal", say("deal.help"), say("deal.about"))
    parser.add_argument(
        "--seats",
        metavar=say("metavar.number"),
        required=True,
        type=partial(whole, say, low=MIN_SEATS, high=MAX_SEATS),
        help=say("deal.seats", low=MIN_SEATS, high=MAX_SEATS),
    )
    parser.add_argument(
        "--seed",
        metavar=say("metavar.number"),
        required=True,
        type=partial(whole, say, low=0, high=HIGHEST_SEED),
        help=say("deal.seed"),
    )
    add_rules(parser)
    parser.set_defaults(run=_deal)


def _deal(options: argparse.Namespace) -> int:
    dice = SeededDice(str(options.seed).encode())
    print(format_position(deal(rules_of(options), [True] * options.seats, dice)))
    return 0
