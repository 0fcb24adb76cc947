"""A round under sense and nonsense from every seat: what holds after each event and command."""

from collections import Counter

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pellmell.engine.audit import cards_of, flaws
from pellmell.engine.cards import Seat, deck_of
from pellmell.engine.commands import (
    STACK,
    Command,
    Grab,
    OnPile,
    OnSeat,
    OnSlot,
    RowTop,
    Stop,
    ToCentre,
    ToRow,
    Turn,
    Use,
)
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.decide import Refusal, decide, legal, shuffle_hands, throw, top_of
from pellmell.engine.events import Ended, Event, Quieted
from pellmell.engine.evolve import evolve, replay
from pellmell.engine.rules import Rules
from pellmell.engine.score import score
from pellmell.engine.stuck import Stuck, stuck
from pellmell.engine.table import Table, fitting_pile
from pellmell.testing import strategies
from pellmell.testing.playing import eager, one_of, throws


def plainly(table: Table, seat: Seat, command: Command) -> Command | None:
    """The command as `legal` would list it: its pile named, no card expected; None if stale."""
    if seat not in range(len(table.areas)):
        return command
    area = table.areas[seat]
    match command:
        case ToCentre(source, pile, card):
            top = top_of(area, source)
            if isinstance(top, Refusal) or card not in (None, top):
                return None
            return ToCentre(source, fitting_pile(table, top) if pile is None else pile)
        case ToRow(source, slot, card):
            return ToRow(source, slot) if card in (None, top_of(area, source)) else None
        case Grab(None):
            grabs = [c for c in legal(table, seat) if isinstance(c, Grab)]
            return grabs[-1] if grabs else None
        case Use(kind, OnSlot(slot), card):
            top = top_of(area, RowTop(slot))
            return Use(kind, OnSlot(slot)) if card in (None, top) else None
        case Use(kind, OnSeat(other), card):
            return Use(kind, OnSeat(other)) if card in (None, top_of(area, STACK)) else None
        case Use(kind, OnPile(pile), _):
            return Use(kind, OnPile(pile))
        case _:
            return command


class RoundMachine(RuleBasedStateMachine):
    """A round that any seat may say anything to, at any time, and after its end too."""

    @initialize(rules=strategies.rules(), seats=strategies.seatings(), dice=strategies.dice())
    def sit_down(self, rules: Rules, seats: list[bool], dice: SeededDice) -> None:
        self.dealt(rules, seats, dice)

    def dealt(self, rules: Rules, seats: list[bool], dice: SeededDice) -> None:
        self.dice = dice
        self.start = self.table = deal(rules, seats, dice)
        self.events: list[Event] = []
        self.cards = Counter(card for s, dealt in enumerate(seats) if dealt for card in deck_of(s))

    @rule(data=st.data(), times=st.integers(1, 3))
    def anything(self, data: st.DataObject, times: int) -> None:
        """One command, or the same one several times in a row."""
        seat = data.draw(strategies.seats(self.table), label="seat")
        command = data.draw(strategies.commands(self.table, seat), label="command")
        for _ in range(times):
            self.command(seat, command)

    @rule(data=st.data())
    def one_command_from_several_seats(self, data: st.DataObject) -> None:
        command = data.draw(strategies.commands(self.table, 0), label="command")
        for seat in range(len(self.table.areas)):
            self.command(seat, command)

    @precondition(lambda self: self.table.machine is not None and not self.table.ended)
    @rule(quiet=st.none() | st.booleans())
    def the_machine_throws_or_is_switched(self, quiet: bool | None) -> None:
        threw = throw(self.table, self.dice)
        if quiet is not None:
            self.happen(Quieted(quiet))
        elif threw is not None:
            self.happen(threw)

    @rule(steps=st.integers(5, 40))
    def a_stretch_of_play(self, steps: int) -> None:
        for _ in range(steps):
            for event in throws(self.table, self.dice):
                self.happen(event)
            seat = self.dice.below(len(self.table.areas))
            commands = list(legal(self.table, seat))
            command = one_of(commands, [eager(c) for c in commands], self.dice)
            if command is not None:
                self.command(seat, command)

    @precondition(lambda self: not self.table.ended)
    @rule()
    def all_shuffle(self) -> None:
        before = self.table
        self.happen(shuffle_hands(before, self.dice))
        assert [(a.row, a.stack) for a in self.table.areas] == [
            (a.row, a.stack) for a in before.areas
        ]
        assert self.table.piles == before.piles

    def command(self, seat: Seat, command: Command) -> None:
        before, written = self.table, msgspec.msgpack.encode(self.table)
        expected = plainly(before, seat, command) in legal(before, seat)
        decision = decide(before, seat, command, self.dice)
        assert isinstance(decision, tuple) is expected, decision
        assert msgspec.msgpack.encode(before) == written
        if isinstance(decision, Refusal):
            assert (decision is Refusal.ROUND_OVER) is before.ended
            return
        assert decision
        for event in decision:
            self.happen(event)
        self.ends_where_the_rules_say(before, command)

    def happen(self, event: Event) -> None:
        """An event, and what holds even between the events of one command."""
        self.table = evolve(self.table, event)
        self.events.append(event)
        assert Counter(cards_of(self.table)) == self.cards

    def ends_where_the_rules_say(self, before: Table, command: Command) -> None:
        areas = zip(before.areas, self.table.areas, strict=True)
        emptied = any(after.cleared and not area.cleared for area, after in areas)
        stopped = isinstance(command, Stop) or (emptied and before.rules.stop == "auto")
        assert self.table.ended is stopped
        assert isinstance(self.events[-1], Ended) is stopped

    @invariant()
    def the_table_is_sound(self) -> None:
        assert flaws(self.table) == ()

    @invariant()
    def the_cards_laid_are_scored_once_each(self) -> None:
        rules, areas = self.table.rules, self.table.areas
        left = rules.left_malus * sum(len(area.stack) + area.beside.jokers for area in areas)
        laid = sum(pile.top - pile.decks.count(None) for pile in self.table.piles)
        assert sum(points or 0 for points in score(self.table)) == laid - left

    @invariant()
    def a_play_in_the_centre_keeps_the_round_alive(self) -> None:
        seats = range(len(self.table.areas))
        if any(isinstance(c, ToCentre) for seat in seats for c in legal(self.table, seat)):
            assert stuck(self.table) is Stuck.NO

    @invariant()
    def after_the_end_nothing_is_legal(self) -> None:
        if self.table.ended:
            for seat in range(-1, len(self.table.areas) + 1):
                assert legal(self.table, seat) == ()
                for command in (Turn(), Stop(), Grab()):
                    refusal = decide(self.table, seat, command, self.dice)
                    assert refusal is Refusal.ROUND_OVER

    def teardown(self) -> None:
        if hasattr(self, "table"):
            assert replay(self.start, self.events) == self.table
            decoded = msgspec.json.decode(msgspec.json.encode(self.events), type=list[Event])
            assert replay(self.start, decoded) == self.table


TestRoundMachine = RoundMachine.TestCase
