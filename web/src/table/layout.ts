/** Geometry of the table: a pure function from the room there is to where everything lies. */

import { chipsAround } from "./around";
import { CARDS, type Layout, LINE, type Rect, type Space } from "./measures";
import { centre, FEWEST_PLACES, pileWidth } from "./middle";
import { ownTall, ownWide } from "./own-layout";

/** Chips with what lies before somebody, those in which a name can be read, those where there is no room for that, and a letter and a count. */
const RICH_CHIP = 112;
export const CHIP = 108;
export const NARROW_CHIP = 80;
export const LETTER_CHIP = 50;
/** Up to this width a chip shows no name; the same stands in `table.css`. */
const LETTERS_ONLY = 68;
/** Larger text leaves so much of the size of piles and rails. */
const KEPT = 0.7;
/** The Speed Machine's lane with two lines, with two low ones, and where there is room for one only. */
export const LANE = 108;
export const LOW_LANE = 100;
export const SHORT_LANE = 54;
/** With cards in their chips, piles are not narrower than this. */
const SMALLEST_BESIDE_RICH = 46;

/** What the middle of an upright screen leaves for the others and the machine, the best first. */
const WAYS = [
  [CHIP, LANE],
  [CHIP, LOW_LANE],
  [NARROW_CHIP, LANE],
  [NARROW_CHIP, LOW_LANE],
] as const;
/** The same for the compact view, and how low its lines may be for the sake of it. */
const COMPACT_WAYS = [
  [CHIP, LANE, 40],
  [NARROW_CHIP, LANE, 28],
  [NARROW_CHIP, LOW_LANE, 26],
  [LETTER_CHIP, LANE, 24],
  [LETTER_CHIP, LOW_LANE, 20],
] as const;

/** From so broad a screen on people sit around the table, where it is high enough for a row of them. */
const ULTRA_WIDE = 2.1;
const HIGH = 420;

export const layout = (space: Space): Layout => fitted(space, isUltraWide(space) ? aroundLayout : sidedLayout, whole);

/** Everybody sits around the table: on a big screen, and where there is breadth for it. */
export const roundLayout = (space: Space): Layout => fitted(space, isBroad(space) && space.height > HIGH ? aroundLayout : sidedLayout, whole);

type Parts = Pick<Layout, "places" | "rails" | "compact" | "chips" | "rich">;

const whole = (drawn: Layout): Parts => drawn;

/** Drawn with the largest text, up to the size that is wished, at which piles and rails keep most of their size and names have their line. */
export function fitted<S extends Pick<Space, "text">, D>(space: S, draw: (space: S) => D, partsOf: (drawn: D) => Parts): D {
  const drawn = (text: number): D => draw({ ...space, text });
  const usual = drawn(1);
  const wished = space.text ?? 1;
  if (wished <= 1) return usual;
  const plain = partsOf(usual);
  const named = plain.chips.every(({ w }) => w > LETTERS_ONLY);
  const bears = (large: Parts, text: number): boolean => {
    const kept = capacity(large) >= Math.min(FEWEST_PLACES, capacity(plain)) && large.compact === plain.compact;
    const room = pileWidth(large) >= KEPT * pileWidth(plain) && railHeight(large) >= KEPT * railHeight(plain);
    const line = ({ w, h }: Rect): boolean => h >= LINE * text + (large.rich ? CARDS : 0) - 0.01 && (named ? w >= NARROW_CHIP * text - 0.01 : w <= LETTERS_ONLY);
    return kept && room && large.chips.every(line);
  };
  for (const text of [wished, 1.75, 1.5, 1.25, 1.125].filter((size) => size <= wished)) {
    const large = drawn(text);
    if (bears(partsOf(large), text)) return large;
  }
  return usual;
}

const isBroad = ({ width, height }: Space): boolean => width > height * 1.1;

const isUltraWide = ({ width, height }: Space): boolean => width > height * ULTRA_WIDE && height > HIGH;

const sidedLayout = (space: Space): Layout => (isBroad(space) ? wideLayout(space) : tallLayout(space));

function aroundLayout(space: Space): Layout {
  const own = ownWide(space);
  const ground = own?.panel.y ?? space.height;
  const { chips, rich, middle } = chipsAround(space.opponents, space.width, ground, space.text);
  const lane = laneAbove(ground, middle, space, 64);
  return { wide: true, rich, chips, lane, own, ...centre(space, { ...middle, h: (lane?.y ?? ground) - middle.y }) };
}

function tallLayout(space: Space): Layout {
  const own = ownTall(space);
  const ground = own?.panel.y ?? space.height;
  const draw = (chip: number, laneH: number): Layout => {
    const rich = chip === RICH_CHIP;
    const lane = laneAbove(ground, { x: 8, w: space.width - 16 }, space, laneH);
    const floor = lane?.y ?? ground;
    const chips = chipRows(space.opponents, inset(space), chip, rich, space.text);
    const top = bottomOf(chips, 6);
    return { wide: false, rich, chips, lane, own, ...centre(space, { x: 8, y: top, w: space.width - 16, h: floor - top }) };
  };
  const rich = draw(RICH_CHIP, LANE);
  if (!rich.compact && pileWidth(rich) >= SMALLEST_BESIDE_RICH) return rich;
  const plain = WAYS.map(([chip, lane]) => draw(chip, lane)).filter(({ compact }) => !compact);
  const found = plain.find(({ places }) => places[0]!.length === space.decks) ?? plain[0];
  if (found !== undefined) return found;
  const way = COMPACT_WAYS.find(([chip, lane, least]) => railHeight(draw(chip, lane)) >= least);
  return way === undefined ? draw(LETTER_CHIP, SHORT_LANE) : draw(way[0], way[1]);
}

/** The Speed Machine's lane above what lies at the lower edge, where the machine plays. */
export function laneAbove(floor: number, { x, w }: Pick<Rect, "x" | "w">, { machine }: Pick<Space, "machine">, h: number): Rect | null {
  return machine ? { x, y: floor - h - 6, w, h } : null;
}

const inset = (space: Space): Rect => ({ x: 8, y: 8, w: space.width - 16, h: 0 });

function wideLayout(space: Space): Layout {
  const own = ownWide(space);
  const ground = own?.panel.y ?? space.height;
  if (space.opponents <= 3 && ground > 420) {
    const lane = laneAbove(ground, { x: 16, w: space.width - 32 }, space, 64);
    const floor = lane?.y ?? ground;
    const width = Math.min(space.width - 16, space.opponents * 300);
    const chips = chipRows(space.opponents, { x: (space.width - width) / 2, y: 10, w: width, h: 0 }, RICH_CHIP, true, space.text);
    const top = bottomOf(chips, 8);
    return { wide: true, rich: true, chips, lane, own, ...centre(space, { x: 16, y: top, w: space.width - 32, h: floor - top }) };
  }
  const usual = Math.max(112, Math.min(236, space.width * 0.14));
  const side = Math.max(usual, Math.min(usual * (space.text ?? 1), space.width * 0.2));
  const { chips, rich } = chipColumns(space, side, ground);
  const between = { x: side + 20, w: space.width - 2 * side - 40 };
  const lane = laneAbove(ground, between, space, ground > 420 ? 64 : 50);
  const middle = { ...between, y: 6, h: (lane?.y ?? ground) - 6 };
  return { wide: true, rich, chips, lane, own, ...centre(space, middle) };
}

const railHeight = (drawn: Parts): number => drawn.rails[0]?.[0]?.h ?? 0;

const capacity = (drawn: Parts): number => drawn.places[0]?.length ?? 0;

const bottomOf = (rects: readonly Rect[], gap: number): number =>
  rects.reduce((low, rect) => Math.max(low, rect.y + rect.h), 0) + gap;

/** Opponents in even rows across the top. */
export function chipRows(count: number, area: Rect, least: number, rich: boolean, text = 1): Rect[] {
  if (count === 0) return [];
  const gap = 6;
  const most = Math.max(1, Math.floor((area.w + gap) / (least * text + gap)));
  const rows = Math.ceil(count / most);
  const columns = Math.ceil(count / rows);
  const w = (area.w - gap * (columns - 1)) / columns;
  const h = LINE * text + (rich ? CARDS : 0);
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
  const line = LINE * (space.text ?? 1);
  const rich = room >= line + CARDS;
  const h = rich ? Math.min(line + CARDS + 10, room) : Math.max(24, Math.min(line + 2, room));
  const chips = Array.from({ length: space.opponents }, (_, i) => ({
    x: i < left ? 8 : space.width - side - 8,
    y: 8 + (i < left ? i : i - left) * (h + gap),
    w: side,
    h,
  }));
  return { chips, rich };
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
