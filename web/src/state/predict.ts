/** The view: the confirmed table with one's own pending commands on top of it. */
import { type Card, type Seat, sameCard } from "../model/cards";
import type { Command } from "../model/commands";
import { decide, topOf } from "../model/decide";
import { replay } from "../model/evolve";
import type { Rules } from "../model/rules";
import { type Table, areaOf } from "../model/table";

export interface Guess {
  readonly command: Command;
  readonly card: Card | null;
}

/** A guess that no longer fits the table is left out: its card lies where it was. */
export const predict = (table: Table, seat: Seat, guesses: readonly Guess[], rules: Rules): Table =>
  guesses.reduce((view, guess) => {
    if (!isMeant(view, seat, guess)) return view;
    const events = decide(view, seat, guess.command, rules);
    return typeof events === "string" ? view : replay(view, events);
  }, table);

function isMeant(table: Table, seat: Seat, { command, card }: Guess): boolean {
  if (command.kind !== "play" || card === null) return true;
  const area = areaOf(table, seat);
  const lies = area && topOf(area, command.source);
  return !!lies && sameCard(lies, card);
}
