"""Whole rounds with the Speed Machine, made quiet and loud again now and then."""

import pytest

from pellmell.engine.cards import MAX_SEATS, Card
from pellmell.engine.commands import Command, Use
from pellmell.engine.events import Capped, Event, Grabbed, Passed, Quieted, Removed, Spent, Threw
from pellmell.engine.machine import ACTION_CARDS, ActionKind
from pellmell.engine.rules import PRESETS, parse_rules
from pellmell.engine.score import score
from pellmell.testing.playing import Taste, eager
from tests.playouts.test_playouts import SEATS, Playout

TEXTS = [
    *(f"{preset},speed=noises" for preset in PRESETS if preset != "speed"),
    "speed",
    "speed,profi=on,row_refill=manual",
    "publisher,speed=noises,profi=on",
    "playroom,speed=noises,profi=on,profi_step=any_lower",
    "french,speed=quiet,profi=on,turn=2",
    "speed,stop=auto,recycle=keep,stack_size=12,left_malus=3",
]
ROUNDS = [(text, seats) for at, text in enumerate(TEXTS) for seats in SEATS[at % 3 :: 3]]


class Loudly(Playout):
    """A round in which somebody plays with the switch of the machine."""

    def step(self) -> bool:
        machine = self.table.machine
        assert machine is not None
        if self.dice.below(50) == 0:
            self.happen(Quieted(not machine.quiet))
        return super().step()


def hoarding(command: Command) -> int:
    """The taste of somebody who keeps every joker."""
    match command:
        case Use(kind=ActionKind.JOKER):
            return 0
        case _:
            return eager(command)


def play(text: str, seats: int, round_: int = 0, taste: Taste = eager) -> Loudly:
    """A round that was played to its end; every command of it left a sound table."""
    seed = f"machine {text} {seats} {round_}".encode()
    playout = Loudly(parse_rules(text), [*[eager] * (seats - 1), taste], seed)
    playout.run()
    return playout


def happened(playouts: list[Loudly], *kinds: type[Event]) -> list[Event]:
    return [event for p in playouts for event in p.events if isinstance(event, kinds)]


@pytest.mark.parametrize(("text", "seats"), ROUNDS)
def test_every_card_and_action_card_is_there_after_each_command(text: str, seats: int) -> None:
    playout = play(text, seats)
    machine = playout.table.machine
    assert machine is not None
    thrown = happened([playout], Threw)
    grabbed = happened([playout], Grabbed)
    assert len(thrown) == machine.thrown == ACTION_CARDS - len(machine.to_come)
    assert len(grabbed) == machine.thrown - len(machine.lying)
    held = sum(len(area.beside.held) for area in playout.table.areas)
    assert len(grabbed) == held + len(happened([playout], Spent, Capped))


def test_edge_93_each_kind_is_used_and_cards_change_hands() -> None:
    rounds = [play("speed,stack_size=12", seats, 1) for seats in (2, 4)]
    uses = {kind for p in rounds for area in p.table.areas for kind in area.beside.used}
    assert uses == set(ActionKind) - {ActionKind.JOKER}
    assert happened(rounds, Capped)
    assert happened(rounds, Removed)
    assert happened(rounds, Passed)
    given = [p for p in rounds if any(c.deck != s for s in p.seats for c in held_by(p, s))]
    assert given, "a card of another's deck lies in somebody's stack or row at the end"


def held_by(playout: Loudly, seat: int) -> list[Card]:
    area = playout.table.areas[seat]
    return [*area.stack, *(card for slot in area.row for card in slot)]


def test_edge_73_jokers_that_were_kept_cost_in_some_round() -> None:
    rounds = [play("speed,stop=auto", 3, round_, hoarding) for round_ in range(4)]
    kept = [playout.table.areas[2].beside.jokers for playout in rounds]
    assert max(kept) > 1
    for playout, jokers in zip(rounds, kept, strict=True):
        area = playout.table.areas[2]
        laid = sum(pile.decks.count(2) for pile in playout.table.piles)
        assert score(playout.table)[2] == laid - 2 * len(area.stack) - 2 * jokers


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, MAX_SEATS + 1))
@pytest.mark.parametrize("text", TEXTS)
def test_many_rounds_keep_every_card(text: str, seats: int) -> None:
    for round_ in range(1, 4):
        play(text, seats, round_)
