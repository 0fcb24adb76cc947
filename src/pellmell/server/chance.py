"""The server's chance: secrets, room codes and the dice of rounds, all from the system."""

import secrets
import time
from typing import Final

from pellmell.bots.mind import make_mind
from pellmell.bots.names import NAMES
from pellmell.room.chance import Chance

ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that do not look alike: no I and 1, no O and 0."""
CODE_LENGTH: Final = 6
MOVE_LENGTH: Final = 8


def mint() -> str:
    """A new secret of 128 bits, fit for a link's fragment."""
    return secrets.token_urlsafe(16)


def seed() -> bytes:
    """The seed of a round's dice, 256 bits."""
    return secrets.token_bytes(32)


def mint_code() -> str:
    """A room code: 30 bits to say aloud."""
    return _mint_letters(CODE_LENGTH)


def mint_move() -> str:
    """A code that moves a seat: 40 bits to type within a minute."""
    return _mint_letters(MOVE_LENGTH)


def read_code(text: str) -> str | None:
    """The room code that a text means, or None if it is none."""
    return _read_letters(text, CODE_LENGTH)


def read_move(text: str) -> str | None:
    """The code of a move that a text means, however it is grouped; None if it is none."""
    return _read_letters("".join(text.split()).replace("-", ""), MOVE_LENGTH)


def _mint_letters(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _read_letters(text: str, length: int) -> str | None:
    code = text.upper() if text.isascii() else ""
    whole = len(code) == length and all(letter in ALPHABET for letter in code)
    return code if whole else None


CHANCE: Final = Chance(mint=mint, seed=seed, mind=make_mind, cpu=time.thread_time, bot_names=NAMES)
