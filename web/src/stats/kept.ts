/** The book as this device keeps it: under one key, with the version of its form. */

import { ALL_SHEETS } from "../components/presets";
import { type Fields, fieldsIn, fieldsOf } from "../net/fields";
import type { Store } from "../net/world";
import { type Book, EMPTY, type Line, type Match, type Met, MOST_MATCHES, MOST_MET, NOTHING, type Sums } from "./book";

const KEY = "pellmell.stats";
const VERSION = 1;

/** What was kept; what cannot be read is left out, and never costs the rest. */
export function recall(store: Store): Book {
  const kept = read(store);
  if (kept["version"] !== VERSION) return EMPTY;
  const list = <T>(name: string, isOne: (value: unknown) => value is T): T[] => {
    const values = kept[name];
    return Array.isArray(values) ? values.filter(isOne) : [];
  };
  return {
    lines: single(list("lines", isLine), ({ where, sheet }) => `${where} ${sheet}`),
    matches: single(list("matches", isMatch), ({ id }) => id).slice(0, MOST_MATCHES),
    met: single(list("met", isMet), ({ name }) => name).slice(0, MOST_MET).map(({ name, met, ahead }) => ({ name, met, ahead })),
  };
}

/** Changes what is kept; what a newer client keeps is left alone. */
export function enter(store: Store, change: (book: Book) => Book): void {
  const { version } = read(store) as { version?: unknown };
  if (typeof version === "number" && version > VERSION) return;
  const before = recall(store);
  const after = change(before);
  if (after !== before) store.setItem(KEY, JSON.stringify({ version: VERSION, ...after }));
}

export const forget = (store: Store): void => store.removeItem(KEY);

const read = (store: Store): Fields => fieldsIn(store.getItem(KEY));

/** The first of each. */
const single = <T>(all: readonly T[], keyOf: (one: T) => string): T[] => [...new Map([...all].reverse().map((one) => [keyOf(one), one])).values()].reverse();

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): boolean => typeof value === "string";
const isKind = ({ where, sheet }: Fields): boolean => (where === "table" || where === "practice") && ALL_SHEETS.some((name) => name === sheet);

const COUNTS = Object.keys(NOTHING).filter((name): name is Exclude<keyof Sums, "best"> => name !== "best");

function isLine(value: unknown): value is Line {
  const line = fieldsOf(value);
  return isKind(line) && COUNTS.every((name) => isCount(line[name])) && (line["best"] === null || Number.isSafeInteger(line["best"]));
}

function isMatch(value: unknown): value is Match {
  const match = fieldsOf(value);
  const { id, at, points, place, won } = match;
  const numbers = Number.isFinite(at) && Math.abs(at as number) <= LAST_DAY && Number.isSafeInteger(points) && ["seats", "last", "rounds"].every((name) => isCount(match[name]));
  return isText(id) && isKind(match) && numbers && (place === null || isCount(place)) && typeof won === "boolean";
}

/** As far as a date can be told. */
const LAST_DAY = 8.64e15;

function isMet(value: unknown): value is Met {
  const one = fieldsOf(value);
  const counts = ["met", "ahead"].every((name) => isCount(one[name]));
  return isText(one["name"]) && counts && (one["ahead"] as number) <= (one["met"] as number);
}
