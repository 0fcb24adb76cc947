"""Every limit of the server, and of the modules beside it; `serve --print-limits` lists them."""

from types import ModuleType
from typing import Final

from pellmell.protocol import messages
from pellmell.room import (
    answers,
    bots,
    entrance,
    fairness,
    flow,
    hosting,
    journal,
    links,
    names,
    pace,
    races,
    tempo,
)
from pellmell.server import roundtrip
from pellmell.store import contract, reserve, sqlite, syncing, writer

FRAME_BYTES: Final = messages.MAX_FRAME
"""Bytes of the longest frame a client may send; a longer one closes with 1009."""
FRAMES_PER_SECOND: Final = 60
"""Frames of any kind, control frames too, that a connection may send in a second; else 1008."""
PINGS_PER_SECOND: Final = 2.0
"""Pings of the WebSocket that a connection may send for long; else 1008. Libraries that look
whether a line still holds send one in several seconds."""
PINGS_AT_ONCE: Final = 20
"""Pings that it may send at once."""
HELLO_SECONDS: Final = 5.0
"""From the upgrade to the first frame."""
HEADER_SECONDS: Final = 5.0
"""From the connection, or the last answer on it, to the end of a request's headers."""
HEADER_BYTES: Final = 4096
"""Bytes of the longest line of a request, the first one included."""
HEADER_LINES: Final = 64
"""Lines of a request's headers."""
REQUESTS_PER_SECOND: Final = 100
"""Requests that are answered on one connection; more of them wait."""
REQUESTS_AT_ONCE: Final = 20
"""Of those, as many as come together are answered without a wait."""
LINGER_SECONDS: Final = 1.0
"""For the rest of a body that nobody wants."""
BODY_SECONDS: Final = 5.0
"""For the body of a request."""
BODY_BYTES: Final = 4096
"""Bytes of a request's body."""
PING_SECONDS: Final = 20.0
"""Between two pings of the server, and to answer one."""
MEASURE_SECONDS: Final = 2.0
"""Between two pings while a round is played, which measure how long frames take."""
UNACKNOWLEDGED_SECONDS: Final = 20.0
"""After which the kernel gives up a connection whose other end acknowledges nothing."""
QUEUE_FRAMES: Final = 256
"""Frames that wait for a slow connection."""
QUEUE_BYTES: Final = 64 * 1024
"""Bytes that wait for a slow connection, those in the process's socket buffer included."""
SOCKET_BUFFER_BYTES: Final = 16 * 1024
"""Of those, the bytes handed over before a connection counts as slow."""
WAKE_SECONDS: Final = 15.0
"""For the room that a connection greeted to be woken; else it is asked to come back. A proxy may
close what is silent for 20 s."""
WAITING_FRAMES: Final = QUEUE_FRAMES
"""Frames that a connection may send meanwhile; with more it is asked to come back."""
WAITING_BYTES: Final = QUEUE_BYTES
"""Bytes of those frames."""
WRITE_SECONDS: Final = 10.0
"""For a slow connection to take what was handed over; else 4408. Whoever asked by HTTP has to take
so many bytes of it as below, or the connection is cut."""
WRITE_BYTES: Final = 10 * 1024
"""Bytes of an answer that are taken in that time, at least."""
DOWNLOADS: Final = 1000
"""Records that are sent at once; one more is answered 503."""
DOWNLOADS_EACH: Final = 100
"""Of those, to one address."""
SHARED_BYTES: Final = 64 * 1024 * 1024
"""Bytes of all records that are being sent, each counted once however many read it; beyond it those
that nobody reads yet are answered 503."""
PIECE_BYTES: Final = 16 * 1024
"""Bytes of a record that are handed over at once, when those before are taken."""
CLOSE_SECONDS: Final = 2.0
"""For the other end to answer a close."""
ROOMS: Final = 2000
"""Rooms awake at once; for one more a deserted one is put to sleep, or else it is answered 503."""
DESERTED_SECONDS: Final = 10.0
"""For which nobody is connected to a room before it gives way to another on a full server."""
ASLEEP: Final = 20_000
"""Rooms that sleep; beyond it some are deleted, first those in which no round was ended, and of
either kind those that slept longest."""
SWEEP_SECONDS: Final = 600.0
"""Between two looks for rooms that have slept for too long."""
UNDISTURBED_SECONDS: Final = 600.0
"""After a start, in which nothing is deleted: people come back just then, and would wait for it."""
PUT_OFF_SECONDS: Final = 24 * 60 * 60.0
"""For which deleting waits, while somebody plays, and after which it does so regardless. It waits
no longer than until twice as many rooms sleep as may."""
CLOCK_JUMP_SECONDS: Final = 24 * 60 * 60.0
"""By which the clock on the wall has to be set between two sweeps, or a machine to be suspended, for
rooms that seem to have slept for too long not to be deleted yet."""
CLOCK_DOUBT_SECONDS: Final = 24 * 60 * 60.0
"""For which they are not: a clock that was set wrong is set right within a day."""
BUSY_AFTER: Final = 10.0
"""Seconds after which to ask again, while no more rooms can be awake or no more be connected."""
LOOKUPS: Final = 10
"""Failed look-ups of rooms that an address has at once, and gets back in a minute."""
LOOKUP_SECONDS: Final = 60.0
CREATIONS: Final = 300
"""Rooms that an address may open at once. With the rate below, one that never joins them
cannot fill the server: unjoined rooms are gone after a minute."""
CREATIONS_PER_SECOND: Final = 20.0
LISTED_ROOMS: Final = 100
"""Rooms that the public list names at most."""
LIST_SECONDS: Final = 1.0
"""For which a public list that was put together is shown."""
RANKED_NAMES: Final = 100
"""Names that the leaderboard has at most."""
MOVE_SECONDS: Final = 60.0
"""For how long a code moves a seat to another device."""
OPEN_MOVES: Final = 10_000
"""Codes of moves that are open at once; beyond it the oldest are void."""
MOVES: Final = 30
"""Codes of moves that an address may ask for at once, and the rate below for long."""
MOVES_PER_SECOND: Final = 0.5
LEADERBOARD_SECONDS: Final = 5.0
"""For which a leaderboard that was added up is shown."""
ADDRESSES: Final = 10_000
"""Addresses whose look-ups and creations are counted at once."""
LOG_LINES: Final = 400
"""Lines that one place in the sources writes into the log at once; more are counted only."""
LOG_LINES_PER_SECOND: Final = 1 / 3
"""Those that it may write for long."""
LOG_TRACEBACK: Final = 20
"""Lines for which one with a traceback counts."""
LOG_TOLD_SECONDS: Final = 60.0
"""Between two times that the log says how many were left out."""
DRAIN_SECONDS: Final = 3.0
"""For what is not yet written when the server stops, and again for the goodbyes."""
STOP_SECONDS: Final = 9.0
"""After which a server that was asked to stop ends regardless."""
RESTART_AFTER: Final = 1.0
"""Seconds after which clients of a stopping server are asked to come back."""
BROKEN_AFTER: Final = 30.0
"""Seconds after which clients of a room that broke are asked to try again."""
COMMIT_SECONDS: Final = 0.004
"""Between the beginnings of two batches of the log, where there is as much to write: a batch of
four costs half as much an entry as one of two, and nobody feels four milliseconds."""
RETRY_SECONDS: Final = 0.5
"""Between two tries of a write that failed."""
RESERVE_BYTES: Final = 8 * 1024 * 1024
"""Kept free on the disk for what is played when it is full, and for the goodbye."""
STALL_SECONDS: Final = 1.0
"""That a write may take before the rooms that wait for it stand still, and their people are
told."""
SYNC_SECONDS: Final = 1.0
"""That something written may wait for the disk to confirm it before no room is opened."""
STALL_TOLD_SECONDS: Final = 3.0
"""Between two times that they are told, as a sign of life."""
HELD_BACK: Final = 512
"""Turns of a room that may wait to be written: who says more then is asked to come back."""
HELD_BACK_AFTER: Final = 5.0
"""Seconds after which they are."""
CONNECTIONS: Final = 50_000
"""Connections at once; one more is answered 503 and closed."""
SPARE_FILES: Final = 64
"""Files that may be open besides connections, the log's and the database's among them: where a
system allows fewer than both together, there are as many fewer connections."""
BACKLOG: Final = 1024
"""Connections that may wait to be accepted: after a restart everyone comes at once."""


def connections(files: int) -> int:
    """How many connections there may be where so many files may be open."""
    return min(CONNECTIONS, max(files - SPARE_FILES, files // 2))


OF_MODULES: Final[dict[ModuleType, tuple[str, ...]]] = {
    answers: ("KEPT",),
    bots: ("STUNNED", "THINKING"),
    entrance: (
        "LOOK_EVERY",
        "RETURNS",
        "RETURNS_AT_ONCE",
        "NEWCOMERS",
        "NEWCOMERS_AT_ONCE",
        "TOO_FAST_AFTER",
    ),
    fairness: (
        "CAP",
        "MARGIN",
        "CREDIT",
        "REGAINED",
        "UNPROVED_CAP",
        "UNPROVED_CREDIT",
        "UNPROVED_REGAINED",
    ),
    flow: ("COUNTDOWN", "NEXT_ROUND"),
    hosting: ("VOTE_OPENS", "RESUMES"),
    journal: ("KEPT", "MISSED_BYTES", "REFUSALS", "ROUND_ENTRIES", "LOG_BYTES", "LOG_SPARE"),
    links: ("PINGS",),
    names: ("LONGEST", "MARKS"),
    pace: ("COMMANDS", "BURST", "TELLINGS", "TELLINGS_AT_ONCE"),
    races: ("WINDOW",),
    reserve: ("PLENTY", "AGAIN"),
    roundtrip: ("RECENT",),
    contract: ("PLAYED_BYTES",),
    sqlite: ("AT_ONCE", "SLICE"),
    syncing: ("EVERY", "LOG_BYTES", "QUIET", "PATIENCE"),
    tempo: ("AWAY", "STILL", "GHOST", "SHARES", "UNJOINED", "IDLE", "LEAD", "WATCHERS_EVERY"),
    writer: ("AT_ONCE", "PATIENCE"),
}
"""The limits of a room, of what is kept and of what is measured, where they apply; their names are
those of the modules."""


def every() -> dict[str, float]:
    """Every limit by the name under which it is listed."""
    own = {name.lower(): globals()[name] for name in globals() if name.isupper()}
    del own["of_modules"]
    others = {
        f"{module.__name__.rpartition('.')[2]}.{name.lower()}": getattr(module, name)
        for module, constants in OF_MODULES.items()
        for name in constants
    }
    return own | others


def printed() -> str:
    """The limits as lines of a name and a number."""
    return "\n".join(f"{name} {_exact(limit)}" for name, limit in every().items())


def _exact(limit: float) -> str:
    return str(limit) if isinstance(limit, int) else f"{limit:g}"
