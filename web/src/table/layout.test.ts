import { describe, expect, test } from "vitest";

import { type Layout, layout, mirrored, type Rect, type Space } from "./layout";

const SIZES = [
  [390, 792],
  [360, 588],
  [320, 516],
  [820, 1128],
  [1440, 848],
  [1920, 1028],
  [844, 338],
  [1024, 716],
] as const;

const spaces: Space[] = SIZES.flatMap(([width, height]) =>
  Array.from({ length: 11 }, (_, i) => i + 2).flatMap((decks) =>
    [false, true].map((profi) => ({
      width,
      height,
      decks,
      opponents: decks - 1,
      slots: decks === 2 ? 5 : decks === 3 ? 4 : 3,
      profi,
      stop: true,
      machine: false,
    })),
  ),
);

/** With the Speed Machine, which may widen a row by up to four slots. */
const withMachine: Space[] = spaces
  .filter(({ profi }) => !profi)
  .flatMap((space) => [0, 1, 2, 3, 4].map((more) => ({ ...space, machine: true, slots: space.slots + more })));

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.w - 0.01 && b.x < a.x + a.w - 0.01 && a.y < b.y + b.h - 0.01 && b.y < a.y + a.h - 0.01;

const within = (rect: Rect, { width, height }: Space): boolean =>
  rect.x >= 0 && rect.y >= 0 && rect.x + rect.w <= width + 0.01 && rect.y + rect.h <= height + 0.01;

function expectApart(rects: readonly Rect[], space: Space): void {
  expect(rects.filter((rect) => !within(rect, space))).toEqual([]);
  expect(rects.flatMap((rect, i) => rects.slice(i + 1).filter((other) => overlap(rect, other)))).toEqual([]);
}

const own = (drawn: Layout): Rect[] => {
  const { row, stack, waste, hand, stop } = drawn.own!;
  return [...row, stack, waste, hand, ...(stop ? [stop] : [])];
};

describe("the geometry of the table", () => {
  test.each(spaces)("test_case_14 nothing overlaps: $decks decks at $width × $height, profi $profi", (space) => {
    const drawn = layout(space);
    expectApart([...drawn.chips, ...drawn.places.flat(), ...own(drawn)], space);
    expectApart([...drawn.chips, ...drawn.rails.flat(), ...own(drawn)], space);
    expectApart([...drawn.chips, ...drawn.zones, drawn.own!.panel], space);
  });

  test.each(spaces)("every colour has a place for every deck, or the compact view: $decks at $width × $height", (space) => {
    const { places } = layout(space);
    expect(places).toHaveLength(4);
    for (const zone of places) expect(zone.length).toBeGreaterThanOrEqual(Math.min(6, space.decks));
  });

  test("on the usual screens all 48 places are there from the start, so that none ever moves", () => {
    for (const [width, height] of [[390, 792], [820, 1128], [1440, 848]] as const) {
      const { places } = layout({ width, height, decks: 12, opponents: 11, slots: 3, profi: false, stop: true, machine: false });
      expect(places.flat()).toHaveLength(48);
    }
  });

  test.each(spaces.filter(({ height }) => height > 400))("own keys can be hit: $slots slots at $width × $height", (space) => {
    for (const { w, h } of own(layout(space))) {
      expect(w).toBeGreaterThanOrEqual(40);
      expect(h).toBeGreaterThanOrEqual(48);
    }
  });

  test.each(withMachine)("the Speed Machine has its lane: $decks decks, $slots slots at $width × $height", (space) => {
    const drawn = layout(space);
    expectApart([...drawn.chips, ...drawn.places.flat(), drawn.lane!, ...own(drawn)], space);
    expectApart([...drawn.chips, ...drawn.rails.flat(), drawn.lane!, drawn.own!.panel], space);
    expect(drawn.lane!.h).toBeGreaterThanOrEqual(50);
    if (space.height < 400) return;
    for (const { w, h } of own(drawn)) {
      expect(w).toBeGreaterThanOrEqual(38);
      expect(h).toBeGreaterThanOrEqual(48);
    }
  });

  test("a common phone has own cards of 84", () => {
    const { own: cards } = layout({ width: 390, height: 792, decks: 12, opponents: 11, slots: 3, profi: false, stop: true, machine: false });
    expect(Math.round(cards!.stack.w)).toBeGreaterThanOrEqual(84);
  });

  test("a watcher has no cards, and the middle all the room", () => {
    const space = { width: 390, height: 792, decks: 4, opponents: 4, slots: 0, profi: false, stop: true, machine: false };
    expect(layout(space).own).toBeNull();
    expectApart([...layout(space).chips, ...layout(space).places.flat()], { ...space });
  });

  test("from right to left the zones change sides, the number line does not", () => {
    const drawn = layout(spaces[0]!);
    const flipped = mirrored(drawn, spaces[0]!.width);
    expect(flipped.zones[0]!.x).toBeGreaterThan(flipped.zones[3]!.x);
    expect(flipped.rails).toEqual(drawn.rails);
    const back = mirrored(flipped, spaces[0]!.width);
    back.places.flat().forEach((rect, i) => expect(rect.x).toBeCloseTo(drawn.places.flat()[i]!.x));
  });
});
