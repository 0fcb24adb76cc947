import { describe, expect, test } from "vitest";

import { OPTIONS, PRESET_NAMES } from "../model/rules";
import { REFUSALS } from "../model/words";
import en from "./en.json" with { type: "json" };
import { compile, MessageError } from "./format";

const FILES = import.meta.glob<Record<string, string>>("./??.json", { import: "default", eager: true });
const CATALOGUES = Object.entries(FILES).map(([file, messages]) => [file.slice(2, 4), messages] as const);

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

  test("a name that runs the other way is kept apart", () => {
    expect(say("{name}!", { name: "Ada" })).toBe("Ada!");
    expect(say("{name}!", { name: "עדה" })).toBe("\u2068עדה\u2069!");
    expect(say("{name}!", { name: "עדה" }, "he")).toBe("עדה!");
    expect(say("{name}!", { name: "Ada" }, "he")).toBe("\u2068Ada\u2069!");
  });

  test("what it cannot read is named", () => {
    for (const text of ["{", "}", "{n, plural, one {x}}", "{n, nonsense, other {x}}"]) expect(() => compile(text, "en"), text).toThrow(MessageError);
  });
});

describe.each(CATALOGUES)("%s", (_, messages) => {
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

test("the presets have names and explanations", () => {
  for (const name of PRESET_NAMES.filter((preset) => preset !== "speed")) expect(en).toHaveProperty([`preset.${name}.about`]);
});
