import { beforeAll, expect, test } from "vitest";

import { speak } from "../messages/words.svelte";
import type { Ended } from "../protocol";
import { pair } from "../state/fake-pair";
import { ending } from "./ending";

beforeAll(() => speak("en"));

const stopped: Ended = { k: "ended", by: "A", why: "stop", scores: [], totals: [] };

test("of two at one device each is told on their own side who called the end", () => {
  const [ann, ben] = pair(3);
  expect(ending(ann, stopped, ann.me)).toBe("You stopped the round.");
  expect(ending(ben, stopped, ben.me)).toBe("A stopped the round.");
});

test("what both of them read calls nobody you", () => {
  const [ann, ben] = pair(3);
  for (const room of [ann, ben]) expect(ending(room, stopped, room.you)).toBe("A stopped the round.");
  ann.beside = null;
  expect(ending(ann, stopped, ann.you)).toBe("You stopped the round.");
});

test("an end that nobody called, and none yet", () => {
  const [ann] = pair(3);
  expect(ending(ann, { ...stopped, by: null }, ann.me)).toBe("");
  expect(ending(ann, { ...stopped, by: null, why: "dead" }, ann.me)).toBe("Nothing went any more.");
  expect(ending(ann, null, ann.me)).toBe("");
});
