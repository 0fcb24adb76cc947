import { expect, test } from "vitest";

import { OPTIONS, parseRules, PRESET_NAMES, STANDARD } from "../model/rules";
import { sheetLike, sheetOf, SHEETS, sheetRules, valuesOf } from "./presets";

test("every sheet is known again by its rules", () => {
  for (const { name } of SHEETS) expect(sheetOf(sheetRules(name))).toBe(name);
  expect(sheetOf(parseRules("standard,turn=2"))).toBeNull();
});

test("rules are known by the sheet they come from, however long the match and whoever has a handicap", () => {
  const like = (text: string) => sheetLike(parseRules(text));
  expect(["standard", "standard,match=rounds,target=2", "standard,stack_size.B=7", "speed,match=points", "publisher", "standard,profi=on"].map(like)).toEqual(["standard", "standard", "standard", "speed", "publisher", "profi"]);
  for (const { name } of SHEETS) expect(sheetLike(sheetRules(name))).toBe(name);
  expect(like("standard,turn=2")).toBe("own");
});

test("every preset is offered, and every option with choices that the rules can be read with", () => {
  expect(PRESET_NAMES.filter((preset) => !SHEETS.some(({ name }) => name === preset))).toEqual([]);
  for (const option of OPTIONS.filter(({ name }) => name !== "target")) {
    const values = valuesOf(option, STANDARD);
    expect(values).toContain(String(STANDARD[option.name]));
    for (const value of values) expect(() => parseRules(`standard,${option.name}=${value}`)).not.toThrow();
  }
});

test("a pace of one's own is a choice too", () => {
  const interval = OPTIONS.find(({ name }) => name === "speed_interval")!;
  expect(valuesOf(interval, parseRules("speed,speed_interval=1-1"))).toContain("1-1");
});
