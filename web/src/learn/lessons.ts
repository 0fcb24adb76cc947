/** The steps of the tutorial: a table each, and when it is done. */
import { type Noise, fullMachine } from "../model/machine";
import { parsePosition } from "../model/notation";
import { parseRules } from "../model/rules";
import { type Table, areaOf, count } from "../model/table";
import type { Phase } from "../protocol";
import type { Terms } from "../practice/rounds";

export interface Seen {
  readonly table: Table;
  readonly phase: Phase | null;
}

export interface Lesson {
  readonly name: "one" | "up" | "fill" | "turn" | "stop" | "score" | "profi" | "speed";
  readonly rules: string;
  /** The person is A. */
  readonly position: string;
  /** Whether the person has done it; null where a question is asked instead. */
  readonly done: ((seen: Seen) => boolean) | null;
}

const OTHER = "g9 y8 b6 | g7 y3 r4 | - | r8 b9 g2";

const own = (table: Table): number => table.piles.flatMap(({ decks }) => decks).filter((deck) => deck === "A").length;
const stack = (table: Table): number => count(areaOf(table, "A")!.stack);
const gaps = (table: Table): number => areaOf(table, "A")!.row.filter((cards) => cards.length === 0).length;

export const LESSONS: readonly Lesson[] = [
  {
    name: "one",
    rules: "standard",
    position: `- / r1 g5 b7 | y9 g8 r6 y3 | - | b2 b3 b4 r7 r8 r9 / ${OTHER}`,
    done: ({ table }) => own(table) >= 1,
  },
  {
    name: "up",
    rules: "standard",
    position: `r:B g:BB / r2 b7 g3 | y9 g8 r6 y4 r10 | - | b2 b3 b4 r7 r8 r9 / ${OTHER}`,
    done: ({ table }) => own(table) >= 2,
  },
  {
    name: "fill",
    rules: "standard,row_refill=manual",
    position: `r:B y:B / r2 b7 g9 | y9 g8 r6 b5 | - | b2 b3 b4 r7 r8 r10 / ${OTHER}`,
    done: ({ table }) => own(table) >= 1 && stack(table) === 3 && gaps(table) === 0,
  },
  {
    name: "turn",
    rules: "standard",
    position: `y:B r:BB / r5 b7 g9 | y9 g8 | - | b3 r8 y2 g4 b6 r10 / ${OTHER}`,
    done: ({ table }) => own(table) >= 1,
  },
  {
    name: "stop",
    rules: "standard",
    position: `b:BBB g:B / r5 y7 g9 | b4 | - | r8 r9 y3 / ${OTHER}`,
    done: ({ phase }) => phase === "result" || phase === "over",
  },
  {
    name: "score",
    rules: "standard",
    position: `r:ABA b:BA y:AB g:A / r6 y7 g9 | b8 | - | r8 / g9 y8 b6 | - | - | r9`,
    done: null,
  },
  {
    name: "profi",
    rules: "standard,profi=on",
    position: `r:B / b7 g4 r9 | y5 r6 | - | g3 g8 g9 / ${OTHER}`,
    done: ({ table }) => stack(table) === 0,
  },
  {
    name: "speed",
    rules: "speed",
    position: `b:BBB g:B / b5 g7 r9 | y6 y8 | - | r3 r8 g10 / ${OTHER}`,
    done: ({ table }) => table.piles.some(({ colour, decks }) => colour === "b" && decks.length >= 5),
  },
];

/** The answers to the question of the lesson about points; the right one is in the middle. */
export const ANSWERS: readonly number[] = [5, 3, 4];
export const RIGHT = 3;

/** What the machine throws in its lesson, for the person's own noise. */
export const NOISE: Noise = "bell";

function tableOf({ position, rules }: Lesson): Table {
  const table = parsePosition(position);
  if (parseRules(rules).speed === "off") return table;
  const noises: readonly (readonly Noise[])[] = [[NOISE, "horn"], ["drum", "cuckoo"]];
  const areas = table.areas.map((area, at) => area && { ...area, beside: { ...area.beside, noises: noises[at]! } });
  return { ...table, areas, machine: fullMachine(false) };
}

/** The table of a lesson, where only the person plays. */
export const termsOf = (lesson: Lesson, name: string, other: string): Terms => ({
  rules: parseRules(lesson.rules),
  sitting: [
    { name, level: null },
    { name: other, level: null },
  ],
  options: { fair: "arrival", queue: 600, relaxed: 0, watchers: 0, assist: true },
  lesson: tableOf(lesson),
});
