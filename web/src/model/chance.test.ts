import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { dice } from "../state/fake-room";
import { dealNoises, type Dice, shuffled } from "./chance";
import { share } from "./machine";

/** Dice that show a given row of shares of their bound, over and over. */
const diceOf = (shares: readonly number[]): Dice => {
  let at = 0;
  return (bound) => Math.floor(shares[at++ % shares.length]! * bound);
};

test("shuffling keeps every one, and may bring any order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer(), (list, seed) => {
      expect(shuffled(list, dice(seed)).sort()).toEqual([...list].sort());
    }),
  );
  const orders = new Set<string>();
  for (const a of [0, 0.4, 0.7]) for (const b of [0, 0.6]) orders.add(shuffled("abc".split(""), diceOf([a, b])).join(""));
  expect(orders.size).toBe(6);
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
    const own = dealNoises(players, dice(players));
    expect(share(players)).toBe(each);
    expect(own.map((noises) => noises.length)).toEqual(Array(players).fill(each));
    expect(new Set(own.flat()).size).toBe(8 - aside);
  });
});
