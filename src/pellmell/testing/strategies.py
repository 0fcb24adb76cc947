"""Hypothesis strategies for rules, tables and commands, sensible ones and nonsense."""

from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from pellmell.engine.cards import HIGHEST, LOWEST, MAX_SEATS, MIN_SEATS, Card, Colour, Seat
from pellmell.engine.commands import (
    STACK,
    WASTE,
    Command,
    Grab,
    OnPile,
    OnSeat,
    OnSlot,
    RowTop,
    Source,
    Stop,
    Target,
    ToCentre,
    ToRow,
    Turn,
    Use,
)
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.decide import legal, top_of
from pellmell.engine.machine import ACTION_CARDS, ActionKind
from pellmell.engine.rules import CHOICES, PRESETS, RANGES, Rules, parse_rules
from pellmell.engine.table import Table
from pellmell.testing.playing import wander

MOST_STEPS: Final = 300
FAR: Final = 1 << 40
"""A number far beyond every slot, pile and seat."""


def rules_texts(**fixed: str) -> SearchStrategy[str]:
    """Rules texts that can be read, each option overridden or not; `fixed` ones have that value."""
    options = {name: st.sampled_from(words) for name, words in CHOICES.items()}
    for name, (low, high) in RANGES.items():
        options[name] = st.integers(low, high).map(str)
    for seat in "ABC":
        options[f"stack_size.{seat}"] = options["stack_size"]
    return st.builds(
        _text,
        st.sampled_from(list(PRESETS)),
        st.fixed_dictionaries(
            {name: st.just(value) for name, value in fixed.items()},
            optional={name: value for name, value in options.items() if name not in fixed},
        ),
    )


def rules(**fixed: str) -> SearchStrategy[Rules]:
    """Any rules, but for options that are `fixed` to a value."""
    return rules_texts(**fixed).map(parse_rules)


def seatings() -> SearchStrategy[list[bool]]:
    """Which seats are dealt in: two to twelve, seldom with empty places among them."""
    full = st.integers(MIN_SEATS, MAX_SEATS).map(lambda count: [True] * count)
    some = st.lists(st.booleans(), min_size=MIN_SEATS, max_size=MAX_SEATS)
    return full | some.filter(lambda seats: sum(seats) >= MIN_SEATS)


def dice() -> SearchStrategy[SeededDice]:
    """Chance that a failing test can repeat."""
    return st.integers(0, FAR).map(lambda seed: SeededDice(seed.to_bytes(8, "big")))


@st.composite
def tables(
    draw: st.DrawFn, given: SearchStrategy[Rules] | None = None, most_steps: int = MOST_STEPS
) -> Table:
    """A table that random play has reached, from a fresh deal to the end of a round."""
    chance = draw(dice())
    dealt = deal(draw(given if given is not None else rules()), draw(seatings()), chance)
    return wander(dealt, chance, draw(st.integers(0, most_steps)))


def cards() -> SearchStrategy[Card]:
    """Any card of any deck."""
    return st.builds(
        Card,
        st.sampled_from(Colour),
        st.integers(LOWEST, HIGHEST),
        st.integers(0, MAX_SEATS - 1),
    )


def seats(table: Table) -> SearchStrategy[Seat]:
    """A seat, now and then one that is not at the table."""
    return _number(len(table.areas))


@st.composite
def commands(draw: st.DrawFn, table: Table, seat: Seat) -> Command:
    """A command of a seat: a legal one, a near miss or nonsense."""
    possible = legal(table, seat)
    sensible = draw(st.booleans())
    if possible and sensible:
        return draw(st.sampled_from(possible))
    area = table.areas[seat] if seat in range(len(table.areas)) else table.areas[0]
    own: SearchStrategy[Source] = st.sampled_from([STACK, WASTE])
    row: SearchStrategy[Source] = st.builds(RowTop, _number(len(area.row)))
    source = draw(own | row)
    top = top_of(area, source)
    meant = st.none() | cards()
    if isinstance(top, Card):
        meant |= st.just(top)
    to_centre: SearchStrategy[Command] = st.builds(
        ToCentre, st.just(source), st.none() | _number(len(table.piles) + 1), meant
    )
    to_row: SearchStrategy[Command] = st.builds(
        ToRow, st.just(source), _number(len(area.row)), meant
    )
    others: SearchStrategy[Command] = st.sampled_from([Turn(), Stop()])
    return draw(to_centre | to_row | others | _by_machine(table, len(area.row), meant))


def _by_machine(
    table: Table, width: int, meant: SearchStrategy[Card | None]
) -> SearchStrategy[Command]:
    """A grab or the use of an action card, seldom a sensible one."""
    grab: SearchStrategy[Command] = st.builds(Grab, st.none() | _number(ACTION_CARDS + 1))
    target: SearchStrategy[Target] = (
        st.builds(OnPile, _number(len(table.piles)))
        | st.builds(OnSlot, _number(width))
        | st.builds(OnSeat, _number(len(table.areas)))
    )
    use: SearchStrategy[Command] = st.builds(Use, st.sampled_from(ActionKind), target, meant)
    return grab | use


def _number(count: int) -> SearchStrategy[int]:
    """A number that counts from 0, or one just or far outside."""
    outside = st.sampled_from([-FAR, -1, count, count + 1, FAR])
    return st.integers(0, count - 1) | outside if count else outside


def _text(preset: str, chosen: dict[str, str]) -> str:
    return ",".join([preset, *(f"{name}={value}" for name, value in chosen.items())])
