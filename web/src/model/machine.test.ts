import { expect, test } from "vitest";

import { evolve } from "./evolve";
import { less, type Machine, type Throw, unheard } from "./machine";
import { parsePosition } from "./notation";

const before = parsePosition("- / r1 | b1 | - | - | - / r1 | b1 | - | - | - / machine noises | joker:5 extra:2 | horn:1 bell:2 | 3:joker@bell");
const threw = (one: Omit<Throw, "number">): Machine => evolve(before, { kind: "threw", throw: { number: 18, ...one } }).machine!;

/** What is to come has no order. */
const sorted = ({ toCome, noises, ...rest }: Machine) => ({ ...rest, toCome: [...toCome].sort(), noises: [...noises].sort() });

test("a machine whose last card is not heard yet is the one before it", () => {
  expect(sorted(unheard(threw({ kind: "joker", noise: "bell" })))).toEqual(sorted(before.machine!));
  expect(sorted(unheard(threw({ kind: "extra", noise: null })))).toEqual(sorted(before.machine!));
});

test("a last card that was taken does not bring an older one back", () => {
  const after = threw({ kind: "joker", noise: "bell" });
  const taken = { ...after, lying: less(after.lying, after.lying[1]!) };
  expect(unheard(taken)).toBe(taken);
});
