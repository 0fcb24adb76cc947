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

export const sheetRules = (name: SheetName): Rules => parseRules(SHEETS.find((sheet) => sheet.name === name)!.text);

/** The sheet that says exactly these rules, null for one's own. */
export function sheetOf(rules: Rules): SheetName | null {
  const text = writeRules(rules);
  return SHEETS.find((sheet) => writeRules(parseRules(sheet.text)) === text)?.name ?? null;
}
