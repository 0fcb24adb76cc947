"""What every mind that plays a seat must keep to; add a new one to `MINDS`."""

import itertools
from collections.abc import Callable
from functools import partial
from typing import Literal

import pytest

from pellmell.bots.mind import make_mind
from pellmell.engine.cards import Seat
from pellmell.engine.commands import RowTop, StackTop, Stop, ToCentre, ToRow, WasteTop
from pellmell.engine.deal import Dice, SeededDice, deal, shuffled
from pellmell.engine.decide import Refusal, decide
from pellmell.engine.notation import parse_position
from pellmell.engine.rules import PRESETS, Rules
from pellmell.engine.table import Area, Table
from pellmell.protocol.messages import WORDS
from pellmell.protocol.minds import Intention, Mind
from pellmell.protocol.views import seen
from tests.bots.playing import Played, play_round

Maker = Callable[[Seat, Dice], Mind]

MINDS: dict[str, Maker] = {
    "beginner": partial(make_mind, "beginner"),
    "casual": partial(make_mind, "casual"),
    "skilled": partial(make_mind, "skilled"),
}
RULES = {
    **PRESETS,
    "profi": Rules(profi="on"),
    "any_lower": Rules(profi="on", profi_step="any_lower", recycle="keep"),
    "profi, manual": Rules(profi="on", row_refill="manual", ligretto_to_centre="no_ones"),
    "single cards": Rules(turn=1, stack_size=5, stack_sizes=((1, 12),), misplay_penalty=1),
}

maker = pytest.mark.parametrize("make", MINDS.values(), ids=MINDS)


def dice(*seed: object) -> SeededDice:
    return SeededDice(repr(seed).encode())


def minds(make: Maker, seats: int, seed: object = 0) -> list[Mind]:
    return [make(seat, dice(seed, seat)) for seat in range(seats)]


def round_of(make: Maker, seats: int, rules: Rules = RULES["standard"], seed: object = 0) -> Played:
    return play_round(rules, minds(make, seats, seed), f"round {seed}")


@maker
@pytest.mark.parametrize("seats", range(2, 13))
def test_rounds_of_every_size_come_to_their_end(make: Maker, seats: int) -> None:
    played = round_of(make, seats)
    assert played.why == "stop"
    assert sum(played.laid) >= 10


@maker
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("seats", [2, 5])
def test_rounds_under_all_rules_come_to_their_end(make: Maker, rules: Rules, seats: int) -> None:
    played = round_of(make, seats, rules)
    assert played.why in ("stop", "dead")
    assert played.seconds < 3600


@maker
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_what_looks_illegal_is_sent_only_as_a_rare_slip(make: Maker, rules: Rules) -> None:
    sent: list[Refusal | None] = []

    def watch(table: Table, seat: Seat, intention: Intention) -> None:
        if intention.command is not None:
            decision = decide(table, seat, intention.command, dice())
            sent.append(decision if isinstance(decision, Refusal) else None)

    play_round(rules, minds(make, 4), "slips", watch=watch)
    assert set(sent) <= {None, Refusal.DOES_NOT_FIT}
    assert sent.count(Refusal.DOES_NOT_FIT) <= len(sent) / 10


@maker
def test_plays_name_their_card_and_no_pile_as_a_tap_does(make: Maker) -> None:
    commands = [intention.command for _, intention in round_of(make, 4).intended]
    plays = [command for command in commands if isinstance(command, ToCentre)]
    assert plays
    assert all(play.pile is None and play.card is not None for play in plays)


@maker
def test_case_16_every_command_has_a_delay_of_its_own(make: Maker) -> None:
    delays = [i.after for _, i in round_of(make, 4).intended if i.command is not None]
    assert min(delays) >= 0.2
    assert len(set(delays)) > len(delays) / 2


@maker
@pytest.mark.parametrize("speed", ["noises", "quiet"])
def test_the_machine_is_answered_late_and_never_alike(
    make: Maker, speed: Literal["noises", "quiet"]
) -> None:
    rules = Rules(speed=speed, speed_interval=(1, 4), stack_size=14)
    rounds = [round_of(make, 4, rules, seed) for seed in range(6)]
    late = [
        now - {throw.number: at for at, throw in played.threw}[number]
        for played in rounds
        for now, _, number in played.grabbed
    ]
    assert len(late) >= 8
    assert min(late) >= 0.2
    assert len(set(late)) > len(late) / 2
    assert max(late) > 2 * min(late)
    assert {seat for played in rounds for _, seat, _ in played.grabbed} == {0, 1, 2, 3}


@maker
def test_the_same_seed_plays_the_same_round(make: Maker) -> None:
    first, again, other = (round_of(make, 4, seed=seed) for seed in (1, 1, 2))
    assert first.intended == again.intended
    assert first.table == again.table
    assert first.intended != other.intended


@maker
def test_hidden_cards_change_nothing_until_they_are_seen(make: Maker) -> None:
    tables: list[Table] = []
    play_round(Rules(), minds(make, 3), "met", watch=lambda table, *_: tables.append(table))
    for number, table in enumerate(tables[::25]):
        told = [
            play_until_a_card_moves(make, variant, number)
            for variant in (table, with_hidden_cards_moved(table, number))
        ]
        assert told[0] == told[1]


class CardMovedError(Exception):
    """Ends a round that is of interest only while the table is as it was."""


def play_until_a_card_moves(make: Maker, table: Table, seed: int) -> list[tuple[Seat, Intention]]:
    told: list[tuple[Seat, Intention]] = []

    def watch(now: Table, seat: Seat, intention: Intention) -> None:
        if now is not table:
            raise CardMovedError
        told.append((seat, intention))

    with pytest.raises(CardMovedError):
        play_round(table.rules, minds(make, 3, seed), "x", table=table, watch=watch)
    return told


def with_hidden_cards_moved(table: Table, seed: int) -> Table:
    return Table(table.rules, table.piles, tuple(_moved(area, seed) for area in table.areas))


def _moved(area: Area, seed: int) -> Area:
    """The area with its covered cards dealt anew among the places that nobody sees."""
    stack, waste = area.stack[:-1], area.waste[:-1]
    hidden = iter(shuffled(stack + waste + area.hand, dice("moved", seed)))
    return Area(
        area.row,
        (*itertools.islice(hidden, len(stack)), *area.stack[-1:]),
        (*itertools.islice(hidden, len(waste)), *area.waste[-1:]),
        tuple(hidden),
    )


@maker
@pytest.mark.parametrize("word", WORDS)
def test_a_mind_that_is_refused_for_ever_calms_down_and_plays_on(make: Maker, word: str) -> None:
    table = deal(Rules(), [True, True], dice("refused"))
    mind, now = make(0, dice(word)), 0.0
    now += mind.think(seen(table), now, None).after
    for _ in range(30):
        now += mind.think(seen(table), now, word).after
    assert mind.think(seen(table), now, word).after >= 2
    later = [mind.think(seen(table), now + 10 * i, None) for i in range(20)]
    assert all(intention.command is not None for intention in later)
    assert all(intention.after < 15 for intention in later)


@maker
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("- / r5 g6 | - | r9 | g2 / - | - | - | -", Stop),
        ("r:A / r5 g6 | - | - | - / r2 g7 | b8 | - | -", Stop),
        ("r:B / r5 g6 | y8 | - | - / r2 g7 | b8 | - | -", type(None)),
        ("r:B / r2 g6 | y8 | - | - / r9 g7 | b8 | - | -", RowTop),
        ("r:B / r5 g6 | r2 | - | - / r9 g7 | b8 | - | -", StackTop),
        ("r:B / r5 g6 | y8 | r2 | - / r9 g7 | b8 | - | -", WasteTop),
        ("- / r5 - | y8 | - | - / r9 g7 | b8 | - | -", ToRow),
        ("- / - | - | - | - / r9 g7 | b8 | - | -", type(None)),
    ],
)
def test_from_any_sight_it_comes_to_what_there_is(
    make: Maker, position: str, expected: type[object]
) -> None:
    table = parse_position(position)
    mind, now, wanted = make(0, dice(position)), 0.0, 0
    for _ in range(40):
        intention = mind.think(seen(table), now, None)
        assert 0.05 <= intention.after < 60
        now += intention.after
        command = intention.command
        wanted += isinstance(command.source if isinstance(command, ToCentre) else command, expected)
    assert wanted >= 5


@maker
def test_a_one_on_the_stack_waits_where_it_must(make: Maker) -> None:
    table = parse_position(
        "- / r5 g6 | r1 | - | g9 / r9 g7 | b8 | - | -", Rules(ligretto_to_centre="no_ones")
    )
    mind, now = make(0, dice("ones")), 0.0
    for _ in range(40):
        intention = mind.think(seen(table), now, None)
        now += intention.after
        command = intention.command
        assert not isinstance(command, ToCentre) or command.source != StackTop()
