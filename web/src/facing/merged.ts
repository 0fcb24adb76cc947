/** One table of two people's views of it: what each of them has just done is on both. */

import { type Seat, SEATS } from "../model/cards";
import type { Pile, Table } from "../model/table";
import { pileName } from "../table/slots";

export interface Seen {
  readonly seat: Seat | null;
  readonly round: number;
  readonly table: Table | null;
}

/**
 * Each pile as high as either of them has it, and everybody's cards as they see them themselves.
 * A view of an older round is passed over: its room is still to hear of the new deal.
 */
export function merged(views: readonly Seen[]): Table | null {
  const round = Math.max(...views.map((view) => (view.table === null ? -1 : view.round)));
  const now = views.filter((view) => view.table !== null && view.round === round);
  const first = now[0]?.table ?? null;
  if (first === null || now.length < 2) return first;
  const piles = new Map<string, Pile>();
  for (const { table } of now) {
    for (const pile of table!.piles) {
      const known = piles.get(pileName(pile));
      if (known === undefined || known.decks.length < pile.decks.length) piles.set(pileName(pile), pile);
    }
  }
  const areas = first.areas.map((area, i) => now.find(({ seat }) => seat === SEATS[i])?.table!.areas[i] ?? area);
  return { ...first, piles: [...piles.values()], areas };
}
