"""What a bot sees that it could do."""

import pytest

from pellmell.bots.choices import Use, choices, misfits
from pellmell.engine.commands import ToCentre, Turn
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.decide import decide, legal
from pellmell.engine.evolve import replay
from pellmell.engine.notation import format_command, parse_position
from pellmell.engine.rules import PRESETS, Rules, parse_rules
from pellmell.protocol.views import seen


def uses(position: str, rules: str = "standard,profi=on") -> dict[str, Use]:
    sight = seen(parse_position(position, parse_rules(rules)))
    return {format_command(choice.command): choice.use for choice in choices(sight, 0)}


def test_a_stack_card_is_laid_down_on_the_row() -> None:
    assert uses("- / r5 g6 | b5 | - | - / r9 | b8 | - | -") == {"s>r2": Use.STACK_TO_ROW}


def test_a_waste_card_on_which_the_stack_goes_next_frees_it() -> None:
    assert uses("- / r5 g6 | r4 | b5 | - / r9 | b8 | - | -") == {"w>r2": Use.FREEING}


def test_a_waste_card_on_which_nothing_follows_bides() -> None:
    assert uses("- / r5 g6 | b9 | b5 | - / r9 | b8 | - | -") == {"w>r2": Use.BIDING}


def test_an_empty_slot_is_filled_from_the_stack_alone() -> None:
    assert uses("- / r5 - | b9 | b5 | - / r9 | b8 | - | -", "publisher") == {"s>r2": Use.FILL}


def test_a_card_that_fits_is_no_slip() -> None:
    sight = seen(parse_position("r:A / r2 g6 | y1 | r7 | - / r9 | b8 | - | -"))
    assert [format_command(command) for command in misfits(sight, 0)] == ["r2>c", "w>c"]


@pytest.mark.parametrize(
    "rules",
    [*PRESETS.values(), Rules(profi="on"), Rules(profi="on", profi_step="any_lower")],
)
def test_it_sees_what_is_legal_and_nothing_else(rules: Rules) -> None:
    """A walk through a round: choices and the engine's own list are the same, piles unnamed."""
    chance = SeededDice(b"walk")
    table = deal(rules, [True] * 4, chance)
    for _ in range(150):
        for seat in range(4):
            seen_by_bot = {format_command(c.command) for c in choices(seen(table), seat)}
            commands = [c for c in legal(table, seat) if not isinstance(c, Turn)]
            assert seen_by_bot == {
                format_command(ToCentre(c.source) if isinstance(c, ToCentre) else c)
                for c in commands
            }
        seat = chance.below(4)
        moves = legal(table, seat)
        if not moves:
            break
        events = decide(table, seat, moves[chance.below(len(moves))], chance)
        assert isinstance(events, tuple)
        table = replay(table, events)
