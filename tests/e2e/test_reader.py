"""A whole round by the tree that a screen reader reads, held against the record of that round."""

import re
from pathlib import Path
from typing import Final

import msgspec
import pytest
from playwright.async_api import expect

from pellmell.engine.cards import HIGHEST, Card
from pellmell.engine.record import parse_record
from pellmell.engine.record.replay import Replay
from pellmell.engine.table import Table
from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person, Seen
from tests.e2e.playing import COLOURS, compact, play, seated, staying
from tests.e2e.serving import Serving, check
from tests.e2e.tree import Node, Reader, fits

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHORT: Final = "standard,turn=1,stack_size=5"
CARD: Final = r"(?:red|blue|yellow|green) \d+"
OWN: Final = r"(?:Row \d|Stack|Waste): .+"
HAND: Final = r"Turn \d+ of \d+|Take up the waste, .+|Hand: empty"
OTHER: Final = r"(.+): (\d+) cards? in the stack"
PILE: Final = rf"{CARD}, laid by \w+"
SEVERAL: Final = {"two": 2, "three": 3, "4": 4, "5": 5, "6": 6}
STOP: Final = "STOP Stop the round|Stop the round"
MOST: Final = 300
"""Acts after which a round of stacks this short is over."""


class Told(msgspec.Struct, frozen=True):
    """What the tree says of a table."""

    own: tuple[str, ...]
    """Row, stack, waste and hand."""
    middle: tuple[str, ...]
    """The open piles, sorted: they may stand in any order."""
    others: tuple[str, ...]


def heard(tree: list[Node]) -> Told:
    """A tree, as far as it tells of the table."""
    own = [node.name for node in tree if fits(node, "button", f"{OWN}|{HAND}")]
    middle = [node.name for node in tree if fits(node, "image", PILE)]
    others = [node.name for node in tree if fits(node, "StaticText", OTHER)]
    # A finished pile lies there for a moment before it is put away.
    return Told(
        tuple(own), tuple(sorted(n for n in middle if f" {HIGHEST}," not in n)), tuple(others)
    )


def true_of(table: Table, names: tuple[str, ...]) -> Told:
    """What the tree has to say of a table to whoever has its first seat."""
    area, *others = table.areas
    row = [
        f"Row {slot}: {_card(cards[-1]) if cards else 'empty'}"
        for slot, cards in enumerate(area.row, 1)
    ]
    stack, waste = (
        f"{what}: {_card(cards[-1])}, {_cards(len(cards))}" if cards else f"{what}: empty"
        for what, cards in (("Stack", area.stack), ("Waste", area.waste))
    )
    if area.hand:
        hand = f"Turn {min(table.rules.turn, len(area.hand))} of {len(area.hand)}"
    else:
        hand = f"Take up the waste, {_cards(len(area.waste))}" if area.waste else "Hand: empty"
    piles = [
        f"{COLOURS[pile.colour]} {pile.top}, laid by {names[pile.decks[-1] or 0]}"
        for pile in table.piles
        if pile.top < HIGHEST
    ]
    return Told(
        own=(*row, stack, waste, hand),
        middle=tuple(sorted(piles)),
        others=tuple(
            f"{name}: {_cards(len(other.stack))} in the stack"
            for name, other in zip(names[1:], others, strict=True)
        ),
    )


def _card(card: Card) -> str:
    return f"{COLOURS[card.colour]} {card.number}"


def _cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def wanted(tree: list[Node]) -> Node:
    """What to press next, by what is read alone: the end, a card that goes on a pile, the hand."""
    buttons = [node for node in tree if node.role == "button"]
    stop = next(node for node in buttons if re.fullmatch(STOP, node.name))
    if not stop.off:
        return stop
    tops = {node.name.partition(",")[0] for node in tree if fits(node, "image", PILE)}
    for what in ("Stack", "Row", "Waste"):
        for node in buttons:
            card = re.fullmatch(rf"{what}.*: (\w+) (\d+).*", node.name)
            if card is None:
                continue
            if card[2] == "1" or f"{card[1]} {int(card[2]) - 1}" in tops:
                return node
    return next(node for node in buttons if re.fullmatch(HAND, node.name))


async def _settled(one: Person, other: Person, since: Seen) -> None:
    """Until an act of one has come to both: what it uncovers is told, and nothing is in the air."""
    await one.changed(since)
    await expect(one.find(".own-card.covered")).to_have_count(0)
    now = await one.look()
    await other.until(lambda seen: seen.piles == now.piles)
    for somebody in (one, other):
        await expect(somebody.find(".flyer.flying")).to_have_count(0)


async def _answer(ben: Person, ann: Person) -> None:
    """The other's turn: a card, if one fits, or one from the hand."""
    seen = await ben.look()
    what = staying(seen)
    if what is not None:
        await ben.tap(what)
        await _settled(ben, ann, seen)
        left = await _left(ben)
        await ann.until(lambda now: now.stacks["B"] == left)


async def _left(person: Person) -> str:
    """How many cards somebody's own stack has, as its badge says."""
    return await person.find('[data-source="s"] .badge').inner_text() or "0"


async def test_a_round_by_the_tree_of_a_screen_reader(
    server: Serving, person: NewPerson, tmp_path: Path
) -> None:
    ann, ben = await person(), await person()
    room = await server.create(SHORT)
    await seated(room, ann, ben)
    reader = await Reader.of(ann)
    await reader.activate(await reader.find("button", "Start.*"))
    for somebody in (ann, ben):
        await somebody.running()

    read = [await reader.read()]

    async def listen() -> None:
        read.append(await reader.read())
        _same_nodes(read[0], read[-1])
        _same_piles(read[-2], read[-1])

    for act in range(MOST):
        node = wanted(read[-1])
        seen = await ann.look()
        press = (reader.enter, reader.activate)[act % 2]
        await press(node)
        if re.fullmatch(STOP, node.name):
            break
        await _settled(ann, ben, seen)
        await listen()
        if press == reader.enter:
            assert node.id in {one.id for one in read[-1] if one.focused}, "the focus has moved"
        await _answer(ben, ann)
        await listen()
    await ann.at("result")

    record = await room.record(1)
    assert _without_echo([heard(tree) for tree in read]) == _tables(record)
    assert re.search(r"^\d+\.\d+ A stop$", record, re.MULTILINE)
    tree = await reader.read()
    assert any(fits(node, "heading", "Round 1.*") for node in tree)
    said = " ".join(node.name for node in tree if node.role == "StaticText")
    for seat, points in (await check(record, tmp_path)).items():
        name = {"A": "Ann", "B": "Ben"}[seat]
        assert f"{name}: {points} of 99".replace("-", "−") in said
    await reader.activate(await reader.find("button", "Next round"))
    await ann.running()
    assert heard(await reader.read()).middle == ()


def _same_nodes(first: list[Node], now: list[Node]) -> None:
    """Keys, and the others, are the nodes that they were: a reader's place in the page is kept."""
    for role, name in (("button", OWN), ("button", HAND), ("button", STOP), ("StaticText", OTHER)):
        before, after = ([one.id for one in tree if fits(one, role, name)] for tree in (first, now))
        assert before == after
        assert before


def _piles(tree: list[Node]) -> dict[int, tuple[str, int]]:
    """The piles there are, by their nodes."""
    names = {node.id: node.name.partition(",")[0] for node in tree if fits(node, "image", PILE)}
    return {at: (name.split()[0], int(name.split()[1])) for at, name in names.items()}


def _railed(tree: list[Node]) -> list[str]:
    """The tops that the lines of the compact view tell, as `r3`."""
    tops: list[str] = []
    for node in tree:
        line = re.match(r"(red|blue|yellow|green) (\w.*)", node.name)
        if node.role != "StaticText" or line is None:
            continue
        for part in line[2].partition(";")[0].split(", "):
            how_many, number = re.fullmatch(r"(?:(\w+) )?(\d+)s?", part).groups()  # type: ignore[union-attr]
            tops += [f"{line[1][0]}{number}"] * SEVERAL.get(how_many, 1)
    return tops


def _same_piles(before: list[Node], now: list[Node]) -> None:
    """A pile is the node that it was, with a card more or none; one that is full is put away."""
    after = _piles(now)
    for at, (colour, number) in _piles(before).items():
        if number < HIGHEST - 1:
            assert after[at] in {(colour, number), (colour, number + 1)}


def _without_echo(told: list[Told]) -> list[Told]:
    """One after another, each once."""
    return [one for one, last in zip(told, [None, *told], strict=False) if one != last]


def _tables(record: str) -> list[Told]:
    """What had to be read, from the deal to the last act."""
    round = parse_record(record)
    replay = Replay(round.deal)
    told = [true_of(replay.table, ("Ann", "Ben"))]
    for line in round.lines:
        replay.take(line)
        told.append(true_of(replay.table, ("Ann", "Ben")))
    return _without_echo(told)


async def test_the_compact_view_tells_its_piles_too(server: Serving, person: NewPerson) -> None:
    ann = await person(phone=True, reduced_motion="reduce")
    # What changes is told in the same words.
    await compact(server, ann, "casual", told=False)
    await play(ann, choose=staying, until=lambda seen: len(seen.piles) >= 4)
    reader = await Reader.of(ann)
    before, tree, after = await ann.look(), await reader.read(), await ann.look()
    # Between the looks of one at a table where others play, something may have been laid.
    while before.piles != after.piles:
        before, tree, after = after, await reader.read(), await ann.look()
    assert _piles(tree) == {}, "each pile is told once"
    open_now = [top for top in before.piles.values() if int(top[1:]) < HIGHEST]
    assert sorted(_railed(tree)) == sorted(open_now)
