"""Dead rounds: named cases, and a slow search through everything a seat can do."""

import itertools
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from pellmell.engine.cards import Card, Colour, Seat, deck_of
from pellmell.engine.commands import WASTE, Stop, ToRow
from pellmell.engine.decide import legal
from pellmell.engine.machine import ActionKind, Beside, Machine, Noise, Throw
from pellmell.engine.rules import Rules
from pellmell.engine.stuck import Stuck, stuck
from pellmell.engine.table import Area, Pile, Table, stackable
from pellmell.testing.playing import can_go_on

KEEP = Rules(recycle="keep")
PROFI = Rules(recycle="keep", profi="on")


def cards(text: str, deck: Seat = 0) -> tuple[Card, ...]:
    return tuple(Card(Colour(word[0]), int(word[1:]), deck) for word in text.split())


def area(row: str = "r9 r10 y9", stack: str = "", waste: str = "", hand: str = "") -> Area:
    """An area as it is written on paper, `-` for an empty slot and `9>8` for a sequence."""
    slots = (cards(slot.replace(">", " ").replace("-", "")) for slot in row.split())
    return Area(tuple(slots), cards(stack), cards(waste), cards(hand))


def table(rules: Rules, *areas: Area, piles: str = "") -> Table:
    """A table whose piles are written as their top cards."""
    tops = cards(piles)
    return Table(rules, tuple(Pile(c.colour, (11,) * c.number) for c in tops), areas)


# --- the slow search ---------------------------------------------------------------------


def shuffles(start: Table, seat: Seat) -> Iterator[Table]:
    """The table after each way in which a seat's hand and waste may be shuffled together."""
    own = start.areas[seat]
    for order in itertools.permutations(own.hand + own.waste):
        areas = list(start.areas)
        areas[seat] = Area(own.row, own.stack, (), order)
        yield msgspec.structs.replace(start, areas=tuple(areas))


def slowly_stuck(start: Table) -> Stuck:
    # An empty stack under `stop=auto` is an end, not a death.
    rules = msgspec.structs.replace(start.rules, stop="call")
    start = msgspec.structs.replace(start, rules=rules)
    seats = range(len(start.areas))
    if any(can_go_on(start, seat) for seat in seats):
        return Stuck.NO
    if rules.recycle == "keep" and any(
        can_go_on(shuffled, seat) for seat in seats for shuffled in shuffles(start, seat)
    ):
        return Stuck.SOFT
    return Stuck.HARD


def random_rules(chance: Random, *, profi: bool, recycle: str) -> Rules:
    return msgspec.convert(
        {
            "turn": chance.randint(1, 5),
            "recycle": recycle,
            "profi": "on" if profi else "off",
            "profi_step": chance.choice(["one", "any_lower"]),
            "row_refill": chance.choice(["auto", "manual"]),
            "ligretto_to_centre": chance.choice(["any", "no_ones"]),
        },
        Rules,
    )


def random_area(chance: Random, rules: Rules, deck: Seat, loose: int) -> Area:
    """What may lie before a seat late in a round: few cards, of few colours, seldom a 1."""
    colours = chance.sample(list(Colour), chance.choice([2, 3, 4]))
    lowest = 1 if chance.random() < 0.1 else 2
    pool = [c for c in deck_of(deck) if c.colour in colours and lowest <= c.number <= 7]
    chance.shuffle(pool)
    row: list[tuple[Card, ...]] = []
    for _ in range(chance.randint(1, 3)):
        slot = [pool.pop()]
        if rules.profi == "on" and stackable(rules, pool[-1], slot[-1]):
            slot.append(pool.pop())
        row.append(tuple(slot))
    stack = tuple(pool.pop() for _ in range(chance.choice([0, 1, 1, 2])))
    if chance.random() < (0.05 if stack else 0.3):
        row[-1] = ()
    rest = [pool.pop() for _ in range(min(len(pool), chance.randint(0, loose)))]
    cut = chance.randint(0, len(rest))
    return Area(tuple(row), stack, tuple(rest[:cut]), tuple(rest[cut:]))


def random_table(chance: Random, rules: Rules, loose: int) -> Table:
    areas = [random_area(chance, rules, deck, loose) for deck in range(chance.choice([1, 1, 2]))]
    heights = [chance.choice([1, 2, 3, 4, 5, 6, 7, 8, 10]) for _ in range(chance.randint(0, 3))]
    piles = tuple(Pile(chance.choice(list(Colour)), (11,) * height) for height in heights)
    return Table(rules, piles, tuple(areas))


def compare(seed: int, count: int, *, profi: bool, recycle: str, loose: int) -> dict[Stuck, int]:
    """Both answers for so many random tables; how often each was given."""
    chance = Random(seed)
    found = dict.fromkeys(Stuck, 0)
    for _ in range(count):
        rules = random_rules(chance, profi=profi, recycle=recycle)
        position = random_table(chance, rules, loose)
        answer = stuck(position)
        assert answer is slowly_stuck(position), position
        found[answer] += 1
    return found


@pytest.mark.parametrize("profi", [False, True], ids=["base", "profi"])
@pytest.mark.parametrize(("recycle", "loose"), [("keep", 5), ("shuffle", 4)])
def test_agrees_with_trying_everything(profi: bool, recycle: str, loose: int) -> None:
    found = compare(1, 1000, profi=profi, recycle=recycle, loose=loose)
    assert min(found[Stuck.NO], found[Stuck.HARD]) > 100
    assert (found[Stuck.SOFT] > 20) is (recycle == "keep")


@pytest.mark.long
@pytest.mark.parametrize("profi", [False, True], ids=["base", "profi"])
@pytest.mark.parametrize(("recycle", "loose"), [("keep", 6), ("shuffle", 5)])
def test_agrees_with_trying_everything_on_many(profi: bool, recycle: str, loose: int) -> None:
    compare(2, 1500, profi=profi, recycle=recycle, loose=loose)


@pytest.mark.long
def test_agrees_on_longer_hands_under_profi() -> None:
    chance = Random(3)
    for _ in range(4000):
        position = random_table(chance, random_rules(chance, profi=True, recycle="keep"), 12)
        alive = any(can_go_on(position, seat) for seat in range(len(position.areas)))
        assert (stuck(position) is Stuck.NO) is alive, position


# --- the base game -----------------------------------------------------------------------


def test_edge_33_the_same_nine_cards_for_ever_lock_a_player_but_not_the_round() -> None:
    hand = "r2 r3 b9 " * 8 + "r2 r3 b9"
    locked = area(hand=hand.strip(), stack="y8")
    assert stuck(table(KEEP, locked, piles="r1")) is Stuck.SOFT
    assert stuck(table(KEEP, locked, area(waste="r2"), piles="r1")) is Stuck.NO


def test_edge_34_everybody_locked_and_a_card_in_some_hand_is_soft() -> None:
    assert stuck(table(KEEP, area(hand="r2 b8 b9"), area(stack="g7"), piles="r1")) is Stuck.SOFT


def test_a_hand_that_will_be_shuffled_is_not_stuck() -> None:
    assert stuck(table(Rules(), area(hand="r2 b8 b9"), area(stack="g7"), piles="r1")) is Stuck.NO


@pytest.mark.parametrize("rules", [KEEP, Rules()], ids=["keep", "shuffle"])
def test_edge_35_what_is_needed_lies_in_the_stacks_and_that_is_hard(rules: Rules) -> None:
    assert stuck(table(rules, area(stack="r2 g8", hand="b8 b9"), piles="r1")) is Stuck.HARD


def test_edge_38_a_play_that_nobody_notices_is_not_a_deadlock() -> None:
    assert stuck(table(KEEP, area(row="b9 r2 y9", stack="g7"), piles="r1")) is Stuck.NO


@pytest.mark.parametrize("refill", ["auto", "manual"])
def test_edge_39_a_gap_that_could_be_filled_is_not_a_deadlock(refill: str) -> None:
    rules = msgspec.convert({"recycle": "keep", "row_refill": refill}, Rules)
    assert stuck(table(rules, area(row="r9 - y9", stack="g7"))) is Stuck.NO
    assert stuck(table(rules, area(row="r9 - y9"))) is Stuck.HARD


def test_edge_40_an_empty_stack_that_nobody_calls_leaves_the_round_dead() -> None:
    position = table(KEEP, area(hand="g8"), area(stack="g7"))
    assert Stop() in legal(position, 0)
    assert stuck(position) is Stuck.HARD


def test_one_of_the_stack_is_no_way_out_where_it_may_not_start_a_pile() -> None:
    no_ones = msgspec.structs.replace(KEEP, ligretto_to_centre="no_ones")
    assert stuck(table(KEEP, area(stack="g1"))) is Stuck.NO
    assert stuck(table(no_ones, area(stack="g1"))) is Stuck.HARD
    assert stuck(table(no_ones, area(stack="g2"), piles="g1")) is Stuck.NO
    assert stuck(table(no_ones, area(waste="g1"))) is Stuck.NO


def test_cards_in_order_show_by_the_phase_of_this_pass_and_of_the_next() -> None:
    # Two in the waste: this pass shows the 2nd, 5th and last card, the next the 3rd and 6th.
    for place, answer in enumerate(["soft", "no", "no", "soft", "no", "no", "no"]):
        order = [*cards("b8 b9 b10 g8 g9 g10 r7")]
        order[place] = cards("r2")[0]
        position = table(KEEP, Area(area().row, (), tuple(order[:2]), tuple(order[2:])), piles="r1")
        assert stuck(position) == answer, place


def test_a_pile_of_ten_takes_nothing_more() -> None:
    assert stuck(table(KEEP, area(row="r10 r10 r10"), piles="r10")) is Stuck.HARD


def test_seats_that_were_not_dealt_in_have_no_say() -> None:
    assert stuck(table(KEEP, Area(), area(stack="g7"))) is Stuck.HARD


def test_case_17_a_frozen_seat_does_not_keep_a_dead_round_alive() -> None:
    position = table(KEEP, area(stack="g7"), area(row="r2 r9 r8"), piles="r1")
    assert stuck(position) is Stuck.NO
    assert stuck(position, frozen={1}) is Stuck.HARD


# --- Profi -------------------------------------------------------------------------------


def test_edge_61_moves_from_the_waste_alone_do_not_keep_a_round_alive() -> None:
    position = table(PROFI, area(row="r9 r10 y9", waste="b8"))
    assert ToRow(WASTE, 0) in legal(position, 0)
    assert stuck(position) is Stuck.HARD


def test_edge_61_laying_down_frees_what_lies_beneath() -> None:
    assert stuck(table(PROFI, area(waste="r2 b8"), piles="r1")) is Stuck.NO
    assert stuck(table(KEEP, area(waste="r2 b8"), piles="r1")) is Stuck.SOFT


def test_laying_down_makes_room_for_the_top_of_the_stack() -> None:
    assert stuck(table(PROFI, area(stack="g7", waste="b8"))) is Stuck.NO
    assert stuck(table(PROFI, area(stack="b7", waste="b8"))) is Stuck.HARD


def test_laying_down_shifts_the_phase_until_a_hidden_card_shows() -> None:
    hand = area(hand="g3 g4 b8 r2 g5 b3 g6")
    assert stuck(table(KEEP, hand, piles="r1")) is Stuck.SOFT
    assert stuck(table(PROFI, hand, piles="r1")) is Stuck.NO


def test_a_card_is_best_laid_where_least_else_could_go() -> None:
    rules = msgspec.structs.replace(PROFI, turn=2, profi_step="any_lower")
    # The red 2 must lie on the blue 6, so that the red 6 finds the 7 and carries the blue 3.
    position = table(rules, area(row="b7 b6", stack="b4 b3", waste="g3 r2", hand="r6 b2"))
    assert stuck(position) is Stuck.NO


def test_a_slot_that_a_card_was_laid_on_takes_the_next_by_that_card() -> None:
    rules = msgspec.structs.replace(PROFI, turn=2, profi_step="any_lower")
    assert stuck(table(rules, area(row="y6", hand="r3 r2", stack="y2"), piles="y3")) is Stuck.SOFT


def test_more_to_look_at_than_the_effort_allows_is_taken_for_alive() -> None:
    position = table(PROFI, area(hand="r2 b3 g8 y4 b5 b7", row="r9 y9 b9"), piles="r1")
    assert stuck(position) is Stuck.SOFT
    assert stuck(position, effort=2) is Stuck.NO


# --- the Speed Machine -------------------------------------------------------------------

SPEED = Rules(recycle="keep", speed="noises")
DONE = Machine(quiet=False, to_come=(), noises=())


def with_machine(machine: Machine, *areas: Area, piles: str = "y1") -> Table:
    return msgspec.structs.replace(table(SPEED, *areas, piles=piles), machine=machine)


def beside(own: Area, held: tuple[ActionKind, ...] = (), used: tuple[ActionKind, ...] = ()) -> Area:
    return msgspec.structs.replace(own, beside=Beside(held=held, used=used))


def test_edge_92_a_round_is_not_dead_while_the_machine_has_something_for_somebody() -> None:
    idle = area(stack="g7")
    to_come = Machine(quiet=False, to_come=(ActionKind.SECOND,), noises=())
    lying = Machine(False, (), (), (Throw(24, ActionKind.SECOND, None),))
    assert stuck(with_machine(DONE, idle, idle)) is Stuck.HARD
    assert stuck(with_machine(to_come, idle, idle)) is Stuck.NO
    assert stuck(with_machine(lying, idle, idle)) is Stuck.NO


def test_edge_66_the_last_card_is_its_owners_and_dead_with_an_owner_who_is_gone() -> None:
    last = Machine(False, (), (), (Throw(24, ActionKind.SECOND, Noise.BELL),))
    idle = area(stack="g7")
    owner = msgspec.structs.replace(idle, beside=Beside(noises=(Noise.BELL,)))
    assert stuck(with_machine(last, idle, owner)) is Stuck.NO
    assert stuck(with_machine(last, idle, owner), frozen={1}) is Stuck.HARD


def test_edge_92_who_holds_an_action_card_keeps_the_round_alive_unless_it_cannot_be_played() -> (
    None
):
    idle = area(stack="g7")
    voila = beside(idle, held=(ActionKind.VOILA,))
    joker = beside(idle, held=(ActionKind.JOKER,))
    used = beside(idle, used=(ActionKind.VOILA, ActionKind.EXTRA))
    assert stuck(with_machine(DONE, idle, voila)) is Stuck.NO
    assert stuck(with_machine(DONE, idle, joker)) is Stuck.NO
    assert stuck(with_machine(DONE, idle, joker, piles="y10")) is Stuck.HARD
    assert stuck(with_machine(DONE, idle, used)) is Stuck.HARD
    assert stuck(with_machine(DONE, idle, voila), frozen={1}) is Stuck.HARD


def test_who_turns_two_cards_sees_others() -> None:
    hand = area(stack="g7", hand="b8 r2 b9 g8")
    two = beside(hand, used=(ActionKind.SECOND,))
    assert stuck(with_machine(DONE, hand, piles="r1")) is Stuck.SOFT
    assert stuck(with_machine(DONE, two, piles="r1")) is Stuck.NO
