/** What the client says, in the language that was chosen: `t("home.title")`. */

import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import { compile, type Message, type Values } from "./format";

export type Key = keyof typeof en;
export type Language = "en" | "de";

type Catalogue = Readonly<Record<Key, string>>;

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, de };
const KEPT = "pellmell.language";

/** Each language in its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

let chosen = $state<Language>("en");
const compiled = new Map<string, Message>();

export const language = (): Language => chosen;

export function speak(next: Language): void {
  chosen = next;
  document.documentElement.lang = next;
  document.documentElement.dir = "ltr";
  try {
    localStorage.setItem(KEPT, next);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

/** The language kept from last time, else the first of the browser's that there is. */
export function speakFirst(wanted: readonly string[], kept: string | null): Language {
  const found = [kept ?? "", ...wanted].map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? "en";
}

export function keptLanguage(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

export function t(key: Key, values: Values = {}): string {
  const name = `${chosen} ${key}`;
  const message = compiled.get(name) ?? compile(CATALOGUES[chosen][key], chosen);
  compiled.set(name, message);
  return message(values);
}
