import { describe, expect, test } from "vitest";

import type { Noise } from "../model/machine";
import { dice } from "../state/fake-room";
import { aside, begin, giveBack, hasNoises, isIdle, isQuiet, mayTake, paused, resumed, type Run, type Setup, setupFor, stillOpen, stopped, take, takenBy, throwNext } from "./machine";

const three: Setup = {
  names: ["Ada", "Ben", ""],
  noises: [
    ["horn", "bell"],
    ["cock", "drum"],
    ["phone", "cuckoo"],
  ],
  pace: "usual",
  quiet: false,
};

const coming = (...noises: Noise[]): Run => ({
  phase: "running",
  coming: noises.map((noise) => ({ noise, action: "second" })),
  thrown: [],
});
const thrown = (setup: Setup, ...noises: Noise[]): Run => {
  let run: Run = { ...coming(...noises), coming: [...coming(...noises).coming, { noise: "drum", action: "joker" }] };
  for (const _ of noises) run = throwNext(run, setup);
  return run;
};
const takers = (run: Run, at: number) => [0, 1, 2].filter((player) => mayTake(run, at, player));

describe("who may take a card", () => {
  test("its owner alone, until the next throw", () => expect(takers(thrown(three, "cock"), 0)).toEqual([1]));
  test("case 63: everybody after the next throw, the owner too", () => expect(takers(thrown(three, "cock", "bell"), 0)).toEqual([0, 1, 2]));
  test("case 62: everybody at once if the noise is nobody's", () => expect(takers(thrown(three, "elephant"), 0)).toEqual([0, 1, 2]));
  test("case 65: two old ones everybody, the new one its owner", () => {
    const run = thrown(three, "cock", "horn", "phone");
    expect([0, 1, 2].map((at) => takers(run, at).length)).toEqual([3, 3, 1]);
  });
  test("case 66: the last card of all is its owner's to the end", () => {
    const run = throwNext(coming("bell"), three);
    expect(run.phase).toBe("emptied");
    expect(takers(run, 0)).toEqual([0]);
    expect(throwNext(run, three)).toBe(run);
  });
  test("case 87: everybody where the machine is quiet, for the throws to come", () => {
    let run: Run = { ...coming("cock", "cock", "cock"), coming: coming("cock", "cock", "cock", "horn").coming };
    run = throwNext(run, three);
    run = throwNext(run, { ...three, quiet: true });
    expect(run.thrown[1]).toMatchObject({ noise: null, owner: null });
    run = throwNext(run, three);
    expect([1, 2].map((at) => takers(run, at).length)).toEqual([3, 1]);
    expect(run.thrown[0]?.noise).toBe("cock");
  });
  test("nobody, once it is taken; and whoever may not, does not", () => {
    const run = thrown(three, "cock");
    expect(take(run, 0, 2)).toBe(run);
    const after = take(run, 0, 1);
    expect(takers(after, 0)).toEqual([]);
    expect(takenBy(after, 1)).toEqual(["second"]);
    expect(giveBack(after, 0)).toEqual(run);
  });
});

test("older cards that nobody took stay open", () => {
  const run = thrown(three, "cock", "horn", "phone");
  expect(stillOpen(run)).toEqual([0, 1]);
  expect(stillOpen(take(run, 0, 2))).toEqual([1]);
});

test("case 82: a second copy of every second card has no effect", () => {
  let run = thrown(three, "cock", "horn", "phone");
  run = take(take(take(run, 0, 2), 1, 0), 2, 2);
  expect([0, 1, 2].map((at) => isIdle(run, at))).toEqual([false, false, true]);
});

test("case 91: nine players and more play quietly, and nothing lies aside", () => {
  const nine = setupFor(Array<string>(9).fill(""), dice(1));
  expect([hasNoises(nine), isQuiet(nine), aside(nine)]).toEqual([false, true, []]);
  const eight = setupFor(Array<string>(8).fill(""), dice(1));
  expect([hasNoises(eight), isQuiet(eight)]).toEqual([true, false]);
  expect(aside(three)).toEqual(["fanfare", "elephant"]);
});

test("a round throws 24 cards, also with pauses, and then none", () => {
  let run = begin(dice(1));
  for (let i = 0; i < 24; i += 1) {
    expect(throwNext(paused(run), three)).toEqual(paused(run));
    run = throwNext(resumed(paused(run)), three);
  }
  expect([run.phase, run.coming.length, run.thrown.length]).toEqual(["emptied", 0, 24]);
  expect(stopped(run).phase).toBe("stopped");
});
