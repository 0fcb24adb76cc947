/** A deal done again, for whoever knows what its chance came from. */
import type { Dice } from "../model/chance";
import { SEATS } from "../model/cards";
import { deal } from "../model/deal";
import type { Rules } from "../model/rules";
import { areaOf, type Table } from "../model/table";

/**
 * The table that chance deals to those who were dealt in; who owns which noise is taken from what
 * was dealt, since a match keeps the noises of its first round.
 */
export function dealtAgain(table: Table, rules: Rules, chance: (occasion: string) => Dice): Table {
  const seats = SEATS.filter((seat) => areaOf(table, seat) !== null);
  const again = deal(rules, seats, seats.map((seat) => areaOf(table, seat)!.beside.noises), chance("deal 1"));
  return { ...again, areas: table.areas.map((_, at) => again.areas[at] ?? null) };
}
