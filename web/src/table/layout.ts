/** Geometry of the table: a pure function from the room there is to where everything lies. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** What the geometry depends on, and nothing else: it is computed on resize and deal only. */
export interface Space {
  readonly width: number;
  readonly height: number;
  /** Decks on the table: no colour can have more open piles than there are decks. */
  readonly decks: number;
  readonly opponents: number;
  /** Slots in one's own row; 0 for a watcher, who has no cards. */
  readonly slots: number;
  /** Sequences on the row need room above it. */
  readonly profi: boolean;
  /** Whether the player calls the end, and so needs a key for it. */
  readonly stop: boolean;
  /** Whether the Speed Machine plays. */
  readonly machine: boolean;
  /** Own cards as large as they can be; the middle makes way, with the compact view if need be. */
  readonly large: boolean;
}

export interface Own {
  readonly panel: Rect;
  readonly row: readonly Rect[];
  readonly stack: Rect;
  readonly waste: Rect;
  readonly hand: Rect;
  readonly stop: Rect | null;
  /** How far the cards beneath a sequence may stand out above its top card. */
  readonly peek: number;
}

export interface Layout {
  readonly wide: boolean;
  /** Opponents are drawn with their row and waste, not only with the count of their stack. */
  readonly rich: boolean;
  readonly chips: readonly Rect[];
  readonly caption: Rect;
  readonly zones: readonly Rect[];
  readonly places: readonly (readonly Rect[])[];
  /** Whether the compact view is shown from the start. */
  readonly compact: boolean;
  /** The compact view: for each colour a cell for each number from 1 to 9, and the finished. */
  readonly rails: readonly (readonly Rect[])[];
  /** Where the Speed Machine throws, above one's own cards. */
  readonly lane: Rect | null;
  readonly own: Own | null;
}

export const ZONES = 4;
export const NUMBERS = 10;
/** Width over height of a card. */
export const CARD = 88 / 116;
const HEAD = 22;
const SMALLEST_PILE = 33;
const NARROWEST_SLOT = 40;
/** With large cards, piles smaller than this give way to the compact view. */
const SMALLEST_LARGE_PILE = 60;
/** A line of the compact view is not lower than this for the sake of longer names. */
const LOWEST_RAIL = 40;
/** Chips in which a name can be read, and those where there is no room for that. */
const CHIP = 108;
const NARROW_CHIP = 84;
const RICH_CHIP = 112;
/** The Speed Machine's lane with two lines, and where there is room for one only. */
const LANE = 108;
const SHORT_LANE = 54;

const tall = (width: number): number => width / CARD;

export function layout(space: Space): Layout {
  return space.width > space.height * 1.1 ? wideLayout(space) : tallLayout(space);
}

function tallLayout(space: Space): Layout {
  const own = ownTall(space);
  const ground = own?.panel.y ?? space.height;
  const draw = (chip: number, laneH: number): Layout => {
    const rich = chip === RICH_CHIP;
    const lane = laneAbove(ground, { x: 8, w: space.width - 16 }, space, laneH);
    const floor = lane?.y ?? ground;
    const chips = chipRows(space.opponents, inset(space), chip, rich);
    const top = bottomOf(chips, 6);
    return { wide: false, rich, chips, lane, own, ...centre(space, { x: 8, y: top, w: space.width - 16, h: floor - top }) };
  };
  const rich = draw(RICH_CHIP, LANE);
  if (pileWidth(rich) >= 46) return rich;
  const plain = draw(CHIP, LANE);
  const readable = plain.compact ? railHeight(plain) >= LOWEST_RAIL : pileWidth(plain) >= SMALLEST_PILE && capacity(plain) === space.decks;
  if (readable) return plain;
  const narrow = draw(NARROW_CHIP, LANE);
  return space.machine && pileWidth(narrow) < SMALLEST_PILE ? draw(NARROW_CHIP, SHORT_LANE) : narrow;
}

function laneAbove(floor: number, { x, w }: Pick<Rect, "x" | "w">, space: Space, h: number): Rect | null {
  return space.machine ? { x, y: floor - h - 6, w, h } : null;
}

const inset = (space: Space): Rect => ({ x: 8, y: 8, w: space.width - 16, h: 0 });

function wideLayout(space: Space): Layout {
  const own = ownWide(space);
  const ground = own?.panel.y ?? space.height;
  if (space.opponents <= 3 && ground > 420) {
    const lane = laneAbove(ground, { x: 16, w: space.width - 32 }, space, 64);
    const floor = lane?.y ?? ground;
    const width = Math.min(space.width - 16, space.opponents * 300);
    const chips = chipRows(space.opponents, { x: (space.width - width) / 2, y: 10, w: width, h: 0 }, RICH_CHIP, true);
    const top = bottomOf(chips, 8);
    return { wide: true, rich: true, chips, lane, own, ...centre(space, { x: 16, y: top, w: space.width - 32, h: floor - top }) };
  }
  const side = Math.max(112, Math.min(236, space.width * 0.14));
  const { chips, rich } = chipColumns(space, side, ground);
  const between = { x: side + 20, w: space.width - 2 * side - 40 };
  const lane = laneAbove(ground, between, space, ground > 420 ? 64 : 50);
  const middle = { ...between, y: 6, h: (lane?.y ?? ground) - 6 };
  return { wide: true, rich, chips, lane, own, ...centre(space, middle) };
}

const pileWidth = (drawn: Layout): number => drawn.places[0]?.[0]?.w ?? 0;

const railHeight = (drawn: Layout): number => drawn.rails[0]?.[0]?.h ?? 0;

const capacity = (drawn: Layout): number => drawn.places[0]?.length ?? 0;

const bottomOf = (rects: readonly Rect[], gap: number): number =>
  rects.reduce((low, rect) => Math.max(low, rect.y + rect.h), 0) + gap;

/** Opponents in even rows across the top. */
function chipRows(count: number, area: Rect, least: number, rich: boolean): Rect[] {
  if (count === 0) return [];
  const gap = 6;
  const most = Math.max(1, Math.floor((area.w + gap) / (least + gap)));
  const rows = Math.ceil(count / most);
  const columns = Math.ceil(count / rows);
  const w = (area.w - gap * (columns - 1)) / columns;
  const h = rich ? 66 : 34;
  return Array.from({ length: count }, (_, i) => ({
    x: area.x + (i % columns) * (w + gap),
    y: area.y + Math.floor(i / columns) * (h + gap),
    w,
    h,
  }));
}

/** Opponents down both sides, the first half at the start. */
function chipColumns(space: Space, side: number, floor: number): { chips: Rect[]; rich: boolean } {
  const left = Math.ceil(space.opponents / 2);
  const gap = 8;
  const room = (floor - 16 + gap) / Math.max(1, left) - gap;
  const rich = room >= 66;
  const h = rich ? Math.min(76, room) : Math.max(24, Math.min(36, room));
  const chips = Array.from({ length: space.opponents }, (_, i) => ({
    x: i < left ? 8 : space.width - side - 8,
    y: 8 + (i < left ? i : i - left) * (h + gap),
    w: side,
    h,
  }));
  return { chips, rich };
}

function ownTall(space: Space): Own | null {
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
  const most = space.height * share - 2 * edge - gap;
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

function ownWide(space: Space): Own | null {
  if (space.slots === 0) return null;
  const gap = 12;
  const edge = Math.max(8, Math.min(16, space.height * 0.018));
  const break_ = gap * 3;
  const keys = space.slots + 3.15 + (space.stop ? 1 : 0);
  const spare = space.width - 32 - (space.slots + 2) * gap - 2 * break_;
  const share = (space.profi ? 0.105 : 0.125) * (space.large ? 1.5 : 1);
  const w = Math.min(space.large ? 180 : 132, spare / keys, space.height * share);
  const peek = space.profi ? tall(w) * 0.45 : 0;
  const handH = tall(w) * 1.08;
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

function across(count: number, w: number, gap: number, middle: number, y: number): Rect[] {
  const start = middle - (count * (w + gap) - gap) / 2;
  return Array.from({ length: count }, (_, i) => ({ x: start + i * (w + gap), y, w, h: tall(w) }));
}

type Centre = Pick<Layout, "caption" | "zones" | "places" | "rails" | "compact">;

/** The middle of the table: the caption above, then the four zones as large as they can be. */
function centre(space: Space, area: Rect): Centre {
  const lane = area.h > 300 ? 40 : 26;
  const caption = { x: area.x, y: area.y, w: area.w, h: lane };
  const field = { x: area.x, y: area.y + lane, w: area.w, h: area.h - lane - 6 };
  const rails = railsIn(field, space.large);
  const widest = space.width > 700 ? Math.max(108, space.height * 0.13) : 76;
  const all = zonesIn(field, space.decks, widest);
  const w = all.places[0]?.[0]?.w ?? 0;
  const compact = space.large && w < SMALLEST_LARGE_PILE;
  if (w >= SMALLEST_PILE) return { caption, rails, compact, ...all };
  return { caption, rails, compact, ...zonesIn(field, Math.min(space.decks, 6), widest) };
}

function zonesIn(field: Rect, capacity: number, widest: number): Pick<Layout, "zones" | "places"> {
  const between = field.w > 600 ? 14 : 6;
  const pad = field.w > 600 ? 8 : 4;
  const gap = field.w > 600 ? 8 : 4;
  const room = (field.w - between * (ZONES - 1)) / ZONES;
  const fit = (columns: number): { w: number; columns: number; rows: number } => {
    const rows = Math.ceil(capacity / columns);
    const byWidth = (room - 2 * pad - (columns - 1) * gap) / columns;
    const byHeight = ((field.h - HEAD - pad - (rows - 1) * gap) / rows) * CARD;
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
  const zoneH = HEAD + best.rows * (tall(best.w) + gap) - gap + pad;
  const total = ZONES * (zoneW + between) - between;
  const x0 = field.x + (field.w - total) / 2;
  const y0 = field.y + Math.max(0, (field.h - zoneH) * 0.45);
  const zones = Array.from({ length: ZONES }, (_, i) => ({ x: x0 + i * (zoneW + between), y: y0, w: zoneW, h: zoneH }));
  const places = zones.map((zone) =>
    Array.from({ length: capacity }, (_, i) => ({
      x: zone.x + (zone.w - inner) / 2 + pad + (i % best.columns) * (best.w + gap),
      y: zone.y + HEAD + Math.floor(i / best.columns) * (tall(best.w) + gap),
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

/** The same table from right to left; the number line of the compact view keeps its direction. */
export function mirrored(drawn: Layout, width: number): Layout {
  const flip = (rect: Rect): Rect => ({ ...rect, x: width - rect.x - rect.w });
  const { own } = drawn;
  return {
    ...drawn,
    chips: drawn.chips.map(flip),
    zones: drawn.zones.map(flip),
    places: drawn.places.map((places) => places.map(flip)),
    lane: drawn.lane && flip(drawn.lane),
    own: own && {
      ...own,
      row: own.row.map(flip),
      stack: flip(own.stack),
      waste: flip(own.waste),
      hand: flip(own.hand),
      stop: own.stop && flip(own.stop),
    },
  };
}

/** The same table for the left hand: hand and keys at the other side, the slots of the row in their order. */
export function leftHanded(drawn: Layout, width: number): Layout {
  const { own, zones, places } = mirrored(drawn, width);
  const row = own && [...own.row].sort((a, b) => a.y - b.y || a.x - b.x);
  return { ...drawn, zones, places, own: own && { ...own, row: row ?? [] } };
}
