import { expect, test } from "vitest";

import css from "../styles/table.css?raw";

/** Every component as it is written. */
const SOURCES = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });

const found = (wrong: (source: string) => readonly string[]): string[] =>
  Object.entries(SOURCES).flatMap(([file, source]) => wrong(source).map((what) => `${file}: ${what}`));

const named = (css: string, pattern: RegExp): string[] => [...css.matchAll(pattern)].map(([, name]) => name!);

/** What a component draws of its own; what it says of elements that others draw is left out. */
const styleOf = (source: string): string => (/<styl[e]>([^]*)<\/style>/.exec(source)?.[1] ?? "").replace(/:global\((?:[^()]|\([^()]*\))*\)/g, "");

test("there are components to look at", () => expect(Object.keys(SOURCES).length).toBeGreaterThan(60));

test("what has no role has no label of its own, which screen readers would pass over", () => {
  const bare = /<(?:span|p|div|strong|b|i|em|bdi)\b(?:[^<>"{]|"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})*>/g;
  expect(found((source) => (source.match(bare) ?? []).filter((tag) => tag.includes("aria-label=") && !/\brole=/.test(tag)))).toEqual([]);
});

test("no component has a class that the table draws by its name alone", () => {
  const drawn = new Set(named(css, /^\.([\w-]+)(?=,$| \{$)/gm));
  expect(drawn.has("chip")).toBe(true);
  expect(found((source) => named(styleOf(source), /\.([a-z][\w-]*)/g).filter((name) => drawn.has(name)))).toEqual([]);
});
