"""What a room is: everything that follows from its facts, and what everyone is told of each."""

from typing import assert_never

import msgspec

from pellmell.engine import match as matches
from pellmell.engine.cards import letter
from pellmell.engine.events import Event, Quieted, Shuffled, Threw
from pellmell.engine.evolve import evolve, replay
from pellmell.engine.match import Placed
from pellmell.engine.notation import format_view, parse_position
from pellmell.engine.rules import Rules, parse_rules
from pellmell.engine.table import Area, Table
from pellmell.protocol import messages
from pellmell.protocol.messages import Options, Phase, PublicEvent, SeatIs
from pellmell.room import facts
from pellmell.room.places import Place, Places
from pellmell.room.promises import Promises
from pellmell.room.public import did, threw
from pellmell.room.recording import Recording


class RoomState:
    """A room as its facts made it; it changes in `apply` and nowhere else."""

    def __init__(self, opened: facts.Opened) -> None:
        self.code = opened.code
        self.public = opened.public
        self.key = opened.key
        self.host_secret: str | None = opened.host
        self.rules: Rules = parse_rules(opened.rules)
        self.rules_text = opened.rules
        self.options: Options = opened.options
        self.places = Places()
        self.locked = False
        self.watchers = 0
        self.phase: Phase = "lobby"
        self.alone = False
        self.round = 0
        self.table: Table | None = None
        self.match: matches.Match | None = None
        self.promises = Promises()
        self.votes: tuple[int, ...] = ()
        self.ended: messages.Ended | None = None
        self.recording: Recording | None = None
        self.play: float | None = None
        """When the last card that the Speed Machine threw is heard, in the server's time."""
        self.v = 0
        self.life = ""
        """The name of what the server ran through since it began or was restarted."""
        self._lives: dict[str, int] = {}
        """The last version of each earlier life that is not lost."""

    def knows(self, v: int, life: str) -> bool:
        """Whether a version that was told in a life is one of this room.

        What is lost with the power is numbered again: the same number may then mean another one.
        """
        last = self._lives.get(life)
        return life == self.life if last is None else v <= last

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each letter taken, over the match."""
        span = self.places.span()
        return self.match.totals(span) if self.match else (0,) * span

    def dealt(self, seat: int) -> bool:
        """Whether a seat plays the round that lies on the table."""
        return (
            self.table is not None
            and seat in range(len(self.table.areas))
            and self.table.areas[seat].dealt
        )

    def placed(self) -> list[Placed]:
        """How everybody did in a match that is over; nobody where only one of them is a person."""
        match, totals = self.match, self.totals
        people = [seat for seat in self.places.people() if not self.places[seat].newcomer]
        played = [s for s in people if match is not None and match.played(s)]
        if match is None or len(played) < 2:
            return []
        return [
            Placed(self.round, s, self.places[s].name, totals[s], s in match.winners)
            for s in played
        ]

    def apply(self, fact: facts.AnyFact, at: float) -> tuple[PublicEvent, ...]:
        """Take in a fact that happened at a time of the round; what everyone is told of it."""
        match fact:
            case facts.Acted() | facts.HandsShuffled() | facts.RoundDealt() | facts.RoundEnded():
                return self._at_table(fact, at)
            case facts.Thrown() | facts.QuietSet():
                return self._by_machine(fact, at)
            case facts.Committed() | facts.Pledged() | facts.SharesAsked():
                return self.promises.apply(fact)
            case facts.SharesDropped() | facts.Shared() | facts.Revealed():
                return self.promises.apply(fact)
            case facts.MatchEnded() | facts.PhaseSet() | facts.VotesSet():
                return self._in_match(fact)
            case facts.Refused() | facts.Weighed():
                self._noted(fact, at)
                return ()
            case facts.Opened() | facts.Locked() | facts.Rekeyed() | facts.RulesSet():
                return self._about_room(fact)
            case facts.OptionsSet() | facts.Watched() | facts.Restarted():
                return self._about_room(fact)
            case _:
                return self._about_seat(fact, at)

    def view(self, at: float, left: float | None, following: float | None) -> messages.RoomView:
        """The room as everyone may see it; `left` and `following` are what timers have left."""
        shows_table = self.table is not None and self.phase not in ("lobby", "over")
        return messages.RoomView(
            room=self.code,
            phase=self.phase,
            rules=self.rules_text,
            options=self.options,
            public=self.public,
            locked=self.locked,
            round=self.round,
            at=at,
            seats=self.places.views(self.totals),
            watchers=self.watchers,
            table=self.shown_table() if shows_table else None,
            scores=[list(scores) for scores in self.match.rounds] if self.match else [],
            votes=[letter(seat) for seat in self.votes],
            winners=[letter(seat) for seat in self.match.winners] if self.match else [],
            ended=self.ended,
            left=left,
            next=following,
            machine=self._machine_view(),
            commit=self.promises.commit,
            pledges={letter(s): hashed for s, hashed in self.promises.pledges.items()},
        )

    def _machine_view(self) -> messages.MachineView | None:
        machine = self.table.machine if self.table is not None else None
        if machine is None:
            return None
        return messages.MachineView(quiet=machine.quiet, left=len(machine.to_come), play=self.play)

    def shown_table(self) -> str:
        """The table as everyone sees it, with a section for each letter up to the last taken."""
        assert self.table is not None
        missing = self.places.span() - len(self.table.areas)
        absent = (Area(),) * max(0, missing)
        table = msgspec.structs.replace(self.table, areas=(*self.table.areas, *absent))
        return format_view(table)

    def _at_table(
        self,
        fact: facts.Acted | facts.HandsShuffled | facts.RoundDealt | facts.RoundEnded,
        at: float,
    ) -> tuple[PublicEvent, ...]:
        match fact:
            case facts.Acted(seat, events):
                return (self._acted(seat, events, at, fact),)
            case facts.HandsShuffled(hands):
                self.table = evolve(self._table, Shuffled(hands))
                self.promises.used("shuffle")
                self._recorded.shuffled(at, hands)
                return (messages.Shuffled(),)
            case facts.RoundDealt():
                return (self._deal(fact),)
            case facts.RoundEnded():
                return (self._end(fact, at),)
            case _:
                assert_never(fact)

    def _acted(
        self, seat: int, events: tuple[Event, ...], at: float, fact: facts.Acted
    ) -> PublicEvent:
        before = self._table
        self.table = replay(before, events)
        self.promises.happened(events)
        self._recorded.acted(at, fact)
        return did(seat, events, before, self.table)

    def _by_machine(
        self, fact: facts.Thrown | facts.QuietSet, at: float
    ) -> tuple[PublicEvent, ...]:
        match fact:
            case facts.Thrown(throw, play):
                self.table = evolve(self._table, Threw(throw))
                self.play = play
                self.promises.used("throw")
                self._recorded.threw(at, throw)
                return (threw(self.table, throw, play),)
            case facts.QuietSet(on):
                self.table = evolve(self._table, Quieted(on))
                self._recorded.quieted(at, on=on)
                return (messages.QuietIs(on),)
            case _:
                assert_never(fact)

    def _deal(self, fact: facts.RoundDealt) -> PublicEvent:
        rules = self.rules if fact.first or self.match is None else self.match.rules
        self.table = parse_position(fact.table, rules)
        self.promises.dealt()
        self.round = fact.round
        self.ended = None
        self.votes = ()
        self.play = None
        if fact.first or self.match is None:
            players = sum(area.dealt for area in self.table.areas)
            self.match = matches.Match(rules, players)
        for place in self.places.taken.values():
            place.ready, place.newcomer = place.kind == "bot", False
        names = {s: p.name for s, p in self.places.taken.items() if self.dealt(s)}
        self.recording = Recording(self.table, names, self.promises.headers())
        return messages.Dealt(table=self.shown_table(), round=fact.round, first=fact.first)

    def _end(self, fact: facts.RoundEnded, at: float) -> PublicEvent:
        assert self.match is not None
        rounds = (*self.match.rounds, fact.scores)
        self.match = matches.Match(self.match.rules, self.match.players, rounds)
        self._recorded.ended(at, fact)
        self.ended = messages.Ended(
            by=None if fact.by is None else letter(fact.by),
            why=fact.why,
            scores=list(fact.scores),
            totals=list(self.totals),
        )
        return self.ended

    def _noted(self, fact: facts.Refused | facts.Weighed, at: float) -> None:
        """Keep for the record what nobody is told of."""
        if self.recording is None or self.phase != "round":
            return
        match fact:
            case facts.Refused():
                self.recording.refused(at, fact)
            case facts.Weighed():
                if fact.coin is not None:
                    self.promises.used("coin")
                self.recording.weighed(at, fact)
            case _:
                assert_never(fact)

    def _in_match(
        self, fact: facts.MatchEnded | facts.PhaseSet | facts.VotesSet
    ) -> tuple[PublicEvent, ...]:
        match fact:
            case facts.MatchEnded(winners):
                letters = [letter(seat) for seat in winners]
                return (messages.MatchIs(winners=letters, totals=list(self.totals)),)
            case facts.PhaseSet(phase, seconds, alone):
                self.phase, self.alone = phase, alone
                # No phase is over sooner than a card is heard; after a restart, which pauses a
                # round, the clock may count from elsewhere.
                self.play = None
                left = seconds if phase == "countdown" else None
                following = seconds if phase == "result" else None
                return (messages.PhaseIs(phase=phase, left=left, next=following),)
            case facts.VotesSet(seats):
                self.votes = seats
                return (messages.VotesAre([letter(seat) for seat in seats]),)
            case _:
                assert_never(fact)

    def _about_room(
        self,
        fact: facts.Opened
        | facts.Locked
        | facts.Rekeyed
        | facts.RulesSet
        | facts.OptionsSet
        | facts.Watched
        | facts.Restarted,
    ) -> tuple[PublicEvent, ...]:
        match fact:
            case facts.Opened():
                return ()
            case facts.Locked(on):
                self.locked = on
                return (messages.LockIs(on),)
            case facts.Rekeyed(key):
                self.key = key
                return (messages.Rekeyed(),)
            case facts.RulesSet(rules):
                self.rules_text, self.rules = rules, parse_rules(rules)
                return (messages.RulesAre(rules),)
            case facts.OptionsSet(options):
                self.options = options
                return (messages.OptionsAre(options),)
            case facts.Watched(count):
                self.watchers = count
                return (messages.WatchersAre(count),)
            case facts.Restarted(life):
                return self._restarted(life)
            case _:
                assert_never(fact)

    def _restarted(self, life: str) -> tuple[PublicEvent, ...]:
        self._lives.setdefault(self.life, self.v)
        self.life = life
        gone = self.places.people_here()
        for seat in gone:
            self.places[seat].here = False
        self.watchers = 0
        away = (SeatIs(s=letter(seat), here=False) for seat in gone)
        return (*away, messages.WatchersAre(0))

    def _about_seat(
        self,
        fact: facts.Seated
        | facts.Freed
        | facts.Forgotten
        | facts.Named
        | facts.Readied
        | facts.Came
        | facts.Went
        | facts.Handed
        | facts.Hosted
        | facts.ReactionSent,
        at: float,
    ) -> tuple[PublicEvent, ...]:
        places, seat, s = self.places, fact.seat, letter(fact.seat)
        match fact:
            case facts.Seated(_, name, kind, level, token):
                place = places.taken[seat] = Place(name, kind, level, token)
                place.newcomer = self.phase == "over"
                return (self._whole(seat, place),)
            case facts.Freed():
                del places.taken[seat]
                self.promises.forget(seat)
                self._unhost(seat)
                return (SeatIs(s=s, gone=True),)
            case facts.Forgotten():
                places[seat].token = None
                self.promises.left(seat)
                self._unhost(seat)
                return ()
            case facts.Named(_, name):
                places[seat].name = name
                return (SeatIs(s=s, name=name),)
            case facts.Readied(_, on):
                places[seat].ready = on
                return (SeatIs(s=s, ready=on),)
            case facts.Came():
                places[seat].here = True
                return (SeatIs(s=s, here=True),)
            case facts.Went():
                places[seat].here = False
                if self.recording is not None and self.phase in ("round", "paused"):
                    self.recording.away(at, seat)
                return (SeatIs(s=s, here=False),)
            case facts.Handed(_, level):
                return (self._handed(seat, places[seat], level),)
            case facts.Hosted(_, claimed):
                return self._hosted(seat, claimed=claimed)
            case facts.ReactionSent(_, emoji):
                return (messages.Reacted(s, emoji),)
            case _:
                assert_never(fact)

    def _whole(self, seat: int, place: Place) -> SeatIs:
        return SeatIs(
            s=letter(seat),
            name=place.name,
            kind=place.kind,
            level=place.level,
            here=place.here,
            ready=place.ready,
            host=seat == self.places.host,
        )

    def _handed(self, seat: int, place: Place, level: messages.Level | None) -> SeatIs:
        place.kind = "person" if level is None else "bot"
        place.level = level
        place.ready = level is not None
        if level is not None and place.token is None:
            place.here = True
        return self._whole(seat, place)

    def _hosted(self, seat: int, *, claimed: bool) -> tuple[PublicEvent, ...]:
        before, self.places.host = self.places.host, seat
        if claimed:
            self.host_secret = None
        told = [SeatIs(s=letter(seat), host=True)]
        if before is not None and before != seat and before in self.places.taken:
            told.insert(0, SeatIs(s=letter(before), host=False))
        return tuple(told)

    def _unhost(self, seat: int) -> None:
        if self.places.host == seat:
            self.places.host = None

    @property
    def _table(self) -> Table:
        assert self.table is not None
        return self.table

    @property
    def _recorded(self) -> Recording:
        assert self.recording is not None
        return self.recording
