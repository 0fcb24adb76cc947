"""`pellmell serve`: the table on the network."""

import argparse


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "serve",
        help="open the table in the browser, for you and your friends",
        allow_abbrev=False,
    )
    parser.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> int:
    # Only this subcommand needs the network's libraries, and the others start faster without.
    from pellmell.server.main import run

    return run(options)
