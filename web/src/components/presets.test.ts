import { expect, test } from "vitest";

import { OPTIONS, parseRules, PRESET_NAMES } from "../model/rules";
import { OFFERED, sheetOf, SHEETS, sheetRules } from "./presets";

test("every sheet is known again by its rules", () => {
  for (const { name } of SHEETS) expect(sheetOf(sheetRules(name))).toBe(name);
  expect(sheetOf(parseRules("standard,turn=2"))).toBeNull();
});

test("every option and preset is offered, but for the machine that is still to come", () => {
  expect(OPTIONS.filter((option) => !OFFERED.includes(option)).map(({ name }) => name)).toEqual(["speed", "speed_interval"]);
  expect(PRESET_NAMES.filter((preset) => !SHEETS.some(({ name }) => name === preset))).toEqual(["speed"]);
});
