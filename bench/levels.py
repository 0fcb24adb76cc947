"""How the levels of bots do, alone and against each other."""

from statistics import mean, median
from time import perf_counter

from pellmell.bots.levels import PACES
from pellmell.bots.mind import make_mind
from pellmell.engine.deal import SeededDice
from pellmell.engine.rules import Rules
from pellmell.protocol.messages import Level
from tests.bots.playing import Played, play_round

BEGINNER, CASUAL, SKILLED = PACES
TABLES: tuple[tuple[tuple[Level, ...], str], ...] = (
    *(((level,) * 4, "off") for level in PACES),
    *(((SKILLED,) * seats, "off") for seats in (2, 3, 6, 8, 12)),
    *(
        (levels, profi)
        for profi in ("off", "on")
        for levels in ((CASUAL, BEGINNER), (SKILLED, CASUAL), (BEGINNER, CASUAL, SKILLED))
    ),
)


def run(seconds: float) -> None:
    """Rounds between bots in virtual time; of mixed tables a figure for each level in turn."""
    print(f"  {'table':<30} {'rounds':>6} {'s':>5} {'cards/min':>15} {'points':>17}  rounds won")
    for levels, profi in TABLES:
        _measure(levels, profi, seconds / len(TABLES))


def _measure(levels: tuple[Level, ...], profi: str, seconds: float) -> None:
    rounds: list[tuple[Played, int]] = []
    end = perf_counter() + seconds
    while perf_counter() < end:
        turned = len(rounds) % len(levels)
        rounds.append((_round(levels, profi, len(rounds), turned), turned))
    told = max(1, len(set(levels)))
    minutes = sum(played.seconds for played, _ in rounds) / 60
    laid, points, won = zip(*(_of(rounds, index) for index in range(told)), strict=True)
    name = " ".join(levels[:told]) + (f" × {len(levels)}" if told == 1 else "")
    print(
        f"  {name + (', profi' if profi == 'on' else ''):<30} {len(rounds):>6}"
        f" {median(played.seconds for played, _ in rounds):>5.0f}"
        f" {' '.join(f'{cards / minutes:.1f}' for cards in laid):>15}"
        f" {' '.join(f'{mean(p):.1f}' for p in points):>17}"
        f"  {' '.join(f'{mean(w):.3f}' for w in won)}"
    )


def _round(levels: tuple[Level, ...], profi: str, number: int, turned: int) -> Played:
    """A round; whoever sits in the first seat changes with every one."""
    minds = [
        make_mind(
            levels[(seat + turned) % len(levels)], seat, SeededDice(b"%d %d" % (number, seat))
        )
        for seat in range(len(levels))
    ]
    return play_round(Rules(profi="on" if profi == "on" else "off"), minds, f"bench {number}")


def _of(rounds: list[tuple[Played, int]], index: int) -> tuple[int, list[int], list[float]]:
    """Cards laid, points, and shares of rounds won by the level at an index."""
    laid, points, won = 0, list[int](), list[float]()
    for played, turned in rounds:
        seat = (index - turned) % len(played.laid)
        laid += played.laid[seat]
        points.append(played.points[seat])
        best = max(played.points)
        won.append((played.points[seat] == best) / played.points.count(best))
    return laid, points, won
