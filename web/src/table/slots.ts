/** Which place of its colour's zone each pile has: a pile keeps it until it is cleared away. */

import type { Colour } from "../model/cards";
import { FULL_PILE, type Pile } from "../model/table";

/** The zones from the start of the line: the same order on every screen. */
export const ZONE_ORDER: readonly Colour[] = ["r", "b", "y", "g"];

/** A pile's own name: a deck has one 1 of each colour, so it tells the piles apart for good. */
export const pileName = (pile: Pile): string => `${pile.colour}${pile.decks[0] ?? ""}`;

export class Places {
  private readonly place = new Map<string, number>();
  private readonly cleared = new Set<string>();

  of(pile: Pile): number | null {
    return this.place.get(pileName(pile)) ?? null;
  }

  /** Give every pile that lies open, or has just been finished, its place. */
  seat(piles: readonly Pile[]): void {
    const names = new Set(piles.map(pileName));
    for (const name of [...this.place.keys()]) if (!names.has(name)) this.place.delete(name);
    for (const pile of piles) {
      const name = pileName(pile);
      if (this.place.has(name) || this.cleared.has(name)) continue;
      this.place.set(name, this.next(pile.colour));
    }
  }

  /** A finished pile leaves the table, and its place is free again. */
  clear(pile: Pile): void {
    this.place.delete(pileName(pile));
    this.cleared.add(pileName(pile));
  }

  /** A table seen for the first time: what is finished is already gone. */
  reset(piles: readonly Pile[]): void {
    this.place.clear();
    this.cleared.clear();
    for (const pile of piles) if (pile.decks.length >= FULL_PILE) this.cleared.add(pileName(pile));
    this.seat(piles);
  }

  /** The most places any colour needs now. */
  needed(): number {
    return Math.max(0, ...[...this.place.values()].map((place) => place + 1));
  }

  /** The place that the next pile of a colour gets. */
  next(colour: Colour): number {
    const taken = new Set([...this.place].filter(([name]) => name.startsWith(colour)).map(([, place]) => place));
    let place = 0;
    while (taken.has(place)) place += 1;
    return place;
  }
}
