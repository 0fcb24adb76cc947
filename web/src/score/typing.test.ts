import { describe, expect, test } from "vitest";

import { type Game, newGame } from "./game";
import { blank, type Column, columnsOf, entriesOf, type Key, nextPlace, placeBefore, pointsTyped, sheetOf, typed } from "./typing";

const terms = { names: ["Ada", "Ben"], goal: { kind: "points", target: 99 }, way: "cards", jokers: false } as const;
const cards: Game = newGame(1, 0, terms);

const write = (text: string, column: Column = "points") =>
  [...text].reduce((sheet, letter) => typed(sheet, { player: 0, column }, (letter === "±" ? "sign" : letter === "<" ? "delete" : letter) as Key), blank(2))[0]?.[column];

describe("keys", () => {
  test.each([
    ["12", "12"],
    ["012", "12"],
    ["±4", "-4"],
    ["4±", "-4"],
    ["4±±", "4"],
    ["1234", "123"],
    ["12<", "1"],
    ["±1<<", ""],
    ["<", ""],
  ])("%s writes %s", (keys, text) => expect(write(keys)).toBe(text));

  test("cards have no sign, and two figures at most", () => expect([write("±123", "middle"), write("12", "jokers")]).toEqual(["12", "1"]));
});

test("the fields follow from how is counted, and from how a round was written down", () => {
  expect(columnsOf(cards)).toEqual(["middle", "left"]);
  expect(columnsOf({ ...cards, jokers: true })).toEqual(["middle", "left", "jokers"]);
  expect(columnsOf({ ...cards, way: "points" })).toEqual(["points"]);
  expect(columnsOf(cards, [null, 4])).toEqual(["points"]);
  expect(columnsOf({ ...cards, way: "points" }, [{ middle: 1, left: 2, jokers: 0 }, null])).toEqual(["middle", "left"]);
  expect(columnsOf(cards, [{ middle: 1, left: 2, jokers: 1 }, null])).toEqual(["middle", "left", "jokers"]);
});

test("a round is whole once everybody has something in the first field", () => {
  const columns = columnsOf(cards);
  let sheet = typed(blank(2), { player: 0, column: "middle" }, "7");
  sheet = typed(sheet, { player: 0, column: "left" }, "2");
  expect(entriesOf(sheet, columns)).toBeNull();
  expect([pointsTyped(sheet, 0, columns), pointsTyped(sheet, 1, columns)]).toEqual([3, null]);
  expect(entriesOf(sheet, columns, [false, true])).toEqual([{ middle: 7, left: 2, jokers: 0 }, null]);
  sheet = typed(sheet, { player: 1, column: "middle" }, "0");
  expect(entriesOf(sheet, columns)).toEqual([
    { middle: 7, left: 2, jokers: 0 },
    { middle: 0, left: 0, jokers: 0 },
  ]);
});

test("a minus alone is nothing yet", () => expect(entriesOf(typed(typed(blank(1), { player: 0, column: "points" }, "sign"), { player: 0, column: "left" }, "1"), ["points"])).toBeNull());

test("what was written down comes back as it was", () => {
  const points = [12, -7, null];
  expect(entriesOf(sheetOf(points), ["points"], [false, false, true])).toEqual(points);
  const both = [{ middle: 3, left: 0, jokers: 2 }, { middle: 0, left: 9, jokers: 0 }];
  expect(entriesOf(sheetOf(both), ["middle", "left", "jokers"])).toEqual(both);
});

test("from field to field and back", () => {
  const columns = ["middle", "left"] as const;
  const places = [];
  for (let place = { player: 0, column: "middle" as Column } as ReturnType<typeof nextPlace>; place !== null; place = nextPlace(2, columns, place)) places.push(place);
  expect(places.map(({ player, column }) => player + column)).toEqual(["0middle", "0left", "1middle", "1left"]);
  expect(places.map((place) => placeBefore(columns, place))).toEqual([null, ...places.slice(0, -1)]);
});
