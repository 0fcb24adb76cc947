"""The invariants, checked after every event; a broken one ends the run."""

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from pellmell.engine.audit import flaws
from pellmell.engine.cards import letter
from pellmell.engine.deal import SeededDice
from pellmell.engine.notation import format_view
from pellmell.engine.proof import TIE
from pellmell.engine.table import Table
from pellmell.protocol.messages import Hello
from pellmell.room import facts
from pellmell.room.hosting import hashed
from pellmell.room.journal import Journal
from pellmell.room.room import Room
from pellmell.room.state import RoomState
from pellmell.server.limits import QUEUE_BYTES, QUEUE_FRAMES
from pellmell.testing.playing import hidden_moved
from tests.storm.fold import Fold, Shown, comparable
from tests.storm.index import Index
from tests.storm.loop import Process

if TYPE_CHECKING:
    from pellmell.server.main import Server
    from tests.storm.person import Person
    from tests.storm.world import World


NEXT = {
    "lobby": {"countdown"},
    "countdown": {"round", "paused"},
    "round": {"countdown", "paused", "result", "over"},
    "paused": {"countdown", "paused", "result", "over"},
    "result": {"countdown"},
    "over": {"countdown"},
}
"""The phases that may follow each: no timer of an earlier round begins another one."""


class BrokenPromiseError(AssertionError):
    """A promise that was not kept."""


class Told:
    """What a room was at each version that one process gave it."""

    def __init__(self, recovered: int) -> None:
        self.recovered = recovered
        self.shown: dict[int, Shown] = {}
        self.tables: dict[int, Table | None] = {}


class Checks:
    """Everything that must hold, and what is remembered to know whether it does."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._number = 0
        self._told: dict[str, dict[int, Told]] = {}
        self._taken: dict[str, int] = {}
        self._results: dict[str, int] = {}
        self._race: dict[str, list[int]] = {}
        self._misplays: dict[str, Counter[int]] = {}
        self.index = Index(self.fail, world.disk.flipped)
        self.errors: list[str] = []
        self.events = Counter[str]()

    def fail(self, what: str) -> None:
        """A promise was not kept: nothing goes on."""
        verdict = f"{what} (at {self._world.loop.now:.3f})"
        # Said here too, since the server catches whatever a room raises.
        if self._world.verdict is not None:
            self._world.verdict(verdict)
        raise BrokenPromiseError(verdict)

    def that(self, holds: bool, otherwise: str) -> None:
        """A promise."""
        if not holds:
            self.fail(otherwise)

    # The life of processes

    def starts(self, number: int) -> None:
        """A process is about to read the log."""
        self._number = number
        self.index.loading = True

    def restored(self, journal: Journal) -> None:
        """A log became a room: it is the room that was, and it goes far enough."""
        state, code = journal.state, journal.state.code
        told = self._told.setdefault(code, {})
        told[self._number] = Told(state.v)
        self._race.pop(code, None)
        before = self._shown_at(code, self._number - 1, state.v)
        self.that(
            before is None or before == _projection(state),
            f"{code} is another room after the restart at version {state.v}",
        )
        table = self._table_at(code, self._number - 1, state.v)
        self.that(
            before is None or table == state.table,
            f"{code} has another table after the restart at version {state.v}",
        )
        disk = self._world.disk
        if code not in disk.flipped and code not in disk.lost:
            seen = self._taken.get(code, 0)
            self.that(state.v >= seen, f"{code} came back at {state.v}, but {seen} was seen")
        if code not in disk.flipped:
            result = self._results.get(code, 0)
            self.that(state.v >= result, f"{code} came back at {state.v}, result {result} is lost")
        self._taken[code] = min(self._taken.get(code, 0), state.v)

    def started(self, server: "Server") -> None:
        """A process listens: what it found is what counts from now on."""
        self.index.rebuild(self._world.disk.entries())
        for code in self._told:
            if server.rooms.find(code) is None:
                self.events["set aside"] += server.rooms.is_set_aside(code)

    def stepped(self, process: Process) -> None:
        """A process took a step: its queues have bounds."""
        server = self._world.server
        if server is None or process is not self._world.process:
            return
        for connection in server.gateway._connections.values():
            if connection._draining is None:
                continue
            size = connection._bytes + connection._transport.get_write_buffer_size()
            self.that(
                connection._frames <= QUEUE_FRAMES and size <= QUEUE_BYTES,
                f"connection {connection.who} holds {connection._frames} frames, {size} bytes",
            )

    # What rooms do

    def applied(
        self, journal: Journal, happened: tuple[facts.AnyFact, ...], frame: bytes | None
    ) -> None:
        """Facts happened in a room that lives."""
        state, code = journal.state, journal.state.code
        told = self._told.setdefault(code, {}).setdefault(self._number, Told(0))
        last = max(told.shown, default=told.recovered)
        self.events["versions"] += frame is not None
        phase = told.shown[last]["phase"] if last in told.shown else None
        for fact in happened:
            self.events[type(fact).__name__] += 1
            self._fact(state, fact)
            if isinstance(fact, facts.PhaseSet) and phase is not None:
                goes_on = fact.phase in NEXT[phase]
                self.that(goes_on, f"{code} went from {phase} to {fact.phase}")
                phase = fact.phase
        self._in_order(code, happened)
        if frame is None:
            self.that(state.v == last, f"{code} told nothing of version {state.v}")
            self._unchanged(state, told, last)
            return
        self.that(state.v == last + 1, f"{code} went from version {last} to {state.v}")
        if state.table is not told.tables.get(last):
            self._sound(state)
        told.shown[state.v] = _projection(state)
        told.tables[state.v] = state.table
        self._hides(state, frame)

    def _unchanged(self, state: RoomState, told: Told, last: int) -> None:
        """A refusal changes nothing."""
        if last in told.shown:
            self.that(
                told.tables[last] is state.table and told.shown[last] == _projection(state),
                f"{state.code} changed by a refusal at version {last}",
            )

    def before_greeting(self, room: Room, hello: Hello) -> object:
        """What must not change if the token that is brought opens no seat; else None."""
        if hello.token is None or room._state.places.of_token(hashed(hello.token)) is not None:
            return None
        return self._touchable(room)

    def after_greeting(self, room: Room, before: object) -> None:
        """A wrong token changes nothing, timers and connections included."""
        if before is not None:
            after = self._touchable(room)
            self.that(after == before, f"{room.code}: a wrong token changed {before} to {after}")

    @staticmethod
    def _touchable(room: Room) -> object:
        timers = dict(room._tempo._timers._due)
        return room._state.v, timers, room._links.everyone, set(room._tempo._gone)

    def _sound(self, state: RoomState) -> None:
        """No card is lost or doubled, and every pile rises in one colour."""
        if state.table is not None:
            found = flaws(state.table)
            self.that(not found, f"{state.code} at {state.v}: {'; '.join(found)}")

    def _hides(self, state: RoomState, frame: bytes) -> None:
        """No frame names a card that nobody can see, and the view depends on none."""
        table = state.table
        if table is None:
            return
        for event in json.loads(frame)["e"]:
            if event["k"] == "did":
                area = table.areas["ABCDEFGHIJKL".index(event["s"])]
                tops = {_written(c, event["s"]) for c in (*area.stack[-1:], *area.waste[-1:])}
                named = set(event["up"])
                self.that(named <= tops, f"{state.code} at {state.v} shows {named - tops}")
                covered = (*area.stack[:-1], *area.waste[:-1], *area.hand)
                played = event["card"] not in {_written(c, event["s"]) for c in covered}
                self.that(played, f"{state.code} at {state.v} tells of {event['card']}")
        if state.v % 8 == 0:
            other = hidden_moved(table, SeededDice(b"%d" % state.v))
            alike = format_view(other) == format_view(table)
            self.that(alike, f"{state.code} at {state.v}: the view tells of hidden cards")

    def _fact(self, state: RoomState, fact: facts.AnyFact) -> None:
        code = state.code
        self.tally(state, fact)
        match fact:
            case facts.RoundEnded(_, _, scores):
                self._scores(state, scores)
            case facts.Weighed(_, _, presses, coin):
                self._weighed(code, presses, coin)
            case _:
                pass

    def tally(self, state: RoomState, fact: facts.AnyFact) -> None:
        """Count misplays, those of a log that is read again too."""
        match fact:
            case facts.RoundDealt():
                self._misplays[state.code] = Counter()
            case facts.Refused(seat, "does-not-fit") if state.phase == "round":
                self._misplays.setdefault(state.code, Counter())[seat] += 1
            case _:
                pass

    def _scores(self, state: RoomState, scores: tuple[int | None, ...]) -> None:
        """A card in the centre counts one, what is left in the stack costs."""
        table = state.table
        assert table is not None
        misplays = self._misplays.get(state.code, Counter())
        centre, *_ = format_view(table).split(" / ")
        for seat, area in enumerate(table.areas):
            laid = sum(pile[2:].count(letter(seat)) for pile in centre.split())
            left = len(area.stack) + sum(kind == "joker" for kind in area.beside.held)
            points = laid - table.rules.left_malus * left
            points -= table.rules.misplay_penalty * misplays[seat]
            expected = points if area.row else None
            self.that(
                scores[seat] == expected,
                f"{state.code}: {letter(seat)} has {scores[seat]} points, not {expected}",
            )

    def _weighed(self, code: str, presses: tuple[tuple[int, float], ...], coin: int | None) -> None:
        """Who pressed first goes first; too close to call, the coin's choice does."""
        order = sorted((round(1000 * at), seat) for seat, at in presses)
        close = [seat for at, seat in order if at - order[0][0] < TIE]
        if coin is None:
            self.that(len(close) == 1, f"{code}: no coin was tossed for {presses}")
        else:
            self.that(coin in close, f"{code}: the coin chose {coin} of {presses}")
        self._race[code] = [order[0][1] if coin is None else coin]

    def _in_order(self, code: str, happened: tuple[facts.AnyFact, ...]) -> None:
        """The first to be judged after a race is the one it was decided for."""
        race = self._race.get(code)
        first = happened[0]
        if race and isinstance(first, facts.Acted | facts.Refused):
            del self._race[code]
            self.that(first.seat == race[0], f"{code}: {first.seat} before {race[0]} in a race")

    # What clients see

    def received(self, person: "Person", payload: bytes) -> None:
        """A frame arrived."""
        stamp = f"{self._world.loop.now:.6f} {person.name} "
        self._world.log.update(stamp.encode() + payload)

    def seen(self, number: int, code: str, v: int, fold: Fold) -> None:
        """A client's own table is the server's at the same version."""
        if number == self._number:
            self._taken[code] = max(self._taken.get(code, 0), v)
        shown = self._shown_at(code, number, v) or {}
        self.that(bool(shown), f"{code} never had the version {v} that a client was sent")
        mine = fold.shown()
        if shown != mine:
            differs = {k: (mine.get(k), shown[k]) for k in shown if mine.get(k) != shown[k]}
            self.fail(f"{code} at {v}: a client knows, and the server has, {differs}")

    def announced(self, code: str, v: int) -> None:
        """A result was announced."""
        self._results[code] = max(self._results.get(code, 0), v)

    def acked(self, code: str, token: str, n: int, v: int) -> None:
        """An acknowledged command stands in the log once, as that version."""
        disk = self._world.disk
        found = self.index.versions(code, hashed(token), n)
        if code in disk.lost or code in disk.flipped:
            return
        self.that(found == [v], f"{code}: command {n} was acknowledged as {v}, written as {found}")

    def _shown_at(self, code: str, number: int, v: int) -> Shown | None:
        told = self._timeline(code, number, v)
        return None if told is None else told.shown.get(v)

    def _table_at(self, code: str, number: int, v: int) -> Table | None:
        told = self._timeline(code, number, v)
        return None if told is None else told.tables.get(v)

    def _timeline(self, code: str, number: int, v: int) -> Told | None:
        """What the room was told to be in the process that gave it the version."""
        told = self._told.get(code, {})
        while number > 0 and (number not in told or told[number].recovered >= v):
            number -= 1
        return told.get(number)


def _projection(state: RoomState) -> Shown:
    return comparable(json.loads(msgspec.json.encode(state.view(0.0, None, None))))


def _written(card: Any, seat: str) -> str:
    face = f"{card.colour}{card.number}"
    return face if letter(card.deck) == seat else f"{face}@{letter(card.deck)}"
