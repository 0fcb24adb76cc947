"""The server's chance: secrets, room codes and the dice of rounds, all from the system."""

import secrets
from typing import Final

from pellmell.bots.mind import make_mind
from pellmell.bots.names import NAMES
from pellmell.room.chance import Chance

ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that do not look alike: no I and 1, no O and 0."""
CODE_LENGTH: Final = 6


def mint() -> str:
    """A new secret of 128 bits, fit for a link's fragment."""
    return secrets.token_urlsafe(16)


def seed() -> bytes:
    """The seed of a round's dice, 256 bits."""
    return secrets.token_bytes(32)


def mint_code() -> str:
    """A room code: 30 bits to say aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """The room code that a text means, or None if it is none."""
    code = text.upper() if text.isascii() else ""
    whole = len(code) == CODE_LENGTH and all(letter in ALPHABET for letter in code)
    return code if whole else None


CHANCE: Final = Chance(mint=mint, seed=seed, mind=make_mind, bot_names=NAMES)
