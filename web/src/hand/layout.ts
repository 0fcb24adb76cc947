/** Geometry of a phone that is a hand: the table is on the big screen, so one's own cards get most of the room. */

import { chipRows, laneAbove, LOW_LANE, SHORT_LANE } from "../table/layout";
import { CARD, type Layout, LINE, type Own, type Rect, type Space, tall } from "../table/measures";
import { centre } from "../table/middle";
import { across, ownWide, widthIn } from "../table/own-layout";

/** Shares of the height: one's own cards at most, and what the machine's lane asks for. */
const OWN = 0.6;
const OWN_WITHOUT_MACHINE = 0.68;
const GRAB = 0.15;
/** Between the two the lane would be too high for one line and too low for two. */
const ONE_LINE = 72;
/** From here on two lines are worth somewhat more than was asked for. */
const TWO_LINES = 80;
/** Caption and rails keep so much of the height. */
const MIDDLE = 130;
const WIDEST = 230;
const EDGE = 12;
const GAP = 8;
/** The key that calls the end, where it lies across between the row and the rest. */
const BAR = 56;
/** The badge of the stack stands out above it. */
const BADGE = 12;
/** So much wider and higher is the hand than the cards beside it. */
const HAND = { w: 1.15, h: 1.12 };
/** Sequences on the row stand out above it. */
const PEEK = 0.4;

export function handLayout(space: Space): Layout {
  const { width, height } = space;
  const wide = width > height * 1.1;
  const own = space.slots === 0 ? null : wide ? ownAcross(space) : ownUpright(space);
  const ground = own?.panel.y ?? height;
  const lane = laneAbove(ground, { x: 8, w: width - 16 }, space, laneHeight(height * GRAB));
  const area = { x: 8, y: 6, w: width - 16, h: (lane?.y ?? ground) - 6 };
  const middle = { ...centre({ ...space, large: true, text: 1 }, area), compact: true };
  const chips = chooser(space, area, middle.caption);
  // The others have one line each, and what is on one's own cards follows their size.
  const text = Math.max(1, Math.min(space.text ?? 1, ...chips.map(({ h }) => h / LINE)));
  return { ...middle, text, wide, rich: false, chips, aside: true, lane, own };
}

const laneHeight = (wished: number): number => (wished >= TWO_LINES ? Math.max(LOW_LANE, Math.min(130, wished)) : Math.max(SHORT_LANE, Math.min(ONE_LINE, wished)));

/** The others lie over the middle for as long as one of them is chosen. */
function chooser({ opponents }: Space, area: Rect, caption: Rect): Rect[] {
  const top = caption.y + caption.h;
  const room = area.y + area.h - top;
  const rows = chipRows(opponents, { x: area.x, y: top, w: area.w, h: 0 }, 84, false);
  const lines = new Set(rows.map(({ y }) => y)).size;
  const step = Math.min(62, room / Math.max(1, lines));
  return rows.map((chip) => ({ ...chip, y: top + ((chip.y - top) / 40) * step, h: step - 6 }));
}

/** How high one's own cards may be together. */
const budget = ({ height, machine }: Space): number =>
  machine ? Math.min(height * OWN, height - MIDDLE - laneHeight(height * GRAB) - 12) : Math.min(height * OWN_WITHOUT_MACHINE, height - MIDDLE);

/** A phone on its side: everything in one line. */
const ownAcross = (space: Space): Own | null => ownWide(space, Math.min(WIDEST, widthIn(space, budget(space), HAND.h)));

interface Way {
  /** Lines of the row, and whether the key that calls the end lies across. */
  readonly lines: number;
  readonly bar: boolean;
  readonly row: number;
  readonly keys: number;
}

/** The row in one line or two, the key for the end beside the stack or across: whatever makes the cards largest. */
function ownUpright(space: Space): Own {
  const ways = [1, 2].flatMap((lines) => (space.stop ? [true, false] : [false]).map((bar) => fitted(space, lines, bar)));
  const area = ({ row, keys }: Way): number => space.slots * row ** 2 + 2 * keys ** 2;
  return drawn(space, ways.reduce((best, way) => (area(way) > area(best) ? way : best)));
}

function fitted(space: Space, lines: number, bar: boolean): Way {
  const breadth = space.width - 2 * EDGE;
  const columns = Math.ceil(space.slots / lines);
  const abreast = space.stop && !bar ? 3 + HAND.w - 0.15 : 2 + HAND.w;
  const row = Math.min(WIDEST, (breadth - (columns - 1) * GAP) / columns);
  const keys = Math.min(WIDEST, (breadth - (space.stop && !bar ? 3 : 2) * GAP) / abreast);
  const above = space.profi ? PEEK : 0;
  const fixed = 2 * EDGE + lines * GAP + BADGE + (bar ? BAR + GAP : 0);
  const room = (budget(space) - fixed) * CARD;
  const [rows, hand] = [lines * (1 + above), HAND.h];
  // Whichever is larger makes way first.
  const even = Math.min(room / (rows + hand), row, keys);
  const most = { row: Math.min(row, Math.max(even, (room - hand * keys) / rows)), keys: Math.min(keys, Math.max(even, (room - rows * row) / hand)) };
  return { lines, bar, row: most.row, keys: most.keys };
}

function drawn(space: Space, { lines, bar, row: rowW, keys }: Way): Own {
  const peek = space.profi ? tall(rowW) * PEEK : 0;
  const line = peek + tall(rowW) + GAP;
  const handH = tall(keys) * HAND.h;
  const h = EDGE + lines * line + (bar ? BAR + GAP : 0) + BADGE + handH + EDGE;
  const panel = { x: 0, y: space.height - h, w: space.width, h };
  const columns = Math.ceil(space.slots / lines);
  const row = Array.from({ length: lines }, (_, at) => {
    const here = Math.min(columns, space.slots - at * columns);
    return across(here, rowW, GAP, space.width / 2, panel.y + EDGE + peek + at * line);
  }).flat();
  const base = space.height - EDGE;
  const beside = space.stop && !bar;
  const total = (beside ? keys * 0.85 + GAP : 0) + 2 * (keys + GAP) + keys * HAND.w;
  const start = (space.width - total) / 2;
  const stackX = start + (beside ? keys * 0.85 + GAP : 0);
  const card = (x: number): Rect => ({ x, y: base - tall(keys), w: keys, h: tall(keys) });
  return {
    panel,
    row,
    stack: card(stackX),
    waste: card(stackX + keys + GAP),
    hand: { x: stackX + 2 * (keys + GAP), y: base - handH, w: keys * HAND.w, h: handH },
    stop: !space.stop ? null : bar ? { x: start, y: panel.y + EDGE + lines * line, w: total, h: BAR } : { ...card(start), w: keys * 0.85 },
    peek,
  };
}
