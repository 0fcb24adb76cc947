/** One table of two people's views of it: what each of them has just done is on both. */

import { type Seat, SEATS } from "../model/cards";
import { type Area, count, type Pile, type Table } from "../model/table";
import { pileName } from "../table/slots";

export interface Seen {
  readonly seat: Seat | null;
  readonly round: number;
  readonly table: Table | null;
}

/**
 * Each pile as high as either of them has it, and everybody's cards as they see them themselves. The
 * others' are those of whoever has seen more of them played, as then the piles have them too.
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
  const areas = first.areas.map((area, i) => {
    const own = now.find(({ seat }) => seat === SEATS[i]);
    return own === undefined ? now.map(({ table }) => table!.areas[i] ?? null).reduce(fewer) : (own.table!.areas[i] ?? area);
  });
  return { ...first, piles: [...piles.values()], areas };
}

const fewer = (one: Area | null, other: Area | null): Area | null => (one !== null && other !== null && cardsIn(other) < cardsIn(one) ? other : one);

const cardsIn = ({ row, stack, waste, hand }: Area): number => row.reduce((sum, cards) => sum + cards.length, 0) + count(stack) + count(waste) + count(hand);

/** Whether the same cards lie on both: what one room has told already, the other tells again. */
export const sameCards = (one: Table, other: Table): boolean => alike(one.piles, other.piles) && alike(one.areas, other.areas);

function alike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => alike(one[key as keyof typeof one], other[key as keyof typeof other]));
}
