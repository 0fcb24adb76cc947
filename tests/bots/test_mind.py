"""How the levels of people play: what they prefer, overlook, and learn from a refusal."""

from collections import Counter

import pytest

from pellmell.bots.levels import PACES
from pellmell.bots.mind import Person, make_mind
from pellmell.engine.deal import SeededDice
from pellmell.engine.notation import format_command, parse_position
from pellmell.engine.rules import Rules, parse_rules
from pellmell.protocol.messages import Level
from pellmell.protocol.minds import Intention
from pellmell.protocol.views import Seen, seen

EVERYTHING_FITS = "r:B g:B b:B / r2 y7 | g2 | b2 | y9 / r9 | b8 | - | -"
ONLY_BIDING = "- / r5 g6 | b9 | b5 | {hand} / r9 | b8 | - | -"
NOTHING_FITS = "- / r5 g6 | b9 | b7 | y9 / r9 | b8 | - | -"


def sight_of(position: str, rules: str = "standard") -> Seen:
    return seen(parse_position(position, parse_rules(rules)))


def person(level: Level, seed: object) -> Person:
    return Person(PACES[level], 0, SeededDice(repr(seed).encode()))


def seasoned(level: Level, sight: Seen, seed: object) -> tuple[Person, Intention]:
    """A mind that has looked at the same sight for long enough to have noticed everything."""
    mind = person(level, seed)
    mind.think(sight, 0.0, None)
    return mind, mind.think(sight, 100.0, None)


def plays(level: Level, sight: Seen) -> Counter[str]:
    intentions = (seasoned(level, sight, seed)[1] for seed in range(200))
    return Counter(format_command(i.command) for i in intentions if i.command is not None)


@pytest.mark.parametrize("level", ["casual", "skilled"])
def test_the_stack_goes_first_among_equals(level: Level) -> None:
    assert plays(level, sight_of(EVERYTHING_FITS))["s>c"] >= 180


def test_a_beginner_takes_what_comes() -> None:
    counts = plays("beginner", sight_of(EVERYTHING_FITS))
    assert all(counts[play] >= 30 for play in ("r1>c", "s>c", "w>c"))


@pytest.mark.parametrize("level", PACES)
def test_a_chance_that_has_just_arisen_is_overlooked_as_often_as_the_level_says(
    level: Level,
) -> None:
    sight = sight_of("r:B / r2 g6 | b9 | - | y9 / r9 | b8 | - | -")
    first = [person(level, seed).think(sight, 0.0, None).command for seed in range(400)]
    share = sum(format_command(c) == "r1>c" for c in first if c is not None) / len(first)
    # What is left after slips, which are rare, of 1 - exp(-look / notice).
    assert share == pytest.approx(
        {"beginner": 0.17, "casual": 0.27, "skilled": 0.36}[level], abs=0.06
    )


def test_a_lost_race_costs_a_quarter_of_a_second_and_the_chance_must_be_noticed_anew() -> None:
    sight = sight_of("r:B / r2 g6 | b9 | - | y9 / r9 | b8 | - | -")
    again = Counter[str]()
    for seed in range(200):
        mind, meant = seasoned("skilled", sight, seed)
        if meant.command is not None and format_command(meant.command) == "r1>c":
            second = mind.think(sight, 100.0, "beaten")
            assert second.command is not None
            assert second.after >= 0.25 + 0.25
            again[format_command(second.command)] += 1
    assert again["turn"] >= 50
    assert again["r1>c"] >= 50


@pytest.mark.parametrize(
    ("rules", "low", "high"), [("standard", 20, 60), ("standard,misplay_penalty=1", 2, 20)]
)
def test_slips_are_rare_and_rarer_where_they_cost(rules: str, low: int, high: int) -> None:
    sight = sight_of("r:B / r2 g6 | b9 | - | y9 / r9 | b8 | - | -", rules)
    made = (seasoned("beginner", sight, seed)[1].command for seed in range(600))
    slips = sum(format_command(c) in ("r2>c", "s>c") for c in made if c is not None)
    assert low <= slips <= high


def test_nobody_slips_twice_in_a_row() -> None:
    sight = sight_of("r:B / r2 g6 | b9 | - | y9 / r9 | b8 | - | -")
    seen_slips = 0
    for seed in range(300):
        mind, meant = seasoned("beginner", sight, seed)
        if meant.command is not None and format_command(meant.command) in ("r2>c", "s>c"):
            seen_slips += 1
            then = mind.think(sight, 102.0, "does-not-fit").command
            assert then is not None
            assert format_command(then) == "r1>c"
    assert seen_slips >= 5


def test_a_waste_card_bides_on_the_row_only_after_a_pass_that_brought_nothing() -> None:
    before = sight_of(ONLY_BIDING.format(hand="y9"), "standard,profi=on")
    wrapping = sight_of("- / r5 g6 | b9 | y3 | - / r9 | b8 | - | -", "standard,profi=on")
    for seed in range(20):
        mind, meant = seasoned("skilled", before, seed)
        assert meant.command is not None
        assert format_command(meant.command) == "turn"
        mind.think(wrapping, 101.0, None)
        mind.think(before, 102.0, None)
        after = [mind.think(before, 110.0 + i, "beaten").command for i in range(20)]
        assert "w>r2" in [format_command(c) for c in after if c is not None]


def test_the_hand_is_taken_up_again_more_slowly_than_it_is_turned() -> None:
    with_hand = sight_of(NOTHING_FITS)
    without = sight_of(NOTHING_FITS.replace("y9", "-"))
    for level in PACES:
        turns = sorted(person(level, seed).think(with_hand, 0.0, None).after for seed in range(50))
        wraps = sorted(person(level, seed).think(without, 0.0, None).after for seed in range(50))
        assert wraps[25] > 2 * turns[25]


def test_a_seat_that_was_not_dealt_in_only_waits() -> None:
    mind = make_mind("skilled", 0, SeededDice(b"out"))
    sight = seen(parse_position("- / - | - | - | - / r9 | b8 | - | -", Rules()))
    assert mind.think(sight, 0.0, None).command is None
