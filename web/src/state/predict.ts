/** The view: the confirmed table with one's own pending commands on top of it. */
import type { Card, Seat } from "../model/cards";
import type { Command } from "../model/commands";
import { decide } from "../model/decide";
import { replay } from "../model/evolve";
import type { Rules } from "../model/rules";
import type { Table } from "../model/table";

export interface Guess {
  readonly command: Command;
  readonly card: Card | null;
}

/**
 * A guess that no longer fits the table is left out: its card lies where it was. So is a grab, which
 * others may be reaching for too: nobody has the card before the room says so.
 */
export const predict = (table: Table, seat: Seat, guesses: readonly Guess[], rules: Rules): Table =>
  guesses.reduce((view, { command, card }) => {
    if (command.kind === "grab") return view;
    const events = decide(view, seat, command, rules, { card });
    return typeof events === "string" ? view : replay(view, events);
  }, table);
