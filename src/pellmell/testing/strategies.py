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
from pellmell.engine.decide import Refusal, legal, top_of
from pellmell.engine.machine import ACTION_CARDS, ActionKind
from pellmell.engine.rules import CHOICES, PRESETS, RANGES, Rules, parse_rules
from pellmell.engine.table import Area, Table
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
    kind = draw(_KINDS)
    if kind == "legal" and possible:
        return possible[draw(st.integers(0, len(possible) - 1))]
    area = table.areas[seat] if seat in range(len(table.areas)) else table.areas[0]
    if kind == "centre":
        source = draw(_sources(area))
        pile = None if draw(st.booleans()) else draw(_number(len(table.piles) + 1))
        return ToCentre(source, pile, draw(_meant(top_of(area, source))))
    if kind == "row":
        source = draw(_sources(area))
        return ToRow(source, draw(_number(len(area.row))), draw(_meant(top_of(area, source))))
    if kind == "grab":
        return Grab(None if draw(st.booleans()) else draw(_number(ACTION_CARDS + 1)))
    if kind == "use":
        target, source = draw(_targets(table, area))
        return Use(draw(_ACTIONS), target, draw(_meant(top_of(area, source))))
    return Stop() if kind == "stop" else Turn()


_KINDS: Final = st.sampled_from(
    ["legal", "legal", "legal", "legal", "centre", "row", "turn", "stop", "grab", "use"]
)
_ACTIONS: Final = st.sampled_from(ActionKind)
_CARDS: Final = cards()


@st.composite
def _sources(draw: st.DrawFn, area: Area) -> Source:
    place = draw(st.integers(-2, len(area.row) + 2))
    others: dict[int, Source] = {-2: STACK, len(area.row) + 2: WASTE}
    return others.get(place, RowTop(place))


@st.composite
def _targets(draw: st.DrawFn, table: Table, area: Area) -> tuple[Target, Source]:
    """A target of an action card, and whence the number card comes that it moves."""
    kind = draw(st.integers(0, 2))
    if kind == 0:
        return OnPile(draw(_number(len(table.piles)))), STACK
    if kind == 1:
        slot = draw(_number(len(area.row)))
        return OnSlot(slot), RowTop(slot)
    return OnSeat(draw(_number(len(table.areas)))), STACK


@st.composite
def _meant(draw: st.DrawFn, top: Card | Refusal) -> Card | None:
    """No card, mostly; else the one that lies there or another one."""
    which = draw(st.integers(0, 3))
    if which == 3:
        return draw(_CARDS)
    return top if which == 2 and isinstance(top, Card) else None


def _number(count: int) -> SearchStrategy[int]:
    """A number that counts from 0, or one just or far outside."""
    far = {-2: -FAR, count + 1: FAR}
    return st.integers(-2, count + 1).map(lambda number: far.get(number, number))


def _text(preset: str, chosen: dict[str, str]) -> str:
    return ",".join([preset, *(f"{name}={value}" for name, value in chosen.items())])
