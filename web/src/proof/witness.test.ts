import { beforeEach, expect, test } from "vitest";
import type { Seat } from "../model/cards";
import { deal } from "../model/deal";
import { writePosition } from "../model/position";
import { STANDARD } from "../model/rules";
import { publicTable } from "../model/table";
import { chanceOf } from "./dice";
import { bytesOf, hex, sha256 } from "./sha256";
import { Witness } from "./witness";

const SEED = "ab".repeat(32);
const SHARE = "07".repeat(32);
const sha = (secret: string): string => hex(sha256(bytesOf(secret)));

/** What everybody sees of the deal that the seed and the shares make. */
function dealtBy(shares: Partial<Record<Seat, string>>, seed = SEED): string {
  return writePosition(publicTable(deal(STANDARD, ["A", "B"], [], chanceOf({ seed, shares })("deal 1"))));
}

let given: string[];
let commit: string | null;
let kept: Map<string, string>;
let reads: number;

function witness(me: Seat | null = "B"): Witness {
  return new Witness("KQZ7MB", {
    me: () => me,
    commit: () => commit,
    rules: () => STANDARD,
    give: (value) => given.push(value),
    kept: { getItem: (key) => (reads++, kept.get(key) ?? null), setItem: (key, value) => void kept.set(key, value) },
    random: (bytes) => bytes.fill(7),
  });
}

beforeEach(() => {
  given = [];
  commit = sha(SEED);
  kept = new Map();
  reads = 0;
});

function round(one: Witness, table: string = dealtBy({ B: SHARE })): Witness {
  one.look();
  one.happened({ k: "shares", of: ["A", "B"] });
  one.happened({ k: "dealt", table, round: 1, first: true });
  commit = null;
  return one;
}

test("a share is pledged once, and given when it is asked for", () => {
  const one = witness();
  one.look();
  one.look();
  expect(given).toEqual([sha(SHARE)]);
  one.happened({ k: "shares", of: ["A"] });
  expect(given).toHaveLength(1);
  one.happened({ k: "shares", of: ["A", "B"] });
  expect(given).toEqual([sha(SHARE), SHARE]);
});

test("who watches pledges nothing", () => {
  witness(null).look();
  expect(given).toEqual([]);
});

test("the promised seed with one's own share, which deal what lay open, are proved", () => {
  expect(round(witness()).happened({ k: "reveal", seed: SEED, shares: { B: SHARE } })).toBe("proved");
});

test("a share that was not used is told", () => {
  expect(round(witness(), dealtBy({})).happened({ k: "reveal", seed: SEED, shares: {} })).toBe("withheld");
});

test("another seed, and another share, are told", () => {
  const one = round(witness());
  expect(one.happened({ k: "reveal", seed: "cd".repeat(32), shares: { B: SHARE } })).toBe("broken");
  expect(one.happened({ k: "reveal", seed: SEED, shares: { B: SEED } })).toBe("broken");
});

test("a deal that seed and shares do not make is told, though both are those that were sealed", () => {
  const reveal = { k: "reveal", seed: SEED, shares: { B: SHARE } } as const;
  expect(round(witness(), dealtBy({})).happened(reveal)).toBe("broken");
  expect(round(witness(), dealtBy({ B: SHARE }, SHARE)).happened(reveal)).toBe("broken");
  expect(round(witness(), dealtBy({ B: SHARE })).happened({ ...reveal, shares: { A: SEED, B: SHARE } })).toBe("broken");
});

test("who watches gives nothing, and checks the seed and the deal all the same", () => {
  const one = round(witness(null), dealtBy({ A: SHARE }));
  expect(given).toEqual([]);
  expect(one.happened({ k: "reveal", seed: SEED, shares: { A: SHARE } })).toBe("proved");
  expect(one.happened({ k: "reveal", seed: SHARE, shares: { A: SHARE } })).toBe("broken");
  expect(one.happened({ k: "reveal", seed: SEED, shares: {} })).toBe("broken");
});

test("who watched and sits down pledges a share for the same seed", () => {
  witness(null).look();
  witness("B").look();
  expect(given).toEqual([sha(SHARE)]);
});

test("a reload in the middle of a round forgets nothing", () => {
  round(witness());
  expect(witness().happened({ k: "reveal", seed: SEED, shares: { B: SHARE } })).toBe("proved");
});

test("of a round whose beginning was not seen nothing is said", () => {
  expect(witness().happened({ k: "reveal", seed: SEED, shares: {} })).toBe(null);
});

test("what happens at the table is none of its business", () => {
  witness().happened({ k: "did", s: "B", a: "turn", card: null, up: [] });
  expect(reads).toBe(0);
});
