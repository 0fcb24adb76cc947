/** The points of a round. */
import { SEATS, type Seat } from "./cards";
import { jokers } from "./machine";
import type { Rules } from "./rules";
import { type Table, count } from "./table";

/** What makes up a seat's points: its cards in the centre, and cards and jokers left on its stack. */
export interface Counted {
  readonly centre: number;
  readonly left: number;
  readonly jokers: number;
}

export function counted(table: Table, seat: Seat): Counted | null {
  const area = table.areas[SEATS.indexOf(seat)];
  if (!area) return null;
  const centre = table.piles.flatMap(({ decks }) => decks).filter((deck) => deck === seat).length;
  return { centre, left: count(area.stack), jokers: jokers(area.beside) };
}

/** Plays of each seat that were refused as `does-not-fit`. */
export type Misplays = Readonly<Partial<Record<Seat, number>>>;

/** Points of each seat, null where it was not dealt in. */
export function score(table: Table, rules: Rules, misplays: Misplays = {}): (number | null)[] {
  return SEATS.slice(0, table.areas.length).map((seat) => {
    const cards = counted(table, seat);
    if (cards === null) return null;
    const penalty = rules.misplay_penalty * (misplays[seat] ?? 0);
    return cards.centre - rules.left_malus * (cards.left + cards.jokers) - penalty;
  });
}
