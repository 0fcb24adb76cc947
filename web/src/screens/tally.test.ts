import { expect, test } from "vitest";

import { parsePosition } from "../model/notation";
import { STANDARD } from "../model/rules";
import { figure, minus, signed } from "./figure";
import { playersOf, race, ranks, tally } from "./tally";

const table = parsePosition("r:AAB g:B / r5 | ?3 g4 | - | ?9 / - | - | - | ?3 / - | - | - | -");
const scored = { scores: [-6, 2, null], totals: [40, 41, 0] };

test("a round is told seat by seat, the highest total first", () => {
  expect(tally(table, STANDARD, scored)).toEqual([
    { seat: "B", round: 2, total: 41, cards: { centre: 2, left: 0, jokers: 0, misplays: 0 }, best: true },
    { seat: "A", round: -6, total: 40, cards: { centre: 2, left: 4, jokers: 0, misplays: 0 }, best: false },
    { seat: "C", round: null, total: 0, cards: null, best: false },
  ]);
});

test("what the cards do not explain are misplays, where those cost points", () => {
  const rules = { ...STANDARD, misplay_penalty: 1 };
  expect(tally(table, rules, { ...scored, scores: [-9, 2, null] })[1]!.cards!.misplays).toBe(3);
});

test("test_case_73 jokers left on the stack are told apart from its cards", () => {
  const lying = parsePosition("r:AA*B / r5 | g4 | - | ?9 | bell +joker +joker / r7 | - | - | ?3 | - / machine quiet | - | - | -");
  const lines = tally(lying, STANDARD, { scores: [-4, 1], totals: [-4, 1] });
  expect(lines[1]!.cards).toEqual({ centre: 2, left: 1, jokers: 2, misplays: 0 });
});

test("without the table the points still stand", () => {
  expect(tally(null, STANDARD, scored).map(({ cards }) => cards)).toEqual([null, null, null]);
});

test("equal totals share a place", () => expect(ranks([50, 41, 41, 3])).toEqual([1, 2, 2, 4]));

test("numbers have a real minus", () => expect([figure(-4), signed(5), signed(-5), signed(0)]).toEqual(["−4", "+5", "−5", "0"]));

test("a hyphen before a number becomes a minus, any other stays", () => {
  expect(minus("-25 points")).toBe("−25 points");
  expect(minus("Jean-Luc: 3")).toBe("Jean-Luc: 3");
});

test("a bar shows what was there before the round and what came in it, on either side of zero", () => {
  expect(race(20, 50, 0, 100)).toEqual({ zero: 0, kept: { from: 0, share: 0.2 }, come: { from: 0.2, share: 0.3 } });
  expect(race(50, 30, -100, 100)).toEqual({ zero: 0.5, kept: { from: 0.5, share: expect.closeTo(0.15) }, come: { from: 0.65, share: 0 } });
  expect(race(-20, -60, -100, 100)).toEqual({ zero: 0.5, kept: { from: 0.4, share: expect.closeTo(0.1) }, come: { from: 0.2, share: expect.closeTo(0.2) } });
  expect(race(10, -60, -100, 100)).toEqual({ zero: 0.5, kept: { from: 0.5, share: 0 }, come: { from: 0.2, share: 0.3 } });
});

test("a total beyond the target fills its bar and no more", () => {
  expect(race(90, 130, -20, 100).come).toEqual({ from: expect.closeTo(110 / 120), share: expect.closeTo(10 / 120) });
});

test("whoever was dealt into one round at least has played", () => {
  expect(playersOf([[3, null, -4], [null, null, 10, 5]])).toEqual(["A", "C", "D"]);
  expect(playersOf([])).toEqual([]);
});
