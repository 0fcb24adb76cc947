/** The action cards of the Speed Machine, one entry for each kind; nothing else learns how they work. */
import { type Card, SEATS, type Seat, sameCard } from "./cards";
import type { Place } from "./commands";
import type { Event } from "./evolve";
import type { ActionKind } from "./machine";
import type { Rules } from "./rules";
import { type Area, FULL_PILE, type Table, areaOf, count, top } from "./table";
import type { RefusalWord } from "./words";

/** A use of a card by a seat whose area is `area`; `card` is the number card that is meant. */
export interface Using {
  readonly table: Table;
  readonly area: Area;
  readonly seat: Seat;
  readonly rules: Rules;
  readonly card: Card | null;
}

/**
 * How one kind works. One that works by itself has `atOnce`, the events that follow the grab; one
 * that is held has `places`, what it might be used on, and `use`, what that does or why it cannot.
 */
export interface Action {
  readonly atOnce?: (table: Table, seat: Seat, rules: Rules) => Event[];
  readonly places?: (table: Table, seat: Seat) => Place[];
  readonly use?: (using: Using, place: Place) => Event[] | RefusalWord;
}

/** How many cards a seat turns together: two at most once every second card may be looked at. */
export const turnSize = ({ beside }: Area, rules: Rules): number =>
  beside.used.includes("second") ? Math.min(rules.turn, 2) : rules.turn;

/** The stack's top onto a slot that is empty by now, where slots fill by themselves and it is known. */
export function refill(area: Area, seat: Seat, slot: number, rules: Rules): Event[] {
  const card = top(area.stack);
  return card && rules.row_refill === "auto" ? [{ kind: "refilled", seat, slot, card }] : [];
}

const isAnother = (meant: Card | null, card: Card): boolean => meant !== null && !sameCard(meant, card);

function cap({ table, seat }: Using, place: Place): Event[] | RefusalWord {
  if (place.on !== "pile") return "not-allowed";
  const pile = table.piles[place.pile];
  if (pile === undefined) return "no-such-place";
  if (pile.decks.length >= FULL_PILE) return "does-not-fit";
  return [{ kind: "capped", seat, action: "joker", pile: place.pile }];
}

function remove({ area, seat, rules, card }: Using, place: Place): Event[] | RefusalWord {
  if (place.on !== "slot") return "not-allowed";
  const cards = area.row[place.slot];
  const out = cards?.at(-1);
  if (cards === undefined) return "no-such-place";
  if (out === undefined) return "empty";
  if (isAnother(card, out)) return "moved-on";
  const filled = cards.length === 1 ? refill(area, seat, place.slot, rules) : [];
  return [{ kind: "spent", seat, action: "remove" }, { kind: "removed", seat, slot: place.slot, card: out }, ...filled];
}

function pass({ table, area, seat, card }: Using, place: Place): Event[] | RefusalWord {
  if (place.on !== "seat") return "not-allowed";
  if (areaOf(table, place.seat) === null) return "no-such-place";
  if (count(area.stack) === 0) return "empty";
  const given = top(area.stack);
  if (given === undefined || isAnother(card, given)) return "moved-on";
  if (place.seat === seat) return "not-allowed";
  return [{ kind: "spent", seat, action: "voila" }, { kind: "passed", seat, to: place.seat, card: given }];
}

function widen(table: Table, seat: Seat, rules: Rules): Event[] {
  const area = areaOf(table, seat)!;
  const filled = refill(area, seat, area.row.length, rules);
  return [{ kind: "spent", seat, action: "extra" }, { kind: "widened", seat }, ...filled];
}

export const ACTIONS: Readonly<Record<ActionKind, Action>> = {
  /** Goes on any open pile as its next card, or stays parked on the stack, where it counts as left. */
  joker: { places: (table) => table.piles.map((_, pile) => ({ on: "pile", pile })), use: cap },
  /** Puts the top card of a slot of one's row out of the round. */
  remove: {
    places: (table, seat) => areaOf(table, seat)!.row.map((_, slot) => ({ on: "slot", slot })),
    use: remove,
  },
  /** Gives the top of one's stack to somebody else's. */
  voila: { places: (table) => SEATS.slice(0, table.areas.length).map((seat) => ({ on: "seat", seat })), use: pass },
  /** Turns two cards instead of three for the rest of the round. */
  second: { atOnce: (_, seat) => [{ kind: "spent", seat, action: "second" }] },
  /** One more slot in the row for the rest of the round. */
  extra: { atOnce: widen },
};
