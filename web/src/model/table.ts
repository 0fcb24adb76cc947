/** The table as a value: centre piles, and an area for each seat that was dealt in. */
import { type Card, type Colour, type Seat, seatIndex } from "./cards";
import { type Beside, type Machine, jokers } from "./machine";

/** A centre pile: its top number is `decks.length`, and with ten cards it is done; null is a joker. */
export interface Pile {
  readonly colour: Colour;
  readonly decks: readonly (Seat | null)[];
}

export const FULL_PILE = 10;

/** Cards upon one another: `hidden` unknown ones below, then the known ones bottom up. */
export interface Run {
  readonly hidden: number;
  readonly cards: readonly Card[];
}

/** What lies before one seat; the known cards of the hand stand in the order of turning. */
export interface Area {
  readonly row: readonly (readonly Card[])[];
  readonly stack: Run;
  readonly waste: Run;
  readonly hand: Run;
  /** What the Speed Machine brings. */
  readonly beside: Beside;
}

/** `areas` has an entry for each letter up to the last seat; null was not dealt in. */
export interface Table {
  readonly piles: readonly Pile[];
  readonly areas: readonly (Area | null)[];
  /** There when the Speed Machine plays. */
  readonly machine: Machine | null;
}

export const EMPTY_RUN: Run = { hidden: 0, cards: [] };

export const count = (run: Run): number => run.hidden + run.cards.length;

/** The card that can be played from a run, or undefined where it is empty or unknown. */
export const top = (run: Run): Card | undefined => run.cards.at(-1);

export const areaOf = (table: Table, seat: Seat): Area | null =>
  table.areas[seatIndex(seat)] ?? null;

/** Whether nothing is left on a stack, parked jokers included. */
export const isCleared = ({ stack, beside }: Area): boolean => count(stack) === 0 && jokers(beside) === 0;

export const dealtSeats = (table: Table): number =>
  table.areas.filter((area) => area !== null).length;

export function withArea(table: Table, seat: Seat, area: Area): Table {
  const index = seatIndex(seat);
  return { ...table, areas: table.areas.map((old, at) => (at === index ? area : old)) };
}

/** A run as others see it: its top alone is known. */
const covered = (run: Run): Run =>
  run.cards.length < 2 ? run : { hidden: count(run) - 1, cards: run.cards.slice(-1) };

/** A run that lies face down. */
export const faceDown = (run: Run): Run => ({ hidden: count(run), cards: [] });

/** An area as everyone may see it: tops of stack and waste, the row, and counts. */
export const publicArea = (area: Area): Area => ({
  row: area.row,
  beside: area.beside,
  stack: covered(area.stack),
  waste: covered(area.waste),
  hand: faceDown(area.hand),
});

/** A table as everyone may see it. */
export const publicTable = (table: Table): Table => ({ ...table, areas: table.areas.map((area) => area && publicArea(area)) });

/** The piles, by number, that have more cards in one table than in another, where there are tables. */
export const grown = (before: Table | null, after: Table | null): number[] =>
  (after?.piles ?? []).flatMap(({ decks }, pile) => (decks.length > (before?.piles[pile]?.decks.length ?? 0) ? [pile] : []));
