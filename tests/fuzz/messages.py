"""What comes over a connection: frames, names, and the frames that a whole room is given."""

import json
import unicodedata

import msgspec
from msgspec.structs import replace

from pellmell.engine.audit import flaws
from pellmell.protocol.messages import Do, Hello, RoomDo, Unreadable, decode
from pellmell.room.names import LONGEST, MARKS, clean_name
from tests.fuzz.target import TRAPS, Target, text_of
from tests.room.driving import KEY, Client, Driven, playing

FRAMES = (
    b'{"t":"hello","room":"KQZ7MB","key":"the-key","name":"Ada","v":0,"life":"","watch":false}',
    b'{"t":"hello","room":"KQZ7MB","token":"room-secret-1","v":17,"life":"x","client":"web"}',
    b'{"t":"do","n":1,"a":"r1>c","card":"r1","round":1}',
    b'{"t":"do","n":2,"a":"turn"}',
    b'{"t":"do","n":3,"a":"s>r2","card":"g7@B"}',
    b'{"t":"do","n":4,"a":"use voila B"}',
    b'{"t":"room","n":1,"do":"name","name":"Zo\xc3\xab"}',
    b'{"t":"room","n":2,"do":"ready","ready":true}',
    b'{"t":"room","n":3,"do":"react","emoji":"clap"}',
    b'{"t":"room","n":4,"do":"rules","rules":"standard,recycle=keep,turn=2"}',
    b'{"t":"room","n":5,"do":"options","options":{"fair":"press","queue":600,"relaxed":0.5}}',
    b'{"t":"room","n":6,"do":"bot","level":"casual","seat":"C"}',
    b'{"t":"room","n":7,"do":"kick","seat":"B"}',
    b'{"t":"room","n":8,"do":"host","seat":"B"}',
    b'{"t":"room","n":9,"do":"lock","on":true}',
    b'{"t":"room","n":10,"do":"share","value":"%s"}' % (b"0a" * 32),
    b'{"t":"room","n":11,"do":"quiet","on":true}',
    *(b'{"t":"room","n":12,"do":"%s"}' % do for do in (b"vote", b"leave", b"next", b"rematch")),
    *(b'{"t":"room","n":13,"do":"%s"}' % do for do in (b"start", b"pause", b"resume", b"end")),
    *(b'{"t":"room","n":14,"do":"%s"}' % do for do in (b"rekey", b"bot", b"options")),
    b'{"t":"look"}',
    b'{"t":"ping","c":12}',
)
WORDS = (
    *(b'"t"', b'"n"', b'"a"', b'"do"', b'"room"', b'"hello"', b'"round"', b'"options"', b'"seat"'),
    *(b'"queue"', b'"relaxed"', b'"watchers"', b'"rules"', b'"value"', b'"token"', b'"watch"'),
    *(b"{", b"}", b"[", b"]", b":", b",", b'"', b"{}", b"[]", b'""', b"\\u0041", b"\\", b" "),
    *(b"0", b"1", b"-1", b"2147483647", b"2147483648", b"9007199254740993", b"1.5", b"1e3"),
    *(b"r1>c", b"turn", b"stop", b"grab 5", b"speed", b"C"),
    *TRAPS,
)
SCENES = (b"lobby", b"round", b"paused", b"speed", b"over")
"""What a room is doing when the frames come."""


def _frame(data: bytes) -> bool:
    """A frame is read or unreadable, as bytes and as text alike, and means what it says."""
    frame = decode(data)
    try:
        assert decode(data.decode()) == frame
    except UnicodeDecodeError:
        return False  # which ends a connection before anything is decoded
    match frame:
        case Unreadable(n):
            assert n is None or n in range(1, 2**31)
            return False
        case Do(n=n) | RoomDo(n=n):
            assert n in range(1, 2**31)
        case Hello(v=v):
            assert v >= 0
        case _:
            pass
    assert decode(msgspec.json.encode(frame)) == frame
    return True


def _scene(name: bytes) -> tuple[Driven, list[Client]]:
    """A room with a host, a guest and somebody who looks on."""
    if name == b"lobby":
        driven = Driven()
        people = [driven.host(), driven.sit("Gast")]
    else:
        rules = "speed" if name == b"speed" else "standard,stack_size=5,match=single"
        driven, people = playing(rules)
        if name == b"paused":
            people[0].ask("pause")
        if name == b"over":
            people[0].ask("end")
    people.append(driven.connect(key=KEY, watch=True))
    return driven, people


def _room(data: bytes) -> bool:
    """A room takes frames, one a line, from each of its people in turn; a second lies between."""
    scene, *lines = data.split(b"\n")
    driven, people = _scene(scene)
    before = driven.room._state.v
    for number, line in enumerate(lines[:20]):
        client = people[number % len(people)]
        if client.closed is None:
            driven.room.receive(client.who, line.decode("utf-8", "replace"), driven.now)
            driven.pump()
        driven.run(1.0)
    _is_sound(driven)
    return driven.room._state.v > before


def _is_sound(driven: Driven) -> None:
    """The room is what its log makes of it, no card is lost, and everyone could read everything."""
    table = driven.room._state.table
    if table is not None:
        assert flaws(table) == ()
    for client in driven.clients.values():
        assert all(isinstance(frame["t"], str) for frame in client.got)
    was, v = driven.room.summary(), driven.room._state.v
    again = Driven()
    again.log, again.now = [*driven.log], driven.now
    again.restarted()
    # A restart is a version of its own, in which nobody is here and a round waits for its people.
    waits = "paused" if was.phase in ("countdown", "round") else was.phase
    assert again.room.summary() == replace(was, phase=waits, here=0, watchers=0)
    assert again.room._state.v == v + 1
    assert again.room._state.table == table


def _name(data: bytes) -> bool:
    """A name can be shown, whatever was asked for, and told from those who are there."""
    raw = text_of(data)
    taken = ("Ada", "Ben", "נועה", "Seat C")
    name = clean_name(raw, taken, "Seat C")
    assert name
    assert name == name.strip()
    assert name not in taken
    assert clean_name(name, taken, "Seat C") == name, f"{name!r} is not clean yet"
    # A joiner makes one picture of two; what else is invisible hides something.
    assert not any(unicodedata.category(char)[0] == "C" and char != "\u200d" for char in name)
    assert not name.startswith("\u200d")
    assert not name.endswith("\u200d")
    assert unicodedata.is_normalized("NFC", name)
    bare = [char for char in name if unicodedata.category(char) not in ("Mn", "Me", "Mc")]
    assert len(bare) <= LONGEST
    assert len(name) <= LONGEST * (1 + MARKS)
    json.dumps(name).encode()
    return name != "Seat C 2"


TARGETS = (
    Target(name="frames", attempt=_frame, seeds=FRAMES, words=WORDS, longest=4096, share=380),
    Target(
        name="room",
        attempt=_room,
        seeds=tuple(
            scene + b"\n" + b"\n".join(FRAMES[at:] + FRAMES[:at])
            for at, scene in enumerate(SCENES * 5)
        ),
        words=(*WORDS, *FRAMES, *(b"\n" + frame for frame in FRAMES), *SCENES),
        longest=4096,
        share=10,
    ),
    Target(
        name="names",
        attempt=_name,
        seeds=(
            b"Ada",
            "נועה".encode(),
            "Zoë".encode(),
            "👩‍👩‍👧 family".encode(),
            b"Ben 2",
            "e\u0301\u0323\u200d".encode(),
            "Ａｄａ".encode(),
        ),
        words=(
            *TRAPS,
            "\u0345".encode(),
            "\u1100\u1161\u11a8".encode(),
            "\u00a0".encode(),
            "ﬁ".encode(),
            "\u2126".encode(),
            "\u0334".encode(),
            b"Ada",
            b"Seat C",
        ),
        longest=200,
        share=80,
    ),
)
