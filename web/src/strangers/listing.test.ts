import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";

import { FakeWorld } from "../net/fake-world";
import { inPlace, Listing, type PublicRooms, type Waiting } from "./listing";

const waiting = (room: string, taken = 1): Waiting => ({ room, rules: "standard", taken, free: 12 - taken });

let world: FakeWorld;
let asked: number;
let answer: () => Promise<PublicRooms>;
let shown: string[];

beforeEach(() => {
  world = new FakeWorld();
  asked = 0;
  answer = async () => ({ listed: true, rooms: [waiting("AAAAAA")] });
  shown = [];
});

const ask = () => {
  asked += 1;
  return answer();
};
const open = () => new Listing([], world, ask, ({ rooms, failed }) => shown.push(failed ? "failed" : rooms.map(({ room }) => room).join()));

/** Time passes, and what was asked is answered. */
async function pass(ms: number): Promise<void> {
  world.advance(ms);
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

test("it is asked for every few seconds, and no more once it is closed", async () => {
  const listing = open();
  for (let time = 0; time < 3; time += 1) await pass(4_000);
  expect([asked, shown]).toEqual([3, ["AAAAAA", "AAAAAA", "AAAAAA"]]);
  listing.close();
  await pass(60_000);
  world.wake();
  await pass(60_000);
  expect(asked).toBe(3);
});

test("it is not asked for while nobody looks, and at once when somebody does again", async () => {
  open();
  world.seen = false;
  for (let time = 0; time < 5; time += 1) await pass(4_000);
  expect(asked).toBe(0);
  world.seen = true;
  world.wake();
  await pass(0);
  expect(asked).toBe(1);
  await pass(4_000);
  expect(asked).toBe(2);
});

test("one question waits for its answer, however often somebody comes back", async () => {
  let reply: (rooms: PublicRooms) => void = () => undefined;
  answer = () => new Promise((resolve) => (reply = resolve));
  open();
  for (let time = 0; time < 3; time += 1) world.wake();
  await pass(20_000);
  expect(asked).toBe(1);
  reply({ listed: true, rooms: [] });
  await pass(0);
  await pass(4_000);
  expect(asked).toBe(2);
});

test("a server that does not answer is asked less and less, and what was shown stays", async () => {
  const listing = open();
  await pass(4_000);
  answer = () => Promise.reject(new Error("gone"));
  await pass(4_000);
  expect([listing.failed, listing.rooms.length]).toEqual([true, 1]);
  await pass(4_000);
  expect(asked).toBe(2);
  await pass(4_000);
  expect(asked).toBe(3);
  for (let time = 0; time < 20; time += 1) await pass(30_000);
  expect(asked).toBeGreaterThanOrEqual(22);
  answer = async () => ({ listed: true, rooms: [] });
  await pass(30_000);
  expect(listing.failed).toBe(false);
  const before = asked;
  await pass(4_000);
  expect(asked).toBe(before + 1);
});

test("nothing is left that would wake a list that is closed", () => {
  let waking = 0;
  const onWake = () => {
    waking += 1;
    return () => void (waking -= 1);
  };
  const listing = new Listing([], { after: world.after.bind(world), visible: world.visible, onWake }, ask, () => undefined);
  expect(waking).toBe(1);
  listing.close();
  expect(waking).toBe(0);
});

test("an answer that comes too late changes nothing", async () => {
  const listing = open();
  world.advance(4_000);
  listing.close();
  await pass(0);
  expect([asked, shown]).toEqual([1, []]);
});

test("no table moves while it waits: what is new comes behind, what is gone makes room", () => {
  const codes = fc.uniqueArray(fc.constantFrom(..."ABCDEFGH"), { maxLength: 8 });
  fc.assert(
    fc.property(codes, codes, (before, now) => {
      const merged = inPlace(before.map((room) => waiting(room, 1)), now.map((room) => waiting(room, 2)));
      const stayed = before.filter((room) => now.includes(room));
      expect(merged.map(({ room }) => room)).toEqual([...stayed, ...now.filter((room) => !before.includes(room))]);
      expect(merged.every(({ taken }) => taken === 2)).toBe(true);
    }),
  );
});
