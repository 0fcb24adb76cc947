"""A round with the Speed Machine under sense and nonsense: what it throws, who gets it."""

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from pellmell.engine.commands import Grab
from pellmell.engine.deal import SeededDice
from pellmell.engine.decide import Refusal, decide, throw
from pellmell.engine.events import Grabbed, Threw
from pellmell.engine.machine import ACTION_CARDS, ActionKind, Throw
from pellmell.engine.rules import Rules
from pellmell.testing import strategies
from tests.stateful.test_engine_machine import RoundMachine


class SpeedMachine(RoundMachine):
    """The round of every other test, always with the machine, and faster throws."""

    @initialize(
        rules=st.sampled_from(["noises", "quiet"]).flatmap(lambda s: strategies.rules(speed=s)),
        seats=strategies.seatings(),
        dice=strategies.dice(),
    )
    def sit_down(self, rules: Rules, seats: list[bool], dice: SeededDice) -> None:
        self.dealt(rules, seats, dice)

    @precondition(lambda self: not self.table.ended)
    @rule(times=st.integers(1, 3))
    def throws_in_a_row(self, times: int) -> None:
        for _ in range(times):
            threw = throw(self.table, self.dice)
            if threw is not None:
                self.happen(threw)

    @precondition(lambda self: not self.table.ended)
    @rule()
    def all_grab_what_was_thrown_last(self) -> None:
        """Whoever may not have it gets nothing, and nobody gets it twice."""
        thrown = self.throws()
        if not thrown:
            return
        last = thrown[-1]
        owner = [s for s, own in enumerate(self.table.noises) if last.noise in own]
        for seat, area in enumerate(self.table.areas):
            there = self.table.machine is not None and last in self.table.machine.lying
            decision = decide(self.table, seat, Grab(last.number), self.dice)
            accepted = not isinstance(decision, Refusal)
            mine = owner in ([], [seat])
            assert accepted is (there and area.dealt and mine and not self.table.ended)
            self.command(seat, Grab(last.number))

    def throws(self) -> list[Throw]:
        return [event.throw for event in self.events if isinstance(event, Threw)]

    @invariant()
    def what_was_thrown_is_somewhere(self) -> None:
        machine = self.table.machine
        assert machine is not None
        thrown = self.throws()
        assert [one.number for one in thrown] == list(range(1, machine.thrown + 1))
        assert len(machine.to_come) + len(thrown) == ACTION_CARDS
        taken = [event.number for event in self.events if isinstance(event, Grabbed)]
        assert len(set(taken)) == len(taken)
        assert {t.number for t in machine.lying} == {t.number for t in thrown} - set(taken)

    @invariant()
    def noises_stay_with_their_seats(self) -> None:
        assert self.table.noises == self.start.noises

    @invariant()
    def rows_are_as_wide_as_extra_cards_make_them(self) -> None:
        for before, area in zip(self.start.areas, self.table.areas, strict=True):
            extra = area.beside.used.count(ActionKind.EXTRA)
            assert len(area.row) == len(before.row) + extra


TestSpeedMachine = SpeedMachine.TestCase
