import { expect, test } from "vitest";

import { FakeStore } from "../net/fake-world";
import { dice } from "../state/fake-room";
import { keepWishes, keptWishes, termsOf, type Wishes } from "./wishes";

const WISHES: Wishes = { bots: 11, level: "mixed", pace: 0.25, assist: true, sheet: "profi", length: "round" };

test("wishes are kept, and what cannot be read is as usual", () => {
  const kept = new FakeStore();
  const usual = keptWishes(kept);
  keepWishes(kept, WISHES);
  expect(keptWishes(kept)).toEqual(WISHES);
  for (const text of ["", "null", "[]", '{"bots":99,"pace":"fast","level":"god","sheet":"chess"}']) {
    kept.setItem("pellmell.practice", text);
    expect(keptWishes(kept)).toEqual(usual);
  }
});

test("a table has the person, then bots with names and levels of their own", () => {
  const { sitting, rules, options } = termsOf(WISHES, "Pip", dice(1));
  expect(sitting[0]).toEqual({ name: "Pip", level: null });
  expect(new Set(sitting.map(({ name }) => name)).size).toBe(12);
  expect(new Set(sitting.slice(1).map(({ level }) => level))).toEqual(new Set(["beginner", "casual", "skilled"]));
  expect([rules.profi, rules.match, options.assist]).toEqual(["on", "single", true]);
});
