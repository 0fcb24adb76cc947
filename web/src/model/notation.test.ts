import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COLOURS, type Card, SEATS, type Seat } from "./cards";
import type { Command } from "./commands";
import {
  NotationError,
  parseCard,
  parseCommand,
  parsePosition,
  writeCard,
  writeCommand,
  writePosition,
} from "./notation";
import type { Area, Run, Table } from "./table";

const cardOf = (decks: readonly Seat[]): fc.Arbitrary<Card> =>
  fc.record({
    colour: fc.constantFrom(...COLOURS),
    number: fc.integer({ min: 1, max: 10 }),
    deck: fc.constantFrom(...decks),
  });

/** Cards of a slot: descending, and neighbours of two colours. */
const slotOf = (decks: readonly Seat[]): fc.Arbitrary<Card[]> =>
  fc.array(cardOf(decks), { maxLength: 6 }).map((cards) =>
    [...cards]
      .sort((one, other) => other.number - one.number)
      .reduce<Card[]>((slot, card) => {
        const below = slot.at(-1);
        const goes = !below || (below.number > card.number && below.colour !== card.colour);
        return goes ? [...slot, card] : slot;
      }, []),
  );

const runOf = (decks: readonly Seat[]): fc.Arbitrary<Run> =>
  fc.record({ hidden: fc.integer({ min: 0, max: 30 }), cards: fc.array(cardOf(decks), { maxLength: 8 }) });

const isEmpty = ({ row, stack, waste, hand }: Area): boolean =>
  row.length === 1 && row[0]!.length === 0 &&
  [stack, waste, hand].every((run) => run.hidden + run.cards.length === 0);

function tableOf(seats: number): fc.Arbitrary<Table> {
  const decks = SEATS.slice(0, seats);
  const area: fc.Arbitrary<Area> = fc
    .record({
      row: fc.array(slotOf(decks), { minLength: 1, maxLength: 6 }),
      stack: runOf(decks),
      waste: runOf(decks),
      hand: runOf(decks),
    })
    .filter((one) => !isEmpty(one));
  return fc.record({
    piles: fc.array(
      fc.record({
        colour: fc.constantFrom(...COLOURS),
        decks: fc.array(fc.constantFrom(...decks), { minLength: 1, maxLength: 10 }),
      }),
    ),
    areas: fc.array(fc.option(area), { minLength: seats, maxLength: seats }),
  });
}

const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.constant({ kind: "turn" } as const),
  fc.constant({ kind: "stop" } as const),
  fc.record({
    kind: fc.constant("play" as const),
    source: fc.oneof(
      fc.record({ zone: fc.constant("row" as const), slot: fc.integer({ min: 0, max: 20 }) }),
      fc.constant({ zone: "stack" } as const),
      fc.constant({ zone: "waste" } as const),
    ),
    target: fc.oneof(
      fc.record({
        zone: fc.constant("centre" as const),
        pile: fc.option(fc.integer({ min: 0, max: 200 })),
      }),
      fc.record({ zone: fc.constant("row" as const), slot: fc.integer({ min: 0, max: 20 }) }),
    ),
  }),
);

describe("both ways", () => {
  test("positions, hidden cards, sequences and cards of other decks included", () => {
    const tables = fc.integer({ min: 1, max: 12 }).chain(tableOf);
    fc.assert(
      fc.property(tables, (table) => {
        expect(parsePosition(writePosition(table))).toEqual(table);
      }),
    );
  });

  test("commands", () => {
    fc.assert(
      fc.property(commands, (command) => {
        expect(parseCommand(writeCommand(command))).toEqual(command);
      }),
    );
  });

  test("cards", () => {
    fc.assert(
      fc.property(cardOf(SEATS), fc.constantFrom(...SEATS), (card, seat) => {
        expect(parseCard(writeCard(card, seat), seat)).toEqual(card);
      }),
    );
  });

  test("single spaces are written whatever was read", () => {
    const text = "r:AAB g:B / r5 g9>b8 - y2 | ?1 b3 | ?1 r4 | ?2 / y1 - r2 b6 b7 | r9@A | - | g4 g5";
    expect(writePosition(parsePosition(text.replaceAll(" ", "  ")))).toBe(text);
  });

  test("a seat that was not dealt in is null", () => {
    const text = "- / - | - | - | - / r1 | - | - | -";
    expect(parsePosition(text).areas[0]).toBeNull();
    expect(writePosition(parsePosition(text))).toBe(text);
  });
});

describe("refuses", () => {
  const one = (row: string) => `- / ${row} | - | - | -`;
  test.each([
    [one("r0"), "r0", 5],
    [one("r11"), "r11", 5],
    [one("r5>g6"), "r5>g6", 5],
    [one("r5>r4"), "r5>r4", 5],
    [one("y2 r5>x4"), "r5>x4", 8],
    [one("r1@B"), "r1@B", 5],
    ["r:B / r1 | - | - | -", "r:B", 1],
    ["r:AAAAAAAAAAA / r1 | - | - | -", "r:AAAAAAAAAAA", 1],
    ["r:*A / r1 | - | - | -", "r:*A", 1],
    ["- / r1 | - | -", "", 15],
    ["- / r1 | - | - | - | -", "|", 20],
    ["- / r1 | ?0 | - | -", "?0", 10],
    ["- / r1 | b3 ?2 | - | -", "?2", 13],
    ["- / r1 | - b3 | - | -", "-", 10],
    ["-", "", 2],
  ])("%s", (text, token, column) => {
    expect(() => parsePosition(text)).toThrow(expect.objectContaining({ token, column }));
  });

  test("any other text with a notation error, never another", () => {
    const words = fc.array(
      fc.constantFrom("/", "|", "-", "r1", "g9>b8", "?3", "r:A", "x", "b10@A", ">", "@", ":"),
    );
    fc.assert(
      fc.property(fc.oneof(words.map((list) => list.join(" ")), fc.string()), (text) => {
        for (const read of [parsePosition, parseCommand]) {
          try {
            read(text);
          } catch (error) {
            expect(error).toBeInstanceOf(NotationError);
            expect((error as Error).message).not.toContain("\n");
          }
        }
      }),
    );
  });
});
