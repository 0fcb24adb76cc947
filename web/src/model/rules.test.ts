import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SEATS } from "./cards";
import {
  OPTIONS,
  PRESETS,
  PRESET_NAMES,
  type Rules,
  STANDARD,
  matchKind,
  matchTarget,
  parseRules,
  rowSize,
  settled,
  writeRules,
} from "./rules";

const values = ({ values: listed, from, to }: (typeof OPTIONS)[number]): fc.Arbitrary<string> => {
  if (listed !== undefined) return fc.constantFrom(...listed);
  return from === undefined
    ? fc.constantFrom("3-8", "1-60", "4-4")
    : fc.integer({ min: from, max: to! }).map(String);
};

const texts: fc.Arbitrary<string> = fc
  .record({
    preset: fc.constantFrom(...PRESET_NAMES),
    options: fc.uniqueArray(
      fc.constantFrom(...OPTIONS).chain((option) => values(option).map((value) => [option.name, value])),
      { selector: ([name]) => name },
    ),
    handicaps: fc.uniqueArray(
      fc.tuple(fc.constantFrom(...SEATS), fc.integer({ min: 5, max: 12 })),
      { selector: ([seat]) => seat },
    ),
  })
  .map(({ preset, options, handicaps }) =>
    [
      preset,
      ...options.map(([name, value]) => `${name}=${value}`),
      ...handicaps.map(([seat, size]) => `stack_size.${seat}=${size}`),
    ].join(","),
  );

describe("the rules text", () => {
  test("in its shortest form says the same, and is no longer", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const rules = parseRules(text);
        const written = writeRules(rules);
        expect(parseRules(written)).toEqual(rules);
        expect(written.length).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test.each([
    ["standard", "standard"],
    ["standard,profi=off", "standard"],
    ["standard,row_refill=manual,recycle=keep,deadlock=score", "french"],
    ["playroom,stack_size.C=7,stack_size.B=8,target=99", "playroom,stack_size.B=8,stack_size.C=7"],
    ["standard,stack_size=8,stack_size.B=8", "standard,stack_size=8"],
    ["publisher,target=5", "publisher"],
    ["publisher,target=99", "publisher,target=99"],
  ])("%s is %s", (text, shortest) => {
    expect(writeRules(parseRules(text))).toBe(shortest);
  });

  test.each([
    ["", "", 1],
    ["chess", "chess", 1],
    ["standard,", "", 10],
    ["standard,profi", "profi", 10],
    ["standard,colour=red", "colour", 10],
    ["standard,turn=1,profi=maybe", "maybe", 23],
    ["standard,turn=6", "6", 15],
    ["standard,turn=03", "03", 15],
    ["standard,turn.B=3", "turn.B", 10],
    ["standard,stack_size.M=8", "M", 10],
    ["standard,turn=1,turn=2", "turn", 17],
    ["standard,speed_interval=8-3", "8-3", 25],
    ["standard,__proto__=1", "__proto__", 10],
  ])("refuses %j by name", (text, token, column) => {
    expect(() => parseRules(text)).toThrow(expect.objectContaining({ token, column }));
  });

  test("knows every option", () => {
    const names = OPTIONS.map(({ name }) => name);
    expect(Object.keys(STANDARD).filter((name) => name !== "stack_sizes")).toEqual(names);
    for (const preset of Object.values(PRESETS)) expect(settled(preset)).toEqual(preset);
  });
});

test("rows are shorter where more are dealt in", () => {
  expect([1, 2, 3, 4, 12].map((seats) => rowSize(STANDARD, seats))).toEqual([5, 5, 4, 3, 3]);
  expect(rowSize(parseRules("standard,row_size=4"), 2)).toBe(4);
});

test.each([
  ["standard", 5, "points", 99],
  ["standard", 6, "rounds", 5],
  ["standard,target=50", 4, "points", 50],
  ["standard,target=50", 8, "rounds", 5],
  ["standard,match=rounds,target=7", 2, "rounds", 7],
  ["standard,match=round_wins", 2, "round_wins", 3],
  ["speed", 2, "single", 1],
] as const)("%s for %i ends at %s %i", (text, seats, kind, target) => {
  const rules: Rules = parseRules(text);
  expect([matchKind(rules, seats), matchTarget(rules, seats)]).toEqual([kind, target]);
});
