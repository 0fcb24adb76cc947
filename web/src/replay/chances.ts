/** Chances of a round: which card could have gone to the centre, for how long, and what came of it. */
import { type Card, SEATS, type Seat } from "../model/cards";
import { isKeptBack, isWanted, sourcesOf, topOf } from "../model/decide";
import type { Rules } from "../model/rules";
import { type Area, areaOf, type Table } from "../model/table";
import type { Moment, Replayed } from "./record";

export type Outcome =
  /** It was laid. */
  | "played"
  /** Somebody else took the place. */
  | "taken"
  /** Its own seat turned over it, or covered it. */
  | "covered"
  /** The round ended. */
  | "ended";

export interface Chance {
  readonly seat: Seat;
  readonly card: Card;
  readonly from: number;
  readonly until: number;
  readonly outcome: Outcome;
  /** Who took the place. */
  readonly by: Seat | null;
}

/** The cards that a seat could lay in the centre now. */
function open(table: Table, area: Area, rules: Rules): Card[] {
  return sourcesOf(area).flatMap((source) => {
    const card = topOf(area, source);
    return card !== undefined && isWanted(table.piles, card) && !isKeptBack(source, card, rules) ? [card] : [];
  });
}

const nameOf = ({ colour, number, deck }: Card): string => `${colour}${number}@${deck}`;

/** The clock of a chance follows a card from the stack to the row: it can be played all the while. */
export function chances(round: Replayed): Chance[] {
  return round.deal.areas.flatMap((area, index) => (area === null ? [] : chancesOf(SEATS[index]!, round)));
}

function chancesOf(seat: Seat, { deal, moments, rules }: Replayed): Chance[] {
  const end = moments.at(-1)?.at ?? 0;
  const found: Chance[] = [];
  let running = new Map<string, { card: Card; from: number }>();
  const look = (table: Table, at: number, moment: Moment | null): void => {
    const now = new Map(open(table, areaOf(table, seat)!, rules).map((card) => [nameOf(card), card]));
    for (const [name, { card, from }] of running) {
      if (!now.has(name)) found.push({ seat, card, from, until: at, ...became(seat, table, card, moment) });
    }
    running = new Map([...now].map(([name, card]) => [name, running.get(name) ?? { card, from: at }]));
  };
  look(deal, 0, null);
  for (const moment of moments) look(moment.table, moment.at, moment);
  for (const { card, from } of running.values()) found.push({ seat, card, from, until: end, outcome: "ended", by: null });
  return found;
}

function became(seat: Seat, table: Table, card: Card, moment: Moment | null): Pick<Chance, "outcome" | "by"> {
  if (moment?.seat !== seat) return { outcome: "taken", by: moment?.seat ?? null };
  const area = areaOf(table, seat)!;
  const lies = [...area.row.flat(), ...area.stack.cards, ...area.waste.cards, ...area.hand.cards];
  const stays = lies.some((other) => nameOf(other) === nameOf(card));
  return { outcome: stays ? "covered" : "played", by: null };
}

/** What lay unseen for long enough to be worth telling, the longest first. */
export const missed = (all: readonly Chance[], atLeast = 1500): Chance[] =>
  all.filter(({ outcome, from, until }) => outcome !== "played" && until - from >= atLeast).sort((one, other) => other.until - other.from - (one.until - one.from));
