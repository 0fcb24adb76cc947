"""What a client may send instead of a frame: it is understood as JSON is, or it is `Unreadable`."""

import json

import pytest

from pellmell.protocol.messages import MAX_FRAME, Unreadable, decode
from tests.protocol.traps import FRAMES, TRAPS, VALUES


def is_json(text: str) -> bool:
    """Whether a text is JSON to a reader that knows no constants beside true, false and null."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    try:
        json.loads(text, parse_constant=refuse, parse_int=len)
    except (ValueError, RecursionError):
        return False
    return True


def test_the_corpus_is_large_and_fits_into_frames() -> None:
    assert len(set(TRAPS)) >= 300
    assert max(len(trap.encode("utf-8", "surrogatepass")) for trap in TRAPS) <= MAX_FRAME


@pytest.mark.parametrize("frame", FRAMES)
def test_what_is_no_json_is_never_understood(frame: str) -> None:
    for value in VALUES:
        found = decode(frame % value)
        assert isinstance(found, Unreadable) or is_json(frame % value), value
        assert decode((frame % value).encode()) == found


@pytest.mark.parametrize(
    "trap", ["\ud800", '{"t":"look","\udfff":1}', b"\xff", b'{"t":"\xed\xa0\x80"}']
)
def test_what_is_no_text_is_never_understood(trap: str | bytes) -> None:
    assert decode(trap) == Unreadable(None)
