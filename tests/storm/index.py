"""The log as it is written: which command of which person stands in it, and as what."""

from collections.abc import Callable, Container, Sequence

from pellmell.room import facts
from pellmell.room.facts import decode_entry
from pellmell.store.contract import Page

Holder = tuple[str, int, int]
"""A seat of a room, and how many held it before."""


class Index:
    """Every numbered command that was written."""

    def __init__(self, fail: Callable[[str], None], damaged: Container[str]) -> None:
        self._fail = fail
        self._damaged = damaged
        """The rooms whose log promises nothing any more."""
        self._holders: dict[tuple[str, int], int] = {}
        self._tokens: dict[tuple[str, str], Holder] = {}
        self._found: dict[tuple[Holder, int], list[int]] = {}
        self._last: dict[str, int] = {}
        self._gone: set[Holder] = set()
        self.loading = False
        """Whether a process is reading the log, which is read here when it has."""

    def rebuild(self, logs: dict[str, list[bytes]]) -> None:
        """Begin anew with what is on the disk."""
        self.loading = False
        self._holders.clear()
        self._tokens.clear()
        self._found.clear()
        self._last.clear()
        self._gone.clear()
        for room, entries in logs.items():
            if room in self._damaged:
                continue
            for body in entries:
                self._add(room, body)

    def written(self, batch: Sequence[Page]) -> None:
        """A batch was written."""
        if self.loading:
            return
        for page in batch:
            if page.room in self._damaged:
                continue
            for body in page.entries:
                self._add(page.room, body)

    def versions(self, room: str, token: str, n: int) -> list[int]:
        """The versions as which a command of a token's holder was written."""
        holder = self._tokens.get((room, token))
        return [] if holder is None else self._found.get((holder, n), [])

    def holds(self, room: str, token: str) -> bool:
        """Whether a token's holder has a seat, by what was written."""
        holder = self._tokens.get((room, token))
        return holder is not None and holder not in self._gone

    def _add(self, room: str, body: bytes) -> None:
        entry = decode_entry(body)
        last = self._last.get(room, 0)
        if entry.v not in (last, last + 1):
            self._fail(f"{room}: version {entry.v} was written after {last}")
        self._last[room] = entry.v
        if entry.seat is not None and entry.n is not None:
            holder = (room, entry.seat, self._holders.get((room, entry.seat), 0))
            found = self._found.setdefault((holder, entry.n), [])
            found.append(entry.v)
            if len(found) > 1:
                self._fail(f"{room}: command {entry.n} of {entry.seat} was written as {found}")
        for fact in entry.facts:
            if isinstance(fact, facts.Seated):
                seat = (room, fact.seat)
                self._holders[seat] = self._holders.get(seat, 0) + 1
                if fact.token is not None:
                    self._tokens[room, fact.token] = (*seat, self._holders[seat])
            elif isinstance(fact, facts.Freed | facts.Forgotten):
                self._gone.add((room, fact.seat, self._holders.get((room, fact.seat), 0)))
