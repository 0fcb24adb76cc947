"""`pellmell check` and `verify`: whether a round was played by its rules, and dealt as bound."""

import argparse

from pellmell.cli.arguments import Commands, InputError
from pellmell.cli.inputs import text_of
from pellmell.engine.cards import letter
from pellmell.engine.notation import format_position
from pellmell.engine.record import (
    ProofError,
    RecordError,
    format_score,
    parse_record,
    replay_record,
    verify,
)
from pellmell.texts import Speech


def register(commands: Commands) -> None:
    """Add the subcommands."""
    say = commands.say
    file, of_file = say("metavar.file"), say("cli.record")
    parser = commands.add("check", say("check.help"), say("check.about"))
    parser.add_argument("file", metavar=file, help=of_file)
    parser.set_defaults(run=_check)
    parser = commands.add("verify", say("verify.help"), say("verify.about"))
    parser.add_argument("file", metavar=file, help=of_file)
    parser.set_defaults(run=_verify)


def _check(options: argparse.Namespace) -> int:
    try:
        replay = replay_record(parse_record(text_of(options.file)))
    except RecordError as error:
        raise InputError(error.said) from None
    print(format_position(replay.table))
    for seat, points in enumerate(replay.scores()):
        print(letter(seat), format_score(points))
    return 0


def _verify(options: argparse.Namespace) -> int:
    try:
        record = parse_record(text_of(options.file))
        proof = verify(record)
    except (RecordError, ProofError) as error:
        raise InputError(error.said) from None
    seats = " ".join(letter(seat) for seat, _ in proof.shares)
    say: Speech = options.say
    seed = proof.seed.hex()
    print(say("proof.proved", seed=seed, n=len(proof.shares), seats=seats))
    return 0
