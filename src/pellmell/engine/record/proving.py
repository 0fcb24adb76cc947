"""Whether a record's chance is what its seed and shares say it had to be."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from pellmell.engine.cards import Seat, letter, seat_of
from pellmell.engine.commands import Turn
from pellmell.engine.deal import deal, shuffled
from pellmell.engine.decide import shuffle_hands, throw
from pellmell.engine.notation import format_position
from pellmell.engine.proof import Proof, close_presses, commitment, secret_of
from pellmell.engine.record.lines import Did, Line, Raced, Reshuffled, Thrown, format_line
from pellmell.engine.record.replay import Replay
from pellmell.engine.record.writing import Record
from pellmell.texts import Fault, said


class ProofError(Fault, ValueError):
    """A record whose chance is not what it had to be; says where, and how."""


def verify(record: Record) -> Proof:
    """The proof that a record goes by, all of it done again; ProofError where something differs."""
    proof = _proof(dict(record.proofs))
    _check_deal(record, proof)
    replay, occasions = Replay(record.deal), Counter[str]()
    for number, line in enumerate(record.lines, 1):
        for occasion, due in _chances(replay, line, proof, occasions):
            occasions[occasion] += 1
            if due != line:
                right = said("record.nothing") if due is None else _told(due)
                raise ProofError("proof.chance", number=number, told=_told(line), right=right)
        replay.take(line)
    return proof


def _proof(headers: dict[str, str]) -> Proof:
    for name in ("Commit", "Seed"):
        if name not in headers:
            raise ProofError("proof.no-header", header=name)
    seed = secret_of(headers["Seed"])
    if seed is None:
        raise ProofError("proof.no-secret", header="Seed")
    if commitment(seed) != headers["Commit"]:
        raise ProofError("proof.another-seed")
    return Proof(seed, tuple(_shares(headers)))


def _shares(headers: dict[str, str]) -> Iterator[tuple[Seat, bytes]]:
    for name, value in sorted(headers.items()):
        seat = seat_of(name.removeprefix("Share "))
        if seat is not None:
            share = secret_of(value)
            if share is None:
                raise ProofError("proof.no-secret", header=name)
            yield seat, share


def _check_deal(record: Record, proof: Proof) -> None:
    seats = [area.dealt for area in record.deal.areas]
    noises = record.deal.noises if any(record.deal.noises) else None
    again = deal(record.deal.rules, seats, proof.dice("deal 1"), noises)
    if format_position(again) != format_position(record.deal):
        raise ProofError("proof.deal")


def _chances(
    replay: Replay, line: Line, proof: Proof, occasions: Counter[str]
) -> Iterator[tuple[str, Line | None]]:
    """What a line says of chance: the occasion, and the line that it had to be."""
    table = replay.table
    match line:
        case Did(seat=seat, command=Turn(), hand=hand) if (
            hand is not None and table.rules.recycle == "shuffle"
        ):
            occasion = f"recycle {letter(seat)}"
            dice = proof.dice(f"{occasion} {occasions[occasion] + 1}")
            yield occasion, replace(line, hand=shuffled(table.areas[seat].waste, dice))
        case Reshuffled():
            event = shuffle_hands(table, proof.dice(f"shuffle {occasions['shuffle'] + 1}"))
            dealt = tuple((s, hand) for s, hand in enumerate(event.hands) if table.areas[s].dealt)
            yield "shuffle", replace(line, hands=dealt)
        case Thrown():
            threw = throw(table, proof.dice(f"throw {occasions['throw'] + 1}"))
            thrown = None if threw is None else threw.throw
            if thrown is None:
                yield "throw", None
            else:
                yield "throw", replace(line, kind=thrown.kind, noise=thrown.noise)
        case Raced(presses=presses, coin=coin) if coin is not None:
            close = close_presses((press.seat, press.at / 1000) for press in presses)
            side = proof.dice(f"coin {occasions['coin'] + 1}").below(max(1, len(close)))
            yield "coin", replace(line, coin=close[side])
        case _:
            return


def _told(line: Line) -> str:
    """A line without its time."""
    return format_line(line).partition(" ")[2]
