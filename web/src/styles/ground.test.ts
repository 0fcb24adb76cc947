import { expect, test } from "vitest";

import { contrast } from "./contrast";
import ground from "./ground.css?raw";

type Colours = Readonly<Record<string, string>>;

/** The custom properties of a block that begins so. */
function block(start: string): Colours {
  const found = ground.split(start)[1] ?? "";
  return Object.fromEntries([...found.slice(0, found.indexOf("}")).matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]));
}

const always = block(":root {\n  --round");
const themes = {
  dark: { ...always, ...block("only its ground, in the colour the system asks for. */\n:root {"), ...block(':root:not([data-theme="light"]) {') },
  light: { ...always, ...block(':root[data-theme="light"] {') },
} as const;

/** A colour by its name, or by the name of one that it is the same as. */
function colour(colours: Colours, name: string): string {
  const value = colours[name] ?? "";
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (other !== undefined) return colour(colours, other);
  expect(value, name).toMatch(/^#[0-9a-f]{6}$/);
  return value;
}

const GROUNDS = ["table", "panel", "raised"];
const TEXT = [
  ...["text", "gentle", "soft", "accent", "good", "bad"].flatMap((words) => GROUNDS.map((on) => [words, on] as const)),
  ...[["faint", "table"], ["on-accent", "accent"], ["on-accent", "accent-over"], ["text", "over"], ["on-notice", "notice"], ["on-plate", "plate"], ["rail", "panel"], ["soft", "deep"]] as const,
];
/** What is no text needs less. */
const SHAPES = [...["edge", "shape-r", "shape-b", "shape-y", "shape-g", "card-edge"].map((shape) => [shape, "panel"] as const), ["edge", "table"], ["card-edge", "table"]] as const;

test.each(["dark", "light"] as const)("whatever is read stands out from its ground: %s", (theme) => {
  const low = (pairs: readonly (readonly [string, string])[], least: number): string[] =>
    pairs.map(([one, on]) => `${one} on ${on}: ${contrast(colour(themes[theme], one), colour(themes[theme], on)).toFixed(2)}`).filter((said) => Number(said.split(": ")[1]) < least);
  expect(low(TEXT, 4.5)).toEqual([]);
  expect(low(SHAPES, 3)).toEqual([]);
});

test("both themes have the same colours", () => {
  const names = (theme: Colours): string[] => Object.keys(theme).filter((name) => name !== "tinted").sort();
  expect(names(themes.light)).toEqual(names(themes.dark));
});

test("around the page the browser draws the ground of the theme", async () => {
  const { GROUNDS: around } = await import("../components/grounds");
  for (const theme of ["dark", "light"] as const) expect(around[theme]).toBe(themes[theme]["table"]);
});

/** The same in both themes: a card's own colours, and print. */
const ALLOWED: Readonly<Record<string, number>> = { "../machine/Held.svelte": 2, "../machine/Noises.svelte": 2, "../rules/Area.svelte": 1, "../device/Stage.svelte": 1, "../device/PrintSheet.svelte": 1 };

test("colours are written here alone", () => {
  const files = import.meta.glob<string>(["../**/*.svelte", "./page.css", "./table.css"], { query: "?raw", import: "default", eager: true });
  expect(Object.keys(files).length).toBeGreaterThan(100);
  for (const [file, source] of Object.entries(files)) {
    const style = file.endsWith(".css") ? source : (source.split(/<styl[e]>/)[1] ?? "");
    expect(style.match(/#[0-9a-f]{3,8}\b|rgba?\(/gi)?.length ?? 0, file).toBe(ALLOWED[file] ?? 0);
  }
});
