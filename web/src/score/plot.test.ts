import fc from "fast-check";
import { expect, test } from "vitest";

import { type Game, newGame } from "./game";
import { apart, plotOf, stepFor } from "./plot";

const BOX = { width: 360, height: 200, before: 30, after: 30, margin: 10 };
const game = (...rounds: number[][]): Game => ({ ...newGame(1, 0, { names: ["a", "b"], goal: { kind: "points", target: 99 }, way: "points", jokers: false }), rounds });

test("steps are round figures", () => expect([3, 26, 99, 140, 430].map((span) => stepFor(span, 5))).toEqual([1, 10, 20, 50, 100]));

test("labels keep apart and within", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 12 }), (heights) => {
      const placed = apart(heights, 14, 10, 190);
      const sorted = [...placed].sort((a, b) => a - b);
      expect(sorted[0]).toBeGreaterThanOrEqual(10 - 1e-9);
      expect(sorted.at(-1)).toBeLessThanOrEqual(190 + 1e-9);
      sorted.slice(1).forEach((y, i) => expect(y - sorted[i]!).toBeGreaterThanOrEqual(14 - 1e-6));
    }),
  );
});

test("more points are higher, later rounds further on, and everything is in the box", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: -20, max: 40 }), fc.integer({ min: -20, max: 40 })), { minLength: 1, maxLength: 20 }), (rounds) => {
      const drawn = plotOf(game(...rounds), BOX, 14);
      for (const { points } of drawn.lines) {
        for (const [x, y] of points) expect(x >= 30 && x <= 330 && y >= 10 - 1e-9 && y <= 190 + 1e-9).toBe(true);
        points.slice(1).forEach(([x], i) => expect(x).toBeGreaterThan(points[i]![0]));
      }
      const [a, b] = drawn.lines.map(({ points }) => points.at(-1)![1]);
      const [sumA, sumB] = [0, 1].map((player) => rounds.reduce((sum, round) => sum + round[player]!, 0));
      expect(Math.sign(b! - a!)).toBe(Math.sign(sumA! - sumB!));
    }),
  );
});

test("the target is drawn once somebody comes near it", () => {
  expect(plotOf(game([30, 2]), BOX, 14).target).toBeNull();
  expect(plotOf(game([70, 2]), BOX, 14).target).toBeGreaterThan(10);
});
