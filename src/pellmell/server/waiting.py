"""Connections whose room is being woken, and what they said since they greeted it."""

from pellmell.server.connection import Connection
from pellmell.server.limits import WAITING_BYTES, WAITING_FRAMES


class Waiting:
    """What each connection that waits has said, in order and up to a bound."""

    def __init__(self) -> None:
        self._said: dict[Connection, list[str]] = {}
        self._bytes: dict[Connection, int] = {}

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._said

    def begin(self, connection: Connection) -> None:
        """A connection waits from now on."""
        self._said[connection] = []
        self._bytes[connection] = 0

    def hear(self, connection: Connection, text: str) -> bool:
        """Keep what a connection says for when its room is awake; false where that is too much."""
        said, size = self._said[connection], self._bytes[connection] + len(text.encode())
        if len(said) >= WAITING_FRAMES or size > WAITING_BYTES:
            return False
        said.append(text)
        self._bytes[connection] = size
        return True

    def end(self, connection: Connection) -> list[str] | None:
        """What a connection said while it waited; None where it does not wait any more."""
        self._bytes.pop(connection, None)
        return self._said.pop(connection, None)
