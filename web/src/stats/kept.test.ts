import fc from "fast-check";
import { expect, test, vi } from "vitest";

import { FakeWorld } from "../net/fake-world";
import { browserWorld } from "../net/world";
import { EMPTY, type Head, type RoundPlayed, withEnd, withRound } from "./book";
import { enter, forget, recall } from "./kept";

const KEY = "pellmell.stats";
const HEAD: Head = { id: "KQZ7MB.1", where: "practice", sheet: "own", at: 1_000, seats: 2 };
const ROUND: RoundPlayed = { number: 1, points: -4, laid: 6, ms: null, racesWon: 0, racesLost: 1, beaten: 0, stopped: false };
const BOOK = withEnd(withRound(EMPTY, HEAD, ROUND), HEAD.id, { points: -4, place: 2, won: false, opponents: [{ name: "Ben", ahead: false }] });

const storeWith = (text: string) => {
  const { kept } = new FakeWorld();
  kept.setItem(KEY, text);
  return kept;
};

test("what is entered is there again, until it is forgotten", () => {
  const { kept } = new FakeWorld();
  enter(kept, () => BOOK);
  expect(recall(kept)).toEqual(BOOK);
  enter(kept, (book) => withRound(book, { ...HEAD, id: "KQZ7MB.2" }, { ...ROUND, number: 2 }));
  expect(recall(kept).matches).toHaveLength(2);
  forget(kept);
  expect(recall(kept)).toEqual(EMPTY);
});

test("a damaged part does not cost the rest", () => {
  const { lines, matches, met } = BOOK;
  const wrong = [null, 7, "x", [], {}, { ...lines[0], sheet: "poker" }, { ...lines[0], rounds: -1 }, { ...lines[0], won: 0.5 }, { ...matches[0], at: null }, { ...matches[0], at: 9e15 }, { ...matches[0], place: "2" }, { ...met[0], ahead: 9 }, { ...met[0], name: 7 }];
  const kept = storeWith(JSON.stringify({ version: 1, lines: [...wrong, ...lines], matches: [...wrong, ...matches, ...matches], met: [...met, ...wrong, ...met] }));
  expect(recall(kept)).toEqual(BOOK);
});

test("a book that says behind whom one was is read, and no longer says it", () => {
  const met = [{ name: "Ben", met: 3, ahead: 1, behind: 2 }];
  const kept = storeWith(JSON.stringify({ version: 1, ...BOOK, met }));
  expect(recall(kept).met).toEqual([{ name: "Ben", met: 3, ahead: 1 }]);
});

test.each(["", "{", "7", "null", '"x"', "[]", '{"version":1}', '{"version":1,"lines":7,"matches":{},"met":null}', '{"version":"1","lines":[]}'])("somebody else's text %j is an empty book, and is written over", (text) => {
  const kept = storeWith(text);
  expect(recall(kept)).toEqual(EMPTY);
  enter(kept, (book) => withRound(book, HEAD, ROUND));
  expect(recall(kept).matches).toHaveLength(1);
});

test("what a newer client keeps is left alone", () => {
  const text = '{"version":2,"volumes":[]}';
  const kept = storeWith(text);
  expect(recall(kept)).toEqual(EMPTY);
  enter(kept, () => BOOK);
  expect(kept.getItem(KEY)).toBe(text);
});

test("whatever stands there is read without fault, and once read stays as it is", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ version: fc.constant(1), lines: fc.jsonValue(), matches: fc.jsonValue(), met: fc.jsonValue() })), (value) => {
      const book = recall(storeWith(JSON.stringify(value)));
      expect(recall(storeWith(JSON.stringify({ version: 1, ...book })))).toEqual(book);
    }),
  );
});

test("where the browser keeps nothing, the book lasts as long as the page", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("SecurityError");
    },
  });
  const { kept } = browserWorld();
  enter(kept, () => BOOK);
  expect(recall(kept)).toEqual(BOOK);
  forget(kept);
  expect(recall(kept)).toEqual(EMPTY);
  vi.unstubAllGlobals();
});
