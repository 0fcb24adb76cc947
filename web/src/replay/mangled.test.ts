import fc from "fast-check";
import { expect, test } from "vitest";
import { mangled, SEED } from "../mangling";
import { NotationError, parseCard, parseCommand, parsePosition, writeCard, writeCommand, writePosition } from "../model/notation";
import { parseRules, RulesError, writeRules } from "../model/rules";
import { chances, missed } from "./chances";
import { figures } from "./figures";
import { momentAt, readRecord, RecordError } from "./record";

const RECORDS = Object.values(import.meta.glob<string>("../../../conformance/records/*.txt", { eager: true, query: "?raw", import: "default" }));
const short = RECORDS.filter((text) => text.length < 4000);
const LINES = short.flatMap((text) => text.split("\n"));
const POSITIONS = LINES.flatMap((line) => /^\[Deal "(.*)"\]$/.exec(line)?.[1] ?? []);
const WORDS = "r1 g10 b7@B y3@L r:ABA g:A*C - | / > ? ?3 @ : * = ! + +joker =extra xr7 bell 5:joker@bell joker:7 machine noises quiet shuffle end away race throw turn stop grab use 0.000 A B L M 1000 c3 [Seats ]".split(" ");
const COMMANDS = ["turn", "stop", "r1>c3", "r1>c", "s>c", "w>c12", "s>r2", "grab", "grab 5", "use joker c3", "use remove r2", "use voila B"];
const RULES = ["standard,turn=2,recycle=keep", "speed,speed_interval=4-9", "playroom,stack_size.B=7,target=50", "publisher", "french,match=rounds,profi=on"];

/** What came of a text: the value, or null where it was refused by one of the errors that are promised. */
function read<T>(reader: (text: string) => T, text: string, ...promised: readonly (new (...given: never[]) => Error)[]): T | null {
  try {
    return reader(text);
  } catch (error) {
    if (promised.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}

/** Tries so many texts, and makes sure that some are taken and some refused. */
function tryMany(texts: fc.Arbitrary<string>, attempt: (text: string) => boolean, numRuns = 3000): void {
  let taken = 0;
  fc.assert(fc.property(texts, (text) => void (taken += Number(attempt(text)))), { seed: SEED, numRuns });
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(numRuns);
}

test("a command is what it is written as, or refused", () => {
  tryMany(mangled(COMMANDS, WORDS), (text) => {
    const command = read(parseCommand, text, NotationError);
    if (command !== null) expect(writeCommand(command)).toBe(text);
    return command !== null;
  });
});

test("a card is what it is written as, or refused", () => {
  tryMany(mangled(["r1", "y10@A", "g7@L"], WORDS), (text) => {
    const card = read((one) => parseCard(one, "B"), text, NotationError);
    if (card !== null) expect(writeCard(card, "B")).toBe(text);
    return card !== null;
  });
});

test("rules are what their shortest text names, or refused", () => {
  tryMany(mangled(RULES, [...WORDS, ",turn=", ",target=", ",stack_size.C=6", "auto"]), (text) => {
    const rules = read(parseRules, text, RulesError);
    if (rules !== null) expect(parseRules(writeRules(rules))).toEqual(rules);
    return rules !== null;
  });
});

test("a position is what it is written as, with single spaces, or refused", () => {
  tryMany(mangled(POSITIONS, WORDS), (text) => {
    const table = read(parsePosition, text, NotationError);
    if (table !== null) expect(writePosition(table)).toBe(text.split(" ").filter(Boolean).join(" "));
    return table !== null;
  });
});

test("a record is shown or refused by the number of a line, whatever stands in it", () => {
  tryMany(
    mangled(short, [...WORDS, ...LINES.slice(0, 200).map((line) => `\n${line}\n`)]),
    (text) => {
      const round = read(readRecord, text, RecordError);
      if (round === null) return false;
      expect(round.scores.every((points) => points === null || Number.isSafeInteger(points))).toBe(true);
      missed(chances(round));
      figures(round).forEach(({ perMinute }) => expect(Number.isFinite(perMinute)).toBe(true));
      expect(momentAt(round.moments, Infinity)).toBe(round.moments.length - 1);
      return true;
    },
    600,
  );
});

test("what refuses a record is said of the record, not by the language it is read in", () => {
  fc.assert(
    fc.property(mangled(short, WORDS), (text) => {
      try {
        readRecord(text);
      } catch (error) {
        const { cause, line } = error as RecordError;
        expect(cause instanceof TypeError || cause instanceof RangeError, `${text}\n${String(cause)}`).toBe(false);
        expect(line).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(text.split("\n").length);
      }
    }),
    { seed: SEED + 1, numRuns: 600 },
  );
});
