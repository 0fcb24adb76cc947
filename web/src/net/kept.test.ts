import { STANDARD } from "../model/rules";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CHOICES, readSettings, SWITCHES, USUAL } from "../components/settings";
import { recall as recallMachine } from "../device/kept";
import { begin, isIdle, mayTake, ownerOf, PACES, setupFor, stillOpen, takenBy, throwNext } from "../device/machine";
import { firstLeft, keptProgress } from "../learn/progress";
import { LESSONS } from "../learn/lessons";
import { mangled, SEED, twisted } from "../mangling";
import { bestOf } from "../practice/drills/best";
import { keptWishes, MOST_BOTS, termsOf } from "../practice/wishes";
import { Witness } from "../proof/witness";
import { newGame } from "../score/game";
import { recall as recallPads } from "../score/kept";
import { latest, padOf, undo } from "../score/pad";
import { dice } from "../state/fake-room";
import { Outbox } from "../state/outbox";
import { Connection } from "./connection";
import { FakeWorld } from "./fake-world";
import { knownRoom, knownRooms, remember, underWay } from "./memory";
import { readLink } from "./rooms";
import type { Store } from "./world";

/** A store in which the same text stands everywhere. */
const holding = (text: string): Store => ({ getItem: () => text, setItem: () => {}, removeItem: () => {} });

/** Tries stored texts: values that were kept once with something else in them, and such texts cut and sown. */
function tryKept(values: readonly unknown[], attempt: (store: Store) => boolean, numRuns = 2000): void {
  const texts = values.map((value) => JSON.stringify(value));
  const either = fc.oneof({ weight: 3, arbitrary: twisted(values).map((value) => JSON.stringify(value) ?? "") }, { weight: 1, arbitrary: mangled(texts, ["{", "}", "[", "]", ",", ":", "null"]) });
  let taken = 0;
  fc.assert(fc.property(either, (text) => void (taken += Number(attempt(holding(text))))), { seed: SEED, numRuns });
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(numRuns);
}

const isText = (value: unknown): boolean => value === null || value === undefined || typeof value === "string";

test("rooms that are known are rooms, whatever stands there", () => {
  const rooms = [
    { code: "KQZ7MB", token: "t", key: "k", host: "h", name: "Ada" },
    { code: "ABCDEF", key: null },
  ];
  tryKept([rooms, [rooms[0]]], (store) => {
    const known = knownRooms(store);
    for (const { code, token, key, host, name } of known) {
      expect(typeof code).toBe("string");
      expect([token, key, host, name].every(isText)).toBe(true);
    }
    knownRoom(store, "KQZ7MB");
    remember(store, { code: "KQZ7MB", token: "other" });
    return known.length > 0;
  });
});

test("commands under way are commands with numbers, or there are none", () => {
  const pending = [
    { t: "do", n: 3, a: "r1>c", card: "r1", round: 1 },
    { t: "do", n: 4, a: "turn" },
  ];
  tryKept([{ next: 5, pending }, { next: 1, pending: [] }], (store) => {
    const left = underWay(store, "KQZ7MB");
    expect(Number.isSafeInteger(left.next) && left.next > 0).toBe(true);
    for (const { t, n, a } of left.pending) expect([t, Number.isSafeInteger(n), typeof a]).toEqual(["do", true, "string"]);
    new Outbox(store, "KQZ7MB").welcomed("A", 2);
    return left.pending.length > 0;
  });
});

test("settings are of their kind, the rest as usual", () => {
  tryKept([{ large: true, left: false, calm: true, told: false, keys: true, theme: "dark", noises: "quiet" }], (store) => {
    const settings = readSettings(store.getItem(""));
    expect(Object.keys(settings)).toEqual(Object.keys(USUAL));
    for (const name of SWITCHES) expect(typeof settings[name]).toBe("boolean");
    for (const [name, values] of Object.entries(CHOICES)) expect(values).toContain(settings[name as keyof typeof CHOICES]);
    return settings.large;
  });
});

test("a machine that was kept is a machine that can go on, or there is none", () => {
  const setup = setupFor(["Ada", "Ben", ""], dice(1));
  const run = Array.from({ length: 5 }).reduce<ReturnType<typeof begin>>((now) => throwNext(now, setup), begin(dice(1)));
  tryKept([{ setup, run }, { setup, run: null }], (store) => {
    const kept = recallMachine(store);
    if (kept === null) return false;
    expect(kept.setup.names.every((name) => typeof name === "string")).toBe(true);
    expect(Object.hasOwn(PACES, kept.setup.pace)).toBe(true);
    ownerOf(kept.setup, "bell");
    const players = kept.setup.names.length;
    for (const { owner, taker } of kept.run?.thrown ?? []) {
      for (const player of [owner, taker]) expect(player === null || (Number.isInteger(player) && player >= 0 && player < players)).toBe(true);
    }
    if (kept.run !== null) {
      throwNext({ ...kept.run, phase: "running" }, kept.setup);
      stillOpen(kept.run).forEach((at) => (mayTake(kept.run!, at, 0), isIdle(kept.run!, at)));
      takenBy(kept.run, 1);
    }
    return kept.run !== null;
  });
});

test("pads that were kept can be counted and undone, and a bad one costs no other", () => {
  const game = { ...newGame(1, 1_700_000_000_000, { names: ["Ada", "Ben"], goal: { kind: "points", target: 99 }, way: "points", jokers: false }), rounds: [[3, 4], [null, { middle: 5, left: 2, jokers: 0 }]] };
  const pad = { game, past: [{ ...game, rounds: [] }] };
  tryKept([{ pads: [pad, padOf(game)], open: 1 }], (store) => {
    const { pads, open } = recallPads(store);
    for (const one of pads) {
      latest(one);
      undo(one);
      expect(one.game.names.length).toBeGreaterThan(1);
      expect(one.game.rounds.every((round) => round.length === one.game.names.length)).toBe(true);
    }
    expect(open === null || pads.some((one) => one.game.id === open)).toBe(true);
    return pads.length > 0;
  });
});

test("wishes for practice can be granted", () => {
  tryKept([{ bots: 4, level: "skilled", pace: 0.5, assist: true, sheet: "french", length: "round" }], (store) => {
    const wishes = keptWishes(store);
    expect(Number.isInteger(wishes.bots) && wishes.bots >= 1 && wishes.bots <= MOST_BOTS).toBe(true);
    expect(termsOf(wishes, "Ada", () => 0).sitting.length).toBe(wishes.bots + 1);
    return wishes.bots === 4;
  });
});

test("a witness finds nothing rather than failing", () => {
  const commit = "ab".repeat(32);
  tryKept([{ commit, share: "cd".repeat(32) }], (store) => {
    const given: string[] = [];
    const witness = new Witness("KQZ7MB", { me: () => "A", commit: () => commit, rules: () => STANDARD, give: (value) => given.push(value), kept: store, random: (bytes) => bytes });
    witness.look();
    witness.happened({ k: "shares", of: ["A"] });
    witness.happened({ k: "reveal", seed: "00".repeat(32), shares: { A: "11".repeat(32) } });
    expect(given.every((value) => /^[0-9a-f]{64}$/.test(value))).toBe(true);
    return given[0] === "cd".repeat(32);
  });
});

test("progress and bests are of what there is", () => {
  const names = LESSONS.map(({ name }) => name);
  let taken = 0;
  fc.assert(
    fc.property(mangled([names.join(" "), names.slice(0, 2).join(" ")], names), (text) => {
      const done = keptProgress(holding(text));
      taken += Number(done.length > 0);
      expect(done.every((name) => names.includes(name))).toBe(true);
      expect(firstLeft(done)).toBeLessThan(names.length);
      expect(bestOf(holding(text), "minute")).toBeGreaterThanOrEqual(0);
    }),
    { seed: SEED, numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(0);
});

test("an address is a room's with a code as it is written, or none", () => {
  let taken = 0;
  fc.assert(
    fc.property(mangled(["/r/KQZ7MB", "/tv/kqz7mb/"], ["/r/", "//", "%2f", "ſ", "K"]), mangled(["#k=abc", ""], ["&", "=", "%", "k"]), (pathname, hash) => {
      const link = readLink({ pathname, hash });
      taken += Number(link !== null);
      if (link !== null) expect(link.code).toMatch(/^[A-Z0-9]{6}$/);
    }),
    { seed: SEED, numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(2000);
});

test("texts that are no frames are passed over", () => {
  const world = new FakeWorld();
  const told: string[] = [];
  const connection = new Connection(world, { hello: () => ({ t: "hello", room: "KQZ7MB" }), frame: ({ t }) => told.push(t), changed: () => {} });
  connection.connect();
  world.line.events.opened();
  // Before a welcome nothing is handed on at all.
  world.line.events.received('{"t":"welcome"}');
  const frames = ['{"t":"ack","n":3,"v":9}', '{"t":"nack","n":3,"why":"full"}', '{"t":"ev","v":4,"at":0.5,"e":[]}'];
  fc.assert(fc.property(mangled(frames, ["{", "}", '"t"', ":", "null", "[]"]), (text) => world.line.events.received(text)), { seed: SEED, numRuns: 1000 });
  expect(told.every((t) => typeof t === "string")).toBe(true);
  expect(told.length).toBeGreaterThan(1);
  expect(told.length).toBeLessThan(1001);
});
