/** What the table says: the names it needs, from whichever language is shown. */

import type { Card, Colour, Seat } from "../model/cards";

export interface Words {
  colour(colour: Colour): string;
  /** A pile: its top number, whose deck that card is of, if anybody's, and whether it rests. */
  pile(colour: Colour, top: number, deck: Seat | null, rests: boolean): string;
  /** The open piles of a colour by their top numbers, from low to high, and how many are finished. */
  piles(colour: Colour, tops: readonly number[], finished: number): string;
  /** A key of the player's own area, and what lies there. */
  own(zone: "row" | "stack" | "waste", slot: number, card: Card | null, count: number): string;
  hand(hand: number, waste: number, turn: number): string;
  stop(): string;
  stopLabel(): string;
  /** Somebody at the table; whoever was not dealt in has no stack. */
  seat(name: string, stack: number | null, here: boolean, bot: boolean): string;
}
