"""`pellmell data`: what a stopped server keeps of its rooms, handed out or deleted for good."""

import argparse
import re
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pellmell.cli.arguments import Commands, InputError, Parser
from pellmell.texts import Said, Speech, said

if TYPE_CHECKING:
    from pellmell.store.sqlite import SqliteStore

DAY: Final = 24 * 60 * 60.0


def register(commands: Commands) -> None:
    """Add the subcommand and what it can do."""
    say = commands.say
    data = commands.add("data", say("data.help"))
    actions = Commands(data, say("data.actions"), say("metavar.action"))
    _action(actions, "list", _list, say("data.list"))
    export = _action(actions, "export", _export, say("data.export"))
    code, room = partial(_code, say), say("metavar.room")
    export.add_argument("room", metavar=room, type=code, help=say("data.room"))
    delete = _action(actions, "delete", _delete, say("data.delete"))
    which = delete.add_mutually_exclusive_group(required=True)
    which.add_argument("room", metavar=room, type=code, nargs="?", help=say("data.room"))
    which.add_argument(
        "--older",
        metavar=say("metavar.days"),
        type=partial(_days, say),
        help=say("data.older", example="30d"),
    )


_Run = Callable[["SqliteStore", argparse.Namespace], Awaitable[None]]


def _action(actions: Commands, name: str, run: _Run, help: str) -> Parser:
    parser = actions.add(name, help)
    say = actions.say
    parser.add_argument("--data", type=Path, metavar=say("metavar.directory"), help=say("cli.data"))
    parser.set_defaults(run=lambda options: _with_store(run, options))
    return parser


def _code(say: Speech, text: str) -> str:
    from pellmell.server.chance import read_code

    code = read_code(text)
    if code is None:
        flaw = say("data.no-code", text=repr(text), example="KQZ7MB")
        raise argparse.ArgumentTypeError(flaw)
    return code


def _days(say: Speech, text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,5})d", text)
    if found is None:
        flaw = say("data.no-days", text=repr(text), example="30d")
        raise argparse.ArgumentTypeError(flaw)
    return int(found[1])


def _with_store(run: _Run, options: argparse.Namespace) -> int:
    """Do something with the data of a directory in which no server runs."""
    # Only this subcommand and `serve` need them, and the others start faster without.
    import asyncio

    from pellmell.server.config import data_directory
    from pellmell.store.contract import StoreError
    from pellmell.store.sqlite import FILE, SqliteStore

    directory = options.data or data_directory()
    if not (directory / FILE).is_file():
        raise InputError("data.no-rooms", directory=str(directory))

    async def work() -> None:
        store = SqliteStore(directory)
        try:
            await run(store, options)
        finally:
            await store.close()

    try:
        asyncio.run(work())
    except StoreError as error:
        raise _told(error.said) from None
    return 0


async def _list(store: "SqliteStore", options: argparse.Namespace) -> None:
    del options
    for room, awake in sorted((await store.survey()).items()):
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(awake))
        print(f"{room} {day} {len(await store.records(room))}")


async def _export(store: "SqliteStore", options: argparse.Namespace) -> None:
    if options.room not in await store.survey():
        raise _no_room(options.room)
    for round, text in await store.records(options.room):
        print(f"# the record of round {round}\n{text}")
    for result in await store.results(options.room):
        print(f"# the match of round {result.round}: {result.name}, {result.points}")
    keyring = (await store.keyrings()).get(options.room)
    if keyring is not None:
        print(f"# the hashes of what opens it\n{keyring.decode(errors='backslashreplace')}")
    print("# the log")
    kept = await store.look(options.room)
    for entry in () if kept is None else kept.entries:
        print(entry.decode(errors="backslashreplace"))
    if kept is not None and kept.flaw is not None:
        raise _told(kept.flaw)


async def _delete(store: "SqliteStore", options: argparse.Namespace) -> None:
    known = await store.survey()
    if options.room is not None:
        rooms = [room for room in known if room == options.room]
    else:
        before = store.wall() - options.older * DAY
        rooms = sorted(room for room, awake in known.items() if awake < before)
    # Also where there is none: what could not be erased before is tried again.
    await store.erase(rooms, lambda room, _results: print(room))
    if options.room is not None and not rooms:
        raise _no_room(options.room)


def _no_room(room: str) -> InputError:
    return _told(said("data.no-room", room=room))


def _told(reason: Said) -> InputError:
    return InputError("cli.by-command", command="pellmell data", reason=reason)
