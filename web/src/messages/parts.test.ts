import { describe, expect, test } from "vitest";

import { compile, type Part, read } from "./format";
import deMachine from "./machine.de.json" with { type: "json" };
import enMachine from "./machine.en.json" with { type: "json" };
import deNoises from "./noises.de.json" with { type: "json" };
import enNoises from "./noises.en.json" with { type: "json" };
import deScore from "./score.de.json" with { type: "json" };
import enScore from "./score.en.json" with { type: "json" };
import deSpeed from "./speed.de.json" with { type: "json" };
import enSpeed from "./speed.en.json" with { type: "json" };
import { LANGUAGES } from "./words.svelte";

type Catalogue = Readonly<Record<string, string>>;

const PARTS: Readonly<Record<string, Readonly<Record<string, Catalogue>>>> = {
  machine: { en: enMachine, de: deMachine },
  noises: { en: enNoises, de: deNoises },
  score: { en: enScore, de: deScore },
  speed: { en: enSpeed, de: deSpeed },
};

const valuesOf = (parts: readonly Part[]): string[] => {
  const named = parts.flatMap((part) => {
    if (part.kind === "value") return [part.name];
    return part.kind === "choice" ? [part.name, ...[...part.cases.values()].flatMap(valuesOf)] : [];
  });
  return [...new Set(named)].sort();
};

describe.each(Object.entries(PARTS))("%s", (_, catalogues) => {
  const english = catalogues["en"]!;

  test("speaks every language of the client", () => expect(Object.keys(catalogues).sort()).toEqual(Object.keys(LANGUAGES).sort()));

  test.each(Object.entries(catalogues))("%s has the same messages, in the same order", (_, messages) => expect(Object.keys(messages)).toEqual(Object.keys(english)));

  test.each(Object.entries(catalogues))("%s can be read, and speaks of the same values", (language, messages) => {
    for (const [key, text] of Object.entries(messages)) {
      expect(text.trim(), key).not.toBe("");
      expect(() => compile(text, language), key).not.toThrow();
      expect(valuesOf(read(text)), key).toEqual(valuesOf(read(english[key]!)));
    }
  });
});
