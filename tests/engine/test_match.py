"""Rounds, totals, and when a match is over."""

import msgspec
import pytest

from pellmell.engine.match import Match, Scores
from pellmell.engine.rules import Rules, parse_rules


def match(text: str, *rounds: Scores, players: int = 2) -> Match:
    return Match(parse_rules(text), players, rounds)


def test_nothing_is_decided_before_the_first_round() -> None:
    for text in ("standard", "publisher", "speed", "standard,match=round_wins"):
        begun = match(text)
        assert (begun.finished, begun.winners, begun.round_winners) == (False, (), ())
        assert begun.totals(3) == (0, 0, 0)


def test_totals_pass_over_rounds_in_which_a_seat_was_not_dealt_in() -> None:
    later = match("standard", (10, -4), (7, None, 3), (-20, 1, 2, 0))
    assert later.totals(5) == (-3, -3, 5, 0, 0)
    assert later.totals(1) == (-3,)


def test_edge_44_a_tied_round_has_joint_winners() -> None:
    tied = match("standard", (5, 5, 4), (None, -3, -3), (1, 2, None))
    assert tied.round_winners == ((0, 1), (1, 2), (1,))


# --- points ------------------------------------------------------------------------------


def test_points_end_at_the_round_that_reaches_the_target() -> None:
    assert not match("playroom", (98, 20)).finished
    assert match("playroom", (98, 20), (1, 0)).winners == (0,)


def test_edge_46_of_several_over_the_target_the_highest_wins() -> None:
    assert match("playroom", (101, 104, 99)).winners == (1,)


def test_edge_47_an_exact_tie_over_the_target_calls_for_extra_rounds() -> None:
    tied = match("playroom", (104, 104, 12))
    assert (tied.finished, tied.winners) == (False, ())
    again = match("playroom", (104, 104, 12), (7, 7, 0))
    assert not again.finished
    assert match("playroom", (104, 104, 12), (7, 7, 0), (-3, -2, 1)).winners == (1,)


def test_an_extra_round_may_fall_below_the_target_or_be_won_by_a_third() -> None:
    assert match("playroom", (99, 99, 12), (-20, -4, 1)).winners == (1,)
    assert match("playroom", (99, 99, 98), (-5, -5, 3)).winners == (2,)


def test_a_tie_below_the_first_place_is_no_tie() -> None:
    assert match("playroom", (99, 40, 40)).winners == (0,)


def test_target_is_of_the_rules() -> None:
    assert match("playroom,target=20", (19, 4)).finished is False
    assert match("playroom,target=20", (20, 4)).winners == (0,)


# --- rounds ------------------------------------------------------------------------------


def test_rounds_end_after_the_agreed_number_with_most_points() -> None:
    four = ((10, 0),) * 4
    assert not match("publisher", *four).finished
    assert match("publisher", *four, (-9, 30)).winners == (0,)
    assert match("publisher,target=2", (1, 200), (0, 0)).winners == (1,)


def test_rounds_have_nothing_to_do_with_points() -> None:
    assert not match("publisher", (99, 0)).finished


def test_rounds_go_on_after_an_exact_tie() -> None:
    tied = ((10, 10),) * 5
    assert not match("publisher", *tied).finished
    assert match("publisher", *tied, (0, 1)).winners == (1,)


# --- round wins --------------------------------------------------------------------------


def test_round_wins_count_the_rounds_won_and_joint_winners_one_each() -> None:
    text = "standard,match=round_wins,target=2"
    assert not match(text, (40, 1)).finished
    assert match(text, (40, 1), (3, 4), (3, 4)).winners == (1,)
    assert match(text, (5, 5, 0), (0, 9, 1)).winners == (1,)


def test_equal_round_wins_are_compared_by_points_and_then_played_on() -> None:
    text = "standard,match=round_wins,target=2"
    assert match(text, (10, 0), (0, 3), (5, 5)).winners == (0,)
    both = ((5, 5), (7, 7))
    assert not match(text, *both).finished
    assert match(text, *both, (0, 1)).winners == (1,)


def test_round_wins_default_to_three() -> None:
    assert not match("standard,match=round_wins", (1, 0), (1, 0)).finished
    assert match("standard,match=round_wins", (1, 0), (1, 0), (1, 0)).winners == (0,)


# --- single and auto ---------------------------------------------------------------------


def test_single_is_one_round_and_its_tie_stands() -> None:
    assert match("speed", (3, 8)).winners == (1,)
    assert match("speed", (8, 3, 8)).winners == (0, 2)
    assert match("speed,target=7", (8, 3)).finished


@pytest.mark.parametrize(("players", "kind", "goal"), [(2, "points", 99), (5, "points", 99)])
def test_auto_is_points_for_few(players: int, kind: str, goal: int) -> None:
    begun = match("standard", players=players)
    assert (begun.kind, begun.goal) == (kind, goal)


@pytest.mark.parametrize("text", ["standard", "standard,target=50"])
@pytest.mark.parametrize("players", [6, 12])
def test_auto_is_five_rounds_for_many_whatever_the_target(text: str, players: int) -> None:
    begun = match(text, players=players)
    assert (begun.kind, begun.goal) == ("rounds", 5)


def test_auto_is_decided_by_who_began_not_by_who_came_later() -> None:
    rounds: tuple[Scores, ...] = ((10, 9, 8, 7, 6, 5, 4),) * 5
    assert match("standard", *rounds, players=5).finished is False
    assert match("standard", *rounds, players=6).winners == (0,)


# --- who takes part ----------------------------------------------------------------------


def test_who_was_in_no_round_cannot_win() -> None:
    assert match("speed", (-4, None, -9)).winners == (0,)
    assert match("publisher,target=1", (-4, None, -9)).winners == (0,)


def test_who_came_later_can_win() -> None:
    assert match("playroom,target=30", (29, 1), (-9, 0, 31)).winners == (2,)


def test_a_round_in_which_nobody_was_dealt_in_has_no_winner() -> None:
    empty = match("speed", (None, None))
    assert (empty.round_winners, empty.winners) == (((),), ())


def test_a_match_is_a_value() -> None:
    begun = Match(Rules(), 2)
    with pytest.raises(AttributeError):
        begun.players = 3  # type: ignore[misc]
    assert msgspec.json.decode(msgspec.json.encode(begun), type=Match) == begun
