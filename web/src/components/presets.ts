/** The rule sheets one can start from, and the choices of each option. */

import { parseRules, type Option, type Rules, writeRules } from "../model/rules";

/** Paces of the Speed Machine, from brisk to calm. */
const INTERVALS = ["2-5", "3-8", "6-14", "10-20"];

/** What an option can be chosen from; a pace that somebody wrote by hand is one more. */
export function valuesOf({ name, values, from, to }: Option, rules: Rules): readonly string[] {
  if (name === "speed_interval") return [...new Set([...INTERVALS, rules.speed_interval])];
  return values ?? Array.from({ length: to! - from! + 1 }, (_, i) => String(from! + i));
}

export const SHEETS = [
  { name: "standard", text: "standard" },
  { name: "profi", text: "standard,profi=on" },
  { name: "speed", text: "speed" },
  { name: "publisher", text: "publisher" },
  { name: "playroom", text: "playroom" },
  { name: "french", text: "french" },
] as const;

export type SheetName = (typeof SHEETS)[number]["name"];

/** A sheet, or rules of one's own. */
export type Sheet = SheetName | "own";

export const ALL_SHEETS: readonly Sheet[] = [...SHEETS.map(({ name }) => name), "own"];

export const sheetRules = (name: SheetName): Rules => parseRules(SHEETS.find((sheet) => sheet.name === name)!.text);

/** A way to find the sheet of rules: by what they say, or by a part of it. */
function named(as: (rules: Rules) => string): (rules: Rules) => SheetName | null {
  const names = new Map(SHEETS.map(({ name }) => [as(sheetRules(name)), name]));
  return (rules) => names.get(as(rules)) ?? null;
}

/** The rules without what says how long a match is, and who has a handicap. */
const bare = (rules: Rules): string => writeRules({ ...rules, match: "auto", target: null, stack_sizes: {} });

/** The sheet that says exactly these rules, null for one's own. */
export const sheetOf = named(writeRules);

const bareSheetOf = named(bare);

/** The sheet that a table's rules come from, however long it plays: what one looks for, and counts by. */
export const sheetLike = (rules: Rules): Sheet => bareSheetOf(rules) ?? "own";
