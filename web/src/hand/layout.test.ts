import { describe, expect, test } from "vitest";

import { layout, leftHanded, LOW_LANE, mirrored } from "../table/layout";
import type { Layout, Rect, Space } from "../table/measures";
import { expectApart } from "../table/apart";
import { handLayout } from "./layout";

const PHONES = [
  [390, 792],
  [360, 588],
  [320, 516],
  [430, 880],
] as const;
const OTHERS = [
  [844, 338],
  [820, 1128],
  [1024, 716],
] as const;

const spacesOf = (sizes: readonly (readonly [number, number])[]): Space[] =>
  sizes.flatMap(([width, height]) =>
    Array.from({ length: 11 }, (_, i) => i + 2).flatMap((decks) =>
      [false, true].flatMap((profi) =>
        [false, true].flatMap((machine) =>
          [0, profi ? 0 : 2].map((more) => ({ width, height, decks, opponents: decks - 1, slots: (decks === 2 ? 5 : decks === 3 ? 4 : 3) + more, profi, stop: true, machine, large: false })),
        ),
      ),
    ),
  );

const phones = spacesOf(PHONES);
const all = [...phones, ...spacesOf(OTHERS)];

const keysOf = ({ own }: Layout): Rect[] => [...own!.row, own!.stack, own!.waste, own!.hand, own!.stop!];

describe("a phone that is a hand", () => {
  test.each(all)("nothing overlaps: $slots slots at $width × $height, profi $profi, machine $machine", (space) => {
    const drawn = handLayout(space);
    const lane = drawn.lane === null ? [] : [drawn.lane];
    expect(drawn.lane !== null).toBe(space.machine);
    expectApart([drawn.caption, ...drawn.rails.flat(), ...lane, ...keysOf(drawn)], space);
    expectApart([drawn.caption, ...drawn.chips, ...lane, drawn.own!.panel], space);
    expect(drawn.chips).toHaveLength(space.opponents);
  });

  test.each(all)("keys can be hit, and the middle is rails: $slots slots at $width × $height, profi $profi, machine $machine", (space) => {
    const drawn = handLayout(space);
    for (const { w, h } of keysOf(drawn)) {
      expect(w).toBeGreaterThanOrEqual(40);
      expect(h).toBeGreaterThanOrEqual(48);
    }
    expect(drawn.compact).toBe(true);
    expect(drawn.rails[0]![0]!.h).toBeGreaterThanOrEqual(16);
  });

  test.each(phones)("own cards are larger than the largest of the usual view: $slots slots at $width × $height, profi $profi, machine $machine", (space) => {
    const sizes = (drawn: Layout): number[] => [...drawn.own!.row, drawn.own!.stack, drawn.own!.waste].map(({ w }) => w);
    const area = (drawn: Layout): number => sizes(drawn).reduce((sum, w) => sum + w ** 2, 0);
    const [hand, usual] = [handLayout(space), layout({ ...space, large: true })];
    // With both, a small phone has no more to give.
    if (space.profi && space.machine) expect(area(hand)).toBeGreaterThanOrEqual(area(usual) - 0.01);
    else expect(area(hand)).toBeGreaterThan(area(usual));
    expect(Math.min(...sizes(hand))).toBeGreaterThanOrEqual(Math.min(...sizes(usual)) - 0.01);
  });

  test.each(phones.filter(({ machine, height }) => machine && height >= 588))("the machine's lane has two lines: $slots slots at $width × $height, profi $profi", (space) => {
    expect(handLayout(space).lane!.h).toBeGreaterThanOrEqual(LOW_LANE);
  });

  test("on a common phone the panel takes about 55 %, the rails a quarter, the grab bar 15 %", () => {
    const space = { width: 390, height: 792, decks: 4, opponents: 3, slots: 3, profi: false, stop: true, machine: true, large: false };
    const { own, lane, rails } = handLayout(space);
    const share = (pixels: number): number => Math.round((pixels / space.height) * 20) * 5;
    const all = rails.flat();
    const high = all.at(-1)!.y + all.at(-1)!.h - all[0]!.y;
    expect([share(own!.panel.h), share(high), share(lane!.h)]).toEqual([55, 25, 15]);
  });

  test("for the left hand, and from right to left, nothing overlaps either", () => {
    for (const space of phones) {
      const left = leftHanded(handLayout(space), space.width);
      expectApart(keysOf(left), space);
      expect(left.own!.hand.x).toBeLessThan(left.own!.stack.x);
      expectApart(keysOf(mirrored(left, space.width)), space);
    }
  });
});
