"""Whether a record's chance is what its seed and shares say it had to be."""

from collections import Counter
from collections.abc import Iterator

from pellmell.engine.cards import Seat, letter, seat_of
from pellmell.engine.commands import Turn
from pellmell.engine.deal import deal, shuffled
from pellmell.engine.decide import shuffle_hands, throw
from pellmell.engine.notation import format_position
from pellmell.engine.proof import Proof, close_presses, commitment, secret_of
from pellmell.engine.record.lines import Did, Line, Raced, Reshuffled, Thrown
from pellmell.engine.record.replay import Replay
from pellmell.engine.record.writing import Record


class ProofError(ValueError):
    """A record whose chance is not what it had to be; the message says where, and how."""


def verify(record: Record) -> Proof:
    """The proof that a record goes by, all of it done again; ProofError where something differs."""
    proof = _proof(dict(record.proofs))
    _check_deal(record, proof)
    replay, occasions = Replay(record.deal), Counter[str]()
    for number, line in enumerate(record.lines, 1):
        for occasion, expected, told in _chances(replay, line, proof, occasions):
            occasions[occasion] += 1
            if expected != told:
                raise ProofError(
                    f"command line {number}: {occasion} gave {told}, the seed says {expected}"
                )
        replay.take(line)
    return proof


def _proof(headers: dict[str, str]) -> Proof:
    for name in ("Commit", "Seed"):
        if name not in headers:
            raise ProofError(
                f"the record has no {name}; only a round dealt by a seed can be proved"
            )
    seed = secret_of(headers["Seed"])
    if seed is None:
        raise ProofError("Seed is not 32 bytes in lower-case hexadecimal")
    if commitment(seed) != headers["Commit"]:
        raise ProofError("Commit is not the SHA-256 of Seed; the table was bound to another seed")
    return Proof(seed, tuple(_shares(headers)))


def _shares(headers: dict[str, str]) -> Iterator[tuple[Seat, bytes]]:
    for name, value in sorted(headers.items()):
        seat = seat_of(name.removeprefix("Share "))
        if seat is not None:
            share = secret_of(value)
            if share is None:
                raise ProofError(f"{name} is not 32 bytes in lower-case hexadecimal")
            yield seat, share


def _check_deal(record: Record, proof: Proof) -> None:
    seats = [area.dealt for area in record.deal.areas]
    noises = record.deal.noises if any(record.deal.noises) else None
    again = deal(record.deal.rules, seats, proof.dice("deal 1"), noises)
    if format_position(again) != format_position(record.deal):
        raise ProofError("the deal is not the one that the seed and the shares give")


def _chances(
    replay: Replay, line: Line, proof: Proof, occasions: Counter[str]
) -> Iterator[tuple[str, object, object]]:
    """What a line says of chance: the occasion, what it had to be, and what is told."""
    table = replay.table
    match line:
        case Did(seat=seat, command=Turn(), hand=hand) if (
            hand is not None and table.rules.recycle == "shuffle"
        ):
            occasion = f"recycle {letter(seat)}"
            dice = proof.dice(f"{occasion} {occasions[occasion] + 1}")
            yield occasion, shuffled(table.areas[seat].waste, dice), hand
        case Reshuffled(hands=hands):
            event = shuffle_hands(table, proof.dice(f"shuffle {occasions['shuffle'] + 1}"))
            dealt = tuple((s, hand) for s, hand in enumerate(event.hands) if table.areas[s].dealt)
            yield "shuffle", dealt, hands
        case Thrown(kind=kind, noise=noise):
            threw = throw(table, proof.dice(f"throw {occasions['throw'] + 1}"))
            due = None if threw is None else (threw.throw.kind, threw.throw.noise)
            yield "throw", due, (kind, noise)
        case Raced(presses=presses, coin=coin) if coin is not None:
            close = close_presses((press.seat, press.at / 1000) for press in presses)
            side = proof.dice(f"coin {occasions['coin'] + 1}").below(max(1, len(close)))
            yield "coin", close[side], coin
        case _:
            return
