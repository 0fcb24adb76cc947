"""The machine: who owns noises, what it throws, who may grab, and what cannot be true of it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pellmell.engine.audit import flaws
from pellmell.engine.cards import Seat
from pellmell.engine.deal import SeededDice, deal, deal_noises
from pellmell.engine.decide import throw
from pellmell.engine.events import Quieted
from pellmell.engine.evolve import evolve
from pellmell.engine.machine import (
    ACTION_CARDS,
    COPIES,
    ActionKind,
    Beside,
    Machine,
    Noise,
    Throw,
    full_machine,
    may_grab,
    share,
)
from pellmell.engine.rules import Rules
from pellmell.engine.table import Table

SPEED = Rules(speed="noises")
TABLE = deal(SPEED, [True, True, True], SeededDice(b"machine"))
SHARES = {2: 4, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1, 8: 1, 9: 0, 10: 0, 11: 0, 12: 0}


def the(table: Table) -> Machine:
    assert table.machine is not None
    return table.machine


# --- noises ------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "each"), SHARES.items())
def test_edge_62_90_91_noises_by_the_number_of_players(players: int, each: int) -> None:
    assert share(players) == each
    seats = [True, False] * players
    noises = deal_noises(seats, SeededDice(b"%d" % players))
    assert [len(own) for own in noises] == [each, 0] * players
    assert len({noise for own in noises for noise in own}) == each * players


def test_every_noise_goes_to_every_seat_at_times() -> None:
    owners = {
        (noise, seat)
        for seed in range(60)
        for seat, own in enumerate(deal_noises([True] * 5, SeededDice(b"%d" % seed)))
        for noise in own
    }
    assert owners == {(noise, seat) for noise in Noise for seat in range(5)}


def test_who_has_no_place_at_the_table_owns_no_noise() -> None:
    table = deal(SPEED, [True, False, True], SeededDice(b"gap"))
    assert [len(own) for own in table.noises] == [4, 0, 4]
    assert flaws(table) == ()


# --- throws ------------------------------------------------------------------------------


class Loaded:
    """Dice that fall as they are told, and remember between how many sides."""

    def __init__(self, *falls: int) -> None:
        self._falls = list(falls)
        self.sides: list[int] = []

    def below(self, bound: int) -> int:
        self.sides.append(bound)
        return self._falls.pop(0)


def test_a_throw_is_a_card_and_a_noise_of_those_that_are_left_each_as_likely() -> None:
    machine = replace(
        the(TABLE), to_come=(ActionKind.JOKER, ActionKind.EXTRA), noises=(Noise.BELL, Noise.DRUM)
    )
    table = replace(TABLE, machine=machine)
    for card, noise in ((0, 0), (0, 1), (1, 0), (1, 1)):
        dice = Loaded(card, noise)
        threw = throw(table, dice)
        assert threw is not None
        assert threw.throw == Throw(23, machine.to_come[card], machine.noises[noise])
        assert dice.sides == [2, 2]


def test_card_and_noise_are_independent() -> None:
    seen = Counter(
        (threw.throw.kind, threw.throw.noise)
        for seed in range(1500)
        if (threw := throw(TABLE, SeededDice(b"%d" % seed))) is not None
    )
    assert {(kind, noise) for kind in ActionKind for noise in Noise} == set(seen)
    by_kind = Counter(kind for kind, _ in seen.elements())
    # A third of the cards are jokers; 60 is more than three standard errors.
    assert by_kind[ActionKind.JOKER] in range(440, 561)
    assert all(by_kind[kind] in range(205, 296) for kind in ActionKind if kind != "joker")


def test_edge_87_a_quiet_throw_leaves_the_noises_to_come() -> None:
    table = evolve(TABLE, Quieted(on=True))
    dice = Loaded(0)
    threw = throw(table, dice)
    assert threw is not None
    assert (threw.throw.noise, dice.sides) == (None, [ACTION_CARDS])
    after = the(evolve(table, threw))
    assert (after.quiet, after.noises, after.thrown) == (True, the(TABLE).noises, 1)
    loud = throw(evolve(evolve(table, threw), Quieted(on=False)), Loaded(0, 0))
    assert loud is not None
    assert loud.throw.number == 2
    assert loud.throw.noise is Noise.HORN


def test_edge_88_after_the_last_card_nothing_is_thrown_nor_without_a_machine() -> None:
    nothing_left = replace(the(TABLE), to_come=())
    assert throw(replace(TABLE, machine=nothing_left), Loaded()) is None
    assert throw(replace(TABLE, machine=None), Loaded()) is None


def test_edge_89_a_full_machine_has_all_cards_and_each_noise_three_times() -> None:
    machine = full_machine(quiet=False)
    assert Counter(machine.to_come) == COPIES
    assert sum(COPIES.values()) == ACTION_CARDS == len(machine.noises)
    assert set(Counter(machine.noises).values()) == {3}
    assert (machine.thrown, machine.lying) == (0, ())


# --- claims ------------------------------------------------------------------------------


@given(
    thrown=st.integers(1, ACTION_CARDS),
    older=st.integers(0, 3),
    noise=st.none() | st.sampled_from(Noise),
    owner=st.none() | st.integers(0, 2),
    seat=st.integers(0, 2),
)
def test_edges_62_to_66_who_may_grab(
    thrown: int, older: int, noise: Noise | None, owner: Seat | None, seat: Seat
) -> None:
    machine = Machine(False, full_machine(quiet=False).to_come[thrown:], ())
    assert machine.thrown == thrown
    noises = tuple((noise,) if noise is not None and s == owner else () for s in range(3))
    card = Throw(max(1, thrown - older), ActionKind.JOKER, noise)
    kept = card.number == thrown and noise is not None and owner is not None
    assert may_grab(machine, card, noises, seat) is (not kept or seat == owner)


# --- flaws -------------------------------------------------------------------------------


def beside(own: Beside, seat: Seat = 0) -> Table:
    """The table with something else beside a seat's stack."""
    areas = list(TABLE.areas)
    areas[seat] = replace(areas[seat], beside=own)
    return replace(TABLE, areas=tuple(areas))


def lying(*throws: Throw) -> Table:
    return replace(TABLE, machine=replace(the(TABLE), lying=throws))


OWN = TABLE.areas[0].beside
FIRST, THIRD = Throw(1, ActionKind.VOILA, None), Throw(3, ActionKind.VOILA, None)


@pytest.mark.parametrize(
    ("table", "flaw"),
    [
        (lying(FIRST), "the throws 1 lie there; they rise, from 1 to 0"),
        (lying(THIRD, FIRST), "the throws 3, 1 lie there"),
        (lying(FIRST, FIRST), "the throws 1, 1 lie there"),
        (lying(Throw(1, ActionKind.VOILA, Noise.BELL)), "bell is there 4 times"),
        (beside(replace(OWN, noises=OWN.noises[:1])), "seats own [1, 2] noises; here it is 2"),
        (beside(replace(OWN, held=(ActionKind.SECOND,))), "A: holds second"),
        (beside(replace(OWN, held=(ActionKind.EXTRA,))), "A: holds extra"),
        (beside(replace(OWN, used=(ActionKind.JOKER,))), "A: has a joker among its used cards"),
        (beside(replace(OWN, used=(ActionKind.REMOVE,))), "A: has 0 cards removed by 1"),
        (
            replace(TABLE, machine=replace(the(TABLE), noises=the(TABLE).noises[1:])),
            "23 noises are to come for 24 cards",
        ),
        (replace(TABLE, areas=TABLE.areas[:2]), "seats own [2] noises; here it is 4 each, or none"),
    ],
)
def test_a_flaw_is_named(table: Table, flaw: str) -> None:
    found = flaws(table)
    assert any(flaw in line for line in found), found
    assert flaws(TABLE) == ()
