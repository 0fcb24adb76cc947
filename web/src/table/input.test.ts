import { describe, expect, test } from "vitest";

import type { Target } from "../model/commands";
import { aim } from "./aim";
import { Pointers } from "./pointer";
import { decide } from "./tap";

const centre = (pile: number | null = null): Target => ({ zone: "centre", pile });
const slot = (at: number): Target => ({ zone: "row", slot: at });

describe("a press", () => {
  test("with one sensible place acts at once", () => {
    expect(decide([centre(3)])).toBe("spent");
    expect(decide([centre(3), centre(5)])).toBe("spent");
    expect(decide([slot(1)])).toBe("spent");
  });

  test("that could mean the middle or the row waits for the finger", () => {
    expect(decide([centre(3), slot(1)])).toBe("undecided");
    expect(decide([slot(0), slot(1)])).toBe("undecided");
  });

  test("without a place may still become a drag", () => {
    expect(decide([])).toBe("tapped");
  });
});

describe("pointers", () => {
  const at = (x: number, y = 0) => ({ x, y });

  test("a finger that stays within ten pixels taps", () => {
    const pointers = new Pointers<string>();
    pointers.down(1, "r1", at(0), "undecided");
    expect(pointers.move(1, at(9))).toEqual([]);
    expect(pointers.up(1, at(9))).toEqual([{ kind: "tap", source: "r1" }]);
  });

  test("farther than that it drags and drops", () => {
    const pointers = new Pointers<string>();
    pointers.down(1, "r1", at(0), "undecided");
    expect(pointers.move(1, at(11)).map(({ kind }) => kind)).toEqual(["lift", "drag"]);
    expect(pointers.move(1, at(40)).map(({ kind }) => kind)).toEqual(["drag"]);
    expect(pointers.up(1, at(50, 7))).toEqual([{ kind: "drop", source: "r1", pointer: 1, at: at(50, 7), by: at(50, 7) }]);
  });

  test("a press that has been played says nothing more", () => {
    const pointers = new Pointers<string>();
    pointers.down(1, "r1", at(0), "spent");
    expect(pointers.move(1, at(99))).toEqual([]);
    expect(pointers.up(1, at(99))).toEqual([]);
  });

  test("a card that waits for its pile is not tapped again by lifting the finger", () => {
    const pointers = new Pointers<string>();
    pointers.down(1, "r1", at(0), "tapped");
    expect(pointers.up(1, at(2))).toEqual([]);
  });

  test("two thumbs at once do not know of each other", () => {
    const pointers = new Pointers<string>();
    pointers.down(1, "r1", at(0), "undecided");
    pointers.down(2, "w", at(100), "undecided");
    pointers.move(1, at(30));
    expect(pointers.up(2, at(100))).toEqual([{ kind: "tap", source: "w" }]);
    expect(pointers.up(1, at(60)).map(({ kind }) => kind)).toEqual(["drop"]);
  });

  test("test_case_20 a pointer the browser takes away puts the card back and plays nothing", () => {
    const pointers = new Pointers<string>();
    pointers.down(1, "r1", at(0), "undecided");
    pointers.move(1, at(30));
    expect(pointers.cancel(1)).toEqual([{ kind: "return", source: "r1", pointer: 1 }]);
    expect(pointers.up(1, at(30))).toEqual([]);
    pointers.down(2, "s", at(0), "undecided");
    expect(pointers.cancel(2)).toEqual([]);
  });
});

describe("a dropped card", () => {
  const box = (x: number, target: Target) => ({ target, rect: { x, y: 0, w: 40, h: 50 } });

  test("test_case_19 let go just beside a pile goes to the nearest that takes it", () => {
    const aims = [box(0, centre(0)), box(100, centre(1))];
    expect(aim({ x: 95, y: 60 }, aims)).toEqual(centre(1));
    expect(aim({ x: 45, y: -10 }, aims)).toEqual(centre(0));
  });

  test("goes nowhere from far away", () => {
    expect(aim({ x: 300, y: 300 }, [box(0, centre(0))])).toBeNull();
    expect(aim({ x: 0, y: 0 }, [])).toBeNull();
  });

  test("inside two places goes to the one whose middle is nearer", () => {
    const wide = { target: centre(null), rect: { x: 0, y: 0, w: 400, h: 400 } };
    expect(aim({ x: 102, y: 24 }, [wide, box(100, centre(1))])).toEqual(centre(1));
  });
});
