"""`pellmell check` and `verify`: whether a round was played by its rules, and dealt as bound."""

import argparse

from pellmell.cli.inputs import InputError, text_of
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


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "check",
        help="replay the record of a round and check it",
        description="The position at the end of a record and a line with the points of each "
        "seat; or, where a line breaks the rules, its number and the reason.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="a record; - reads it from standard input")
    parser.set_defaults(run=_check)
    parser = commands.add_parser(
        "verify",
        help="prove that the chance of a record was decided beforehand",
        description="Does all that chance decided again, from the seed and the shares of a record: "
        "the deal, every waste taken up, every throw and every coin.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="a record; - reads it from standard input")
    parser.set_defaults(run=_verify)


def _check(options: argparse.Namespace) -> int:
    try:
        replay = replay_record(parse_record(text_of(options.file)))
    except RecordError as error:
        raise InputError(str(error)) from None
    print(format_position(replay.table))
    for seat, points in enumerate(replay.scores()):
        print(letter(seat), format_score(points))
    return 0


def _verify(options: argparse.Namespace) -> int:
    try:
        record = parse_record(text_of(options.file))
        proof = verify(record)
    except (RecordError, ProofError) as error:
        raise InputError(str(error)) from None
    seats = " ".join(letter(seat) for seat, _ in proof.shares)
    print(f"proved: seed {proof.seed.hex()}, {f'shares of {seats}' if seats else 'no shares'}")
    return 0
