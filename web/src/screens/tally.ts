/** The points of a round and a match, seat by seat, as the result screens show them. */

import { type Seat, SEATS } from "../model/cards";
import type { Rules } from "../model/rules";
import { counted } from "../model/score";
import type { Table } from "../model/table";

export interface Line {
  readonly seat: Seat;
  /** null: was not dealt in. */
  readonly round: number | null;
  readonly total: number;
  /** Where the cards are still known: in the middle, left on the stack, and played amiss. */
  readonly cards: { readonly centre: number; readonly left: number; readonly jokers: number; readonly misplays: number } | null;
  readonly best: boolean;
}

/** The points of a round by seat, null where one was not dealt in. */
export type Scores = readonly (number | null)[];

export interface Scored {
  readonly scores: Scores;
  readonly totals: readonly (number | null)[];
}

/** Every seat of the round, the highest total first. */
export function tally(table: Table | null, rules: Rules, scored: Scored): Line[] {
  const most = Math.max(...scored.scores.map((score) => score ?? -Infinity));
  const lines = scored.totals.flatMap((total, i): Line[] => {
    const seat = SEATS[i];
    const round = scored.scores[i] ?? null;
    if (seat === undefined || total === null) return [];
    return [{ seat, round, total, cards: cardsOf(table, seat, rules, round), best: round !== null && round === most }];
  });
  return lines.sort((a, b) => b.total - a.total || (b.round ?? 0) - (a.round ?? 0));
}

function cardsOf(table: Table | null, seat: Seat, rules: Rules, round: number | null): Line["cards"] {
  const cards = table === null ? null : counted(table, seat);
  if (cards === null || round === null) return null;
  const lost = cards.centre - rules.left_malus * (cards.left + cards.jokers) - round;
  return { ...cards, misplays: rules.misplay_penalty > 0 ? Math.max(0, lost / rules.misplay_penalty) : 0 };
}

/** Who was dealt in, in one round at least. */
export const playersOf = (rounds: readonly Scores[]): Seat[] => SEATS.filter((_, at) => rounds.some((scores) => (scores[at] ?? null) !== null));

/** Places of a podium: equal totals share one. */
export function ranks(totals: readonly number[]): number[] {
  return totals.map((total) => 1 + totals.filter((other) => other > total).length);
}

/** A stretch of a bar, in shares of its length. */
export interface Stretch {
  readonly from: number;
  readonly share: number;
}

export interface Race {
  /** Where no points are: at the start, unless somebody has less than that. */
  readonly zero: number;
  /** What was there before the round and still is. */
  readonly kept: Stretch;
  /** What came in the round: points to the one side of zero, or to the other. */
  readonly come: Stretch;
}

/** The bar of a total between the lowest of all and the target, as it was before the round and is now. */
export function race(before: number, now: number, lowest: number, target: number): Race {
  const low = Math.min(0, lowest);
  const at = (n: number): number => Math.max(0, Math.min(1, (n - low) / (target - low)));
  const between = (one: number, other: number): Stretch => ({ from: Math.min(at(one), at(other)), share: Math.abs(at(one) - at(other)) });
  const left = before * now <= 0 ? 0 : Math.abs(before) < Math.abs(now) ? before : now;
  return { zero: at(0), kept: between(0, left), come: between(left, now) };
}
