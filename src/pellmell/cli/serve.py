"""`pellmell serve`: the table on the network."""

import argparse
from functools import partial
from pathlib import Path

from pellmell.cli.arguments import Commands, InputError
from pellmell.cli.inputs import whole

HIGHEST_PORT = 65535
LONGEST_KEEP = 36500
MOST_CONNECTIONS = 50_000


def register(commands: Commands) -> None:
    """Add the subcommand."""
    say = commands.say
    parser = commands.add("serve", say("serve.help"))
    add = parser.add_argument
    add("--host", metavar=say("metavar.address"), help=say("serve.host-help"))
    add(
        "--port",
        type=partial(whole, say, low=0, high=HIGHEST_PORT),
        default=8000,
        metavar=say("metavar.port"),
        help=say("serve.port", default=8000),
    )
    add("--data", type=Path, metavar=say("metavar.directory"), help=say("cli.data"))
    add(
        "--keep",
        type=partial(whole, say, low=1, high=LONGEST_KEEP),
        default=30,
        metavar=say("metavar.days"),
        help=say("serve.keep", default=30),
    )
    add(
        "--origin",
        action="append",
        default=[],
        metavar=say("metavar.url"),
        help=say("serve.origin-help"),
    )
    add(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar=say("metavar.network"),
        help=say("serve.trusted-proxy-help"),
    )
    add(
        "--per-address",
        type=partial(whole, say, low=0, high=MOST_CONNECTIONS),
        default=0,
        metavar=say("metavar.number"),
        help=say("serve.per-address", default=0),
    )
    add("--public", action="store_true", help=say("serve.public"))
    add("--leaderboard", action="store_true", help=say("serve.leaderboard"))
    add("--words", type=Path, metavar=say("metavar.file"), help=say("serve.words"))
    add("--open", action="store_true", help=say("serve.open"))
    add(
        "--metrics-token-file",
        type=Path,
        metavar=say("metavar.file"),
        help=say("serve.token", path="/metrics"),
    )
    add("--log", choices=("plain", "json"), default="plain", help=say("serve.log"))
    add("--print-limits", action="store_true", help=say("serve.print-limits"))
    parser.set_defaults(run=_serve)


def _serve(options: argparse.Namespace) -> int:
    # Only this subcommand needs the network's libraries, and the others start faster without.
    from pellmell.room.names import welcome_all
    from pellmell.server import limits
    from pellmell.server.config import (
        Config,
        ConfigError,
        data_directory,
        read_network,
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
            proxies=tuple(read_network(text) for text in options.trusted_proxy),
            per_address=options.per_address,
            open_page=options.open,
            metrics_token=None if token_file is None else read_token(token_file),
            log=options.log,
            listed=options.public,
            ranked=options.leaderboard,
            unwanted=read_words(options.words) if strangers else welcome_all,
            language=options.say.language,
        )
        return run(config)
    except (ConfigError, ListenError, StoreError) as error:
        raise InputError("cli.by-command", command="pellmell serve", reason=error.said) from None
