/** What there is to be told of the middle, as numbers: all of it, or what has changed. */

import { type Colour, type Seat, SEATS } from "../model/cards";
import { areaOf, count, FULL_PILE, type Pile, type Table } from "../model/table";
import { ZONE_ORDER } from "../table/slots";

export interface Told {
  /** Top numbers of each colour that has any to tell, from low to high. */
  readonly tops: readonly { readonly colour: Colour; readonly numbers: readonly number[] }[];
  /** Finished piles. */
  readonly finished: number;
  /** Stacks that are about to run out. */
  readonly few: readonly { readonly seat: Seat; readonly left: number }[];
}

/** From so few cards on a stack is about to end the round. */
const FEW = 3;

/** The whole middle: the top of every open pile, and how many are finished. */
export function middle(table: Table): Told {
  const open = table.piles.filter(({ decks }) => decks.length < FULL_PILE);
  return { tops: byColour(open), finished: table.piles.length - open.length, few: [] };
}

/** What has changed since: tops that are new, piles that were finished, stacks that shrank to a few. */
export function changes(before: Table, after: Table): Told {
  const grown = after.piles.filter((pile, i) => pile.decks.length !== before.piles[i]?.decks.length);
  const open = grown.filter(({ decks }) => decks.length < FULL_PILE);
  const few = SEATS.flatMap((seat) => {
    const left = stackOf(after, seat);
    return left !== null && left <= FEW && left !== stackOf(before, seat) ? [{ seat, left }] : [];
  });
  return { tops: byColour(open), finished: grown.length - open.length, few };
}

export const isNothing = ({ tops, finished, few }: Told): boolean => tops.length + finished + few.length === 0;

function stackOf(table: Table, seat: Seat): number | null {
  const area = areaOf(table, seat);
  return area === null ? null : count(area.stack);
}

function byColour(piles: readonly Pile[]): Told["tops"] {
  const tops = ZONE_ORDER.map((colour) => ({
    colour,
    numbers: piles.filter((pile) => pile.colour === colour).map(({ decks }) => decks.length).sort((a, b) => a - b),
  }));
  return tops.filter(({ numbers }) => numbers.length > 0);
}
