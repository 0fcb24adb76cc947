"""The Speed Machine's edge cases by their number."""

from collections import Counter

import pytest
from hypothesis import given

from pellmell.engine.commands import STACK, ToCentre
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.decide import Refusal, decide, legal, shuffle_hands, throw
from pellmell.engine.events import Ended, Quieted, Threw
from pellmell.engine.evolve import evolve
from pellmell.engine.machine import ACTION_CARDS, COPIES, Noise
from pellmell.engine.notation import (
    format_command,
    format_position,
    parse_card,
    parse_command,
    parse_position,
)
from pellmell.engine.rules import parse_rules
from pellmell.engine.score import score
from pellmell.engine.table import Table
from pellmell.testing import strategies
from tests.engine.saying import after, say

DICE = SeededDice(b"speed")
OVER = "machine noises | - | - | -"
"""A machine that has thrown everything."""


def speed(*seats: str, centre: str = "-", machine: str = OVER, rules: str = "speed") -> Table:
    """A table whose seats are written without what is empty: row, stack, beside."""
    sections = []
    for seat in seats:
        row, stack, beside = (field.strip() for field in seat.split("|"))
        sections.append(f"{row} | {stack} | - | - | {beside}")
    return parse_position(" / ".join([centre, *sections, machine]), parse_rules(rules))


def moves(table: Table, seat: int) -> set[str]:
    return {format_command(command) for command in legal(table, seat)}


def section(table: Table, seat: int) -> str:
    return format_position(table).split(" / ")[seat + 1]


def centre(table: Table) -> str:
    return format_position(table).split(" / ")[0]


# --- noises and claims -------------------------------------------------------------------


def test_noises_are_kept_for_the_match_once_they_were_dealt() -> None:
    rules, seats = parse_rules("speed"), [True] * 3
    noises = deal(rules, seats, SeededDice(b"first")).noises
    assert deal(rules, seats, SeededDice(b"second")).noises != noises
    assert deal(rules, seats, SeededDice(b"second"), noises).noises == noises


@pytest.mark.parametrize(
    ("players", "each", "aside"),
    [(2, 4, 0), (3, 2, 2), (4, 2, 0), (5, 1, 3), (6, 1, 2), (8, 1, 0), (9, 0, 8), (12, 0, 8)],
)
def test_edge_62_90_91_noises_are_shared_out_by_the_number_of_players(
    players: int, each: int, aside: int
) -> None:
    table = deal(parse_rules("speed"), [True] * players, SeededDice(b"noises"))
    owned = Counter(noise for own in table.noises for noise in own)
    assert [len(own) for own in table.noises] == [each] * players
    assert set(owned.values()) <= {1}
    assert len(Noise) - len(owned) == aside
    assert table.machine is not None
    assert table.machine.quiet is (players > 8)


TWO = ("r9 r10 | y9 | bell", "b9 b10 | g9 | horn")
NEW = "machine noises | extra:2 | - | 22:joker@bell"
NEWER = "machine noises | extra:1 | - | 22:joker@bell 23:second@horn"
ASIDE = "machine noises | extra:2 | - | 22:joker@drum"
LAST = "machine noises | - | - | 24:joker@bell"


def test_edge_62_a_noise_that_nobody_owns_is_free_to_all() -> None:
    table = speed(*TWO, machine=ASIDE)
    assert "grab 22" in moves(table, 0) & moves(table, 1)


def test_edge_64_before_the_next_throw_a_card_is_its_owners_alone() -> None:
    table = speed(*TWO, machine=NEW)
    assert say(table, "B grab") is say(table, "B grab 22") is Refusal.NOT_YET
    assert "grab 22" in moves(table, 0) - moves(table, 1)
    assert section(after(table, "A grab"), 0) == "r9 r10 | y9 | - | - | bell +joker"


def test_edge_63_65_after_the_next_throw_an_older_card_is_free_and_the_new_one_is_not() -> None:
    table = speed(*TWO, machine=NEWER)
    assert moves(table, 0) == {"grab 22"}
    assert moves(table, 1) == {"grab 22", "grab 23"}
    assert say(table, "A grab 23") is Refusal.NOT_YET
    assert after(table, "A grab") == after(table, "A grab 22")
    assert after(table, "B grab") == after(table, "B grab 23")
    taken = after(table, "B grab 22")
    assert say(taken, "A grab 22") is Refusal.EMPTY


def test_edge_66_the_last_card_stays_its_owners() -> None:
    table = speed(*TWO, machine=LAST)
    assert say(table, "B grab") is Refusal.NOT_YET
    assert "grab 24" in moves(table, 0)


def test_a_card_that_was_never_thrown_is_nowhere() -> None:
    table = speed(*TWO, machine=NEW)
    assert say(table, "A grab 23") is Refusal.NO_SUCH_PLACE
    assert say(table, "A grab 21") is Refusal.EMPTY
    no_machine = parse_position("- / r9 | y9 | - | - / r9 | y9 | - | -")
    assert say(no_machine, "A grab") is say(no_machine, "A use voila B") is Refusal.NOT_ALLOWED


# --- jokers ------------------------------------------------------------------------------

JOKER = ("r9 r10 | y9 | +joker", "b9 b10 | g9 | -")


def test_edge_67_68_a_joker_goes_on_no_finished_pile_and_on_no_empty_place() -> None:
    table = speed(*JOKER, centre="r:AAAAAAAAAA")
    assert say(table, "A use joker c1") is Refusal.DOES_NOT_FIT
    assert say(table, "A use joker c2") is Refusal.NO_SUCH_PLACE
    assert moves(table, 0) == set()


def test_edge_69_70_71_72_a_joker_is_the_next_number_and_counts_for_nobody() -> None:
    row = ("r6 r10 | y9 | +joker +joker", "b9 b10 | g9 | -")
    table = after(speed(*row, centre="r:BBBA b:BBBBBBBBB"), "A use joker c1", "A r1>c")
    assert centre(table) == "r:BBBA*A b:BBBBBBBBB"
    table = after(table, "A use joker c2")
    assert centre(table) == "r:BBBA*A b:BBBBBBBBB*"
    assert score(table) == (2, 12 - 2)
    two = speed("r9 r10 | y9 | +joker +joker", "b9 b10 | g9 | -", centre="r:A")
    assert centre(after(two, "A use joker c1", "A use joker c1")) == "r:A**"
    assert say(two, "B use joker c1") is Refusal.EMPTY


def test_edge_74_who_holds_a_joker_cannot_stop_before_it_is_played() -> None:
    table = speed("r9 r10 | - | +joker", "b9 b10 | g9 | -", centre="r:A")
    assert say(table, "A stop") is Refusal.NOT_YET
    assert "stop" not in moves(table, 0)
    assert after(table, "A use joker c1", "A stop").ended


def test_edge_74_under_auto_a_parked_joker_keeps_the_round_going() -> None:
    seats = ("r9 r10 | y2 | +joker", "b9 b10 | g9 | -")
    table = after(speed(*seats, centre="y:A", rules="speed,stop=auto"), "A s>c")
    assert not table.ended
    assert after(table, "A use joker c1").ended


def test_edge_75_a_refill_takes_the_top_number_card_from_under_a_joker() -> None:
    table = after(speed("r1 r10 | y9 | +joker", "b9 b10 | g9 | -"), "A r1>c")
    assert section(table, 0) == "y9 r10 | - | - | - | +joker"


# --- the other cards ---------------------------------------------------------------------


def test_edge_76_a_removed_card_is_out_and_its_slot_is_filled() -> None:
    table = speed("r9 r10 | y9 | +remove", "b9 b10 | g9 | -")
    table = after(table, "A use remove r2")
    assert section(table, 0) == "r9 y9 | - | - | - | =remove xr10"
    assert score(table) == (0, -2)
    assert after(table, "A stop").ended
    assert say(table, "A use remove r1") is Refusal.EMPTY


def test_edge_76_under_auto_the_last_card_that_fills_it_ends_the_round() -> None:
    seats = ("r9 r10 | y9 | +remove", "b9 b10 | g9 | -")
    assert after(speed(*seats, rules="speed,stop=auto"), "A use remove r2").ended
    assert not after(speed(*seats, rules="speed,row_refill=manual"), "A use remove r2").ended
    manual = after(speed(*seats, rules="speed,row_refill=manual"), "A use remove r2")
    assert section(manual, 0) == "r9 - | y9 | - | - | =remove xr10"


def test_edge_76_under_profi_the_top_of_a_slot_goes_and_what_lies_below_stays() -> None:
    seats = ("r9>b8 r10 | y9 | +remove", "b9 b10 | g9 | -")
    table = after(speed(*seats, rules="speed,profi=on"), "A use remove r1")
    assert section(table, 0) == "r9 r10 | y9 | - | - | =remove xb8"


def test_an_empty_slot_has_nothing_to_remove() -> None:
    table = speed("- r10 | - | +remove", "b9 b10 | g9 | -")
    assert say(table, "A use remove r1") is Refusal.EMPTY
    assert say(table, "A use remove r3") is Refusal.NO_SUCH_PLACE
    assert moves(table, 0) == {"use remove r2", "stop"}


VOILA = ("r9 r10 | y9 r7 | +voila", "b9 b10 | g9 | -")


def test_edge_77_93_a_card_given_away_is_the_holders_burden_and_its_owners_point() -> None:
    table = after(speed(*VOILA, centre="r:BBBBBB"), "A use voila B")
    assert section(table, 1) == "b9 b10 | g9 r7@A | - | - | -"
    assert score(table) == (-2, 6 - 4)
    table = after(table, "B s>c")
    assert (centre(table), score(table)) == ("r:BBBBBBA", (1 - 2, 6 - 2))


def test_edge_78_who_is_given_a_card_has_to_clear_it_before_a_stop() -> None:
    table = speed("r9 r10 | y9 | +voila", "b9 b10 | - | -")
    assert "stop" in moves(table, 1)
    table = after(table, "A use voila B")
    assert say(table, "B stop") is Refusal.NOT_YET


def test_edge_79_the_givers_last_card_entitles_to_stop_and_ends_the_round_under_auto() -> None:
    seats = ("r9 r10 | y9 | +voila", "b9 b10 | g9 | -")
    assert after(speed(*seats), "A use voila B", "A stop").ended
    assert after(speed(*seats, rules="speed,stop=auto"), "A use voila B").ended


@pytest.mark.parametrize(
    ("seat", "machine", "said"),
    [
        ("r9 r10 | y9 | +voila", OVER, "use voila B"),
        ("r9 r10 | y9 | +remove", OVER, "use remove r1"),
        ("r9 r10 | - | +joker", OVER, "use joker c1"),
        ("r9 r10 | y9 | -", "machine noises | - | - | 24:extra", "grab"),
    ],
)
def test_case_07_whatever_clears_the_stack_ends_the_round_in_the_same_step(
    seat: str, machine: str, said: str
) -> None:
    seats = (seat, "b9 b10 | g9 | -")
    table = speed(*seats, centre="r:A", machine=machine, rules="speed,stop=auto")
    decision = decide(table, 0, parse_command(said), DICE)
    assert isinstance(decision, tuple)
    assert decision[-1] == Ended(0)
    calling = speed(*seats, centre="r:A", machine=machine)
    assert decide(calling, 0, parse_command(said), DICE) == decision[:-1]


def test_edge_80_an_empty_stack_has_nothing_to_give() -> None:
    table = speed("r9 r10 | - | +voila", "b9 b10 | g9 | -")
    assert say(table, "A use voila B") is Refusal.EMPTY
    assert moves(table, 0) == {"stop"}


def test_a_card_is_given_to_somebody_else_who_plays() -> None:
    table = speed(*VOILA)
    assert say(table, "A use voila A") is Refusal.NOT_ALLOWED
    assert say(table, "A use voila C") is Refusal.NO_SUCH_PLACE
    assert moves(table, 0) == {"use voila B"}


def test_edge_81_a_play_that_was_covered_meanwhile_is_matched_by_its_card() -> None:
    table = after(speed("r9 r10 | y9 | +voila", "b9 b10 | g1 | -"), "A use voila B")
    meant = ToCentre(STACK, None, parse_card("g1", 1))
    assert decide(table, 1, meant, DICE) is Refusal.MOVED_ON


def test_edge_82_83_two_instead_of_three_are_turned_from_now_on_whatever_is_shuffled() -> None:
    machine = "machine noises | - | - | 23:second 24:second"
    hand = "g1 g2 g3 g4 g5 g6 g7"
    table = parse_position(
        f"- / r9 r10 | y9 | - | {hand} | - / b9 b10 | g9 | - | - | - / {machine}",
        parse_rules("speed"),
    )
    table = after(table, "A turn", "A grab 23", "A turn")
    assert len(table.areas[0].waste) == 3 + 2
    table = after(table, "A grab 24", "A turn")
    assert section(table, 0).endswith("=second =second")
    assert len(table.areas[0].waste) == 3 + 2 + 2
    table = after(evolve(table, shuffle_hands(table, DICE)), "A turn")
    assert len(table.areas[0].waste) == 2


@pytest.mark.parametrize(("turn", "size"), [(1, 1), (2, 2), (5, 2)])
def test_every_second_card_never_turns_more_than_the_rules(turn: int, size: int) -> None:
    table = parse_position(
        f"- / r9 r10 | y9 | - | g1 g2 g3 g4 g5 | =second / b9 b10 | g9 | - | - | - / {OVER}",
        parse_rules(f"speed,turn={turn}"),
    )
    assert len(after(table, "A turn").areas[0].waste) == size


def test_edge_84_85_one_more_card_is_one_more_slot_filled_from_the_stack_if_it_can() -> None:
    machine = "machine noises | - | - | 23:extra 24:extra"
    table = speed("r9 r10 | y9 | -", "b9 b10 | g9 | -", machine=machine)
    table = after(table, "A grab", "A grab")
    assert section(table, 0) == "r9 r10 y9 - | - | - | - | =extra =extra"
    assert after(table, "A stop").ended


def test_edge_85_under_manual_the_new_slot_waits() -> None:
    machine = "machine noises | - | - | 24:extra"
    seats = ("r9 r10 | y9 | -", "b9 b10 | g9 | -")
    table = after(speed(*seats, machine=machine, rules="speed,row_refill=manual"), "A grab")
    assert section(after(table, "A s>r3"), 0) == "r9 r10 y9 | - | - | - | =extra"


def test_edge_86_cards_not_taken_or_not_used_cost_nothing() -> None:
    table = speed("r9 r10 | - | +voila +remove", "b9 b10 | - | -", machine=LAST)
    assert score(table) == (0, 0)


# --- throws ------------------------------------------------------------------------------


def thrown(table: Table, seed: bytes) -> list[Threw]:
    """Every throw of a round in which nobody grabs."""
    dice, throws = SeededDice(seed), list[Threw]()
    while (threw := throw(table, dice)) is not None:
        throws.append(threw)
        table = evolve(table, threw)
    return throws


def test_edge_88_89_each_round_throws_all_cards_once_and_each_noise_three_times() -> None:
    for seed in (b"one", b"two"):
        table = deal(parse_rules("speed"), [True] * 3, SeededDice(seed))
        throws = [threw.throw for threw in thrown(table, seed)]
        assert [t.number for t in throws] == list(range(1, ACTION_CARDS + 1))
        assert Counter(t.kind for t in throws) == COPIES
        assert Counter(t.noise for t in throws) == dict.fromkeys(Noise, 3)


def test_edge_87_a_quiet_throw_has_no_noise_and_is_free_to_all() -> None:
    table = deal(parse_rules("speed,speed=quiet"), [True, True], SeededDice(b"quiet"))
    assert table.noises == ((), ())
    assert {threw.throw.noise for threw in thrown(table, b"quiet")} == {None}
    loud = deal(parse_rules("speed"), [True, True], SeededDice(b"loud"))
    first = throw(evolve(loud, Quieted(on=True)), DICE)
    assert first is not None
    assert first.throw.noise is None
    table = evolve(evolve(loud, Quieted(on=True)), first)
    assert "grab 1" in moves(table, 0) & moves(table, 1)
    again = throw(evolve(table, Quieted(on=False)), DICE)
    assert again is not None
    assert again.throw.noise is not None


@given(strategies.tables(strategies.rules(speed="noises", row_refill="auto")))
def test_nothing_is_thrown_without_a_machine_or_after_the_last_card(table: Table) -> None:
    assert table.machine is not None
    threw = throw(table, DICE)
    assert (threw is None) is (not table.machine.to_come)
