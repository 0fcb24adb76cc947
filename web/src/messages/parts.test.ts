import { describe, expect, test } from "vitest";

import { compile, type Part, read } from "./format";
import { LANGUAGES } from "./words.svelte";

type Catalogue = Readonly<Record<string, string>>;
type Kind = Extract<Part, { kind: "choice" }>;

/** The shell's catalogues are `en.json` and so on, those of a part `score.en.json`. */
const FILES = import.meta.glob<Catalogue>("./*.json", { import: "default", eager: true });
const names = [...new Set(Object.keys(FILES).map((file) => file.slice(2).replace(/\w\w\.json$/, "")))];
const languages = Object.keys(LANGUAGES);
const CATALOGUES = names.flatMap((name) => languages.map((language) => [`${name}${language}`, name, language] as const));

const catalogue = (name: string, language: string): Catalogue => FILES[`./${name}${language}.json`] ?? {};

const within = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) => (part.kind === "choice" ? [part, ...[...part.cases.values()].flatMap(within)] : [part]));

/** The values a message speaks of, in whichever of its cases. */
const valuesOf = (text: string): string[] => [...new Set(within(read(text)).flatMap((part) => ("name" in part ? [part.name] : [])))].sort();

const pluralsOf = (text: string): Kind[] => within(read(text)).filter((part): part is Kind => part.kind === "choice" && part.plural);
const selectsOf = (text: string): Kind[] => within(read(text)).filter((part): part is Kind => part.kind === "choice" && !part.plural);

test("no key is in two catalogues, since they are spoken as one", () => {
  const keys = names.flatMap((name) => Object.keys(catalogue(name, "en")));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

describe.each(CATALOGUES)("%s", (_, name, language) => {
  const english = catalogue(name, "en");
  const messages = catalogue(name, language);

  test("has the same messages as English, in the same order", () => expect(Object.keys(messages)).toEqual(Object.keys(english)));

  test("every message can be read, and says something", () => {
    for (const [key, text] of Object.entries(messages)) {
      expect(text.trim(), key).not.toBe("");
      expect(() => compile(text, language), key).not.toThrow();
    }
  });

  test("speaks of the same values", () => {
    for (const [key, text] of Object.entries(messages)) expect(valuesOf(text), key).toEqual(valuesOf(english[key]!));
  });

  test("knows every number form of its language, and no other", () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.slice().sort();
    for (const [key, text] of Object.entries(messages)) {
      for (const { cases } of pluralsOf(text)) {
        const forms = [...cases.keys()].filter((label) => !label.startsWith("=")).sort();
        // A message with one form for all numbers says so with "other" alone.
        if (forms.length > 1) expect(forms, key).toEqual(needed);
      }
    }
  });

  test("distinguishes what English distinguishes", () => {
    const labels = (text: string): string[] => [...new Set(selectsOf(text).flatMap(({ cases }) => [...cases.keys()]))].sort();
    for (const [key, text] of Object.entries(messages)) expect(labels(text), key).toEqual(labels(english[key]!));
  });
});
