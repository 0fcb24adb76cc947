import { expect, test } from "vitest";

import { FakeWorld } from "../net/fake-world";
import type { QueuedTap } from "./snapshot";
import { Taps } from "./taps";

const tap = (number: number): QueuedTap => ({ source: { zone: "stack" }, card: { colour: "r", number, deck: "A" } });

test("taking back a tap that does not wait leaves the very same list", () => {
  const taps = new Taps(new FakeWorld());
  taps.add(tap(3), 600, () => undefined);
  const { queued } = taps;
  expect(taps.remove(tap(4))).toBe(false);
  expect(taps.queued).toBe(queued);
});

test("a tap that is taken back does not lapse any more", () => {
  const world = new FakeWorld();
  const taps = new Taps(world);
  taps.add(tap(3), 600, () => expect.unreachable());
  expect(taps.remove(tap(3))).toBe(true);
  expect(taps.queued).toEqual([]);
  world.advance(600);
});
