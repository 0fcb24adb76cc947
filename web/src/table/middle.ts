/** Where the middle of the table lies: the caption, the zones with their places, and the compact view. */

import { CARD, type Layout, type MiddleLayout, NUMBERS, type Rect, type Space, tall, ZONES } from "./measures";

/** Over the places of a zone, with text of the usual size. */
const HEAD = 22;
/** A pile that is narrower cannot be read in passing: the compact view takes its place. */
export const SMALLEST_PILE = 34;
/** With large cards, piles smaller than this give way to the compact view. */
const SMALLEST_LARGE_PILE = 60;
/** So many piles of a colour are open at once, twelve at the table; more are shown in the compact view. */
export const FEWEST_PLACES = 6;

const textOf = ({ text = 1 }: Pick<Space, "text">): number => text;

type Middle = MiddleLayout & Pick<Layout, "caption">;

/** The middle of the table: the caption above, then the four zones as large as they can be. */
export function centre(space: Space, area: Rect): Middle {
  const lane = Math.min((area.h > 300 ? Math.max(32, area.h * 0.045) : 26) * textOf(space), area.h * 0.3);
  const caption = { x: area.x, y: area.y, w: area.w, h: lane };
  return { caption, ...middleIn(space, { x: area.x, y: area.y + lane, w: area.w, h: area.h - lane - 6 }) };
}

/** The zones as large as they can be in a field, and the compact view, which is shown where piles would be too small. */
export function middleIn(space: Space, field: Rect): MiddleLayout {
  const rails = railsIn(field, space.large);
  const widest = space.width > 700 ? Math.max(108, space.height * 0.13) : 76;
  const text = textOf(space);
  const all = zonesIn(field, space.decks, widest, HEAD * text);
  const shown = pileWidth(all) >= SMALLEST_PILE ? all : zonesIn(field, Math.min(space.decks, FEWEST_PLACES), widest, HEAD * text);
  return { text, rails, compact: pileWidth(shown) < (space.large ? SMALLEST_LARGE_PILE : SMALLEST_PILE), ...shown };
}

export const pileWidth = ({ places }: Pick<Layout, "places">): number => places[0]?.[0]?.w ?? 0;

function zonesIn(field: Rect, capacity: number, widest: number, head: number): Pick<Layout, "zones" | "places"> {
  const between = field.w > 600 ? 14 : 6;
  const pad = field.w > 600 ? 8 : 4;
  const gap = field.w > 600 ? 8 : 4;
  const room = (field.w - between * (ZONES - 1)) / ZONES;
  const fit = (columns: number): { w: number; columns: number; rows: number } => {
    const rows = Math.ceil(capacity / columns);
    const byWidth = (room - 2 * pad - (columns - 1) * gap) / columns;
    const byHeight = ((field.h - head - pad - (rows - 1) * gap) / rows) * CARD;
    return { w: Math.max(1, Math.min(widest, byWidth, byHeight)), columns, rows };
  };
  const tries = Array.from({ length: Math.min(4, capacity) }, (_, i) => fit(i + 1));
  const largest = Math.max(...tries.map(({ w }) => w));
  // Where there is breadth to spare, a squarer block reads better than the largest cards.
  const worth = field.w > field.h * 1.2 ? 0.92 : 0.99;
  const square = Math.ceil(Math.sqrt(capacity));
  const off = ({ columns }: { columns: number }): number => Math.abs(columns - square);
  const best = tries.filter(({ w }) => w >= largest * worth).reduce((one, next) => (off(next) < off(one) ? next : one));
  const inner = best.columns * (best.w + gap) - gap + 2 * pad;
  const zoneW = Math.min(room, Math.max(inner, Math.min(room, 120)));
  const zoneH = head + best.rows * (tall(best.w) + gap) - gap + pad;
  const total = ZONES * (zoneW + between) - between;
  const x0 = field.x + (field.w - total) / 2;
  const y0 = field.y + Math.max(0, (field.h - zoneH) * 0.45);
  const zones = Array.from({ length: ZONES }, (_, i) => ({ x: x0 + i * (zoneW + between), y: y0, w: zoneW, h: zoneH }));
  const places = zones.map((zone) =>
    Array.from({ length: capacity }, (_, i) => ({
      x: zone.x + (zone.w - inner) / 2 + pad + (i % best.columns) * (best.w + gap),
      y: zone.y + head + Math.floor(i / best.columns) * (tall(best.w) + gap),
      w: best.w,
      h: tall(best.w),
    })),
  );
  return { zones, places };
}

function railsIn(field: Rect, large: boolean): Rect[][] {
  const gap = 3;
  const width = Math.min(field.w, large ? 960 : 640);
  const x0 = field.x + (field.w - width) / 2;
  const head = 28;
  const w = (width - head - NUMBERS * gap) / NUMBERS;
  const h = Math.min(large ? 84 : 56, (field.h - 4 * gap) / ZONES);
  const y0 = field.y + (field.h - ZONES * (h + gap)) / 2;
  return Array.from({ length: ZONES }, (_, zone) =>
    Array.from({ length: NUMBERS }, (_, i) => ({
      x: x0 + head + gap + i * (w + gap),
      y: y0 + zone * (h + gap),
      w,
      h,
    })),
  );
}
