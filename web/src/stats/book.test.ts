import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ALL_SHEETS } from "../components/presets";
import { type Book, EMPTY, type End, type Head, MOST_MATCHES, MOST_MET, perMinute, type RoundPlayed, sum, winRate, withEnd, withRound } from "./book";

const HEAD: Head = { id: "KQZ7MB.1", where: "table", sheet: "standard", at: 1_000, seats: 4 };
const ROUND: RoundPlayed = { number: 1, points: 12, laid: 16, ms: 120_000, racesWon: 3, racesLost: 2, beaten: 1, stopped: true };
const END: End = { points: 40, place: 1, won: true, opponents: [{ name: "Ben", ahead: true }] };

const head = fc.record({
  id: fc.constantFrom("A.1", "A.4", "B.1", "practice 7.1"),
  where: fc.constantFrom("table" as const, "practice" as const),
  sheet: fc.constantFrom(...ALL_SHEETS),
  at: fc.nat(),
  seats: fc.integer({ min: 2, max: 12 }),
});
const round = fc.record({
  number: fc.integer({ min: 1, max: 9 }),
  points: fc.integer({ min: -30, max: 40 }),
  laid: fc.nat(40),
  ms: fc.option(fc.nat(600_000)),
  racesWon: fc.nat(9),
  racesLost: fc.nat(9),
  beaten: fc.nat(9),
  stopped: fc.boolean(),
});
const opponent = fc.record({ name: fc.constantFrom("Ada", "Ben", "__proto__", "חנה"), ahead: fc.boolean() });
const end = fc.record({ points: fc.integer(), place: fc.integer({ min: 1, max: 12 }), won: fc.boolean(), opponents: fc.uniqueArray(opponent, { selector: ({ name }) => name }) });

/** Rounds and ends in any order, as tabs, reloads and servers may tell them. */
const entry = fc.oneof(
  fc.tuple(head, round).map(([head, round]) => (book: Book) => withRound(book, head, round)),
  fc.tuple(head, end).map(([{ id }, end]) => (book: Book) => withEnd(book, id, end)),
);

describe("a round", () => {
  const book = withRound(EMPTY, HEAD, ROUND);

  test("is counted under its rules, and in its match", () => {
    expect(book.lines).toEqual([{ where: "table", sheet: "standard", matches: 0, won: 0, rounds: 1, best: 12, laid: 16, timed: 16, ms: 120_000, racesWon: 3, racesLost: 2, beaten: 1, stops: 1 }]);
    expect(book.matches).toEqual([{ ...HEAD, last: 1, rounds: 1, points: 12, place: null, won: false }]);
  });

  test("is counted once, however often it is told", () => expect(withRound(book, HEAD, ROUND)).toBe(book));

  test("that was not seen whole says nothing of how quick one is", () => {
    const [line] = withRound(book, HEAD, { ...ROUND, number: 2, ms: null }).lines;
    expect(line).toMatchObject({ laid: 32, timed: 16, ms: 120_000 });
    expect(perMinute(line!)).toBe(8);
  });

  test("of minus points can be the best there is", () => {
    const bad = withRound(EMPTY, HEAD, { ...ROUND, points: -9 });
    expect(bad.lines[0]!.best).toBe(-9);
    expect(withRound(bad, HEAD, { ...ROUND, number: 2, points: -20 }).lines[0]!.best).toBe(-9);
  });
});

describe("an end", () => {
  const played = withRound(EMPTY, HEAD, ROUND);
  const book = withEnd(played, HEAD.id, END);

  test("closes its match, counts it, and whom one met there", () => {
    expect(book.matches[0]).toMatchObject({ place: 1, won: true, points: 40 });
    expect(book.lines[0]).toMatchObject({ matches: 1, won: 1, rounds: 1 });
    expect(book.met).toEqual([{ name: "Ben", met: 1, ahead: 1 }]);
  });

  test("is counted once, and no round follows it", () => {
    expect(withEnd(book, HEAD.id, { ...END, won: false })).toBe(book);
    expect(withRound(book, HEAD, { ...ROUND, number: 2 })).toBe(book);
  });

  test("of a match that one has not played in is nobody's", () => expect(withEnd(played, "KQZ7MB.7", END)).toBe(played));
});

test("who is met again is one person, the latest first", () => {
  const book = [true, false, false].reduce((book, ahead, at) => {
    const id = `${at}`;
    const opponents = [{ name: "Ben", ahead }, { name: `Only ${at}`, ahead }];
    return withEnd(withRound(book, { ...HEAD, id }, ROUND), id, { ...END, opponents });
  }, EMPTY);
  expect(book.met.find(({ name }) => name === "Ben")).toEqual({ name: "Ben", met: 3, ahead: 1 });
  expect(book.met.map(({ name }) => name)).toEqual(["Only 2", "Ben", "Only 1", "Only 0"]);
});

test("rates of nothing are none", () => {
  expect([winRate(sum([])), perMinute(sum([])), sum([]).best]).toEqual([null, null, null]);
  expect(winRate(sum([{ ...sum([]), matches: 4, won: 1 }]))).toBe(0.25);
});

test("whatever is told, the book holds together and stays small", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
      const book = entries.reduce((book, next) => next(book), EMPTY);
      const all = sum(book.lines);
      expect(all.matches).toBe(book.matches.filter(({ place }) => place !== null).length);
      expect(all.won).toBe(book.matches.filter(({ won }) => won).length);
      expect(all.rounds).toBe(book.matches.reduce((so, { rounds }) => so + rounds, 0));
      expect(all.timed).toBeLessThanOrEqual(all.laid);
      expect(all.stops).toBeLessThanOrEqual(all.rounds);
      expect(all.best === null).toBe(all.rounds === 0);
      for (const { met, ahead } of book.met) expect(ahead).toBeLessThanOrEqual(met);
      for (const names of [book.met.map(({ name }) => name), book.matches.map(({ id }) => id)]) expect(new Set(names).size).toBe(names.length);
    }),
  );
});

test("what is told twice in a row changes nothing", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), entry, (entries, next) => {
      const book = next(entries.reduce((book, one) => one(book), EMPTY));
      expect(next(book)).toBe(book);
    }),
  );
});

test("a hundred matches against three hundred people fit, and the sums forget none", () => {
  let book = EMPTY;
  for (let at = 0; at < 100; at += 1) {
    const opponents = [0, 1, 2].map((one) => ({ name: `P${at * 3 + one}`, ahead: false }));
    book = withEnd(withRound(book, { ...HEAD, id: `${at}` }, ROUND), `${at}`, { ...END, opponents });
  }
  expect([book.matches.length, book.met.length]).toEqual([MOST_MATCHES, MOST_MET]);
  expect(book.matches[0]!.id).toBe("99");
  expect(book.met[0]!.name).toBe("P299");
  expect(sum(book.lines)).toMatchObject({ matches: 100, rounds: 100 });
  expect(JSON.stringify(book).length).toBeLessThan(40_000);
});
