"""`pellmell serve`: the table on the network."""

import argparse
import sys
from pathlib import Path

from pellmell.cli.inputs import whole


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "serve",
        help="open the table in the browser, for you and your friends",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--host", metavar="ADDR", help="listen on this address only (default: on all)")
    add("--port", type=int, default=8000, help="default: 8000; 0 takes a free one")
    add("--data", type=Path, metavar="DIR", help="where rooms are kept (default: your data)")
    add(
        "--keep",
        type=lambda text: whole(text, 1, 36500),
        default=30,
        metavar="DAYS",
        help="delete a room that nobody asked for in so many days (default: 30)",
    )
    add(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="a further address of this server, such as a reverse proxy gives it; repeatable",
    )
    add(
        "--public",
        action="store_true",
        help="list the rooms that are open to everybody, and offer quick play",
    )
    add(
        "--leaderboard",
        action="store_true",
        help="keep who won how many matches in such rooms, and show it",
    )
    add(
        "--words",
        type=Path,
        metavar="FILE",
        help="words that no name may hold in such a room, one a line (default: a short list)",
    )
    add("--open", action="store_true", help="open the page in a browser")
    add(
        "--metrics-token-file",
        type=Path,
        metavar="FILE",
        help="holds the token for /metrics from elsewhere",
    )
    add("--log", choices=("plain", "json"), default="plain", help="the form of the log")
    add("--print-limits", action="store_true", help="list every limit and exit")
    parser.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> int:
    # Only this subcommand needs the network's libraries, and the others start faster without.
    from pellmell.room.names import welcome_all
    from pellmell.server import limits
    from pellmell.server.config import (
        Config,
        ConfigError,
        data_directory,
        read_origin,
        read_token,
    )
    from pellmell.server.main import ListenError, StoreError, run
    from pellmell.server.words import read_words

    if options.print_limits:
        print(limits.printed())
        return 0
    strangers = options.public or options.leaderboard or options.words is not None
    token_file = options.metrics_token_file
    try:
        config = Config(
            host=options.host or None,
            port=options.port,
            data=options.data or data_directory(),
            keep=options.keep,
            origins=tuple(read_origin(text) for text in options.origin),
            open_page=options.open,
            metrics_token=None if token_file is None else read_token(token_file),
            log=options.log,
            listed=options.public,
            ranked=options.leaderboard,
            unwanted=read_words(options.words) if strangers else welcome_all,
        )
        return run(config)
    except (ConfigError, ListenError, StoreError) as error:
        print(f"pellmell serve: {error}", file=sys.stderr)
        return 1
