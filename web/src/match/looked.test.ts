import { describe, expect, test } from "vitest";

import type { Seat } from "../model/cards";
import { parseRules } from "../model/rules";
import { readRecord } from "../replay/record";
import { tintOf } from "../score/tints";
import { TINTS } from "../table/seats";
import { gameOf } from "./game";
import { sums, versus } from "./looked";

const RECORDS = import.meta.glob<string>("../../../conformance/records/*.txt", { eager: true, query: "?raw", import: "default" });
const ALL = Object.values(RECORDS).map(readRecord);

const HEADER = `[Format "table-record 1"]
[Rules "standard,turn=2"]
[Seats "2"]
[Seat A "Ada"]
[Seat B "Ben"]
[Deal "r:AB / r3 g9 | b2 b1 | - | y5 y6 y7 / r3 g8 | b9 | y8 | g4 g5"]
`;
/** Ada lays her 1 and then her 2; Ben comes too late for a place. */
const FIRST = readRecord(`${HEADER}0.500 A r1>c1\n0.540 B r1>c1 ! beaten A 40\n0.600 B r1>c1 ! does-not-fit\n60.000 B turn\n`);
const SECOND = readRecord(`${HEADER}0.500 B r1>c1\n0.540 A r1>c1 ! beaten B 40\n0.700 A r1>c1 ! beaten B 200\n60.000 A turn\n`);

describe("a match of two rounds", () => {
  const [first, second] = sums([FIRST, SECOND]);

  test("adds up what each did", () => {
    const of = (seat: Seat) => [first, second].find((one) => one?.seat === seat)!;
    expect(of("A")).toMatchObject({ rounds: 2, laid: 1, faster: 1, beaten: 2 });
    expect(of("B")).toMatchObject({ rounds: 2, laid: 1, faster: 2, beaten: 1 });
    expect(of("A").perMinute).toBeCloseTo(0.5);
    expect(of("A").points).toBe(FIRST.scores[0]! + SECOND.scores[0]!);
    expect(of("A").won + of("B").won).toBeGreaterThanOrEqual(2);
  });

  test("sets one against the other, and the other way round", () => {
    const told = versus([FIRST, SECOND], "A", "B");
    const turned = versus([FIRST, SECOND], "B", "A");
    expect(told.together).toBe(2);
    expect(told.faster).toEqual([1, 2]);
    expect(told.ahead).toEqual([1, 1]);
    for (const key of ["ahead", "points", "faster"] as const) expect(turned[key]).toEqual([...told[key]].reverse());
  });
});

test.each(ALL.map((round, at) => [at, round] as const))("record %i: sums and pairs agree", (_, round) => {
  const all = sums([round]);
  expect(all.map(({ points }) => points)).toEqual([...all.map(({ points }) => points)].sort((a, b) => b - a));
  const losses = all.reduce((total, { beaten }) => total + beaten, 0);
  expect(all.reduce((total, { faster }) => total + faster, 0)).toBeLessThanOrEqual(losses);
  for (const one of all) {
    const against = all.filter((other) => other !== one).map((other) => versus([round], one.seat, other.seat));
    expect(against.reduce((total, { faster }) => total + faster[0], 0)).toBe(one.faster);
    expect(one.won === 1).toBe(against.every(({ ahead }) => ahead[1] === 0));
  }
});

describe("the game of a match", () => {
  const nameOf = (seat: Seat): string => `${seat}!`;

  test("has those who were dealt in, a seat that was left out among them", () => {
    const rounds = [
      [3, null, -4],
      [null, null, 10, 5],
    ];
    const game = gameOf(parseRules("standard"), rounds, nameOf);
    expect(game.names).toEqual(["A!", "C!", "D!"]);
    expect(game.rounds).toEqual([
      [3, -4, null],
      [null, 10, 5],
    ]);
    expect(game.goal).toEqual({ kind: "points", target: 99 });
  });

  test("has everybody in the colour of their seat, past one that was left out", () => {
    const { seats } = gameOf(parseRules("standard"), [[3, null, -4]], nameOf);
    expect([0, 1].map((player) => tintOf(player, seats))).toEqual([TINTS.A, TINTS.C]);
  });

  test.each([
    ["standard,match=rounds,target=3", { kind: "rounds", target: 3 }],
    ["standard,match=round_wins,target=2", { kind: "wins", target: 2 }],
    ["standard,match=single", { kind: "rounds", target: 1 }],
  ] as const)("%s", (rules, goal) => expect(gameOf(parseRules(rules), [[1, 2]], nameOf).goal).toEqual(goal));
});
