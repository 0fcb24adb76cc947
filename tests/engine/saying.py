"""Tables to which commands are said, as they are written in a record."""

from pellmell.engine.cards import seat_of
from pellmell.engine.deal import SeededDice
from pellmell.engine.decide import Refusal, decide
from pellmell.engine.evolve import replay
from pellmell.engine.notation import parse_command
from pellmell.engine.table import Table

DICE = SeededDice(b"decide")


def say(table: Table, words: str) -> Table | Refusal:
    """What comes of a seat's command: `B r1>c3`."""
    name, _, command = words.partition(" ")
    seat = seat_of(name)
    assert seat is not None
    decision = decide(table, seat, parse_command(command), DICE)
    return decision if isinstance(decision, Refusal) else replay(table, decision)


def after(table: Table, *said: str) -> Table:
    """The table after commands, all of which are legal."""
    for words in said:
        result = say(table, words)
        assert not isinstance(result, Refusal), (words, result)
        table = result
    return table
