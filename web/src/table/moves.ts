/** What moved between two tables, found by comparing them: no play has an animation of its own. */

import { type Card, type Seat, SEATS } from "../model/cards";
import { type Area, count, type Table } from "../model/table";
import { pileName } from "./slots";

export type Spot =
  | { readonly zone: "pile"; readonly name: string }
  | { readonly zone: "row"; readonly seat: Seat; readonly slot: number }
  | { readonly zone: "stack"; readonly seat: Seat }
  | { readonly zone: "waste"; readonly seat: Seat }
  | { readonly zone: "hand"; readonly seat: Seat };

export interface Move {
  readonly card: Card;
  readonly from: Spot;
  readonly to: Spot;
}

/** Moves in the order in which they should be drawn: what is laid in the centre first. */
export function moves(before: Table, after: Table): Move[] {
  const old = spots(before, after);
  const found: Move[] = [];
  for (const [key, now] of spots(after, before)) {
    const was = old.get(key)?.spot ?? unseen(before, after, now.spot);
    if (was !== null && !same(was, now.spot)) found.push({ card: now.card, from: was, to: now.spot });
  }
  return found.sort((a, b) => rank(a) - rank(b));
}

const rank = (move: Move): number => (move.to.zone === "pile" ? 0 : 1);

interface Seen {
  readonly card: Card;
  readonly spot: Spot;
}

/**
 * Where each card that can be told lies: a deck has every card once, so colour, number and deck name
 * it. What both tables have in common, pile for pile and area for area, is passed over.
 */
function spots(table: Table, other: Table): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  const put = (card: Card, spot: Spot): void => void seen.set(`${card.deck}${card.colour}${card.number}`, { card, spot });
  table.piles.forEach((pile, index) => {
    if (pile === other.piles[index]) return;
    const spot = { zone: "pile", name: pileName(pile) } as const;
    pile.decks.forEach((deck, i) => deck && put({ colour: pile.colour, number: i + 1, deck }, spot));
  });
  table.areas.forEach((area, index) => {
    const seat = SEATS[index];
    if (area !== null && area !== other.areas[index] && seat !== undefined) areaSpots(area, seat, put);
  });
  return seen;
}

function areaSpots(area: Area, seat: Seat, put: (card: Card, spot: Spot) => void): void {
  area.row.forEach((cards, slot) => cards.forEach((card) => put(card, { zone: "row", seat, slot })));
  for (const zone of ["stack", "waste", "hand"] as const) area[zone].cards.forEach((card) => put(card, { zone, seat }));
}

/** A card that could not be told before came out of the hand if it shows on the waste. */
function unseen(before: Table, after: Table, spot: Spot): Spot | null {
  if (spot.zone !== "waste") return null;
  const index = SEATS.indexOf(spot.seat);
  const was = before.areas[index];
  const now = after.areas[index];
  if (!was || !now || count(now.hand) >= count(was.hand)) return null;
  return { zone: "hand", seat: spot.seat };
}

export function same(a: Spot, b: Spot): boolean {
  if (a.zone === "pile") return b.zone === "pile" && a.name === b.name;
  if (b.zone === "pile" || a.zone !== b.zone || a.seat !== b.seat) return false;
  return a.zone !== "row" || (b.zone === "row" && a.slot === b.slot);
}
