/** The messages of a part of the client that is loaded by itself: fetched with it, one language at a time. */

import type { Values } from "./format";
import { type Addresses, LANGUAGES, learn, say } from "./words.svelte";

const FILES = import.meta.glob<string>("./*.*.json", { query: "?url", import: "default", eager: true });

/** A part's own `t`. Its files are `NAME.en.json` and so on; `arrived` waits until they are here. */
export function part<Key extends string>(name: string): (key: Key, values?: Values) => string {
  learn(Object.fromEntries(Object.keys(LANGUAGES).map((language) => [language, FILES[`./${name}.${language}.json`]])) as Addresses);
  return say;
}
