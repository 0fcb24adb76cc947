/** Races: cards that two had open for the same pile, as everybody could see. */

import { type Card, SEATS, type Seat } from "../model/cards";
import { isWanted, sourcesOf, topOf } from "../model/decide";
import { type Area, areaOf, type Table } from "../model/table";

/** What the last card of a pile was for a seat: a race that it won or lost, or none. */
export function raced(table: Table, by: Seat, pile: number, me: Seat): "won" | "lost" | null {
  const { colour, decks } = table.piles[pile] ?? { colour: "r", decks: [] };
  const card: Card = { colour, number: decks.length, deck: by };
  // A 1 has room beside another, and so has whatever fits elsewhere too.
  if (isWanted(table.piles, card)) return null;
  if (by !== me) return holds(areaOf(table, me), card) ? "lost" : null;
  return SEATS.some((seat) => seat !== me && holds(areaOf(table, seat), card)) ? "won" : null;
}

/** Whether such a card lies open before somebody. */
const holds = (area: Area | null, { colour, number }: Card): boolean =>
  area !== null &&
  sourcesOf(area).some((source) => {
    const lies = topOf(area, source);
    return lies?.colour === colour && lies.number === number;
  });
