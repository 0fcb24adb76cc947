/** What the geometry of a table is made of: the room there is, and where everything lies. */

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
  /** How large the page's text is; usual text has 1. */
  readonly text?: number;
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
  /** How large the text of the table is: as large as that of the page, or as the table bears. */
  readonly text: number;
  /** Opponents are drawn with their row and waste, not only with the count of their stack. */
  readonly rich: boolean;
  readonly chips: readonly Rect[];
  /** The others are shown only while one of them is chosen: they are to be seen elsewhere. */
  readonly aside?: boolean;
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

/** What one player has before them. */
export type SideLayout = Pick<Layout, "caption" | "chips" | "rich" | "aside" | "lane" | "own">;

/** What everybody has before them. */
export type MiddleLayout = Pick<Layout, "text" | "zones" | "places" | "rails" | "compact">;

export const ZONES = 4;
export const NUMBERS = 10;
/** Width over height of a card. */
export const CARD = 88 / 116;

/** A chip with one line of usual text, and what the row and the waste of somebody need beneath it. */
export const LINE = 34;
export const CARDS = 32;

/** The height of a card of that width. */
export const tall = (width: number): number => width / CARD;
