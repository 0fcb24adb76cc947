import { expect, test } from "vitest";
import { writePosition } from "../model/notation";
import { chances, missed } from "./chances";
import { figures } from "./figures";
import { momentAt, numbersOf, readRecord, RecordError } from "./record";

const RECORDS = import.meta.glob<string>("../../../conformance/records/*.txt", { eager: true, query: "?raw", import: "default" });

const header = (rules = "standard"): string => `[Format "table-record 1"]
[Rules "${rules}"]
[Seats "2"]
[Seat A "Ada"]
[Seat B "Ben \\"Quick\\""]
[Deal "r:AB / r3 g9 | b2 b1 | - | y5 y6 y7 / r3 g8 | b9 | y8 | g4 g5"]
`;

const ROUND = `${header("standard,turn=2")}0.500 A r1>c1
0.540 B r1>c1 ! beaten A 40
2.000 B turn
2.500 A r1>c
4.000 B turn = g5 g4 y8
- `.replace(/\n- $/, "\n");

test.each(Object.entries(RECORDS))("%s is followed to its scores", (_, text) => {
  const round = readRecord(text);
  const [, told] = /^\[Result "(?:[A-L]|-) (.*)"\]$/m.exec(text)!;
  expect(round.scores.map((points) => points ?? "-").join(" ")).toBe(told);
  expect(round.moments.length).toBeGreaterThan(20);
});

test("a moment knows who did what, and who was faster", () => {
  const { moments, names } = readRecord(ROUND);
  expect(names.get("B")).toBe('Ben "Quick"');
  expect(moments[0]).toMatchObject({ at: 500, seat: "A", refused: null });
  expect(moments[1]!.refused).toEqual({ word: "beaten", by: "A", ms: 40 });
  expect(moments[1]!.table).toBe(moments[0]!.table);
  expect(writePosition(moments[4]!.table)).toContain("r3 g8 | b9 | - | g5 g4 y8");
});

test("the moment of a time is the last that is not later", () => {
  const { moments } = readRecord(ROUND);
  expect([0, 499, 500, 530, 540, 99_999].map((at) => momentAt(moments, at))).toEqual([-1, -1, 0, 0, 1, 4]);
});

test("chances say for how long a card could have been laid, and what came of it", () => {
  const found = chances(readRecord(ROUND));
  const of = (name: string) => found.filter(({ seat, card }) => `${seat} ${card.colour}${card.number}` === name).map(({ from, until, outcome, by }) => ({ from, until, outcome, by }));
  expect(of("A r3")).toEqual([{ from: 0, until: 500, outcome: "played", by: null }]);
  expect(of("B r3")).toEqual([{ from: 0, until: 500, outcome: "taken", by: "A" }]);
  // The 1 comes from the stack to the row, and its clock goes on.
  expect(of("A b1")).toEqual([{ from: 0, until: 2500, outcome: "played", by: null }]);
  expect(of("A b2")).toEqual([{ from: 2500, until: 4000, outcome: "ended", by: null }]);
  expect(missed(found)).toEqual([expect.objectContaining({ from: 2500, until: 4000 })]);
});

test("figures count what was done, what was lost, and how quick", () => {
  const [ada, ben] = figures(readRecord(ROUND));
  expect(ada).toMatchObject({ seat: "A", laid: 2, turns: 0, beaten: 0, reaction: 1500 });
  expect(ada!.perMinute).toBeCloseTo(30);
  expect(ben).toMatchObject({ seat: "B", laid: 0, turns: 2, beaten: 1, reaction: null });
});

test.each([
  ["", 1, "[Deal]"],
  [`${header()}1.0 A turn`, 7, "is not a line"],
  [`${header()}1.000 A r2>c1`, 7, "does-not-fit"],
  [`${header()}1.000 A turn\n2.000 - throw = joker`, 8, "Speed Machine"],
  [header("standard,turn=99"), 2, "99"],
])("a record that is none is refused with its line", (text, line, reason) => {
  const read = (): unknown => readRecord(text);
  expect(read).toThrow(RecordError);
  expect(read).toThrow(`line ${line}: `);
  expect(read).toThrow(reason);
});

test.each([
  ["3-5", [3, 4, 5]],
  ["7-7", [7]],
  ["1-9999", Array.from({ length: 60 }, (_, at) => 9940 + at)],
  ["5-3", []],
  ["", []],
  ["1-x", []],
  ["1-99999", []],
])("the rounds of %s", (text, numbers) => expect(numbersOf(text)).toEqual(numbers));
