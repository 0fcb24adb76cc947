import { describe, expect, test } from "vitest";

import { expectApart } from "../table/apart";
import { SMALLEST_PILE } from "../table/middle";
import { turned } from "./turned";
import { type FacingSpace, facingLayout, hasRoomForTwo } from "./layout";

const SIZES = [
  [768, 1024],
  [1024, 768],
  [820, 1180],
  [1180, 820],
  [600, 700],
  [700, 600],
  [1366, 1024],
] as const;

const spaces: FacingSpace[] = SIZES.flatMap(([width, height]) =>
  Array.from({ length: 11 }, (_, i) => i + 2).flatMap((decks) =>
    [false, true].flatMap((profi) =>
      [false, true].map((machine) => {
        const slots = decks === 2 ? 5 : decks === 3 ? 4 : 3;
        return { width, height, decks, others: decks - 1, slots: [slots, slots + (machine && !profi ? 2 : 0)] as const, profi, stop: true, machine };
      }),
    ),
  ),
);

const TABLETS = spaces.filter(({ width, height }) => Math.max(width, height) >= 1024);

describe("a tablet that lies between two", () => {
  test.each(spaces)("nothing overlaps: $decks decks at $width × $height, profi $profi, machine $machine", (space) => {
    const { middle, sides } = facingLayout(space);
    const all = sides.map(({ own, lane, chips, caption }, far) => {
      const rects = [...own!.row, own!.stack, own!.waste, own!.hand, own!.stop!, ...chips, caption, ...(lane ? [lane] : [])];
      expectApart([own!.panel, ...chips, caption, ...(lane ? [lane] : [])], space);
      return far ? rects.map((rect) => turned(rect, space)) : rects;
    });
    for (const there of [middle.places.flat(), middle.zones, middle.rails.flat()]) expectApart([...all.flat(), ...there], space);
    expect(sides.map(({ lane }) => lane !== null)).toEqual([space.machine, space.machine]);
    expect(sides.map(({ chips }) => chips.length)).toEqual([space.others, space.others]);
  });

  test.each(TABLETS)("24 open piles can be read on a tablet: $decks decks at $width × $height, profi $profi, machine $machine", (space) => {
    const { middle } = facingLayout(space);
    expect(middle.compact).toBe(false);
    for (const zone of middle.places) {
      expect(zone.length).toBeGreaterThanOrEqual(Math.min(6, space.decks));
      expect(zone[0]!.w).toBeGreaterThanOrEqual(SMALLEST_PILE);
    }
  });

  test.each(spaces)("no piles that cannot be read are shown: $decks decks at $width × $height, profi $profi, machine $machine", (space) => {
    const { middle } = facingLayout(space);
    if (!middle.compact) expect(middle.places[0]![0]!.w).toBeGreaterThanOrEqual(SMALLEST_PILE);
  });

  test.each(spaces.filter(({ machine }) => !machine))("keys of full size: $decks decks at $width × $height, profi $profi", (space) => {
    for (const { own } of facingLayout(space).sides) {
      for (const { w, h } of [...own!.row, own!.stack, own!.waste, own!.hand, own!.stop!]) {
        expect(Math.min(w, h)).toBeGreaterThanOrEqual(48);
      }
    }
  });

  test("both sides are alike, and one who was not dealt in has no cards", () => {
    const space = spaces[0]!;
    const [near, far] = facingLayout(space).sides;
    expect(far).toEqual(near);
    const [, waits] = facingLayout({ ...space, slots: [5, 0] }).sides;
    expect(waits!.own).toBeNull();
    expect(waits!.chips).toHaveLength(space.others);
  });

  test("phones are too small for two", () => {
    expect([[390, 844], [844, 390], [599, 1000], [600, 699]].map(([w, h]) => hasRoomForTwo(w!, h!))).toEqual([false, false, false, false]);
    expect(SIZES.map(([w, h]) => hasRoomForTwo(w, h))).toEqual(SIZES.map(() => true));
  });
});
