import { beforeEach, expect, test, vi } from "vitest";

import de from "./de.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import he from "./he.json" with { type: "json" };
import deScore from "./score.de.json" with { type: "json" };
import frScore from "./score.fr.json" with { type: "json" };

type Words = typeof import("./words.svelte");

let words: Words;

beforeEach(async () => {
  vi.resetModules();
  words = await import("./words.svelte");
});

test("the browser's first language that there is, whatever its country", () => {
  expect(words.firstLanguage(["pt-BR", "fr-CA", "en"])).toBe("fr");
  expect(words.firstLanguage(["he-IL"])).toBe("he");
  expect(words.firstLanguage(["pt", "nl"])).toBe("en");
});

test("a language that was chosen is kept, before what the browser wants", async () => {
  await words.speak("es");
  expect(words.firstLanguage(["fr"])).toBe("es");
});

test("nothing is said before the first language is here, and then everything in it", async () => {
  const spoken = words.speak("he");
  expect(words.t("home.new")).toBe("");
  await spoken;
  expect([words.language(), words.direction(), words.t("home.new")]).toEqual(["he", "rtl", he["home.new"]]);
});

test("a part speaks the language of the shell, and changes with it", async () => {
  await words.speak("fr");
  const { part } = await import("./part");
  const say = part<keyof typeof frScore>("score");
  expect(say("score.title")).toBe("");
  await words.arrived(Promise.resolve());
  expect(say("score.title")).toBe(frScore["score.title"]);
  await words.speak("de");
  expect([words.t("home.new"), say("score.title")]).toEqual([de["home.new"], deScore["score.title"]]);
});

test("a part that is wanted while the language changes speaks the new one", async () => {
  await words.speak("fr");
  const { part } = await import("./part");
  const changing = words.speak("de");
  const say = part<keyof typeof frScore>("score");
  await Promise.all([changing, words.arrived(Promise.resolve())]);
  expect([words.language(), say("score.title")]).toEqual(["de", deScore["score.title"]]);
});

test("messages of a part that did not come are asked for again by whoever wants them next", async () => {
  await words.speak("fr");
  const { part } = await import("./part");
  const lost = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("no line"));
  const say = part<keyof typeof frScore>("score");
  await expect(words.arrived(Promise.resolve())).rejects.toThrow("no line");
  await words.arrived(Promise.resolve());
  expect(say("score.title")).toBe(frScore["score.title"]);
  await words.arrived(Promise.resolve());
  expect(lost).toHaveBeenCalledTimes(2);
  lost.mockRestore();
});

test("messages of a part that did not come before the language changed are missed by nobody", async () => {
  await words.speak("fr");
  const { part } = await import("./part");
  const lost = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("no line"));
  const say = part<keyof typeof frScore>("score");
  await words.speak("de");
  await words.arrived(Promise.resolve());
  expect(say("score.title")).toBe(deScore["score.title"]);
  lost.mockRestore();
});

test("of two choices the later one holds, whichever is here first", async () => {
  const { fetch: quick } = globalThis;
  const slow = vi.spyOn(globalThis, "fetch").mockImplementationOnce(async (...asked) => {
    await words.speak("fr");
    return quick(...asked);
  });
  await words.speak("de");
  slow.mockRestore();
  expect([words.language(), words.t("home.new")]).toEqual(["fr", fr["home.new"]]);
});
