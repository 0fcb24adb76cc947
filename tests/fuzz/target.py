"""A decoder under the fuzzer: what it is given, and what may come of it."""

from collections.abc import Callable
from typing import Final

import msgspec


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """One decoder of bytes from outside.

    `attempt` gives it an input: true where it was taken, false where it was refused by the error
    that is promised. Every other error, and a broken property, is a fault. `seeds` are inputs to
    begin with, `words` pieces to put in, `longest` the bytes of the longest input, and `share` how
    many of a thousand inputs go here.
    """

    name: str
    attempt: Callable[[bytes], bool]
    seeds: tuple[bytes, ...]
    words: tuple[bytes, ...] = ()
    longest: int = 4096
    share: int


TRAPS: Final = (
    *(
        b"NaN",
        b"-Infinity",
        b"1e999",
        b"-0",
        b"0x10",
        b"1_000",
        b"9" * 5000,
        b"\xd9\xa3",
        b"\xc2\xb2",
    ),
    *(b"[" * 2000, b'{"a":' * 2000, b"\\ud800", b"\\u0000", b"__proto__", b"null", b"true"),
    *(
        b"\x00",
        b"\r\n",
        b"\n",
        b"\xe2\x80\xa8",
        b"\xc2\x85",
        b"\xef\xbb\xbf",
        b"\xff",
        b"\xed\xa0\x80",
    ),
    *(
        b"\xe2\x80\xae",
        b"\xe2\x80\x8d",
        b"\xcc\x81" * 50,
        b"\xf0\x9f\x8f\xb4",
        b"\xc3\x9f",
        b"\xc4\xb0",
    ),
)
"""What has broken decoders elsewhere: numbers, depth, ends of lines, and letters of every kind."""


def text_of(data: bytes) -> str:
    """An input as the text that a command line would make of it."""
    return data.decode("utf-8", "surrogateescape")


def fault(target: Target, data: bytes, error: BaseException) -> str:
    """A fault as one reads it: the decoder, what was wrong, and the input to keep in `found.py`."""
    return f"{target.name}: {type(error).__name__}: {error}\n  input: {data!r}"
