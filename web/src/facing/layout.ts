/** Geometry of a tablet that lies between two: one middle, and the same side for each, as they see it themselves. */

import type { Drawn } from "../table/board";
import { CHIP, chipRows, fitted, laneAbove, LETTER_CHIP, NARROW_CHIP } from "../table/layout";
import { type Own, type Rect, type SideLayout, type Space } from "../table/measures";
import { middleIn } from "../table/middle";
import { HAND, ownTall, ownWide, widthIn } from "../table/own-layout";

export interface FacingSpace {
  readonly width: number;
  readonly height: number;
  readonly decks: number;
  /** Others at the table as each of the two sees them: the one at the far end among them. */
  readonly others: number;
  /** Slots of each row; 0 for one who was not dealt in. */
  readonly slots: readonly [number, number];
  readonly profi: boolean;
  readonly stop: boolean;
  readonly machine: boolean;
  /** How large the page's text is; usual text has 1. */
  readonly text?: number;
}

/** Smaller screens are too small for two. */
const LONGER = 700;
const SHORTER = 600;
/** Shares of the height for the cards of one, in one line and in two. */
const LINE = 0.19;
const LINES = 0.27;
/** However low the screen is, but for the machine: a card in one line is as wide, and two lines are as high. */
const LEAST = 52;
const LEAST_LINES = 228;
const WIDEST = 132;
/** Cards in one line that are narrower than this lie in two. */
const NARROW = 72;
const LANE = 64;
const CAPTION = 32;
/** On a lower screen the others stand in one row, with no room for their names where they are many. */
const LOW = 720;
const BROADEST = 300;
/** The middle leaves a way at both ends for the key of the menu. */
const WAY = 64;

export const hasRoomForTwo = (width: number, height: number): boolean => Math.max(width, height) >= LONGER && Math.min(width, height) >= SHORTER;

export const facingLayout = (space: FacingSpace): Drawn => fitted(space, laid, ({ middle, sides }) => ({ ...middle, ...sides[0]! }));

function laid(space: FacingSpace): Drawn {
  const sides = space.slots.map((slots) => side(space, slots));
  const [near, far] = [sides[0]!, sides[1]!];
  const top = space.height - far.caption.y;
  const field = { x: WAY, y: top, w: space.width - 2 * WAY, h: near.caption.y - top };
  return { middle: middleIn(usual(space, 0), field), sides };
}

const usual = (space: FacingSpace, slots: number): Space => ({ ...space, slots, opponents: space.others, large: false });

/** What one has before them, as they see it: own cards at their edge, the others above, then what is told. */
function side(space: FacingSpace, slots: number): SideLayout {
  const own = ownOf(space, slots);
  const ground = own?.panel.y ?? space.height;
  const lane = laneAbove(ground, { x: 8, w: space.width - 16 }, space, LANE);
  const chips = chipsAbove(space, (lane?.y ?? ground) - 6);
  const floor = chips.reduce((high, { y }) => Math.min(high, y), lane?.y ?? ground);
  return { own, lane, chips, rich: false, caption: { x: 8, y: floor - CAPTION * (space.text ?? 1), w: space.width - 16, h: CAPTION * (space.text ?? 1) } };
}

function chipsAbove(space: FacingSpace, floor: number): Rect[] {
  const w = Math.min(space.width - 16, space.others * BROADEST);
  const area = { x: (space.width - w) / 2, y: 0, w, h: 0 };
  const rowsOf = (least: number): Rect[] => chipRows(space.others, area, least, false, space.text);
  const [wide, narrow] = [rowsOf(CHIP), rowsOf(NARROW_CHIP)];
  const low = (rows: readonly Rect[]): number => rows.reduce((most, { y, h }) => Math.max(most, y + h), 0);
  const letters = space.height < LOW ? rowsOf(LETTER_CHIP) : narrow;
  const rows = [narrow, letters].reduce((best, next) => (low(next) < low(best) ? next : best), wide);
  return rows.map((chip) => ({ ...chip, y: chip.y + floor - low(rows) }));
}

function ownOf(space: FacingSpace, slots: number): Own | null {
  if (slots === 0) return null;
  const line = ownWide(usual(space, slots), Math.min(WIDEST, Math.max(space.machine ? 0 : LEAST, widthIn(space, space.height * LINE, HAND))));
  if (line === null || line.stack.w >= NARROW) return line;
  const lines = ownTall(usual(space, slots), Math.max(line.stack.w < LEAST && !space.machine ? LEAST_LINES : 0, space.height * LINES));
  return lines !== null && (lines.stop ?? lines.stack).w > line.stack.w ? lines : line;
}
