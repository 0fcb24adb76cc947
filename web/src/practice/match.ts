/** A match: what follows from the scores of its rounds. */
import { type Rules, matchKind, matchTarget } from "../model/rules";

/** The points of a round by seat, null where one was not dealt in. */
export type Scores = readonly (number | null)[];

export const totalsOf = (rounds: readonly Scores[], seats: number): number[] =>
  Array.from({ length: seats }, (_, seat) => rounds.reduce((sum, round) => sum + (round[seat] ?? 0), 0));

const winsOf = (rounds: readonly Scores[], seats: number): number[] =>
  Array.from({ length: seats }, (_, seat) => rounds.filter((round) => round[seat] === most(round)).length);

const most = (round: Scores): number => Math.max(...round.map((points) => points ?? -Infinity));

/** Who leads after these rounds; where round wins count, equal ones are told apart by points. */
export function leaders(rules: Rules, seats: number, rounds: readonly Scores[]): number[] {
  const totals = totalsOf(rounds, seats);
  const byWins = matchKind(rules, seats) === "round_wins";
  const standing = byWins ? winsOf(rounds, seats).map((wins, seat) => wins * 100_000 + totals[seat]!) : totals;
  const best = Math.max(...standing);
  return standing.flatMap((value, seat) => (value === best ? [seat] : []));
}

/** Whether the match is over: its goal reached, and one seat ahead, unless one round was all of it. */
export function finished(rules: Rules, seats: number, rounds: readonly Scores[]): boolean {
  const kind = matchKind(rules, seats);
  return reached(rules, seats, rounds) && (kind === "single" || leaders(rules, seats, rounds).length === 1);
}

/** Whether the goal was reached after some round: an extra round does not undo it. */
function reached(rules: Rules, seats: number, rounds: readonly Scores[]): boolean {
  const [kind, goal] = [matchKind(rules, seats), matchTarget(rules, seats)];
  if (kind === "rounds" || kind === "single") return rounds.length >= goal;
  const standing = kind === "round_wins" ? winsOf : totalsOf;
  return rounds.some((_, last) => standing(rounds.slice(0, last + 1), seats).some((value) => value >= goal));
}
