/** What is said about strangers, in all languages of the client. */

import { goal } from "../components/digest";
import { sheetLike } from "../components/presets";
import { part } from "../messages/part";
import { t as shell } from "../messages/words.svelte";
import type en from "../messages/strangers.en.json";
import { parseRules } from "../model/rules";
import type { Waiting } from "./listing";

export const t = part<keyof typeof en>("strangers");

/** What is played at a table, in a few words; rules of a newer server are house rules. */
export function played({ rules: text, taken }: Waiting): { readonly sheet: string; readonly goal: string } {
  try {
    const rules = parseRules(text);
    const sheet = sheetLike(rules);
    return { sheet: sheet === "own" ? t("strangers.own") : shell(`preset.${sheet}`), goal: goal(rules, Math.max(2, taken)) };
  } catch {
    return { sheet: t("strangers.own"), goal: "" };
  }
}
