"""A room as a client knows it: folded from a welcome and the events after it, and nothing else."""

import re
from hashlib import sha256
from typing import Any

import msgspec

from pellmell.engine.cards import Card, Seat, seat_of
from pellmell.engine.commands import WASTE, OnSeat, ToCentre, ToRow, Turn, Use
from pellmell.engine.deal import SeededDice, deal
from pellmell.engine.decide import Refusal, decide, shuffle_hands
from pellmell.engine.events import Quieted, Threw
from pellmell.engine.evolve import evolve, replay
from pellmell.engine.machine import ActionKind, Noise, Throw
from pellmell.engine.notation import (
    format_view,
    parse_card,
    parse_command,
    parse_position,
)
from pellmell.engine.proof import Proof
from pellmell.engine.rules import Rules, parse_rules
from pellmell.engine.table import Area, Table

Event = dict[str, Any]
Shown = dict[str, Any]

TIMED = ("at", "left", "next")
"""What a welcome says of the moment rather than of the version."""


class FoldError(Exception):
    """An event that does not apply to what this client knows."""


def comparable(room: Shown) -> Shown:
    """What everybody at the same version must know alike."""
    shown = {k: v for k, v in room.items() if k not in TIMED}
    if shown["phase"] in ("lobby", "over"):
        shown["machine"] = None  # Without a table there is none to see.
    return shown


class Fold:
    """One client's room."""

    def __init__(self, room: Shown) -> None:
        self.room = dict(room)
        self.room["seats"] = [dict(seat) for seat in room["seats"]]
        self.table: Table | None = None
        self._rules: Rules = parse_rules(room["rules"])
        self._sealed: tuple[str, dict[str, str], str] | None = None
        """What the round's chance was bound to, and what was dealt, if that was seen."""
        if room["table"] is not None:
            self._lay(room["table"])

    @property
    def phase(self) -> str:
        phase: str = self.room["phase"]
        return phase

    def seat(self, name: str | None) -> dict[str, Any] | None:
        """What is known of a seat."""
        return next((seat for seat in self.room["seats"] if seat["seat"] == name), None)

    def shown(self) -> Shown:
        """What a welcome would say now."""
        room = dict(self.room)
        room["seats"] = sorted(room["seats"], key=lambda seat: str(seat["seat"]))
        hidden = room["phase"] in ("lobby", "over") or self.table is None
        room["table"] = None if hidden or self.table is None else self._view(self.table)
        if self.table is not None and self.table.machine is not None:
            machine = self.table.machine
            left = len(machine.to_come)
            play = (room["machine"] or {}).get("play")
            room["machine"] = {"quiet": machine.quiet, "left": left, "play": play}
        return comparable(room)

    def _view(self, table: Table) -> str:
        last = max((seat_of(seat["seat"]) or 0 for seat in self.room["seats"]), default=-1)
        absent = (Area(),) * max(0, last + 1 - len(table.areas))
        areas = [*table.areas, *absent]
        while len(areas) > last + 1 and not areas[-1].dealt:
            del areas[-1]  # of a newcomer who is gone again
        return format_view(msgspec.structs.replace(table, areas=tuple(areas)))

    def take(self, event: Event) -> None:
        """Take in what happened."""
        room = self.room
        match event["k"]:
            case "did":
                self._did(event)
            case "dealt":
                self._dealt(event)
            case "phase":
                room["phase"] = event["phase"]
                room["machine"] = room["machine"] and {**room["machine"], "play": None}
            case "seat":
                self._seat({k: v for k, v in event.items() if k != "k"})
            case "shuffled":
                assert self.table is not None
                self.table = evolve(self.table, shuffle_hands(self.table, SeededDice(b"")))
            case "ended":
                self._ended(event)
            case "match":
                room["winners"] = event["winners"]
            case "rules":
                room["rules"] = event["rules"]
                self._rules = parse_rules(event["rules"])
            case "options":
                room["options"] = event["options"]
            case "vote":
                room["votes"] = event["s"]
            case "watchers":
                room["watchers"] = event["n"]
            case "lock":
                room["locked"] = event["on"]
            case "threw" | "quiet":
                self._by_machine(event)
            case "commit":
                room["commit"] = event["hash"]
            case "pledge":
                room["pledges"] = {**room["pledges"], event["s"]: event["hash"]}
            case "reveal":
                self._reveal(event)
            case "react" | "rekeyed" | "shares":
                pass
            case other:
                raise FoldError(f"an event {other!r} that nobody knows")

    def _lay(self, text: str) -> None:
        whole = re.sub(r"\?(\d+)", lambda found: " ".join(["r1"] * int(found[1])), text)
        self.table = parse_position(whole, self._rules)

    def _dealt(self, event: Event) -> None:
        room = self.room
        self._sealed = (room["commit"], room["pledges"], event["table"])
        room.update(round=event["round"], ended=None, votes=[], machine=None)
        room.update(commit=None, pledges={})
        if event["first"]:
            room.update(scores=[], winners=[])
        for seat in room["seats"]:
            seat["ready"] = seat["kind"] == "bot"
            seat["total"] = 0 if event["first"] else seat["total"]
        self._lay(event["table"])

    def _seat(self, changed: dict[str, Any]) -> None:
        name = changed.pop("s")
        seats = self.room["seats"]
        if changed.pop("gone", False):
            self.room["seats"] = [seat for seat in seats if seat["seat"] != name]
            pledges = self.room["pledges"]
            self.room["pledges"] = {s: hashed for s, hashed in pledges.items() if s != name}
            return
        place = self.seat(name)
        if place is None:
            place = {"seat": name, "total": 0}
            seats.append(place)
        place.update(changed)

    def _reveal(self, event: Event) -> None:
        """The round was dealt by what was sealed before it, and by nothing else."""
        if self._sealed is None:
            return
        commit, pledges, dealt = self._sealed
        seed = bytes.fromhex(event["seed"])
        shares = {s: bytes.fromhex(share) for s, share in event["shares"].items()}
        if sha256(seed).hexdigest() != commit:
            raise FoldError(f"the seed {event['seed']} is not the one that was sealed")
        for s, share in shares.items():
            if sha256(share).hexdigest() != pledges.get(s):
                raise FoldError(f"the share of {s} is not the one that was pledged")
        proof = Proof(seed, tuple((seat_of(s) or 0, share) for s, share in sorted(shares.items())))
        assert self.table is not None
        seats = [area.dealt for area in self.table.areas]
        noises = self.table.noises if self.table.machine is not None else None
        again = deal(self.table.rules, seats, proof.dice("deal 1"), noises)
        sections = format_view(again).split(" / ")
        if dealt.split(" / ")[: len(sections)] != sections:
            raise FoldError(f"the seed {event['seed']} deals {sections}, not {dealt}")

    def _ended(self, event: Event) -> None:
        self.room["ended"] = event
        self.room["scores"] = [*self.room["scores"], event["scores"]]
        for seat in self.room["seats"]:
            place = seat_of(seat["seat"]) or 0
            seat["total"] = event["totals"][place] if place < len(event["totals"]) else 0

    def _by_machine(self, event: Event) -> None:
        assert self.table is not None
        if event["k"] == "quiet":
            self.table = evolve(self.table, Quieted(event["on"]))
            return
        noise = None if event["noise"] is None else Noise(event["noise"])
        throw = Throw(event["number"], ActionKind(event["card"]), noise)
        self.table = evolve(self.table, Threw(throw))
        self.room["machine"] = {"play": event["play"]}

    def _did(self, event: Event) -> None:
        seat, command = seat_of(event["s"]), parse_command(event["a"])
        if self.table is None or seat is None:
            raise FoldError(f"{event} where no table is known")
        if event["card"] is not None and isinstance(command, ToCentre | ToRow | Use):
            card = parse_card(event["card"], seat)
            command = msgspec.structs.replace(command, card=card)
        decision = decide(self.table, seat, command, SeededDice(b""))
        if isinstance(decision, Refusal):
            raise FoldError(f"{event} is {decision} on {self.shown()['table']}")
        self.table = replay(self.table, decision)
        cards = [parse_card(text, seat) for text in event["up"]]
        if cards:
            on_waste = isinstance(command, Turn) or getattr(command, "source", None) == WASTE
            self.table = _revealed(self.table, seat, cards[0], on_waste=on_waste)
        if isinstance(command, Use) and isinstance(command.target, OnSeat):
            return


def _revealed(table: Table, seat: Seat, card: Card, *, on_waste: bool) -> Table:
    area = table.areas[seat]
    stack = area.stack if on_waste else (*area.stack[:-1], card)
    waste = (*area.waste[:-1], card) if on_waste else area.waste
    shown = Area(area.row, stack, waste, area.hand, area.beside)
    areas = (*table.areas[:seat], shown, *table.areas[seat + 1 :])
    return msgspec.structs.replace(table, areas=areas)
