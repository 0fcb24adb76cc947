/** Seats around the table: down both sides and along the top, as people sit who look at one middle. */

import { CARDS, LINE, type Rect } from "./measures";

const GAP = 8;
const WIDEST = 300;

/** How many sit at each side; the others sit along the top. */
const beside = (count: number): number => (count === 2 ? 1 : Math.floor(count / 3));

interface Around {
  readonly chips: readonly Rect[];
  readonly rich: boolean;
  /** What they leave for the middle. */
  readonly middle: Rect;
}

/** From the lower end of the start side around to the lower end of the other, in a field that ends at `floor`, with text of that size. */
export function chipsAround(count: number, width: number, floor: number, text = 1): Around {
  const side = beside(count);
  const top = count - 2 * side;
  const sideW = Math.max(112, Math.min(WIDEST, width * 0.15));
  const between = { x: sideW + 20, w: width - 2 * sideW - 40 };
  const line = LINE * text;
  const room = (floor - 16 + GAP) / Math.max(1, side) - GAP;
  const rich = room >= line + CARDS;
  const h = rich ? line + CARDS : Math.min(line, room);
  const w = Math.min(WIDEST, (between.w - (top - 1) * GAP) / Math.max(1, top));
  const x0 = between.x + (between.w - top * (w + GAP) + GAP) / 2;
  const step = Math.max(Math.min((floor - 16 - h) / Math.max(1, side), 2.2 * h), h + GAP);
  const y0 = (floor - (side - 1) * step - h) / 2;
  const down = Array.from({ length: side }, (_, i) => y0 + i * step);
  const chips = [
    ...[...down].reverse().map((y): Rect => ({ x: 8, y, w: sideW, h })),
    ...Array.from({ length: top }, (_, i): Rect => ({ x: x0 + i * (w + GAP), y: GAP, w, h })),
    ...down.map((y): Rect => ({ x: width - sideW - 8, y, w: sideW, h })),
  ];
  const edge = top > 0 ? h + 2 * GAP : 6;
  return { chips, rich, middle: { ...between, y: edge, h: floor - edge } };
}
