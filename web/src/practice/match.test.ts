import { expect, test } from "vitest";

import { parseRules } from "../model/rules";
import { finished, leaders, totalsOf } from "./match";

const points = parseRules("standard,target=20");

test("totals are the points of all rounds, nothing for a round that was not played", () => {
  expect(totalsOf([[5, null], [7, -3]], 2)).toEqual([12, -3]);
});

test("a match for points is over when somebody has them, and one is ahead", () => {
  expect(finished(points, 2, [[19, 3]])).toBe(false);
  expect(finished(points, 2, [[19, 3], [1, 9]])).toBe(true);
  expect(leaders(points, 2, [[19, 3], [1, 9]])).toEqual([0]);
});

test("equal ones at the goal play on, and what was reached stays reached", () => {
  expect(finished(points, 2, [[20, 20]])).toBe(false);
  expect(finished(points, 2, [[20, 20], [-5, -6]])).toBe(true);
});

test("a single round is all of it, with several winners if need be", () => {
  const single = parseRules("standard,match=single");
  expect(finished(single, 3, [])).toBe(false);
  expect(finished(single, 3, [[4, 4, 1]])).toBe(true);
  expect(leaders(single, 3, [[4, 4, 1]])).toEqual([0, 1]);
});

test("six play five rounds, and round wins count before points", () => {
  const standard = parseRules("standard");
  const round = [1, 0, 0, 0, 0, 0];
  expect(finished(standard, 6, Array.from({ length: 4 }, () => round))).toBe(false);
  expect(finished(standard, 6, Array.from({ length: 5 }, () => round))).toBe(true);
  const wins = parseRules("standard,match=round_wins,target=2");
  expect(leaders(wins, 2, [[1, 0], [1, 0], [0, 30]])).toEqual([0]);
  expect(finished(wins, 2, [[1, 0], [1, 0], [0, 30]])).toBe(true);
});
