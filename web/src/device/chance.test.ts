import fc from "fast-check";
import { expect, test } from "vitest";

import { COPIES, KINDS, NOISES } from "../model/machine";
import { dice } from "../state/fake-room";
import { draws, pause } from "./chance";

const count = <T>(list: readonly T[], one: T) => list.filter((other) => other === one).length;

test("a bag has 24 throws: each noise three times, 8 jokers and 4 of each other card", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const bag = draws(dice(seed));
      expect(bag).toHaveLength(24);
      for (const id of NOISES) expect(count(bag.map(({ noise }) => noise), id)).toBe(3);
      for (const kind of KINDS) expect(count(bag.map(({ action }) => action), kind)).toBe(COPIES[kind]);
    }),
  );
  expect(KINDS.map((kind) => COPIES[kind])).toEqual([8, 4, 4, 4, 4]);
});

test("a noise says nothing about the card that comes with it", () => {
  const roll = dice(1);
  const pairs = new Set<string>();
  for (let i = 0; i < 200; i += 1) for (const { noise, action } of draws(roll)) pairs.add(noise + action);
  expect(pairs.size).toBe(NOISES.length * KINDS.length);
});

test("a pause lies within its pace", () => {
  const pace = { least: 3, most: 8 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const ms = pause(pace, dice(seed));
      expect(ms).toBeGreaterThanOrEqual(3000);
      expect(ms).toBeLessThanOrEqual(8000);
    }),
  );
  expect(pause(pace, () => 0)).toBe(3000);
  expect(pause(pace, (bound) => bound - 1)).toBe(8000);
});
