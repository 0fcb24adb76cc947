import { describe, expect, test } from "vitest";

import type { Target } from "../model/commands";
import { aim } from "./aim";
import { isDrag, isFlick } from "./flick";
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
  const at = (x: number, y = 0, timeStamp = 0) => ({ x, y, timeStamp });

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
    const end = at(50, 7, 300);
    expect(pointers.up(1, end)).toEqual([{ kind: "drop", source: "r1", pointer: 1, at: end, by: { x: 50, y: 7 }, ms: 300, tapped: false }]);
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

  test("nor by letting it go", () => {
    const pointers = new Pointers<string>();
    pointers.down(1, "r1", at(0), "tapped");
    pointers.move(1, at(30));
    expect(pointers.up(1, at(30))).toMatchObject([{ kind: "drop", tapped: true }]);
  });

  test("a card that is gone means nothing any more", () => {
    const pointers = new Pointers<string>();
    pointers.down(1, "r1", at(0), "tapped");
    pointers.move(1, at(30));
    pointers.forget(1);
    expect([...pointers.move(1, at(40)), ...pointers.up(1, at(40))]).toEqual([]);
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

describe("a flick", () => {
  const up = { x: 0, y: -300 };

  test("is a press that slipped a little, whichever way and however long it took", () => {
    expect(isFlick({ x: 30, y: 40 }, 2000, up)).toBe(true);
    expect(isDrag({ x: 30, y: 40 }, 2000)).toBe(false);
  });

  test("is a quick way towards the middle", () => {
    expect(isFlick({ x: 80, y: -200 }, 120, up)).toBe(true);
    expect(isFlick({ x: 200, y: -80 }, 120, up)).toBe(false);
    expect(isFlick({ x: 0, y: 200 }, 120, up)).toBe(false);
    expect(isFlick({ x: 200, y: -80 }, 120, { x: 300, y: 0 })).toBe(true);
  });

  test("is no slow way: that is a drag, before it has ended", () => {
    expect(isFlick({ x: 0, y: -200 }, 600, up)).toBe(false);
    expect(isDrag({ x: 0, y: -200 }, 600)).toBe(true);
    expect(isDrag({ x: 0, y: -200 }, 120)).toBe(false);
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

  test("after a short way has to be let go right on the place", () => {
    const aims = [box(0, slot(1))];
    expect(aim({ x: 45, y: 20 }, aims, 0)).toBeNull();
    expect(aim({ x: 35, y: 20 }, aims, 0)).toEqual(slot(1));
  });

  test("is for a place that is as wide as the table only close to it", () => {
    const zone = { target: centre(), rect: { x: 0, y: 0, w: 400, h: 50 }, reach: 20 };
    expect(aim({ x: 200, y: 69 }, [zone])).toEqual(centre());
    expect(aim({ x: 200, y: 71 }, [zone])).toBeNull();
    expect(aim({ x: 200, y: 69 }, [zone], 0)).toBeNull();
  });

  test("inside two places goes to the one whose middle is nearer", () => {
    const wide = { target: centre(null), rect: { x: 0, y: 0, w: 400, h: 400 } };
    expect(aim({ x: 102, y: 24 }, [wide, box(100, centre(1))])).toEqual(centre(1));
  });
});
