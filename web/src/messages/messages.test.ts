import { describe, expect, test } from "vitest";

import { OPTIONS, PRESET_NAMES } from "../model/rules";
import { REFUSALS } from "../model/words";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import { compile, MessageError, type Part, read } from "./format";

const CATALOGUES: Record<string, Record<string, string>> = { en, de };
const others = Object.keys(CATALOGUES).filter((language) => language !== "en");

/** The values a message speaks of, in whichever of its cases. */
const valuesOf = (parts: readonly Part[]): string[] => {
  const named = parts.flatMap((part) => {
    if (part.kind === "value") return [part.name];
    return part.kind === "choice" ? [part.name, ...[...part.cases.values()].flatMap(valuesOf)] : [];
  });
  return [...new Set(named)].sort();
};

describe("the subset of ICU", () => {
  const say = (text: string, values: Record<string, string | number>, language = "en") => compile(text, language)(values);

  test("values", () => expect(say("{name} was faster ({ms} ms)", { name: "Anna", ms: 38 })).toBe("Anna was faster (38 ms)"));

  test("plurals with figures and exact cases", () => {
    const text = "{n, plural, =0 {none} one {# card} other {# cards}}!";
    expect([0, 1, 2].map((n) => say(text, { n }))).toEqual(["none!", "1 card!", "2 cards!"]);
  });

  test("plurals follow the language", () => {
    const text = "{n, plural, one {# karta} few {# karty} other {# kart}}";
    expect([1, 2, 5].map((n) => say(text, { n }, "pl"))).toEqual(["1 karta", "2 karty", "5 kart"]);
  });

  test("select, with a value within", () => {
    const text = "{kind, select, a {A {name}} other {other}}";
    expect(say(text, { kind: "a", name: "x" })).toBe("A x");
    expect(say(text, { kind: "z" })).toBe("other");
  });

  test("what it cannot read is named", () => {
    for (const text of ["{", "}", "{n, plural, one {x}}", "{n, nonsense, other {x}}"]) expect(() => compile(text, "en"), text).toThrow(MessageError);
  });
});

describe.each(Object.entries(CATALOGUES))("%s", (language, messages) => {
  test("every message can be read and is not empty", () => {
    for (const [key, text] of Object.entries(messages)) {
      expect(text.trim(), key).not.toBe("");
      expect(() => compile(text, language), key).not.toThrow();
    }
  });

  test("every rule option has its name, its explanation and its values", () => {
    for (const { name, values } of OPTIONS) {
      expect(messages[`rule.${name}`], name).toBeTruthy();
      expect(messages[`rule.${name}.about`], name).toBeTruthy();
      const words = (values ?? []).filter((value) => !/^\d/.test(value));
      for (const value of words) expect(messages[`rule.${name}.${value}`], `${name}=${value}`).toBeTruthy();
    }
  });

  test("every refusal has a sentence", () => {
    for (const word of REFUSALS) expect(messages[`refusal.${word}`], word).toBeTruthy();
  });

  test("every way a line can end has a title and a sentence", () => {
    for (const why of ["wrong-key", "full-or-locked", "no-such-room", "taken-over", "removed", "outdated", "unreadable", "left"]) {
      expect(messages[`closed.${why}.title`], why).toBeTruthy();
      expect(messages[`closed.${why}`], why).toBeTruthy();
    }
  });
});

describe.each(others)("%s beside English", (language) => {
  const messages = CATALOGUES[language]!;

  test("has the same messages, in the same order", () => expect(Object.keys(messages)).toEqual(Object.keys(en)));

  test("has the same placeholders", () => {
    for (const [key, text] of Object.entries(en)) expect(valuesOf(read(messages[key] ?? "")), key).toEqual(valuesOf(read(text)));
  });
});

test("the presets have names and explanations", () => {
  for (const name of PRESET_NAMES.filter((preset) => preset !== "speed")) expect(en).toHaveProperty([`preset.${name}.about`]);
});
