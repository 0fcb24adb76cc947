"""The pace of a room: what is due when, what follows by itself, and when bots act.

Countdowns, the wait for the next round, bots' thinking, grace after a lost connection and the
look for dead rounds are one mechanism. What belongs to a round is dropped when it is no longer
played, so that nothing late ever acts in another one.
"""

from typing import Final, assert_never

from pellmell.engine.cards import Seat
from pellmell.engine.deal import SeededDice
from pellmell.engine.decide import throw
from pellmell.engine.events import Laid
from pellmell.engine.notation import format_command
from pellmell.protocol import messages
from pellmell.room import facts, flow, hosting, play
from pellmell.room.bots import Bots
from pellmell.room.chance import Chance
from pellmell.room.door import Door, Pressed
from pellmell.room.journal import Journal
from pellmell.room.names import Unwanted
from pellmell.room.timers import Timers

AWAY: Final = 15.0
"""Seconds after which somebody who is away is no longer waited for."""
STILL: Final = 2.0
"""Seconds without a card laid after which a round is looked at: is it dead?"""
GHOST: Final = 5 * 60.0
"""Seconds after which a seat whose person is away is free again, while no match is played."""
SHARES: Final = 1.0
"""Seconds that a deal waits for the shares in its chance that were pledged."""
UNJOINED: Final = 60.0
"""Seconds after which a room that belongs to nobody is gone."""
IDLE: Final = 2 * 60 * 60.0
"""Seconds after which a room whose people are all away leaves memory; it may be woken later."""

WATCHERS_EVERY: Final = 1.0
"""Seconds between two tellings of how many watch."""

LEAD: Final = 0.15
"""Seconds between the frame of a throw and the moment at which everybody hears it."""

IN_ROUND: Final = ("bot ", "still", "throw")
"""The timers that belong to a round that is being played."""


class Tempo:
    """The timers of a room, its bots, its dice, and what follows from what happened."""

    def __init__(self, journal: Journal, now: float, chance: Chance) -> None:
        self._journal = journal
        self._state = journal.state
        self._chance = chance
        self._bots = Bots(chance.mind, chance.cpu)
        self._timers = Timers()
        self.door = Door(journal, self._timers, chance, self._settled)
        self._played_since = now
        self._paused_since = now
        self._gone: set[Seat] = set()
        self._watchers_told = float("-inf")
        self._mind_rooms(now)

    def timer(self) -> float | None:
        """When something is due next."""
        return self._timers.next()

    def handle(self, now: float) -> None:
        """Do everything that is due."""
        while (name := self._timers.take(now)) is not None:
            self._due(name, now)

    def wait_for_look(self, due: float) -> None:
        """Wake up for the shared answer to a `look`."""
        self._timers.set("look", due)

    def watched(self, count: int, now: float) -> None:
        """So many watch from now on, which is told at once, or soon."""
        if now < self._watchers_told + WATCHERS_EVERY:
            self._timers.set("watchers", self._watchers_told + WATCHERS_EVERY)
        elif count != self._state.watchers:
            self._watchers_told = now
            self._happen(now, (facts.Watched(count),))

    def view(self, now: float) -> messages.RoomView:
        """The room as everyone may see it now."""
        left = self._timers.left("countdown", now)
        following = self._timers.left("next", now)
        return self._state.view(
            self._journal.clock.at(now),
            None if left is None else round(left, 3),
            None if following is None else round(following, 3),
        )

    def setting(self, now: float, new_key: str, unwanted: Unwanted) -> hosting.Setting:
        """What commands about the room are judged by, besides the room's state."""
        last = self.door.races.last
        since = self._played_since if last is None else max(last, self._played_since)
        return hosting.Setting(
            dice=self.door.dice,
            gone=self._gone,
            idle=now - since,
            paused=now - self._paused_since if self._state.phase == "paused" else 0.0,
            bot_names=self._chance.bot_names,
            new_key=new_key,
            unwanted=unwanted,
        )

    def _settled(
        self, pressed: Pressed, verdict: tuple[facts.AnyFact, ...] | play.No, now: float
    ) -> None:
        """A command at the table was settled: what follows from it, and the bot it came from."""
        if not isinstance(verdict, play.No):
            self.happened(verdict, now)
        if pressed.cause is None and self._state.phase == "round":
            self._think(pressed.seat, now, verdict.word if isinstance(verdict, play.No) else None)

    def restart(self, now: float) -> None:
        """Everybody is away after a restart, and a round waits for somebody to come back."""
        paused = self._state.phase in ("countdown", "round")
        pause = (facts.PhaseSet("paused", alone=True),) if paused else ()
        away = self._state.places.people()
        # Who was to give a share is away; whoever starts the round asks again.
        dropped = (facts.SharesDropped(),) if self._state.promises.asked else ()
        self._journal.commit(now, (facts.Restarted(self._chance.mint()), *dropped, *pause))
        for seat in away:
            self._timers.set(f"away {seat}", now + AWAY)
            self._timers.set(f"ghost {seat}", now + GHOST)
        self.happened(pause, now)

    def happened(self, happened: tuple[facts.AnyFact, ...], now: float) -> None:
        """Set the timers that follow from facts, then let happen what follows by itself."""
        for fact in happened:
            self._follow(fact, now)
        # A command that leaves the round going changes little that `_follow_through` looks at.
        goes_on = len(happened) == 1 and isinstance(happened[0], facts.Acted)
        if not goes_on or self._journal.is_long or self._journal.is_used_up:
            self._follow_through(now)

    def _follow_through(self, now: float) -> None:
        """Let everything happen that follows from the room as it is."""
        while more := self.door.after_holds(self._consequence, now):
            self._journal.commit(now, more)
            for fact in more:
                self._follow(fact, now)
        self._mind_rooms(now)

    # What follows from a fact

    def _follow(self, fact: facts.AnyFact, now: float) -> None:
        match fact:
            case facts.Acted(_, events):
                if isinstance(events[0], Laid) or not self._timers.waits("still"):
                    self._timers.set("still", now + STILL)
            case facts.SharesAsked():
                self._timers.set("shares", now + SHARES)
            case facts.SharesDropped():
                self._timers.drop_one("shares")
            case facts.RoundDealt():
                self._timers.drop_one("shares")
                self.door.begin_round()
                self._journal.clock.begin(0.0)
            case facts.PhaseSet():
                self._enter(fact, now)
            case facts.Handed(seat, level):
                self._hand(seat, level, now)
            case facts.Went(seat):
                self._timers.set(f"away {seat}", now + AWAY)
                self._timers.set(f"ghost {seat}", now + GHOST)
            case facts.Came(seat):
                self._come(seat, now)
            case facts.Freed(seat) | facts.Forgotten(seat):
                self.door.fairness.forget(seat)
                self._not_away(seat)
            case _:
                pass

    def _enter(self, fact: facts.PhaseSet, now: float) -> None:
        self.door.open_up(now)
        self._timers.drop("countdown", "next", *IN_ROUND)
        self._bots.clear()
        clock = self._journal.clock
        match fact.phase:
            case "round":
                clock.run(now)
                self._played_since = now
                self._timers.set("still", now + STILL)
                self._await_throw(now)
                for seat, place in self._state.places.taken.items():
                    if place.level is not None and self._state.dealt(seat):
                        self._begin_bot(seat, place.level, now)
            case "countdown":
                clock.stand(now)
                self._timers.set("countdown", now + (fact.seconds or 0))
            case "result":
                clock.stand(now)
                self._timers.set("next", now + (fact.seconds or 0))
            case "paused":
                clock.stand(now)
                self._paused_since = now
            case "over" | "lobby":
                clock.stand(now)
            case _:
                assert_never(fact.phase)

    def _hand(self, seat: Seat, level: messages.Level | None, now: float) -> None:
        self._timers.drop_one(f"bot {seat}")
        self._bots.leave(seat)
        if level is not None and self._state.phase == "round" and self._state.dealt(seat):
            self._begin_bot(seat, level, now)

    def _come(self, seat: Seat, now: float) -> None:
        self._not_away(seat)
        places = self._state.places
        for other in set(places.people()).difference(places.people_here()):
            # Whose time ran out while nobody was there has it once more.
            if not self._timers.waits(f"ghost {other}"):
                self._timers.set(f"ghost {other}", now + GHOST)
        if self._state.phase == "result" and not self._timers.waits("next"):
            self._timers.set("next", now + flow.NEXT_ROUND)

    def _not_away(self, seat: Seat) -> None:
        self._timers.drop_one(f"away {seat}")
        self._timers.drop_one(f"ghost {seat}")
        self._gone.discard(seat)

    # What follows by itself

    def _consequence(self) -> flow.Facts:
        state = self._state
        if self._journal.is_used_up:
            return flow.used_up(state)
        if self._journal.is_long and state.phase == "round" and state.table is not None:
            return flow.end(state, state.table, None, "limit")
        if carried := self._carried():
            return carried
        here = state.places.people_here()
        if not here:
            plays = state.phase in ("countdown", "round")
            return (facts.PhaseSet("paused", alone=True),) if plays else ()
        if state.promises.asked and not state.promises.due:
            return flow.after_shares(state, self._gone)
        if state.promises.commit is None and state.phase in ("lobby", "result", "over"):
            return (facts.Committed(self._chance.seed().hex()),)
        host = state.places.host
        if host is None or host in self._gone:
            return (facts.Hosted(here[0]),)
        if state.phase == "paused" and state.alone:
            return (facts.PhaseSet("countdown", flow.COUNTDOWN),)
        if state.phase in ("lobby", "result", "over") and flow.all_ready(state):
            return flow.begin_round(state, self._gone)
        return ()

    def _resolved(self) -> flow.Facts:
        return flow.resolve_dead(self._state) if self._state.phase == "round" else ()

    def _carried(self) -> flow.Facts:
        """What a vote leads to, once it waits for nobody any more: they voted, or they are gone."""
        state = self._state
        if state.phase != "round" or not state.votes:
            return ()
        return flow.carried(state, state.votes, self._gone)

    def _mind_rooms(self, now: float) -> None:
        """Wait for a room that nobody owns, or whose people are all away, to be given up."""
        places = self._state.places
        waits = (("unjoined", not places.people(), UNJOINED), ("idle", True, IDLE))
        for name, applies, after in waits:
            if places.people_here() or not applies:
                self._timers.drop_one(name)
            elif not self._timers.waits(name):
                self._timers.set(name, now + after)

    # What is due

    def _due(self, name: str, now: float) -> None:
        what, _, rest = name.partition(" ")
        match what:
            case "bot":
                self._bot_due(int(rest), now)
            case "still":
                self._happen(now, self.door.after_holds(self._resolved, now))
            case "countdown":
                self._happen(now, (facts.PhaseSet("round"),))
            case "throw":
                self._throw(now)
            case "held":
                self.door.due(name, now)
            case "next":
                self._next_due(now)
            case "shares":
                self._happen(now, flow.after_shares(self._state, self._gone))
            case "away":
                self._away_due(int(rest), now)
            case "ghost":
                self._ghost_due(int(rest), now)
            case "watchers":
                self.watched(self._journal.links.watchers(), now)
            case "unjoined" | "idle":
                self.close()
            case _:
                pass

    def _next_due(self, now: float) -> None:
        if self._state.places.people_here():
            self._happen(now, flow.begin_round(self._state, self._gone))

    def _await_throw(self, now: float) -> None:
        """Wait for the next throw, for a time that chance decides now and nobody is told."""
        table = self._state.table
        if table is None or table.machine is None or not table.machine.to_come:
            return
        shortest, longest = (1000 * seconds for seconds in table.rules.speed_interval)
        wait = (shortest + self.door.dice.below(longest - shortest + 1)) / 1000
        self._timers.set("throw", now + wait)

    def _throw(self, now: float) -> None:
        table = self._state.table
        threw = None if table is None else throw(table, self._state.promises.dice("throw"))
        if threw is not None:
            self._happen(now, (facts.Thrown(threw.throw, round(now + LEAD, 3)),))
            self._await_throw(now)

    def _away_due(self, seat: Seat, now: float) -> None:
        self._gone.add(seat)
        self._follow_through(now)

    def _ghost_due(self, seat: Seat, now: float) -> None:
        """Free the seat of somebody who left the lobby without saying so."""
        others = [s for s in self._state.places.people_here() if s != seat]
        if self._state.phase == "lobby" and others:
            self._happen(now, (facts.Freed(seat),))

    def close(self) -> None:
        """Send away whoever is still there, and leave memory."""
        for who in self._journal.links.everyone:
            self._journal.bye(who, "closed", 1000)
        self._journal.out.closed = True

    # Bots

    def _begin_bot(self, seat: Seat, level: messages.Level, now: float) -> None:
        self._bots.enter(seat, level, SeededDice(self._chance.seed()))
        self._think(seat, now, None)

    def _think(self, seat: Seat, now: float, answer: str | None) -> None:
        table = self._state.table
        assert table is not None
        failures = self._bots.failures
        heard = play.is_heard(self._state, now)
        after = self._bots.think(seat, table, now, answer, heard=heard)
        if self._bots.failures > failures:
            self._journal.count("bot_failures")
        if after is not None:
            self._timers.set(f"bot {seat}", now + after + self._bots_delay())

    def _bots_delay(self) -> float:
        return self.door.fairness.median(self._state.places.people_here())

    def _bot_due(self, seat: Seat, now: float) -> None:
        command = self._bots.intended(seat)
        if command is None:
            self._think(seat, now, None)
            return
        # What a bot does is under way for as long as what the people do, in the middle.
        delay = self._bots_delay()
        text = format_command(command)
        self.door.enter(Pressed(seat, command, text, at=now, press=now - delay), now)

    def _happen(self, now: float, happened: flow.Facts) -> None:
        if happened:
            self._journal.commit(now, happened)
            self.happened(happened, now)
