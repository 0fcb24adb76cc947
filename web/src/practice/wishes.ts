/** How somebody wants to practise; kept in this browser. */

import { SHEETS, type SheetName, sheetRules } from "../components/presets";
import { SEATS } from "../model/cards";
import { type Dice, shuffled } from "../model/chance";
import type { Rules } from "../model/rules";
import { fieldsIn } from "../net/fields";
import type { Store } from "../net/world";
import type { Level } from "../protocol";
import { LEVELS } from "./bots/levels";
import { NAMES } from "./bots/names";
import type { Sitting, Terms } from "./rounds";

export interface Wishes {
  readonly bots: number;
  readonly level: Level | "mixed";
  readonly pace: number;
  readonly assist: boolean;
  readonly sheet: SheetName;
  readonly length: "round" | "match";
}

export const MOST_BOTS = SEATS.length - 1;
export const SLOWEST = 0.25;
export const FASTEST = 2;
const KEPT = "pellmell.practice";
const USUAL: Wishes = { bots: 3, level: "beginner", pace: 1, assist: false, sheet: "standard", length: "match" };

/** What was wished for last time; what cannot be read is as usual. */
export function keptWishes(store: Store): Wishes {
  const kept = fieldsIn(store.getItem(KEPT)) as Partial<Wishes>;
  const within = (value: unknown, low: number, high: number, usual: number): number =>
    typeof value === "number" && value >= low && value <= high ? value : usual;
  return {
    bots: Math.round(within(kept.bots, 1, MOST_BOTS, USUAL.bots)),
    level: LEVELS.find((level) => level === kept.level) ?? (kept.level === "mixed" ? "mixed" : USUAL.level),
    pace: within(kept.pace, SLOWEST, FASTEST, USUAL.pace),
    assist: kept.assist === true,
    sheet: SHEETS.find(({ name }) => name === kept.sheet)?.name ?? USUAL.sheet,
    length: kept.length === "round" ? "round" : USUAL.length,
  };
}

export const keepWishes = (store: Store, wishes: Wishes): void => store.setItem(KEPT, JSON.stringify(wishes));

function rulesOf({ sheet, length }: Wishes): Rules {
  const rules = sheetRules(sheet);
  return length === "round" ? { ...rules, match: "single", target: null } : rules;
}

/** The table that was wished for; chance names the bots. */
export function termsOf(wishes: Wishes, name: string, dice: Dice): Terms {
  const names = shuffled(NAMES.filter((one) => one !== name), dice);
  const bots = names.slice(0, wishes.bots).map((bot, at): Sitting => ({ name: bot, level: wishes.level === "mixed" ? LEVELS[at % LEVELS.length]! : wishes.level }));
  return {
    rules: rulesOf(wishes),
    sitting: [{ name, level: null }, ...bots],
    options: { fair: "arrival", queue: 600, relaxed: 0, watchers: 0, assist: wishes.assist },
    lesson: null,
  };
}
