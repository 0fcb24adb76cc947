import { expect, test } from "vitest";

import { isWanted } from "../../model/decide";
import { count } from "../../model/table";
import { dice } from "../../state/fake-room";
import { ask } from "./fit";
import { begin, isDone, isOpen, play, toTurn, turn } from "./flip";

test("of the cards of a question exactly one fits, and it may be any of them", () => {
  const roll = dice(3);
  const places = new Set<number>();
  for (let number = 0; number < 500; number += 1) {
    const { piles, cards, right } = ask(roll);
    expect(cards).toHaveLength(5);
    expect(cards.flatMap((card, at) => (isWanted(piles, card) ? [at] : []))).toEqual([right]);
    places.add(right);
  }
  expect([...places].sort()).toEqual([0, 1, 2, 3, 4]);
});

test("a hand is turned in threes, taken up again, and can be played to its last card", () => {
  const roll = dice(4);
  let table = begin(roll);
  const cards = count(table.areas[0]!.hand);
  let played = 0;
  for (let step = 0; step < 20_000 && !isDone(table); step += 1) {
    const open = isOpen(table);
    const after = play(table);
    expect(after !== null).toBe(open);
    played += after === null ? 0 : 1;
    expect(toTurn(table)).toBeLessThanOrEqual(3);
    table = after ?? turn(table, roll);
  }
  expect(isDone(table)).toBe(true);
  expect(played).toBe(cards);
});
