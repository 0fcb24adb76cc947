/** The sheet that a table's rules come from, however long it plays: what one looks for, and counts by. */

import { SHEETS, type SheetName, sheetRules } from "../components/presets";
import { type Rules, writeRules } from "../model/rules";

export type Sheet = SheetName | "own";

export const ALL_SHEETS: readonly Sheet[] = [...SHEETS.map(({ name }) => name), "own"];

/** The rules without what says how long a match is, and who has a handicap. */
const bare = (rules: Rules): string => writeRules({ ...rules, match: "auto", target: null, stack_sizes: {} });

export const sheetLike = (rules: Rules): Sheet => SHEETS.find(({ name }) => bare(sheetRules(name)) === bare(rules))?.name ?? "own";
