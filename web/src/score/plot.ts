/** Where the lines of the running totals go, in a box of a given size. */

import { courses, type Game } from "./game";

export interface Box {
  readonly width: number;
  readonly height: number;
  /** Room beside the lines: for the figures before them, the names after them, and above and below. */
  readonly before: number;
  readonly after: number;
  readonly margin: number;
}

export interface Drawn {
  readonly lines: readonly { readonly player: number; readonly points: readonly (readonly [x: number, y: number])[]; readonly label: number }[];
  /** Heights with a figure. */
  readonly marks: readonly { readonly value: number; readonly y: number }[];
  readonly rounds: readonly { readonly round: number; readonly x: number }[];
  /** The height of the target; null where it is none of points. */
  readonly target: number | null;
}

/** Room above the highest line and below the lowest, as a part of their distance. */
const AIR = 0.04;

/** A step of 1, 2 or 5 times a power of ten, that makes about so many marks. */
export function stepFor(span: number, marks: number): number {
  const rough = Math.max(1, span / marks);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? 10 * power;
}

/** Labels moved apart so that none covers another, in the order of their heights. */
export function apart(heights: readonly number[], least: number, top: number, bottom: number): number[] {
  const order = heights.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  const room = Math.min(least, (bottom - top) / Math.max(1, order.length - 1));
  const placed = Array<number>(heights.length).fill(0);
  let lowest = -Infinity;
  for (const { y, i } of order) lowest = placed[i] = Math.max(y, lowest + room, top);
  let highest = Infinity;
  for (const { i } of [...order].reverse()) highest = placed[i] = Math.min(placed[i]!, highest - room, bottom);
  return placed;
}

const multiples = (step: number, low: number, high: number): number[] => {
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
};

export function plotOf(game: Game, box: Box, labelHeight: number): Drawn {
  const series = courses(game);
  const target = game.goal.kind === "points" ? game.goal.target : null;
  const values = series.flat();
  const most = Math.max(...values, 10, Math.max(...values) > 0.6 * (target ?? Infinity) ? target! : 0);
  const least = Math.min(...values, 0);
  const step = stepFor(most - least, 5);
  const high = most + (most - least) * AIR;
  const low = least < 0 ? least - (most - least) * AIR : 0;
  const last = Math.max(1, game.rounds.length);

  const x = (round: number): number => box.before + ((box.width - box.before - box.after) * round) / last;
  const y = (value: number): number => box.margin + ((box.height - 2 * box.margin) * (high - value)) / (high - low);

  const ends = series.map((course) => y(course.at(-1)!));
  const labels = apart(ends, labelHeight, box.margin, box.height - box.margin);
  const every = Math.ceil(last / 10);
  return {
    lines: series.map((course, player) => ({ player, points: course.map((value, round) => [x(round), y(value)] as const), label: labels[player]! })),
    marks: multiples(step, low, high).map((value) => ({ value, y: y(value) })),
    rounds: Array.from({ length: last }, (_, i) => i + 1).filter((round) => round % every === 0).map((round) => ({ round, x: x(round) })),
    target: target !== null && target <= high ? y(target) : null,
  };
}
