/** The cards that lie there, as one seat may reach for them. */
import type { Seat } from "../model/cards";
import { keptFor } from "../model/grabs";
import { ACTION_CARDS, type Throw } from "../model/machine";
import type { Table } from "../model/table";

export interface Offer extends Throw {
  readonly whose: "mine" | "other" | "free";
  /** Who alone may take it, until the next throw. */
  readonly owner: Seat | null;
  /** No throw will ever free it. */
  readonly toTheEnd: boolean;
}

/** What has been heard and not been taken, the newest first. */
export const offers = (table: Table, me: Seat | null, heard: number): Offer[] =>
  (table.machine?.lying ?? [])
    .filter(({ number }) => number <= heard)
    .map((lying): Offer => {
      const owner = keptFor(table, lying);
      const whose = owner === null ? "free" : owner === me ? "mine" : "other";
      return { ...lying, whose, owner, toTheEnd: lying.number === ACTION_CARDS };
    })
    .reverse();

/** What the large button reaches for: the newest that one may take, else the newest there is. */
export const best = (all: readonly Offer[]): Offer | null => all.find(({ whose }) => whose !== "other") ?? all[0] ?? null;
