/** The levels against each other, in virtual time: the better one wins clearly more often than chance. */
import { expect, test } from "vitest";

import { SEATS } from "../../model/cards";
import { type Dice, dealNoises, shuffled } from "../../model/chance";
import { decide, isOver } from "../../model/decide";
import { replay } from "../../model/evolve";
import { type Rules, parseRules } from "../../model/rules";
import { score } from "../../model/score";
import { stuck } from "../../model/stuck";
import { publicTable } from "../../model/table";
import type { Level } from "../../protocol";
import { deal } from "../../model/deal";
import { dice } from "../../state/fake-room";
import { PACES } from "./levels";
import { type Intention, Mind } from "./mind";

interface Played {
  readonly points: number[];
  readonly refused: number;
  readonly acted: number;
}

function play(rules: Rules, levels: readonly Level[], roll: Dice): Played {
  let table = deal(rules, SEATS.slice(0, levels.length), dealNoises(levels.length, roll), roll);
  const minds = levels.map((level, at) => new Mind(PACES[level], SEATS[at]!, rules, roll));
  const due = minds.map((mind): Intention => mind.think(publicTable(table), 0, false)).map((one) => ({ at: one.after, one }));
  let [refused, acted, laid, looked, ended] = [0, 0, 0, 0, false];
  while (!ended) {
    const seat = due.reduce((first, { at }, index) => (at < due[first]!.at ? index : first), 0);
    const { at: now, one } = due[seat]!;
    let no = false;
    if (one.command !== null) {
      const events = decide(table, SEATS[seat]!, one.command, rules, { shuffle: (waste) => shuffled(waste, roll) });
      no = typeof events === "string";
      acted += 1;
      refused += no ? 1 : 0;
      if (typeof events !== "string") {
        table = replay(table, events);
        if (events.some(({ kind }) => kind === "laid" || kind === "stacked" || kind === "refilled")) laid = now;
        ended = one.command.kind === "stop" || isOver(table, rules);
      }
    }
    if (now - Math.max(laid, looked) > 20) {
      looked = now;
      if (stuck(table, rules) !== "no" || now - laid > 300) ended = true;
    }
    const next = minds[seat]!.think(publicTable(table), now, no);
    due[seat] = { at: now + next.after, one: next };
  }
  return { points: score(table, rules).map((points) => points ?? 0), refused, acted };
}

test.each([
  ["beginner", "casual", "standard", 120],
  ["casual", "skilled", "standard", 120],
  ["beginner", "casual", "standard,profi=on", 240],
  ["casual", "skilled", "standard,profi=on", 240],
] as const)("%s loses to %s under %s", (worse, better, text, rounds) => {
  const rules = parseRules(text);
  let won = 0;
  for (let number = 0; number < rounds; number += 1) {
    const turned = number % 2 === 1;
    const { points } = play(rules, turned ? [worse, better] : [better, worse], dice(number + 1));
    const [b, w] = turned ? [points[1]!, points[0]!] : [points[0]!, points[1]!];
    won += b > w ? 1 : b === w ? 0.5 : 0;
  }
  // Three standard deviations from even, if both were equal.
  expect(won).toBeGreaterThan(rounds / 2 + (3 * rounds ** 0.5) / 2);
}, 60_000);

test("few of their plays are refused, and those are races that were lost, or slips", () => {
  for (const text of ["standard", "speed", "publisher", "french"]) {
    const { refused, acted } = play(parseRules(text), ["skilled", "casual", "beginner", "skilled"], dice(5));
    expect(acted).toBeGreaterThan(40);
    expect(refused / acted).toBeLessThan(0.25);
  }
});

test("what a mind means to do is legal as it sees the table, but for slips", () => {
  const rules = parseRules("standard,profi=on");
  const roll = dice(11);
  const table = publicTable(deal(rules, ["A", "B", "C"], [], roll));
  const careful = { ...PACES.skilled, slips: 0 };
  for (let tries = 0; tries < 200; tries += 1) {
    const mind = new Mind(careful, "B", rules, roll);
    mind.think(table, 0, false);
    const { command } = mind.think(table, 100, false);
    if (command !== null) expect(typeof decide(table, "B", command, rules)).not.toBe("string");
  }
});
