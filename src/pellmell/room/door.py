"""The one door through which commands come to the table, people's and bots' alike.

Under `fair=arrival` a command is judged as it comes. Under `fair=press` a play that somebody
else could have made too is held for a moment: as long as an earlier press of theirs could still
arrive, and no longer. Then the earliest press goes first, and presses too close to call are
decided by a coin. All that a seat asks for later waits behind its held play, so that its answers
come in order; what others ask for ends no hold, unless it ends or interrupts the play.
"""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import msgspec

from pellmell.engine.cards import Seat, letter
from pellmell.engine.commands import Command, Grab, Stop
from pellmell.engine.deal import Dice, SeededDice
from pellmell.engine.events import Laid
from pellmell.engine.proof import close_presses
from pellmell.room import facts, play
from pellmell.room.chance import Chance
from pellmell.room.fairness import CAP, MARGIN, Fairness
from pellmell.room.journal import Cause, Journal
from pellmell.room.races import Races
from pellmell.room.rivals import Prize, meant_card, prize, rivals
from pellmell.room.timers import Timers

Decided = TypeVar("Decided")
"""What is decided: facts, or whatever refuses."""

HELD: Final = "held "
"""How the timers of held plays are named."""


class Pressed(msgspec.Struct):
    """A command of a seat on its way to the table.

    `at` is when it arrived and `press` when it was pressed, as far as can be told; `meant` is the
    round its sender means. A bot's has no `cause`.
    """

    seat: Seat
    command: Command
    text: str
    at: float
    press: float
    meant: int | None = None
    cause: Cause | None = None


class Asked(msgspec.Struct):
    """Anything else that a seat asked for, which has its turn behind the seat's held play."""

    seat: Seat
    cause: Cause
    run: Callable[[Cause, float], None]


class Contest(msgspec.Struct):
    """Plays that are held for the same prize."""

    wanted: Prize
    plays: list[Pressed]


Settled = Callable[[Pressed, tuple[facts.AnyFact, ...] | play.No, float], None]
"""Told what became of a command, after it was written down and answered."""


class Door:
    """Judges commands at the table, in the order in which they count."""

    def __init__(self, journal: Journal, timers: Timers, chance: Chance, settled: Settled) -> None:
        self._journal = journal
        self._state = journal.state
        self._timers = timers
        self._chance = chance
        self._settled = settled
        self._contests: dict[str, Contest] = {}
        self._behind: dict[Seat, list[Pressed | Asked]] = {}
        self.dice = SeededDice(chance.seed())
        """Chance outside of rounds, of which nothing is proved."""
        self.races = Races()
        self.fairness = Fairness()

    def begin_round(self) -> None:
        """Nothing of an earlier round matters in one that was dealt."""
        self.races = Races()
        self.fairness.begin_round()

    def waiting(self, seat: Seat) -> dict[int, Pressed | Asked]:
        """A seat's commands that are not answered yet, by number."""
        held = [pressed for contest in self._contests.values() for pressed in contest.plays]
        queued = self._behind.get(seat, ())
        return {
            waits.cause.n: waits
            for waits in (*held, *queued)
            if waits.cause is not None and waits.seat == seat
        }

    def enter(self, entered: Pressed | Asked, now: float) -> None:
        """Take a command in: it is judged now, or held, or waits behind a held one."""
        if entered.seat in self._behind:
            self._behind[entered.seat].append(entered)
        elif isinstance(entered, Asked):
            entered.run(entered.cause, now)
        elif not self._contend(entered, now):
            self._judge(entered, now)

    def due(self, name: str, now: float) -> None:
        """The time of a contest has come."""
        contest = self._contests.pop(name, None)
        if contest is not None:
            self._decide(contest, now)

    def after_holds(self, decide: Callable[[], Decided], now: float) -> Decided:
        """What is decided; anew, after the held plays, where it would cut them off."""
        decided = decide()
        if isinstance(decided, tuple) and self._contests and self._cuts_off(decided):
            self.open_up(now)
            decided = decide()
        return decided

    def _cuts_off(self, happened: Iterable[facts.AnyFact]) -> bool:
        """Whether facts end or interrupt the play, or take the seat of a held one."""
        for fact in happened:
            match fact:
                case facts.PhaseSet() | facts.RoundEnded() | facts.HandsShuffled():
                    return True
                case facts.Freed(seat) | facts.Forgotten(seat) | facts.Handed(seat):
                    if seat in self._behind:
                        return True
                case _:
                    pass
        return False

    def open_up(self, now: float) -> None:
        """Decide every contest now, before something that ends or interrupts the round."""
        while self._contests:
            name = next(iter(self._contests))
            self._timers.drop_one(name)
            self.due(name, now)

    # Held plays

    def _contend(self, pressed: Pressed, now: float) -> bool:
        """Whether a command takes part in a contest, which it may begin."""
        state, seat = self._state, pressed.seat
        if state.options.fair != "press" or play.unfit_phase(state, seat, pressed.meant):
            return False
        if isinstance(pressed.command, Grab) and not play.is_heard(state, now):
            return False
        table = state.table
        assert table is not None
        wanted = prize(table, seat, pressed.command)
        if wanted is None:
            return False
        # Nobody pressed for what they had not seen.
        pressed.press = min(now, max(pressed.press, self._seen(wanted, seat)))
        name = f"{HELD}{wanted.pile} {wanted.throw}"
        contest = self._contests.get(name)
        plays = [*contest.plays, pressed] if contest else [pressed]
        until = self._until(wanted, plays, now)
        if contest is None and until <= now:
            return False
        pressed.command = meant_card(table, seat, pressed.command)
        self._contests[name] = Contest(wanted, plays)
        self._behind[seat] = []
        if until <= now:
            self._timers.drop_one(name)
            self.due(name, now)
        else:
            self._timers.set(name, until)
        return True

    def _seen(self, wanted: Prize, seat: Seat) -> float:
        """When a seat could see, or hear, that there was something to press for."""
        if wanted.pile is not None:
            return self.races.last_on(wanted.pile) + self.fairness.delay(seat)
        return float("-inf") if self._state.play is None else self._state.play

    def _until(self, wanted: Prize, plays: list[Pressed], now: float) -> float:
        """Until when a press earlier than all of these could still arrive."""
        table = self._state.table
        assert table is not None
        first = min(pressed.press for pressed in plays)
        here = {pressed.seat for pressed in plays}
        people = self._state.places.people_here()
        others = [s for s in people if s not in here and self._state.dealt(s)]
        lead = min(plays, key=lambda pressed: pressed.press)
        slower = (
            first + self.fairness.credit(seat, now) + MARGIN
            for seat in rivals(table, lead.seat, wanted, others)
            if self.fairness.credit(seat, now) > self.fairness.credit(lead.seat, now)
            and self._seen(wanted, seat) < first
        )
        return min(max(slower, default=now), plays[0].at + CAP)

    def _decide(self, contest: Contest, now: float) -> None:
        plays = contest.plays
        if len(plays) > 1:
            plays = self._weighed(contest, now)
        for pressed in plays:
            self._judge(pressed, now)
        for pressed in plays:
            self._follow_up(pressed.seat, now)

    def _weighed(self, contest: Contest, now: float) -> list[Pressed]:
        """The plays in the order in which they count, which is written down with its reasons."""
        at = self._journal.clock.at(now)
        times = {p.seat: round(max(0.0, at - (now - p.press)), 3) for p in contest.plays}
        presses = tuple(sorted(times.items()))
        close = close_presses(presses)
        coin = None
        if len(close) > 1:
            coin = close[self._state.promises.dice("coin").below(len(close))]
        for pressed in contest.plays:
            self.fairness.spend(pressed.seat, pressed.at - pressed.press, now)
        wanted = contest.wanted
        self._journal.commit(now, (facts.Weighed(wanted.pile, wanted.throw, presses, coin),))
        return sorted(contest.plays, key=lambda p: (p.seat != coin, times[p.seat], p.seat))

    def _follow_up(self, seat: Seat, now: float) -> None:
        """Let in what waited behind a seat's held play, as long as the seat is its sender's."""
        for waits in self._behind.pop(seat, ()):
            place = self._state.places.get(seat)
            if waits.cause is None or (place is not None and place.token is not None):
                self.enter(waits, now)

    # The judgement

    def _judge(self, pressed: Pressed, now: float) -> None:
        if isinstance(pressed.command, Stop):
            verdict = self.after_holds(lambda: self._verdict(pressed, now), now)
        else:
            verdict = self._verdict(pressed, now)
        if isinstance(verdict, play.No):
            self._refuse(pressed, verdict, now)
        else:
            self._journal.commit(now, verdict, pressed.cause)
        self._settled(pressed, verdict, now)

    def _verdict(self, pressed: Pressed, now: float) -> play.Verdict:
        unfit = play.unfit_phase(self._state, pressed.seat, pressed.meant)
        if unfit is not None:
            return unfit
        press = play.Press(pressed.seat, pressed.command, now, pressed.press)
        verdict = play.judge(self._state, self.races, press, self._recycling(pressed.seat))
        if isinstance(verdict, play.No) or not self._state.votes:
            return verdict
        acted = verdict[0]
        assert isinstance(acted, facts.Acted)
        # A vote that nothing goes any more lapses with the next card laid.
        lapses = isinstance(acted.events[0], Laid)
        return (acted, facts.VotesSet(()), *verdict[1:]) if lapses else verdict

    def _recycling(self, seat: Seat) -> Dice:
        """The chance by which a seat would take its waste up again: all that a command needs."""
        return self._state.promises.dice(f"recycle {letter(seat)}")

    def _refuse(self, pressed: Pressed, no: play.No, now: float) -> None:
        refused = facts.Refused(pressed.seat, no.word, pressed.text, no.by, no.ms)
        self._journal.refuse(now, pressed.cause, refused)
