/** The model against `conformance/`, the data that holds every engine to the same truth. */
import { describe, expect, test } from "vitest";
import { SEATS, type Seat } from "./cards";
import { legal } from "./decide";
import { parsePosition, writeCommand, writePosition } from "./notation";
import { perft } from "./perft";
import { parseRules } from "./rules";
import { score } from "./score";
import type { Table } from "./table";

const positionFiles = import.meta.glob<Position[]>("../../../conformance/positions.json", {
  eager: true,
  import: "default",
});

interface Position {
  rules: string;
  position: string;
  moves: Record<string, string[]>;
  depth: number;
  perft: number;
  score: (number | null)[];
}

describe("positions", () => {
  const positions = Object.values(positionFiles).flat();
  test.each(positions.map((entry, index) => [index, entry] as const))("%i", (_, entry) => {
    const rules = parseRules(entry.rules);
    const table = parsePosition(entry.position);
    expect(writePosition(table)).toBe(entry.position);
    const moves = Object.fromEntries(
      SEATS.slice(0, table.areas.length).map((seat) => [seat, written(table, seat, entry.rules)]),
    );
    const sorted = Object.entries(entry.moves).map(([seat, list]) => [seat, [...list].sort()]);
    expect(moves).toEqual(Object.fromEntries(sorted));
    expect(score(table, rules)).toEqual(entry.score);
    expect(perft(table, entry.depth, rules)).toBe(entry.perft);
  });
});

const written = (table: Table, seat: Seat, rules: string): string[] =>
  legal(table, seat, parseRules(rules)).map(writeCommand).sort();
