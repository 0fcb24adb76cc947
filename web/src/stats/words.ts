/** What the figures are called, in all languages of the client. */

import type { Sheet } from "../components/presets";
import { part } from "../messages/part";
import { t as shell } from "../messages/words.svelte";
import type en from "../messages/stats.en.json";
import type { Match } from "./book";

export const t = part<keyof typeof en>("stats");

export const sheetName = (sheet: Sheet): string => shell(`preset.${sheet}`);

/** How a match ended for whoever played. */
export function outcome({ place, won, seats }: Match): string {
  if (place === null) return t("stats.unfinished");
  return won ? t("stats.wonMatch", { seats }) : t("stats.placed", { place, seats });
}
