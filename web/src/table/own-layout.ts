/** Where one's own cards and keys lie: a panel at the lower edge. */

import { CARD, type Own, type Rect, type Space, tall } from "./measures";

const NARROWEST_SLOT = 40;
/** In one line: so far sequences stand out above a card, and so much higher than it is the hand. */
const PEEK = 0.45;
export const HAND = 1.08;

/** How far cards in one line are from the edge of a screen of that height. */
const edgeOf = (height: number): number => Math.max(8, Math.min(16, height * 0.018));

/** How wide cards in one line may be that are together not higher than `high`, with a hand of so many cards' height. */
export const widthIn = ({ height, profi }: Pick<Space, "height" | "profi">, high: number, hand: number): number =>
  ((high - 2 * edgeOf(height)) / (hand + (profi ? PEEK : 0))) * CARD;

/** The row over stack, waste and hand; together not higher than `highest`, where that is told. */
export function ownTall(space: Space, highest?: number): Own | null {
  if (space.slots === 0) return null;
  const gap = 8;
  const edge = 12;
  const keys = space.stop ? 4 : 3.15;
  const abreast = (columns: number): number => (space.width - 2 * edge - (columns - 1) * gap) / columns;
  // With slots won from the Speed Machine a single line could be too narrow to hit.
  const lines = abreast(space.slots) < NARROWEST_SLOT ? 2 : 1;
  const columns = Math.ceil(space.slots / lines);
  // On a small phone the machine's lane needs what large cards would take.
  const spare = space.large && !(space.machine && space.height < 560) ? 0.1 : 0;
  const share = (lines > 1 ? 0.43 : space.profi ? 0.46 : 0.4) + spare;
  const most = (highest ?? space.height * share) - 2 * edge - gap;
  const widest = space.large ? 176 : 128;
  const above = space.profi ? 0.4 : 0;
  const w = Math.min(widest, (space.width - 2 * edge - 3 * gap) / keys, (most / (1.15 + lines + above)) * CARD);
  const handH = tall(w) * 1.12;
  const rowMost = space.large ? Math.min(widest, ((most - handH) / (lines + above) - gap) * CARD) : w;
  const rowW = Math.min(Math.max(w, rowMost), abreast(columns));
  const peek = tall(rowW) * above;
  const lineH = peek + tall(rowW) + gap;
  const h = edge + lines * lineH + handH + edge;
  const panel = { x: 0, y: space.height - h, w: space.width, h };
  const row = Array.from({ length: lines }, (_, line) => {
    const here = Math.min(columns, space.slots - line * columns);
    return across(here, rowW, gap, space.width / 2, panel.y + edge + peek + line * lineH);
  }).flat();
  const base = panel.y + h - edge;
  const stopW = space.stop ? w * 0.85 : 0;
  const total = stopW + (space.stop ? gap : 0) + 2 * w + w * 1.15 + 2 * gap;
  const start = (space.width - total) / 2;
  const stackX = start + (space.stop ? stopW + gap : 0);
  const card = (x: number): Rect => ({ x, y: base - tall(w), w, h: tall(w) });
  return {
    panel,
    row,
    stack: card(stackX),
    waste: card(stackX + w + gap),
    hand: { x: stackX + 2 * (w + gap), y: base - handH, w: w * 1.15, h: handH },
    stop: space.stop ? { x: start, y: base - tall(w), w: stopW, h: tall(w) } : null,
    peek,
  };
}

/** In one line; a card is not wider than `most`. */
export function ownWide(space: Space, most: number = usual(space)): Own | null {
  if (space.slots === 0) return null;
  const gap = 12;
  const edge = edgeOf(space.height);
  const break_ = gap * 3;
  const keys = space.slots + 3.15 + (space.stop ? 1 : 0);
  const spare = space.width - 32 - (space.slots + 2) * gap - 2 * break_;
  const w = Math.min(most, spare / keys);
  const peek = space.profi ? tall(w) * PEEK : 0;
  const handH = tall(w) * HAND;
  const h = edge + Math.max(peek + tall(w), handH) + edge;
  const panel = { x: 0, y: space.height - h, w: space.width, h };
  const base = panel.y + h - edge;
  const y = base - tall(w);
  const rowW = space.slots * (w + gap) - gap;
  const total = (space.stop ? w + break_ : 0) + rowW + break_ + 2 * (w + gap) + w * 1.15;
  const start = (space.width - total) / 2;
  const rowX = start + (space.stop ? w + break_ : 0);
  const card = (x: number): Rect => ({ x, y, w, h: tall(w) });
  const stackX = rowX + rowW + break_;
  return {
    panel,
    row: Array.from({ length: space.slots }, (_, i) => card(rowX + i * (w + gap))),
    stack: card(stackX),
    waste: card(stackX + w + gap),
    hand: { x: stackX + 2 * (w + gap), y: base - handH, w: w * 1.15, h: handH },
    stop: space.stop ? card(start) : null,
    peek,
  };
}

function usual(space: Space): number {
  const share = (space.profi ? 0.105 : 0.125) * (space.large ? 1.5 : 1);
  return Math.min(space.large ? 180 : 132, space.height * share);
}

export function across(count: number, w: number, gap: number, middle: number, y: number): Rect[] {
  const start = middle - (count * (w + gap) - gap) / 2;
  return Array.from({ length: count }, (_, i) => ({ x: start + i * (w + gap), y, w, h: tall(w) }));
}
