"""The lines of a record between its headers: what happened, when and to whom."""

import re
from typing import Final, Literal, assert_never

import msgspec

from pellmell.engine.cards import MAX_SEATS, Card, Seat, letter, seat_of
from pellmell.engine.commands import Command
from pellmell.engine.decide import Refusal
from pellmell.engine.machine import ActionKind, Noise
from pellmell.engine.notation import (
    NotationError,
    format_card,
    format_command,
    parse_card,
    parse_command,
)
from pellmell.engine.notation.words import HIGHEST_PLACE, shown, the_seats
from pellmell.texts import Fault

EndReason = Literal["dead", "vote", "host", "limit"]

REFUSALS: Final = (
    *(word.value for word in Refusal),
    *("beaten", "resting", "paused", "not-running", "not-seated", "not-host"),
    *("full", "too-fast", "stale", "unreadable", "moved"),
)
"""The words with which a command can have been refused, at the table or before it got there."""

NOTHING: Final = "-"
TIME: Final = re.compile(r"(0|[1-9]\d{0,6})\.(\d{3})", re.ASCII)
WHOLE: Final = re.compile(r"0|[1-9]\d{0,6}", re.ASCII)
MARKS: Final = ("=", "!")
LONG_COMMANDS: Final = ("grab", "use")
"""The first words of commands that have more than one."""
KINDS: Final = {str(kind): kind for kind in ActionKind}
NOISES: Final = {str(noise): noise for noise in Noise}


class LineError(Fault, ValueError):
    """A line that cannot stand in its record; says the reason, without its number."""


class Did(msgspec.Struct, frozen=True, kw_only=True):
    """A command that was accepted; `hand` is what chance made of a waste that was taken up."""

    at: int
    seat: Seat
    command: Command
    hand: tuple[Card, ...] | None = None


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """A command that was refused, and with which word; who was first, and by how many ms."""

    at: int
    seat: Seat
    command: Command
    word: str
    by: tuple[Seat, int] | None = None


class Reshuffled(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody shuffled hand and waste; the new hands, a seat each, in seat order."""

    at: int
    hands: tuple[tuple[Seat, tuple[Card, ...]], ...]


class Over(msgspec.Struct, frozen=True, kw_only=True):
    """The room ended the round."""

    at: int
    why: EndReason


class Away(msgspec.Struct, frozen=True, kw_only=True):
    """The person of a seat was gone."""

    at: int
    seat: Seat


class Press(msgspec.Struct, frozen=True):
    """When a seat pressed, as the room reckons it."""

    seat: Seat
    at: int


class Raced(msgspec.Struct, frozen=True, kw_only=True):
    """A race for a pile (from 0) or a throw that was weighed, and whom the coin named in a tie."""

    at: int
    pile: int | None = None
    throw: int | None = None
    presses: tuple[Press, ...]
    coin: Seat | None = None


class Thrown(msgspec.Struct, frozen=True, kw_only=True):
    """The Speed Machine threw an action card; what it was is what chance decided."""

    at: int
    kind: ActionKind
    noise: Noise | None


class Quieted(msgspec.Struct, frozen=True, kw_only=True):
    """The Speed Machine was switched to quiet throws, or back."""

    at: int
    on: bool


Line = Did | Refused | Reshuffled | Over | Away | Raced | Thrown | Quieted
"""What stands between the headers of a record. All times are milliseconds since the start."""


def format_line(line: Line) -> str:
    """A line as it is written, without the line's end."""
    match line:
        case Did(seat=seat, command=command, hand=hand):
            outcome = "" if hand is None else f" = {_cards(hand, seat)}"
            rest = f"{letter(seat)} {format_command(command)}{outcome}"
        case Refused(seat=seat, command=command, word=word, by=by):
            faster = "" if by is None else f" {letter(by[0])} {by[1]}"
            rest = f"{letter(seat)} {format_command(command)} ! {word}{faster}"
        case Reshuffled(hands=hands):
            outcomes = (f" {letter(seat)} = {_cards(hand, seat)}" for seat, hand in hands)
            rest = f"- shuffle{''.join(outcomes)}"
        case Over(why=why):
            rest = f"- end {why}"
        case Away(seat=seat):
            rest = f"- away {letter(seat)}"
        case Raced(pile=pile, throw=throw, presses=presses, coin=coin):
            times = (f" {letter(press.seat)} {format_time(press.at)}" for press in presses)
            tie = "" if coin is None else f" coin {letter(coin)}"
            prize = f"g{throw}" if pile is None else f"c{pile + 1}"
            rest = f"- race {prize}{''.join(times)}{tie}"
        case Thrown(kind=kind, noise=noise):
            rest = f"- throw = {kind}{'' if noise is None else f' {noise}'}"
        case Quieted(on=on):
            rest = f"- quiet {'on' if on else 'off'}"
        case _:
            assert_never(line)
    return f"{format_time(line.at)} {rest}"


def format_time(at: int) -> str:
    """Milliseconds as seconds with three decimals."""
    return f"{at // 1000}.{at % 1000:03d}"


def _cards(cards: tuple[Card, ...], seat: Seat) -> str:
    return " ".join(format_card(card, seat) for card in cards) or NOTHING


def parse_line(text: str, seats: int) -> Line:
    """The line that a text names at a table of so many seats; LineError if it names none.

    Lines that are not replayed may name any seat: somebody who came in the middle of the round
    has a letter, though no section in the deal.
    """
    words = text.split(" ")
    if len(words) < 3 or "" in words:
        raise LineError("record.line", token=shown(text))
    at = _time(words[0])
    if words[1] == NOTHING:
        return _room_line(at, words[2:], seats)
    return _seat_line(at, words[1], words[2:], seats)


def _seat_line(at: int, name: str, words: list[str], seats: int) -> Line:
    end = next((i for i, word in enumerate(words) if word in MARKS), len(words))
    # Of a play that something else follows only the first word is the command.
    end = end if words[0] in LONG_COMMANDS else 1
    try:
        command = parse_command(" ".join(words[:end]))
    except NotationError as error:
        # The column would count from the command, and the token is named.
        raise LineError(error.reason) from None
    match words[end:]:
        case []:
            return Did(at=at, seat=_seat(name, seats), command=command)
        case ["=", *cards]:
            seat = _seat(name, seats)
            return Did(at=at, seat=seat, command=command, hand=_hand(cards, seat, seats))
        case ["!", word, *rest] if word in REFUSALS and (not rest or word == "beaten"):
            by = _faster(rest)
            return Refused(at=at, seat=_seat(name), command=command, word=word, by=by)
        case ["!", *rest]:
            known = ", ".join(REFUSALS)
            raise LineError("record.no-refusal", token=shown(" ".join(rest)), words=known)
        case rest:
            raise LineError("record.after-command", token=shown(rest[0]), command=words[0])


def _room_line(at: int, words: list[str], seats: int) -> Line:
    match words:
        case ["shuffle", *rest] if rest:
            return Reshuffled(at=at, hands=_hands(rest, seats))
        case ["end", "dead" | "vote" | "host" | "limit" as why]:
            return Over(at=at, why=why)
        case ["away", seat]:
            return Away(at=at, seat=_seat(seat))
        case ["race", pile, *rest]:
            return _raced(at, pile, rest)
        case ["throw", "=", kind] if kind in KINDS:
            return Thrown(at=at, kind=KINDS[kind], noise=None)
        case ["throw", "=", kind, noise] if kind in KINDS and noise in NOISES:
            return Thrown(at=at, kind=KINDS[kind], noise=NOISES[noise])
        case ["quiet", "on" | "off" as how]:
            return Quieted(at=at, on=how == "on")
        case _:
            raise LineError("record.room-line", token=shown(" ".join(words)))


def _raced(at: int, prize: str, words: list[str]) -> Raced:
    coin = None
    if words[-2:-1] == ["coin"]:
        coin = _seat(words[-1])
        words = words[:-2]
    place = _whole(prize[1:]) if prize[:1] in ("c", "g") else 0
    presses = tuple(
        Press(_seat(seat), _time(time)) for seat, time in zip(words[::2], words[1::2], strict=False)
    )
    racers = [press.seat for press in presses]
    odd = len(words) % 2 or len(racers) < 2 or len(set(racers)) < len(racers)
    if odd or place not in range(1, HIGHEST_PLACE + 1) or coin not in (None, *racers):
        raise LineError("record.race", token=shown(" ".join((prize, *words))))
    if prize.startswith("g"):
        return Raced(at=at, throw=place, presses=presses, coin=coin)
    return Raced(at=at, pile=place - 1, presses=presses, coin=coin)


def _hands(words: list[str], seats: int) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
    """The new hands of `A = r1 b2 B = -`."""
    starts = [place - 1 for place, word in enumerate(words) if word == "="]
    if not starts or starts[0] != 0:
        raise LineError("record.after-shuffle", token=shown(words[0]))
    ends = [*starts[1:], len(words)]
    hands = []
    for start, end in zip(starts, ends, strict=True):
        seat = _seat(words[start], seats)
        hands.append((seat, _hand(words[start + 2 : end], seat, seats)))
    order = [seat for seat, _ in hands]
    if order != sorted(set(order)):
        raise LineError("record.seat-order", token=shown(" ".join(map(letter, order))))
    return tuple(hands)


def _hand(words: list[str], seat: Seat, seats: int) -> tuple[Card, ...]:
    if words == [NOTHING]:
        return ()
    if not words:
        raise LineError("record.no-cards")
    try:
        cards = tuple(parse_card(word, seat) for word in words)
    except NotationError as error:
        raise LineError(error.reason) from None
    for card, word in zip(cards, words, strict=True):
        if card.deck >= seats:
            raise LineError("record.no-deck", token=shown(word), seats=the_seats(seats))
    return cards


def _faster(words: list[str]) -> tuple[Seat, int] | None:
    match words:
        case []:
            return None
        case [seat, ms]:
            return _seat(seat), _whole(ms)
        case _:
            raise LineError("record.after-beaten", token=shown(" ".join(words)))


def _seat(text: str, seats: int = MAX_SEATS) -> Seat:
    seat = seat_of(text)
    if seat is None or seat >= seats:
        raise LineError("record.no-seat", token=shown(text), seats=the_seats(seats))
    return seat


def _time(text: str) -> int:
    found = TIME.fullmatch(text)
    if found is None:
        raise LineError("record.time", token=shown(text))
    return int(found[1]) * 1000 + int(found[2])


def _whole(text: str) -> int:
    if not WHOLE.fullmatch(text):
        raise LineError("record.whole", token=shown(text))
    return int(text)
