"""`pellmell data`: what a stopped server keeps of its rooms, handed out or deleted for good."""

import argparse
import re
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pellmell.cli.inputs import InputError

if TYPE_CHECKING:
    from pellmell.store.sqlite import SqliteStore

DAY: Final = 24 * 60 * 60.0


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand and what it can do."""
    data = commands.add_parser(
        "data",
        help="list, hand out or delete the rooms of a stopped server",
        allow_abbrev=False,
    )
    actions = data.add_subparsers(title="actions", metavar="ACTION", required=True)
    _action(actions, "list", _list, "a line for every room that is kept")
    export = _action(actions, "export", _export, "the records and the log of a room, as text")
    export.add_argument("room", metavar="ROOM", type=_code, help="the code of the room")
    delete = _action(actions, "delete", _delete, "delete rooms, so that nothing of them is left")
    which = delete.add_mutually_exclusive_group(required=True)
    which.add_argument("room", metavar="ROOM", type=_code, nargs="?", help="the code of the room")
    which.add_argument(
        "--older",
        metavar="DAYS",
        type=_days,
        help="every room that was not awake for so many days: 30d",
    )


_Run = Callable[["SqliteStore", argparse.Namespace], Awaitable[None]]


def _action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, run: _Run, help: str
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=help, description=help, allow_abbrev=False)
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="where rooms are kept (default: your data)"
    )
    parser.set_defaults(run=lambda options: _with_store(run, options))
    return parser


def _code(text: str) -> str:
    from pellmell.server.chance import read_code

    code = read_code(text)
    if code is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not the code of a room, like KQZ7MB")
    return code


def _days(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,5})d", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days, like 30d")
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
        raise InputError(f"{directory} holds no rooms; choose their directory with --data")

    async def work() -> None:
        store = SqliteStore(directory)
        try:
            await run(store, options)
        finally:
            await store.close()

    try:
        asyncio.run(work())
    except StoreError as error:
        raise InputError(f"pellmell data: {error}") from None
    return 0


async def _list(store: "SqliteStore", options: argparse.Namespace) -> None:
    del options
    for room, awake in sorted(await _known(store)):
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(awake))
        print(f"{room} {day} {len(await store.records(room))}")


async def _export(store: "SqliteStore", options: argparse.Namespace) -> None:
    await _check_known(store, options.room)
    for round, text in await store.records(options.room):
        print(f"# the record of round {round}\n{text}")
    print("# the log")
    kept = await store.read(options.room)
    for entry in () if kept is None else kept.entries:
        print(entry.decode(errors="backslashreplace"))
    if kept is not None and kept.flaw is not None:
        raise InputError(f"pellmell data: {kept.flaw}")


async def _delete(store: "SqliteStore", options: argparse.Namespace) -> None:
    if options.room is not None:
        await _check_known(store, options.room)
        rooms = [options.room]
    else:
        before = store.wall() - options.older * DAY
        rooms = sorted(room for room, awake in await _known(store) if awake < before)
    await store.erase(rooms)
    for room in rooms:
        print(room)


async def _known(store: "SqliteStore") -> list[tuple[str, float]]:
    await store.load()  # notes rooms of which an older program did not say when they were awake
    return list((await store.known()).items())


async def _check_known(store: "SqliteStore", room: str) -> None:
    if room not in dict(await _known(store)):
        raise InputError(f"pellmell data: there is no room {room}; `pellmell data list` names all")
