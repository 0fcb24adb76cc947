/** A game on the score pad: who plays, to what end, and what was written down. Nothing here changes a game; it makes the next one. */

import type { Seat } from "../model/cards";

export const FEWEST = 2;
export const MOST = 12;
/** What a card or a joker that is left on the stack costs. */
export const MALUS = 2;

/** What one player brought home in a round, in cards. */
export interface Cards {
  readonly middle: number;
  readonly left: number;
  readonly jokers: number;
}

/** Points, or cards to count them from; null for a round that one was not there for. */
export type Entry = number | Cards | null;

export const GOALS = { points: 99, rounds: 5, wins: 3 } as const;
export type GoalKind = keyof typeof GOALS;

export interface Goal {
  readonly kind: GoalKind;
  readonly target: number;
}

export interface Game {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly names: readonly string[];
  /** Where each player sat, in a match of this game; nobody sits anywhere on a pad. */
  readonly seats?: readonly Seat[];
  readonly goal: Goal;
  readonly way: "points" | "cards";
  /** Whether jokers of the Speed Machine may be left too. */
  readonly jokers: boolean;
  /** An entry for each player. */
  readonly rounds: readonly (readonly Entry[])[];
}

/** What is chosen before the first round, and may be chosen again later. */
export type Terms = Pick<Game, "names" | "goal" | "way" | "jokers">;

export const newGame = (id: number, started: number, terms: Terms): Game => ({ ...terms, id, started, rounds: [] });

/** Other terms; who joins was not there for the rounds before, and nobody is taken away. */
export function withTerms(game: Game, terms: Terms): Game {
  const names = [...terms.names, ...game.names.slice(terms.names.length)].slice(0, MOST);
  return { ...game, ...terms, names, rounds: game.rounds.map((entries) => names.map((_, player) => entries[player] ?? null)) };
}

export const withRound = (game: Game, entries: readonly Entry[]): Game => ({ ...game, rounds: [...game.rounds, entries] });

export const corrected = (game: Game, at: number, entries: readonly Entry[]): Game => ({
  ...game,
  rounds: game.rounds.map((old, i) => (i === at ? entries : old)),
});

export const withoutRound = (game: Game, at: number): Game => ({ ...game, rounds: game.rounds.filter((_, i) => i !== at) });

export function pointsOf(entry: Entry): number {
  if (entry === null) return 0;
  return typeof entry === "number" ? entry : entry.middle - MALUS * (entry.left + entry.jokers);
}

export const totals = (game: Game): number[] =>
  game.names.map((_, player) => game.rounds.reduce((sum, entries) => sum + pointsOf(entries[player] ?? null), 0));

/** The players with the most points of a round; several share it. */
export function bestOf(entries: readonly Entry[]): number[] {
  const present = entries.filter((entry) => entry !== null);
  const most = Math.max(...present.map(pointsOf));
  return entries.flatMap((entry, player) => (entry !== null && pointsOf(entry) === most ? [player] : []));
}

/** The rounds that each player has won; a shared one counts for each. */
export const wins = (game: Game): number[] => game.names.map((_, player) => game.rounds.filter((entries) => bestOf(entries).includes(player)).length);

export interface Line {
  readonly player: number;
  /** 1 for the first; those who are level share it. */
  readonly place: number;
  readonly total: number;
  readonly wins: number;
}

export interface Standing {
  /** The best first. */
  readonly lines: readonly Line[];
  readonly leaders: readonly number[];
  /** `extra` when the target is reached and the first are exactly level: one more round decides. */
  readonly state: "open" | "extra" | "won";
}

export function standing(game: Game): Standing {
  const points = totals(game);
  const won = wins(game);
  const ahead = (a: number, b: number): number =>
    (game.goal.kind === "wins" ? won[b]! - won[a]! : 0) || points[b]! - points[a]!;
  const order = game.names.map((_, player) => player).sort((a, b) => ahead(a, b) || a - b);
  const lines = order.map((player) => ({
    player,
    place: 1 + order.filter((other) => ahead(other, player) < 0).length,
    total: points[player]!,
    wins: won[player]!,
  }));
  const leaders = lines.filter(({ place }) => place === 1).map(({ player }) => player);
  if (!isReached(game, points, won)) return { lines, leaders, state: "open" };
  return { lines, leaders, state: leaders.length === 1 ? "won" : "extra" };
}

/** Whether the target is reached; asked after whole rounds only. */
function isReached({ goal, rounds }: Game, points: readonly number[], won: readonly number[]): boolean {
  if (rounds.length === 0) return false;
  switch (goal.kind) {
    case "points":
      return Math.max(...points) >= goal.target;
    case "rounds":
      return rounds.length >= goal.target;
    case "wins":
      return Math.max(...won) >= goal.target;
  }
}

/** How much is still to go: points or wins for a player, rounds for all. */
export function toGo({ goal, rounds }: Game, line: Line): number {
  switch (goal.kind) {
    case "points":
      return Math.max(0, goal.target - line.total);
    case "rounds":
      return Math.max(0, goal.target - rounds.length);
    case "wins":
      return Math.max(0, goal.target - line.wins);
  }
}

/** The running totals of each player, from 0 before the first round on. */
export function courses(game: Game): number[][] {
  return game.names.map((_, player) => {
    let sum = 0;
    return [0, ...game.rounds.map((entries) => (sum += pointsOf(entries[player] ?? null)))];
  });
}
