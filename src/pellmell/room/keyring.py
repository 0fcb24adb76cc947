"""What opens a room, apart from the room: so that one that sleeps need not be woken to judge that."""

from typing import Self

import msgspec

from pellmell.protocol.messages import Hello
from pellmell.room.hosting import hashed
from pellmell.room.places import same
from pellmell.room.state import RoomState


class Keyring(msgspec.Struct, frozen=True, kw_only=True):
    """Hashes of a room's key, of its host's secret and of its seats' tokens.

    There is no `key` where the room is public, and no `host` once somebody took a seat with it.
    """

    public: bool
    key: str | None
    host: str | None
    tokens: tuple[str, ...]

    @classmethod
    def of(cls, state: RoomState) -> Self:
        """What opens a room as it is."""
        tokens = (place.token for place in state.places.taken.values())
        return cls(
            public=state.public,
            key=state.key,
            host=state.host_secret,
            tokens=tuple(token for token in tokens if token is not None),
        )

    def shows_to(self, secret: str | None) -> bool:
        """Whether a passer-by with a secret, the key or a token, may know of the room."""
        return self.public or self.knows(secret)

    def knows(self, secret: str | None) -> bool:
        """Whether a secret is the room's key or a token, so that nobody is guessing."""
        return secret is not None and _is_one_of((self.key, *self.tokens), secret)

    def admits(self, hello: Hello) -> bool:
        """Whether a greeting opens the room: by its token, where it brings one."""
        return (self.public and hello.token is None) or self.welcomes(hello)

    def welcomes(self, hello: Hello) -> bool:
        """Whether a greeting brings a right secret, so that nobody is guessing."""
        if hello.token is not None:
            return _is_one_of(self.tokens, hello.token)
        return (hello.key is not None and _is_one_of((self.key,), hello.key)) or (
            hello.host is not None and _is_one_of((self.host,), hello.host)
        )


def _is_one_of(kept: tuple[str | None, ...], secret: str) -> bool:
    brought = hashed(secret)
    # All of them are compared, so that the time does not tell which was right.
    found = [same(hash, brought) for hash in kept]
    return any(found)


encode_keyring = msgspec.json.Encoder().encode
decode_keyring = msgspec.json.Decoder(Keyring).decode
