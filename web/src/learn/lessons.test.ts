import { expect, test } from "vitest";

import type { Command } from "../model/commands";
import { decide } from "../model/decide";
import { evolve, replay } from "../model/evolve";
import { parseCommand } from "../model/notation";
import { counted } from "../model/score";
import { FakeStore } from "../net/fake-world";
import type { Phase } from "../protocol";
import { LESSONS, NOISE, RIGHT, termsOf } from "./lessons";
import { firstLeft, keepProgress, keptProgress } from "./progress";

/** What the text of each step asks for. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  one: ["r1>c"],
  up: ["r1>c", "r3>c"],
  fill: ["r1>c", "s>r1"],
  turn: ["turn", "w>c"],
  stop: ["s>c", "stop"],
  profi: ["s>r1", "s>r1"],
  speed: ["grab", "use joker c1", "r1>c"],
};

test.each(LESSONS.filter(({ done }) => done !== null))("$name is done by doing what it asks for, and not before", (lesson) => {
  const terms = termsOf(lesson, "Ann", "Pip");
  let table = terms.lesson!;
  let phase: Phase = "round";
  if (lesson.name === "speed") table = evolve(table, { kind: "threw", throw: { number: 1, kind: "joker", noise: NOISE } });
  for (const text of ASKED[lesson.name]!) {
    expect(lesson.done!({ table, phase })).toBe(false);
    const command: Command = parseCommand(text);
    const events = decide(table, "A", command, terms.rules);
    if (typeof events === "string") throw new Error(`${text}: ${events}`);
    table = replay(table, events);
    if (command.kind === "stop") phase = "result";
  }
  expect(lesson.done!({ table, phase })).toBe(true);
});

test("the question about points has the answer that the table gives", () => {
  const { lesson } = termsOf(LESSONS.find(({ name }) => name === "score")!, "Ann", "Pip");
  const { centre, left } = counted(lesson!, "A")!;
  expect([centre, left]).toEqual([5, 1]);
  expect(centre - 2 * left).toBe(RIGHT);
});

test("progress is kept, and leads to the first step that is left", () => {
  const store = new FakeStore();
  expect(firstLeft(keptProgress(store))).toBe(0);
  keepProgress(store, ["one", "up"]);
  expect(keptProgress(store)).toEqual(["one", "up"]);
  expect(firstLeft(keptProgress(store))).toBe(2);
  keepProgress(store, LESSONS.map(({ name }) => name));
  expect(firstLeft(keptProgress(store))).toBe(0);
  store.setItem("pellmell.learn", "somebody else's text");
  expect(keptProgress(store)).toEqual([]);
});
