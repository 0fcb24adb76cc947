import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { set } from "../components/settings.svelte";
import { counting } from "./counting.svelte";

let unwelcome = false;
beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: unwelcome })));
afterEach(() => {
  vi.unstubAllGlobals();
  set({ animation: "normal" });
  unwelcome = false;
});

test("cards are counted from the first one", () => expect(counting()()).toBe(0));

test("for who has set no animation they are counted at once", () => {
  set({ animation: "none" });
  expect(counting()()).toBe(1);
});

test("for who wants no motion anywhere too", () => {
  unwelcome = true;
  expect(counting()()).toBe(1);
});
