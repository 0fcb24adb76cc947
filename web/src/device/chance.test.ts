import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ACTION_IDS, ACTIONS } from "../sound/actions";
import { NOISE_IDS } from "../sound/noises";
import { dealt, draws, noisesEach, pause, shuffled } from "./chance";

/** Dice that show a given row of numbers, over and over. */
const diceOf = (numbers: readonly number[]) => {
  let at = 0;
  return () => numbers[at++ % numbers.length]!;
};
const dice = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 40 }).map(diceOf);
const count = <T>(list: readonly T[], one: T) => list.filter((other) => other === one).length;

test("shuffling keeps every one, and may bring any order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), dice, (list, dice) => {
      expect(shuffled(list, dice).sort()).toEqual([...list].sort());
    }),
  );
  const orders = new Set<string>();
  for (const a of [0, 0.4, 0.7]) for (const b of [0, 0.6]) orders.add(shuffled("abc".split(""), diceOf([a, b])).join(""));
  expect(orders.size).toBe(6);
});

test("a bag has 24 throws: each noise three times, 8 jokers and 4 of each other card", () => {
  fc.assert(
    fc.property(dice, (dice) => {
      const bag = draws(dice);
      expect(bag).toHaveLength(24);
      for (const id of NOISE_IDS) expect(count(bag.map(({ noise }) => noise), id)).toBe(3);
      for (const id of ACTION_IDS) expect(count(bag.map(({ action }) => action), id)).toBe(ACTIONS[id].count);
    }),
  );
  expect(ACTION_IDS.map((id) => ACTIONS[id].count)).toEqual([8, 4, 4, 4, 4]);
});

test("a noise says nothing about the card that comes with it", () => {
  const pairs = new Set<string>();
  for (let i = 0; i < 200; i += 1) for (const { noise, action } of draws(Math.random)) pairs.add(noise + action);
  expect(pairs.size).toBe(NOISE_IDS.length * ACTION_IDS.length);
});

describe("dealing the noises", () => {
  test.each([
    [2, 4, 0],
    [3, 2, 2],
    [4, 2, 0],
    [5, 1, 3],
    [6, 1, 2],
    [7, 1, 1],
    [8, 1, 0],
    [9, 0, 8],
    [12, 0, 8],
  ])("%i players own %i each, and %i lie aside", (players, each, aside) => {
    const own = dealt(players, Math.random);
    expect(noisesEach(players)).toBe(each);
    expect(own.map((noises) => noises.length)).toEqual(Array(players).fill(each));
    expect(new Set(own.flat()).size).toBe(8 - aside);
  });
});

test("a pause lies within its pace", () => {
  fc.assert(
    fc.property(dice, (dice) => {
      const ms = pause({ least: 3, most: 8 }, dice);
      expect(ms).toBeGreaterThanOrEqual(3000);
      expect(ms).toBeLessThan(8000);
    }),
  );
  expect(pause({ least: 3, most: 8 }, () => 0)).toBe(3000);
  expect(pause({ least: 3, most: 8 }, () => 0.5)).toBe(5500);
});
