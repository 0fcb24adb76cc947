import fc from "fast-check";
import { expect, test } from "vitest";
import { COLOURS, type Card, SEATS, type Seat } from "./cards";
import type { Command, Source, Target } from "./commands";
import { decide, isOver, legal, sourcesOf, targets } from "./decide";
import { replay } from "./evolve";
import { writeCommand, writePosition } from "./notation";
import { deal, dice } from "../state/fake-room";
import { parseRules } from "./rules";
import { type Table, areaOf, publicArea } from "./table";
import { REFUSALS } from "./words";

const RULES = [
  "standard",
  "standard,profi=on",
  "standard,profi=on,profi_step=any_lower,row_refill=manual",
  "french",
  "publisher",
  "playroom",
  "playroom,profi=on,turn=1",
  "standard,turn=5,recycle=keep",
];

/** Every card of the table, written, in no order. */
const allCards = (table: Table): string[] =>
  [
    ...table.piles.flatMap(({ colour, decks }) => decks.map((deck, at) => `${colour}${at + 1}${deck}`)),
    ...table.areas.flatMap((area) =>
      area === null
        ? []
        : [...area.row.flat(), ...area.stack.cards, ...area.waste.cards, ...area.hand.cards].map(
            ({ colour, number, deck }) => `${colour}${number}${deck}`,
          ),
    ),
  ].sort();

/** Every command there could be, those that name no place included. */
function everyCommand(table: Table): Command[] {
  const places = Array.from({ length: 7 }, (_, slot) => slot - 1);
  const sources: Source[] = [
    ...places.map((slot): Source => ({ zone: "row", slot })),
    { zone: "stack" },
    { zone: "waste" },
  ];
  const goals: Target[] = [
    ...Array.from({ length: table.piles.length + 3 }, (_, pile): Target => ({ zone: "centre", pile: pile - 1 })),
    ...places.map((slot): Target => ({ zone: "row", slot })),
  ];
  return [
    { kind: "turn" },
    { kind: "stop" },
    ...sources.flatMap((source) => goals.map((target): Command => ({ kind: "play", source, target }))),
  ];
}

const playouts = fc.record({
  rules: fc.constantFrom(...RULES),
  seats: fc.integer({ min: 2, max: 5 }),
  seed: fc.integer(),
  length: fc.integer({ min: 0, max: 120 }),
});

/** The table after so many legal commands, with a look at every step. */
function playout(
  { rules: text, seats, seed, length }: { rules: string; seats: number; seed: number; length: number },
  look: (table: Table) => void,
): Table {
  const rules = parseRules(text);
  const roll = dice(seed);
  let table = deal(seats, rules, roll);
  for (let move = 0; move < length; move += 1) {
    const seat = SEATS[roll(seats)]!;
    const plays = legal(table, seat, rules).filter(({ kind }) => kind !== "stop");
    const command = plays[roll(plays.length)];
    if (command === undefined) continue;
    const events = decide(table, seat, command, rules);
    if (typeof events === "string") throw new Error(`${writeCommand(command)}: ${events}`);
    table = replay(table, events);
    look(table);
  }
  return table;
}

test("test_case_09, test_case_10: forty cards a deck after every command", () => {
  fc.assert(
    fc.property(playouts, (run) => {
      const cards = SEATS.slice(0, run.seats).flatMap((deck) =>
        COLOURS.flatMap((colour) => Array.from({ length: 10 }, (_, at) => `${colour}${at + 1}${deck}`)),
      );
      playout(run, (table) => expect(allCards(table)).toEqual(cards.sort()));
    }),
    { numRuns: 40 },
  );
});

test("legal is exactly what decide grants, and a refusal is a word", () => {
  fc.assert(
    fc.property(playouts, (run) => {
      const rules = parseRules(run.rules);
      const table = playout(run, () => {});
      for (const seat of SEATS.slice(0, run.seats + 1)) {
        const granted = everyCommand(table).filter((command) => {
          const decided = decide(table, seat, command, rules);
          if (typeof decided === "string") expect(REFUSALS).toContain(decided);
          return typeof decided !== "string";
        });
        const own = legal(table, seat, rules).map(writeCommand);
        expect(own.sort()).toEqual(granted.map(writeCommand).sort());
      }
    }),
    { numRuns: 60 },
  );
});

test("a play that names no pile goes to the first of the piles that could be named", () => {
  fc.assert(
    fc.property(playouts, (run) => {
      const rules = parseRules(run.rules);
      const table = playout(run, () => {});
      if (isOver(table, rules)) return;
      for (const source of sourcesOf(areaOf(table, "A")!)) {
        const [first] = targets(table, "A", source, rules).filter(({ zone }) => zone === "centre");
        const open = decide(table, "A", { kind: "play", source, target: { zone: "centre", pile: null } }, rules);
        expect(typeof open === "string" ? open : open[0]).toEqual(
          first ? expect.objectContaining({ kind: "laid", pile: (first as { pile: number }).pile }) : expect.any(String),
        );
      }
    }),
  );
});

test("what everyone may see is enough to judge what is on the table", () => {
  fc.assert(
    fc.property(playouts, (run) => {
      const rules = parseRules(run.rules);
      playout(run, (table) => {
        const seen = { ...table, areas: table.areas.map((area) => area && publicArea(area)) };
        for (const seat of SEATS.slice(0, run.seats)) {
          expect(legal(seen, seat, rules)).toEqual(legal(table, seat, rules));
        }
      });
    }),
    { numRuns: 15 },
  );
});

test("another card than the one that is meant is not played", () => {
  const rules = parseRules("standard");
  const table = deal(2, rules, dice(1));
  const slot = areaOf(table, "A")!.row.findIndex(([card]) => card!.number > 1);
  const command: Command = { kind: "play", source: { zone: "row", slot }, target: { zone: "centre", pile: null } };
  const card: Card = { colour: "r", number: 1, deck: "B" as Seat };
  expect(decide(table, "A", command, rules, { card })).toBe("moved-on");
  expect(decide(table, "A", command, rules)).toBe("does-not-fit");
  expect(writePosition(table)).toMatch(/^- \//);
});
