import { describe, expect, test } from "vitest";

import { expectApart } from "./apart";
import { layout, leftHanded, LOW_LANE, mirrored, roundLayout } from "./layout";
import type { Layout, Rect, Space } from "./measures";
import { SMALLEST_PILE } from "./middle";

const SIZES = [
  [390, 792],
  [360, 588],
  [320, 516],
  [820, 1128],
  [1440, 848],
  [2560, 1028],
  [1920, 1028],
  [844, 338],
  [1024, 716],
  [3440, 1308],
  [1280, 568],
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
      large: false,
    })),
  ),
);

/** With the Speed Machine, which may widen a row by up to four slots. */
const withMachine: Space[] = spaces
  .filter(({ profi }) => !profi)
  .flatMap((space) => [false, true].map((big) => ({ ...space, machine: true, large: big })))
  .flatMap((space) => [0, 1, 2, 3, 4].map((more) => ({ ...space, slots: space.slots + more })));

/** With large cards. */
const large: Space[] = spaces.map((space) => ({ ...space, large: true }));

/** Phones upright and on their side, as the bar above the table leaves them. */
const PHONES = [
  [360, 588],
  [360, 688],
  [375, 615],
  [375, 760],
  [390, 792],
  [412, 863],
  [430, 880],
  [640, 308],
  [667, 323],
  [740, 308],
  [844, 338],
  [915, 360],
  [932, 378],
] as const;

const onPhones: Space[] = PHONES.flatMap(([width, height]) =>
  Array.from({ length: 11 }, (_, i) => i + 2).flatMap((decks) =>
    [false, true].flatMap((profi) =>
      [false, true].flatMap((machine) =>
        [false, true].flatMap((big) =>
          [0, decks - 1].map((more) => ({ width, height, decks, opponents: decks - (more ? 0 : 1), slots: more ? 0 : decks === 2 ? 5 : decks === 3 ? 4 : 3, profi, stop: true, machine, large: big })),
        ),
      ),
    ),
  ),
);

const own = (drawn: Layout): Rect[] => {
  const { row, stack, waste, hand, stop } = drawn.own!;
  return [...row, stack, waste, hand, ...(stop ? [stop] : [])];
};

/** Where text is larger than usual, a chip is as high as its line, and the cards beneath it. */
const expectLines = ({ text, rich, chips }: Layout): void => {
  if (text > 1) expect(Math.min(...chips.map(({ h }) => h))).toBeGreaterThanOrEqual(34 * text + (rich ? 32 : 0) - 0.01);
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
      const { places } = layout({ width, height, decks: 12, opponents: 11, slots: 3, profi: false, stop: true, machine: false, large: false });
      expect(places.flat()).toHaveLength(48);
    }
  });

  test.each(spaces.filter(({ height }) => height > 400))("own keys can be hit: $slots slots at $width × $height", (space) => {
    for (const { w, h } of own(layout(space))) {
      expect(w).toBeGreaterThanOrEqual(40);
      expect(h).toBeGreaterThanOrEqual(48);
    }
  });

  test.each(withMachine)("the Speed Machine has its lane: $decks decks, $slots slots at $width × $height, large $large", (space) => {
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

  test.each(large)("large cards are not smaller, and nothing overlaps: $decks decks at $width × $height, profi $profi", (space) => {
    const drawn = layout(space);
    const usual = layout({ ...space, large: false });
    const middle = drawn.compact ? drawn.rails : drawn.places;
    expectApart([...drawn.chips, ...middle.flat(), ...own(drawn)], space);
    own(drawn).forEach(({ w }, i) => expect(w).toBeGreaterThanOrEqual(own(usual)[i]!.w - 0.01));
    expect(usual.compact).toBe(usual.places[0]![0]!.w < SMALLEST_PILE);
  });

  test.each(onPhones)("piles of 34 × 45, or the compact view: $decks decks, $slots slots at $width × $height, profi $profi, machine $machine, large $large", (space) => {
    const drawn = layout(space);
    for (const seen of [drawn, leftHanded(drawn, space.width), mirrored(drawn, space.width)]) {
      const shown = seen.compact ? seen.rails.flat() : seen.places.flat();
      expect(Math.min(...shown.map(({ w }) => w))).toBeGreaterThanOrEqual(seen.compact ? 24 : 34);
      expect(Math.min(...shown.map(({ h }) => h))).toBeGreaterThanOrEqual(seen.compact ? 19 : 44.5);
    }
  });

  test.each(onPhones.filter(({ machine, large, width, height }) => machine && !large && height > width))("the machine's lane has two lines: $decks decks, $slots slots at $width × $height, profi $profi", (space) => {
    expect(layout(space).lane!.h).toBeGreaterThanOrEqual(LOW_LANE);
  });

  test.each(Array.from({ length: 11 }, (_, i) => i + 2))("around a big screen sit %i, at both sides and along the top, and nothing overlaps", (decks) => {
    for (const [width, height] of [[947, 664], [1440, 1010], [1280, 664]] as const) {
      for (const machine of [false, true]) {
        const space = { width, height, decks, opponents: decks, slots: 0, profi: false, stop: true, machine, large: false };
        const { chips, places, lane, caption, compact } = roundLayout(space);
        expectApart([...chips, ...places.flat(), caption, ...(lane ? [lane] : [])], space);
        expect([compact, chips.length]).toEqual([false, decks]);
        const at = (x: number): number => chips.filter((chip) => chip.x === x).length;
        expect(at(8)).toBeGreaterThan(0);
        expect(at(width - chips[0]!.w - 8)).toBe(at(8));
        expect(decks - 2 * at(8)).toBe(chips.filter(({ y, x }) => y === 8 && x > 8 + chips[0]!.w && x < width - 8 - chips[0]!.w).length);
      }
    }
  });

  test("in a very wide window people sit around the table, on a phone on its side they do not", () => {
    const at = ([width, height]: readonly [number, number]): boolean => {
      const space = { width, height, decks: 6, opponents: 5, slots: 3, profi: false, stop: true, machine: false, large: false };
      return layout(space).chips.some(({ x, w }) => x > 0.25 * width && x + w < 0.75 * width);
    };
    expect(([[2560, 1028], [3440, 1308], [1920, 1028], [844, 338]] as const).map(at)).toEqual([true, true, false, false]);
  });

  test.each([...spaces, ...large, ...withMachine].filter((_, i) => i % 3 === 0))("with large text nothing overlaps: $decks decks at $width × $height, large $large, machine $machine", (space) => {
    const usual = layout(space);
    for (const text of [1.25, 1.5, 2]) {
      const drawn = layout({ ...space, text });
      const middle = drawn.compact ? drawn.rails : drawn.places;
      expectApart([...drawn.chips, ...middle.flat(), ...own(drawn), ...(drawn.lane ? [drawn.lane] : [])], space);
      expect(drawn.text).toBeGreaterThanOrEqual(1);
      expect(drawn.text).toBeLessThanOrEqual(text);
      expect(drawn.compact).toBe(usual.compact);
      expect(drawn.places[0]!.length).toBeGreaterThanOrEqual(Math.min(6, usual.places[0]!.length));
      expect(drawn.own).toEqual(usual.own);
      expectLines(drawn);
    }
  });

  test.each(Array.from({ length: 11 }, (_, i) => i + 2))("around a big screen sit %i with large text, each with room for a line of it, and nothing overlaps", (decks) => {
    for (const [width, height] of [[947, 664], [1440, 1010], [1280, 664], [3440, 1308], [300, 700], [700, 360]] as const) {
      const space = { width, height, decks, opponents: decks, slots: 0, profi: false, stop: true, machine: false, large: false };
      expect(roundLayout(space)).toEqual(roundLayout({ ...space, text: 1 }));
      for (const text of [1.25, 1.5, 2]) {
        const drawn = roundLayout({ ...space, text });
        expectApart([...drawn.chips, ...(drawn.compact ? drawn.rails : drawn.places).flat(), drawn.caption], space);
        expect(drawn.compact).toBe(roundLayout(space).compact);
        expect(drawn.text).toBeLessThanOrEqual(text);
        expectLines(drawn);
      }
    }
  });

  test("text is as large as it is wished where there is room, and nowhere smaller than usual", () => {
    const at = (width: number, height: number, decks: number, text: number): number =>
      layout({ width, height, decks, opponents: decks - 1, slots: 3, profi: false, stop: true, machine: false, large: false, text }).text;
    for (const [width, height, decks] of [[390, 792, 2], [640, 748, 4], [820, 1128, 12], [1440, 848, 4], [1440, 848, 12]] as const) expect(at(width, height, decks, 2)).toBe(2);
    for (const decks of [4, 8, 12]) expect(at(390, 792, decks, 2)).toBeGreaterThanOrEqual(1.25);
    expect(at(844, 338, 12, 2)).toBe(1);
    expect(at(1440, 848, 4, 0.5)).toBe(1);
  });

  test("large cards on a phone: a row that fills it, and the compact view", () => {
    const phone = { width: 390, height: 792, decks: 12, opponents: 11, slots: 3, profi: false, stop: true, machine: false };
    const drawn = layout({ ...phone, large: true });
    expect(drawn.compact).toBe(true);
    for (const { w } of drawn.chips) expect(w).toBeGreaterThanOrEqual(108);
    expect(drawn.own!.row[0]!.w).toBeGreaterThan(1.25 * layout({ ...phone, large: false }).own!.row[0]!.w);
  });

  test("on a common phone names can be read, twelve at the table", () => {
    for (const width of [360, 390]) {
      const { chips } = layout({ width, height: 792, decks: 12, opponents: 11, slots: 3, profi: false, stop: true, machine: false, large: false });
      for (const { w } of chips) expect(w).toBeGreaterThanOrEqual(108);
    }
  });

  test("for the left hand the hand lies left, and the row keeps its order", () => {
    for (const space of withMachine) {
      const drawn = layout(space);
      const left = leftHanded(drawn, space.width);
      expect(left.own!.hand.x).toBeLessThan(left.own!.stack.x);
      expect(left.own!.stack.x).toBeLessThan(left.own!.stop!.x);
      expect(left.chips).toEqual(drawn.chips);
      const order = (layout: Layout): string => layout.own!.row.map((rect, i) => [rect.y, rect.x, i]).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!).map(([, , i]) => i).join();
      expect(order(left)).toBe(order(drawn));
    }
  });

  test("a common phone has own cards of 84", () => {
    const { own: cards } = layout({ width: 390, height: 792, decks: 12, opponents: 11, slots: 3, profi: false, stop: true, machine: false, large: false });
    expect(Math.round(cards!.stack.w)).toBeGreaterThanOrEqual(84);
  });

  test("a watcher has no cards, and the middle all the room", () => {
    const space = { width: 390, height: 792, decks: 4, opponents: 4, slots: 0, profi: false, stop: true, machine: false, large: false };
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
