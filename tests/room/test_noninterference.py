"""What a seat may not see has no influence on what it is sent, before it can be seen.

A round is played once as it was dealt, and once with all cards that never came to light in it in
another order. To the byte the same has to be sent: to players, to who watches, to who comes back,
with everything refused, and with bots at the table.
"""

import random
from itertools import chain, takewhile
from typing import Final

import pytest

from pellmell.bots.mind import make_mind
from pellmell.engine.cards import Card
from pellmell.engine.deal import SeededDice
from pellmell.engine.table import Table
from pellmell.testing.playing import hidden_moved
from tests.room.driving import Client, Driven

RULES: Final = (
    "standard",
    "french,profi=on",
    "playroom",
    "standard,recycle=shuffle",
    "standard,speed=noises,speed_interval=1-2",
)
COMMANDS: Final = ("turn", "turn", "turn", "s>c", "w>c", "r1>c", "r2>c", "r3>c", "s>r1", "s>r2",
                   "s>r3", "w>r1", "r9>c", "stop", "nonsense", "w>p1", "grab")  # fmt: skip
STEPS: Final = 60


class Played:
    """A round that was played by chance alone, and what everybody was sent meanwhile."""

    def __init__(self, rules: str, seed: int, dealt: Table | None = None) -> None:
        self._dice = random.Random(f"{rules}/{seed}")
        self.driven = Driven(rules, mind=make_mind, seed=f"room {seed}")
        host = self.driven.host()
        self._people = [host, self.driven.sit("Guest")]
        self._tokens = [person.token for person in self._people]
        host.ask("bot", level="skilled")
        self._watcher = self.driven.connect(key="the-key", watch=True)
        host.ask("start")
        self.driven.run(10.0, self.runs)
        assert self.runs()
        self.dealt = self.driven.table
        if dealt is not None:
            self.driven.room._state.table = dealt
        self._since = {who: len(client.raw) for who, client in self.driven.clients.items()}
        self._play()

    def runs(self) -> bool:
        """Whether the round goes on."""
        return self.driven.room._state.phase == "round"

    def sent(self) -> dict[int, list[bytes]]:
        """Every frame to every connection from the beginning of the round to its end."""
        clients = self.driven.clients
        frames = {who: clients[who].raw[self._since.get(who, 0) :] for who in clients}
        return {who: [*takewhile(_goes_on, raw)] for who, raw in frames.items()}

    def _play(self) -> None:
        for _ in range(STEPS):
            # What follows on the end of a round, or on a shuffle, tells of everything.
            if self.runs():
                self._step()

    def _step(self) -> None:
        dice, place = self._dice, self._dice.randrange(2)
        what = dice.random()
        if what < 0.75:
            self._people[place].do(dice.choice(COMMANDS))
        elif what < 0.85:
            (self._watcher if dice.random() < 0.5 else self._people[place]).send(t="look")
        elif what < 0.9:
            self._come_back(place)
        elif what < 0.92:
            self.driven.connect(key="the-key", watch=True)
        self.driven.run(dice.choice((0.0, 0.05, 0.3)), lambda: not self.runs())

    def _come_back(self, place: int) -> None:
        client: Client = self._people[place]
        self.driven.drop(client)
        known = client.got[-1].get("v", 0) if self._dice.random() < 0.5 else 0
        token, life = self._tokens[place], client.welcome["life"]
        self._people[place] = self.driven.connect(token=token, v=known, life=life)
        self._people[place].n = client.n

    def shown(self) -> list[set[str]]:
        """The cards of each seat that came to light."""
        shown = [
            {name(card) for card in (*chain(*area.row), *area.stack[-1:], *area.waste[-1:])}
            for area in self.dealt.areas
        ]
        for frame in self._watcher.got:
            for event in frame.get("e", ()):
                if event["k"] == "did":
                    shown["ABCDEFGHIJKL".index(event["s"])].update(event["up"])
        return shown


def name(card: Card) -> str:
    """A card as frames name it."""
    return f"{card.colour.value}{card.number}"


def moved(one: Table, other: Table) -> int:
    """How many cards lie elsewhere in another table."""
    pairs = zip(_covered(one), _covered(other), strict=True)
    return sum(here != there for here, there in pairs)


def _covered(table: Table) -> list[Card]:
    return [card for area in table.areas for card in (*area.stack, *area.waste, *area.hand)]


def _goes_on(frame: bytes) -> bool:
    return b'"k":"phase"' not in frame and b'"k":"shuffled"' not in frame


def check(rules: str, seed: int) -> int:
    """Play a round twice; how many cards lay elsewhere the second time."""
    first = Played(rules, seed)
    shown = first.shown()
    dice = SeededDice(b"%d" % seed)
    other = hidden_moved(first.dealt, dice, lambda seat, card: name(card) in shown[seat])
    second = Played(rules, seed, other)
    # Whether a round is dead depends on what lies covered; it may be so in one of them alone.
    both_went_on = first.runs() and second.runs()
    for who in first.driven.clients.keys() & second.driven.clients.keys():
        one, two = first.sent()[who], second.sent()[who]
        same = min(len(one), len(two))
        assert one[:same] == two[:same], f"{rules}, seed {seed}: {who} is sent something else"
        assert len(one) == len(two) or not both_went_on
    return moved(first.dealt, other)


@pytest.mark.parametrize("rules", RULES)
def test_cards_that_nobody_saw_change_nothing_that_anybody_is_sent(rules: str) -> None:
    elsewhere = [check(rules, seed) for seed in range(6)]
    assert sum(elsewhere) > 20 * len(elsewhere)


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("rules", RULES)
def test_nor_do_they_in_two_thousand_rounds(rules: str, part: int) -> None:
    for seed in range(100 * part, 100 * part + 100):
        check(rules, 1000 + seed)
