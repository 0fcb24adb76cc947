"""A room as a client follows it: enough of the table to play on without knowing the rules well."""

from itertools import chain
from typing import Any

from pellmell.engine.cards import LETTERS


class Follower:
    """The tops of every seat and of the centre, folded from a `welcome` and the events after it."""

    def __init__(self) -> None:
        self.phase = "lobby"
        self.piles: list[tuple[str, int]] = []
        self.rows: list[list[str | None]] = []
        self.stacks: list[tuple[str | None, int]] = []
        self.wastes: list[str | None] = []

    def welcome(self, room: dict[str, Any]) -> None:
        """Begin anew with the room that a welcome shows."""
        self.phase = room["phase"]
        if room["table"]:
            self._lay(room["table"])

    def event(self, event: dict[str, Any]) -> None:
        """Fold an event."""
        match event["k"]:
            case "did":
                self._did(LETTERS.index(event["s"]), event)
            case "dealt":
                self._lay(event["table"])
            case "phase":
                self.phase = event["phase"]
            case "shuffled":
                self.wastes = [None] * len(self.wastes)
            case "ended":
                self.phase = "result"
            case _:
                pass

    def command(self, seat: int) -> tuple[str, str | None]:
        """A play that fits, and its card; else to turn the hand."""
        sources = chain(
            [("s", self.stacks[seat][0])],
            ((f"r{slot + 1}", card) for slot, card in enumerate(self.rows[seat])),
            [("w", self.wastes[seat])],
        )
        for source, card in sources:
            if card and (card[1:] == "1" or (card[0], int(card[1:]) - 1) in self.piles):
                return f"{source}>c", card
        return "turn", None

    def _lay(self, table: str) -> None:
        centre, *sections = table.split(" / ")
        self.piles = [(pile[0], len(pile) - 2) for pile in centre.split(" ") if pile != "-"]
        fields = [section.split(" | ") for section in sections]
        self.rows = [[None if c == "-" else c for c in row.split(" ")] for row, *_ in fields]
        self.stacks = [_stack(stack) for _, stack, *_ in fields]
        self.wastes = [_stack(waste)[0] for *_, waste, _ in fields]

    def _did(self, seat: int, did: dict[str, Any]) -> None:
        source, _, target = did["a"].partition(">")
        up = list(did["up"])
        if source == "turn":
            self.wastes[seat] = up[0] if up else None
            return
        if source == "s":
            self.stacks[seat] = (up[0] if up else None, self.stacks[seat][1] - 1)
        elif source == "w":
            self.wastes[seat] = up[0] if up else None
        elif source != "stop":
            self._leaves_row(seat, int(source[1:]) - 1, up)
        if target.startswith("c"):
            self._lands(int(target[1:]) - 1, did["card"])
        elif target:
            self.rows[seat][int(target[1:]) - 1] = did["card"]

    def _leaves_row(self, seat: int, slot: int, up: list[str]) -> None:
        """The slot is filled from the stack, if that has a card."""
        top, count = self.stacks[seat]
        self.rows[seat][slot] = top
        if count:
            self.stacks[seat] = (up[0] if up else None, count - 1)

    def _lands(self, pile: int, card: str) -> None:
        top = (card[0], int(card[1:].partition("@")[0]))
        if pile == len(self.piles):
            self.piles.append(top)
        else:
            self.piles[pile] = top


def _stack(field: str) -> tuple[str | None, int]:
    """The top card that a field shows, and how many cards it has."""
    words = [word for word in field.split(" ") if word != "-"]
    hidden = sum(int(word[1:]) for word in words if word.startswith("?"))
    shown = [word for word in words if not word.startswith("?")]
    return (shown[-1] if shown else None, hidden + len(shown))
