/** The model against `conformance/`, the data that holds every engine to the same truth. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { SEATS, type Seat, isSeat } from "./cards";
import { decide, legal } from "./decide";
import { type Event, replay } from "./evolve";
import { parseCard, parseCommand, parsePosition, writeCommand, writePosition } from "./notation";
import { perft } from "./perft";
import { parseRules } from "./rules";
import { score } from "./score";
import type { Table } from "./table";

const folder = fileURLToPath(new URL("../../../conformance/", import.meta.url));

const filesIn = (name: string, ending: string): string[] =>
  existsSync(folder + name)
    ? readdirSync(folder + name).filter((file) => file.endsWith(ending)).map((file) => `${name}/${file}`)
    : [];

const read = (file: string): string => readFileSync(folder + file, "utf8");

interface Position {
  rules: string;
  position: string;
  moves: Record<string, string[]>;
  depth: number;
  perft: number;
  score: (number | null)[];
}

describe("positions", () => {
  const positions = JSON.parse(read("positions.json")) as Position[];
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
