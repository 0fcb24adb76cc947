/** What the client says, in the language that was chosen: `t("home.title")`. */

import { browserWorld } from "../net/world";
import deAddress from "./de.json?url";
import type en from "./en.json";
import enAddress from "./en.json?url";
import esAddress from "./es.json?url";
import { compile, type Direction, directionOf, type Message, type Values } from "./format";
import frAddress from "./fr.json?url";
import heAddress from "./he.json?url";

export type Key = keyof typeof en;
export type Language = "en" | "de" | "fr" | "es" | "he";

/** Where the messages of a part of the client lie, in each language. */
export type Addresses = Readonly<Record<Language, string>>;
type Catalogue = Readonly<Record<string, string>>;

const { kept } = browserWorld();
const KEPT = "pellmell.language";

/** Each language in its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch", fr: "Français", es: "Español", he: "עברית" };

/** The parts of the client that have been needed so far; the shell is one from the start. */
const parts: Addresses[] = [{ en: enAddress, de: deAddress, fr: frAddress, es: esAddress, he: heAddress }];
/** Those whose messages are not here: on their way, or null where that failed. */
const missing = new Map<Addresses, Promise<void> | null>();

let chosen = $state.raw<{ readonly language: Language; readonly catalogue: Catalogue; readonly compiled: Map<string, Message> } | null>(null);
let latest: Language | null = null;

// By itself: the messages of one more part are no other language, and nothing is made anew for them.
const spoken = $derived<Language>(chosen?.language ?? "en");

export const language = (): Language => spoken;
export const direction = (): Direction => directionOf(language());

/** Fetch a language's messages and speak it from now on; nothing changes until they are here. */
export async function speak(next: Language): Promise<void> {
  latest = next;
  let known = 0;
  let catalogues: readonly Catalogue[] = [];
  // A part may be needed for the first time while the others are on their way.
  while (known < parts.length) {
    known = parts.length;
    catalogues = await Promise.all(parts.map((part) => read(part[next])));
  }
  if (latest !== next) return;
  adopt(next, Object.assign({}, ...catalogues) as Catalogue);
  missing.clear();
  kept.setItem(KEPT, next);
}

/** The messages of one more part, from now on in whichever language is spoken. */
export function learn(part: Addresses): void {
  parts.push(part);
  // Whoever waits for them in `arrived` hears of a failure.
  bring(part).catch(() => undefined);
}

/** A module that was imported when it was wanted, once its messages are here too; those that did not come are asked for again. */
export async function arrived<Module>(module: Promise<Module>): Promise<Module> {
  const here = await module;
  await Promise.all([...missing].map(([part, coming]) => coming ?? bring(part)));
  return here;
}

function bring(part: Addresses): Promise<void> {
  const coming = fetched(part, language());
  missing.set(part, coming);
  return coming;
}

async function fetched(part: Addresses, wanted: Language): Promise<void> {
  try {
    const more = await read(part[wanted]);
    // Whoever changed the language meanwhile has fetched these as well.
    if (language() !== wanted) return;
    adopt(wanted, { ...chosen?.catalogue, ...more });
    missing.delete(part);
  } catch (error) {
    if (language() !== wanted) return;
    missing.set(part, null);
    throw error;
  }
}

/** Have every language at hand, for pages that are used where there is no line. */
export function fetchAll(): void {
  for (const part of parts) for (const address of Object.values(part)) void fetch(address).catch(() => undefined);
}

async function read(address: string): Promise<Catalogue> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`no messages at ${address}: ${answer.status}`);
  return (await answer.json()) as Catalogue;
}

function adopt(language: Language, catalogue: Catalogue): void {
  chosen = { language, catalogue, compiled: new Map() };
}

/** The language kept from last time, else the first of the browser's that there is. */
export function firstLanguage(wanted: readonly string[] = navigator.languages): Language {
  const found = [kept.getItem(KEPT) ?? "", ...wanted].map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(LANGUAGES, tag));
  return (found as Language | undefined) ?? "en";
}

/** A message of any part; nothing as long as it is not here. */
export function say(key: string, values: Values = {}): string {
  const text = chosen?.catalogue[key];
  if (chosen === null || text === undefined) return "";
  const message = chosen.compiled.get(key) ?? compile(text, chosen.language);
  chosen.compiled.set(key, message);
  return message(values);
}

export const t: (key: Key, values?: Values) => string = say;
