"""Chance that can be proved afterwards: everything a round decides, from a seed and shares.

The table commits to a seed before anybody gives a share, and nobody knows the seed when they
give theirs. What chance decides comes from both, a stream of its own for each occasion, so that
anyone who is told them later can do it all again.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import Final

import msgspec

from pellmell.engine.cards import Seat, letter
from pellmell.engine.deal import SeededDice

TIE: Final = 10
"""Milliseconds between two presses under which nobody can say which was first."""
SEED_BYTES: Final = 32
"""Bytes of a seed, and of a share."""
SECRET: Final = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")
"""How they are written."""


class Proof(msgspec.Struct, frozen=True):
    """The seed of a round and the shares that seats gave to it, in seat order."""

    seed: bytes
    shares: tuple[tuple[Seat, bytes], ...] = ()

    def dice(self, occasion: str) -> SeededDice:
        """The chance of one occasion, like `deal 1`, `recycle A 2`, `throw 5` or `coin 3`."""
        key = self.seed + b"".join(letter(s).encode() + share for s, share in self.shares)
        return SeededDice(hashlib.sha256(key).digest() + occasion.encode())


def close_presses(presses: Iterable[tuple[Seat, float]]) -> list[Seat]:
    """The seats whose presses are too close to the first to call, in the order of their presses.

    Presses are seconds with three decimals; a coin names one of these seats, if there are several.
    """
    order = sorted((round(1000 * at), seat) for seat, at in presses)
    return [seat for at, seat in order if at - order[0][0] < TIE]


def commitment(secret: bytes) -> str:
    """What is told of a secret before it is: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def secret_of(text: str) -> bytes | None:
    """The bytes of a seed or a share as they are written, or None if a text is neither."""
    # `fromhex` alone passes over spaces, and the secret would be too short.
    return bytes.fromhex(text) if SECRET.fullmatch(text) else None
