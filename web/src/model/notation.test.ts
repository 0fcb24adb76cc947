import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COLOURS, type Card, SEATS, type Seat } from "./cards";
import type { Command, Place } from "./commands";
import { type ActionKind, type Beside, KINDS, type Machine, NOISES, NOTHING_BESIDE, type Throw, fullMachine } from "./machine";
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

const besideOf = (decks: readonly Seat[]): fc.Arbitrary<Beside> =>
  fc.record({
    noises: fc.array(fc.constantFrom(...NOISES), { maxLength: 4 }),
    held: fc.array(fc.constantFrom(...KINDS), { maxLength: 4 }),
    used: fc.array(fc.constantFrom(...KINDS), { maxLength: 4 }),
    removed: fc.array(cardOf(decks), { maxLength: 3 }),
  });

const throwOf = (number: number): fc.Arbitrary<Throw> =>
  fc.record({
    number: fc.constant(number),
    kind: fc.constantFrom(...KINDS),
    noise: fc.option(fc.constantFrom(...NOISES)),
  });

/** A machine that has thrown as many cards as lie there or have been taken. */
const machine: fc.Arbitrary<Machine> = fc.integer({ min: 0, max: 24 }).chain((count) =>
  fc.record({
    quiet: fc.boolean(),
    toCome: fc.constant(fullMachine(false).toCome.slice(count)),
    noises: fc.subarray([...fullMachine(false).noises]),
    lying: fc
      .subarray(Array.from({ length: count }, (_, at) => at + 1))
      .chain((numbers) => fc.tuple(...numbers.map(throwOf))),
  }),
);

const isEmpty = ({ row, stack, waste, hand, beside }: Area): boolean =>
  row.length === 1 && row[0]!.length === 0 &&
  Object.values(beside).every(({ length }) => length === 0) &&
  [stack, waste, hand].every((run) => run.hidden + run.cards.length === 0);

function tableOf(seats: number, withMachine: boolean): fc.Arbitrary<Table> {
  const decks = SEATS.slice(0, seats);
  const area: fc.Arbitrary<Area> = fc
    .record({
      row: fc.array(slotOf(decks), { minLength: 1, maxLength: 6 }),
      stack: runOf(decks),
      waste: runOf(decks),
      hand: runOf(decks),
      beside: withMachine ? besideOf(decks) : fc.constant(NOTHING_BESIDE),
    })
    .filter((one) => !isEmpty(one));
  return fc.record({
    piles: fc.array(
      fc.record({
        colour: fc.constantFrom(...COLOURS),
        decks: fc
          .array(fc.constantFrom(...decks, null), { minLength: 1, maxLength: 10 })
          .filter(([first]) => first !== null),
      }),
    ),
    areas: fc.array(fc.option(area), { minLength: seats, maxLength: seats }),
    machine: withMachine ? machine : fc.constant(null),
  });
}

const numbered = fc.integer({ min: 0, max: 20 });
const USES: readonly (readonly [ActionKind, fc.Arbitrary<Place>])[] = [
  ["joker", numbered.map((pile): Place => ({ on: "pile", pile }))],
  ["remove", numbered.map((slot): Place => ({ on: "slot", slot }))],
  ["voila", fc.constantFrom(...SEATS).map((seat): Place => ({ on: "seat", seat }))],
];

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
  fc.record({ kind: fc.constant("grab" as const), number: fc.option(fc.integer({ min: 1, max: 24 })) }),
  ...USES.map(([action, place]) =>
    fc.record({ kind: fc.constant("use" as const), action: fc.constant(action), place }),
  ),
);

describe("both ways", () => {
  test("positions, hidden cards, sequences and cards of other decks included", () => {
    const tables = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.boolean())
      .chain(([seats, withMachine]) => tableOf(seats, withMachine));
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
  const withMachine = (beside: string) => `- / r1 | - | - | - | ${beside} / g1 | - | - | - | - / machine quiet | - | - | -`;
  const thrown = (fields: string) => `- / r1 | - | - | - | - / machine noises | ${fields}`;
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
    [withMachine("gong"), "gong", 22],
    [withMachine("+gong"), "+gong", 22],
    [withMachine("=extra +joker"), "=extra", 22],
    [withMachine("bell xr7@A"), "xr7@A", 27],
    [withMachine("xr11"), "xr11", 22],
    ["- / r1 | - | - | - / machine noises | - | - | -", "/", 20],
    ["- / r1 | - | - | - | - / machine loud | - | - | -", "loud", 34],
    ["- / r1 | - | - | - | - / machine", "", 33],
    ["- / r1 | - | - | - | - / machine quiet | - | -", "", 47],
    ["- / machine quiet | - | - | - / r1 | - | - | -", "machine", 5],
    [thrown("joker:9 | - | -"), "joker:9", 43],
    [thrown("extra:1 joker:1 | - | -"), "joker:1", 51],
    [thrown("- | bell:0 | -"), "bell:0", 47],
    [thrown("- | - | 25:joker"), "25:joker", 51],
    [thrown("- | - | 2:joker 2:extra"), "2:extra", 59],
    [thrown("- | - | 1:joker@"), "1:joker@", 51],
    [thrown("joker:8 | - | 17:extra"), "17:extra", 57],
  ] as const)("%s", (text, token, column) => {
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
