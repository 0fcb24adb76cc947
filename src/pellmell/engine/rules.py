"""The rules of a table: a field for each point on which rule sheets differ, and their text."""

from typing import Any, Final, Literal

import msgspec

from pellmell.engine.cards import LETTERS, MAX_SEATS, Seat, letter, seat_of
from pellmell.texts import FaultAt, Value, said

MatchKind = Literal["auto", "points", "rounds", "round_wins", "single"]

DEFAULT_TARGETS: Final = {"auto": 99, "points": 99, "rounds": 5, "round_wins": 3, "single": 1}
HIGHEST_TARGET: Final = 1000


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """What is legal at a table; each field is an option of the rules text, defaults first."""

    row_size: Literal["auto", 3, 4, 5] = "auto"
    stack_size: int = 10
    stack_sizes: tuple[tuple[Seat, int], ...] = ()
    row_refill: Literal["auto", "manual"] = "auto"
    ligretto_to_centre: Literal["any", "no_ones"] = "any"
    turn: int = 3
    recycle: Literal["shuffle", "keep"] = "shuffle"
    stop: Literal["call", "auto"] = "call"
    deadlock: Literal["auto", "score", "shuffle_hands"] = "auto"
    misplay_penalty: Literal[0, 1] = 0
    left_malus: int = 2
    match: MatchKind = "auto"
    target: int | None = None
    profi: Literal["off", "on"] = "off"
    profi_step: Literal["one", "any_lower"] = "one"
    speed: Literal["off", "noises", "quiet"] = "off"
    speed_interval: tuple[int, int] = (3, 8)

    def row_width(self, players: int) -> int:
        """Slots in the row of each seat when so many players are dealt in."""
        if self.row_size != "auto":
            return self.row_size
        return {1: 5, 2: 5, 3: 4}.get(players, 3)

    def stack_height(self, seat: Seat) -> int:
        """Cards dealt to the Ligretto stack of a seat, its handicap considered."""
        return dict(self.stack_sizes).get(seat, self.stack_size)

    @property
    def goal(self) -> int:
        """Where the match ends: points, rounds or round wins, as `match` says."""
        return self.target if self.target is not None else DEFAULT_TARGETS[self.match]


class RulesError(FaultAt, ValueError):
    """A rules text that cannot be read; says the token, its column and the remedy."""


PRESETS: Final[dict[str, Rules]] = {
    "standard": Rules(),
    "publisher": Rules(row_refill="manual", stop="auto", deadlock="score", match="rounds"),
    "french": Rules(row_refill="manual", recycle="keep", deadlock="score"),
    "playroom": Rules(
        ligretto_to_centre="no_ones",
        recycle="keep",
        stop="auto",
        deadlock="shuffle_hands",
        match="points",
    ),
    "speed": Rules(speed="noises", match="single"),
}

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "row_size": ("auto", "3", "4", "5"),
    "row_refill": ("auto", "manual"),
    "ligretto_to_centre": ("any", "no_ones"),
    "recycle": ("shuffle", "keep"),
    "stop": ("call", "auto"),
    "deadlock": ("auto", "score", "shuffle_hands"),
    "misplay_penalty": ("0", "1"),
    "match": ("auto", "points", "rounds", "round_wins", "single"),
    "profi": ("off", "on"),
    "profi_step": ("one", "any_lower"),
    "speed": ("off", "noises", "quiet"),
}
"""The options that take one of a few words, and the words."""

RANGES: Final[dict[str, tuple[int, int]]] = {
    "stack_size": (5, 12),
    "turn": (1, 5),
    "left_malus": (1, 3),
    "target": (1, HIGHEST_TARGET),
}
"""The options that take a number, and the lowest and highest it may be."""

LONGEST_INTERVAL: Final = 60
NUMERIC_CHOICES: Final = ("row_size", "misplay_penalty")

OPTIONS: Final = tuple(name for name in Rules.__struct_fields__ if name != "stack_sizes")
"""Every option of the rules text, in the order in which the shortest form writes them."""


def parse_rules(text: str) -> Rules:
    """The rules that a text names: a preset, then overrides, separated by commas.

    Raises RulesError for an unknown preset, option or value and for an option given twice.
    """
    preset, *overrides = text.split(",")
    if preset not in PRESETS:
        known = ", ".join(PRESETS)
        raise RulesError(1, said("rules.preset", token=repr(preset), presets=known))
    values: dict[str, Any] = {}
    column = len(preset) + 2
    for override in overrides:
        name, value = _override(override, column)
        if name in values:
            raise RulesError(column, said("rules.twice", token=repr(name)))
        values[name] = value
        column += len(override) + 1
    return _settled(PRESETS[preset], values)


def _override(text: str, column: int) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    option, dot, seat = name.partition(".")
    if option not in OPTIONS or (dot and option != "stack_size"):
        known = ", ".join(OPTIONS)
        raise RulesError(column, said("rules.option", token=repr(name), options=known))
    if dot and seat_of(seat) is None:
        last = LETTERS[MAX_SEATS - 1]
        flaw = said("rules.seat", token=repr(seat), option=repr(name), first=LETTERS[0], last=last)
        raise RulesError(column, flaw)
    if not equals:
        flaw = said("rules.no-value", token=repr(name), allowed=_allowed(option))
        raise RulesError(column, flaw)
    read = _value(option, value)
    if read is None:
        flaw = said("rules.value", token=repr(value), option=option, allowed=_allowed(option))
        raise RulesError(column + len(name) + 1, flaw)
    return name, read


def _allowed(option: str) -> Value:
    if option in CHOICES:
        return ", ".join(CHOICES[option])
    if option in RANGES:
        low, high = RANGES[option]
        return said("rules.range", low=low, high=high)
    return said("rules.interval", longest=LONGEST_INTERVAL, example="3-8")


def _value(option: str, text: str) -> Any:
    """The value of an option as its field holds it, or None if the text is not one."""
    if option in CHOICES:
        if text not in CHOICES[option]:
            return None
        return int(text) if option in NUMERIC_CHOICES and text != "auto" else text
    if option in RANGES:
        low, high = RANGES[option]
        return whole(text, low, high)
    shortest, _, longest = text.partition("-")
    least = whole(shortest, 1, LONGEST_INTERVAL)
    most = whole(longest, 1, LONGEST_INTERVAL)
    return (least, most) if least is not None and most is not None and least <= most else None


def whole(text: str, low: int, high: int) -> int | None:
    """The number that a text of plain digits writes without leading zeros, within bounds."""
    if not (text.isascii() and text.isdigit()) or len(text) > 4 or str(int(text)) != text:
        return None
    return int(text) if low <= int(text) <= high else None


def _settled(preset: Rules, values: dict[str, Any]) -> Rules:
    """The preset with its overrides, in the one form that equal rules share."""
    sizes = {
        seat: size
        for name, size in values.items()
        if name.startswith("stack_size.") and (seat := seat_of(name[-1])) is not None
    }
    plain = {name: value for name, value in values.items() if "." not in name}
    rules = msgspec.structs.replace(preset, **plain)
    own = tuple(sorted((s, n) for s, n in sizes.items() if n != rules.stack_size))
    target = None if rules.target == DEFAULT_TARGETS[rules.match] else rules.target
    return msgspec.structs.replace(rules, stack_sizes=own, target=target)


def rules_text(rules: Rules) -> str:
    """The shortest text that names these rules; of equally short ones the earliest preset's."""
    return min((_text_from(name, preset, rules) for name, preset in PRESETS.items()), key=len)


def _text_from(name: str, preset: Rules, rules: Rules) -> str:
    parts = [name]
    for option in OPTIONS:
        value = getattr(rules, option)
        if option == "target":
            # A preset has no target of its own, and None means the default of the match.
            if value is not None:
                parts.append(f"target={value}")
        elif value != getattr(preset, option):
            shown = "-".join(map(str, value)) if isinstance(value, tuple) else str(value)
            parts.append(f"{option}={shown}")
        if option == "stack_size":
            parts.extend(f"stack_size.{letter(s)}={n}" for s, n in rules.stack_sizes)
    return ",".join(parts)
