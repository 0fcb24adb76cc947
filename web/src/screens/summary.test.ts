import { describe, expect, test } from "vitest";

import type { Colour, Seat } from "../model/cards";
import { NOTHING_BESIDE } from "../model/machine";
import { type Area, EMPTY_RUN, type Pile, type Table } from "../model/table";
import { changes, isNothing, middle } from "./summary";

const pile = (colour: Colour, height: number): Pile => ({ colour, decks: Array.from({ length: height }, (): Seat => "A") });

const area = (stack: number): Area => ({ row: [], stack: { hidden: stack, cards: [] }, waste: EMPTY_RUN, hand: EMPTY_RUN, beside: NOTHING_BESIDE });

const table = (piles: readonly Pile[], ...areas: readonly (Area | null)[]): Table => ({ piles, areas, machine: null });

describe("what is told of the middle", () => {
  test("all of it, colour by colour in the order of the zones", () => {
    const told = middle(table([pile("y", 2), pile("r", 7), pile("r", 3), pile("g", 10)]));
    expect(told.tops).toEqual([
      { colour: "r", numbers: [3, 7] },
      { colour: "y", numbers: [2] },
    ]);
    expect(told.finished).toBe(1);
  });

  test("only what has changed", () => {
    const before = table([pile("r", 7), pile("b", 9)], area(5), area(4));
    const after = table([pile("r", 8), pile("b", 10), pile("g", 1)], area(5), area(3));
    expect(changes(before, after)).toEqual({
      tops: [
        { colour: "r", numbers: [8] },
        { colour: "g", numbers: [1] },
      ],
      finished: 1,
      few: [{ seat: "B", left: 3 }],
    });
  });

  test("nothing where nothing has changed, few cards on a stack included", () => {
    const same = table([pile("r", 7)], area(2), null);
    expect(isNothing(changes(same, same))).toBe(true);
    expect(isNothing(changes(same, table([pile("r", 8)], area(2), null)))).toBe(false);
    expect(isNothing(changes(same, table([pile("r", 7)], area(1), null)))).toBe(false);
  });
});
