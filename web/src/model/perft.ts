/** Counts the lines of legal commands, the order kept: the test that finds engine bugs. */
import { SEATS } from "./cards";
import { decide, legal } from "./decide";
import { replay } from "./evolve";
import type { Rules } from "./rules";
import type { Table } from "./table";

/** How many sequences of exactly `depth` legal commands any seats could give; a stop ends one. */
export function perft(table: Table, depth: number, rules: Rules): number {
  if (depth === 0) return 1;
  let lines = 0;
  for (const seat of SEATS.slice(0, table.areas.length)) {
    for (const command of legal(table, seat, rules)) {
      if (depth === 1) lines += 1;
      else if (command.kind !== "stop") {
        const events = decide(table, seat, command, rules);
        if (typeof events !== "string") lines += perft(replay(table, events), depth - 1, rules);
      }
    }
  }
  return lines;
}
