/** What the client says, in the language that was chosen: `t("home.title")`. */

import deAddress from "./de.json?url";
import type en from "./en.json";
import enAddress from "./en.json?url";
import { browserWorld } from "../net/world";
import { compile, type Message, type Values } from "./format";

export type Key = keyof typeof en;
export type Language = "en" | "de";

type Catalogue = Readonly<Record<Key, string>>;

const ADDRESSES: Readonly<Record<Language, string>> = { en: enAddress, de: deAddress };
const { kept } = browserWorld();
const KEPT = "pellmell.language";

/** Each language in its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

let chosen = $state.raw<{ readonly language: Language; readonly say: (key: Key) => Message } | null>(null);

export const language = (): Language => chosen?.language ?? "en";

/** Fetch a language's messages and speak it from now on; nothing changes until they are here. */
export async function speak(next: Language): Promise<void> {
  const answer = await fetch(ADDRESSES[next]);
  if (!answer.ok) throw new Error(`no messages in ${next}: ${answer.status}`);
  adopt(next, (await answer.json()) as Catalogue);
  kept.setItem(KEPT, next);
}

/** Have every language at hand, for pages that are used where there is no line. */
export function fetchAll(): void {
  for (const address of Object.values(ADDRESSES)) void fetch(address).catch(() => undefined);
}

function adopt(next: Language, catalogue: Catalogue): void {
  const compiled = new Map<Key, Message>();
  const say = (key: Key): Message => {
    const message = compiled.get(key) ?? compile(catalogue[key], next);
    compiled.set(key, message);
    return message;
  };
  chosen = { language: next, say };
  document.documentElement.lang = next;
}

/** The language kept from last time, else the first of the browser's that there is. */
export function firstLanguage(wanted: readonly string[] = navigator.languages): Language {
  const found = [kept.getItem(KEPT) ?? "", ...wanted].map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(LANGUAGES, tag));
  return (found as Language | undefined) ?? "en";
}

export const t = (key: Key, values: Values = {}): string => chosen?.say(key)(values) ?? "";
