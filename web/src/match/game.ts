/** A match as the score pad knows a game, so that its course is drawn and handed on in the same way. */
import { type Seat, seatIndex } from "../model/cards";
import { matchKind, matchTarget, type Rules } from "../model/rules";
import type { Game, Goal } from "../score/game";
import { playersOf, type Scores } from "../screens/tally";

/** The game of a match, its players in the order of their seats. */
export function gameOf(rules: Rules, rounds: readonly Scores[], nameOf: (seat: Seat) => string): Game {
  const players = playersOf(rounds);
  return {
    id: 0,
    started: 0,
    names: players.map(nameOf),
    seats: players,
    goal: goalOf(rules, rounds),
    way: "points",
    jokers: false,
    rounds: rounds.map((scores) => players.map((seat) => scores[seatIndex(seat)] ?? null)),
  };
}

/** What was played for; how many sat there in the first round decides what `auto` means. */
function goalOf(rules: Rules, rounds: readonly Scores[]): Goal {
  const seats = (rounds[0] ?? []).filter((score) => score !== null).length;
  const target = matchTarget(rules, seats);
  switch (matchKind(rules, seats)) {
    case "points":
      return { kind: "points", target };
    case "round_wins":
      return { kind: "wins", target };
    default:
      return { kind: "rounds", target };
  }
}
