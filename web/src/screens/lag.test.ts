import { expect, test } from "vitest";

import { speak } from "../messages/words.svelte";
import { lagOf, paceOf } from "./lag";

test("a line is good, fair or slow", () => {
  expect([0, 100, 101, 250, 251].map(paceOf)).toEqual(["good", "good", "fair", "fair", "slow"]);
});

test("one's commands count, and pings before the first of them", async () => {
  await speak("en");
  expect(lagOf({ code: "KQZ7MB", lag: null, ping: null })).toBeNull();
  expect(lagOf({ code: "KQZ7MB", lag: null, ping: 40.4 })).toMatchObject({ pace: "good", figure: expect.stringContaining("40") as string });
  expect(lagOf({ code: "KQZ7MB", lag: 300, ping: 40 })).toMatchObject({ pace: "slow", said: expect.stringContaining("300") as string });
  expect(lagOf({ code: "", lag: 0, ping: 0 })).toBeNull();
});
