/** The rule sheets one can start from, and the ones that are still to come. */

import { type OptionName, OPTIONS, parseRules, type Rules, writeRules } from "../model/rules";

/** Options no table can play by yet: they are not offered. */
const TO_COME: readonly OptionName[] = ["speed", "speed_interval"];

export const OFFERED = OPTIONS.filter(({ name }) => !TO_COME.includes(name));

export const SHEETS = [
  { name: "standard", text: "standard" },
  { name: "profi", text: "standard,profi=on" },
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
