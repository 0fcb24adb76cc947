/** What a rules page is made of. Each language's is written for itself, in `texts/`, and tells its readers where the sheet they know differs. */

import type { SheetName } from "../components/presets";

export interface Chapter {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** A point that rule sheets see differently. */
export interface Difference {
  readonly point: string;
  readonly sheet: string;
  readonly here: string;
}

export interface RulesText {
  readonly title: string;
  readonly lead: string;
  readonly contents: string;
  readonly deal: Chapter;
  /** What the pictures show. */
  readonly zones: { readonly stack: string; readonly row: string; readonly hand: string; readonly waste: string };
  readonly play: Chapter;
  readonly piles: { readonly opens: string; readonly grows: string; readonly finished: string };
  readonly turn: Chapter;
  readonly end: Chapter;
  readonly score: Chapter;
  readonly sum: { readonly middle: string; readonly left: string; readonly points: string };
  readonly match: Chapter;
  readonly profi: Chapter;
  readonly parked: { readonly right: string; readonly wrong: string };
  readonly speed: Chapter;
  /** How races are decided, and how a deal is proved. */
  readonly fair: Chapter;
  readonly sheets: Chapter & {
    readonly headings: { readonly point: string; readonly sheet: string; readonly here: string };
    readonly differences: readonly Difference[];
    /** Which presets play the sheet, and what else there is to say of each. */
    readonly presets: readonly { readonly name: SheetName; readonly about: string }[];
  };
}
