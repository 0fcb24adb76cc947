import { beforeEach, expect, test } from "vitest";

import { FakeStore } from "../net/fake-world";
import { withRound } from "./game";
import { Shelf } from "./shelf.svelte";

const terms = (...names: string[]) => ({ names, goal: { kind: "points", target: 99 }, way: "points", jokers: false }) as const;

let store: FakeStore;
let shelf: Shelf;

beforeEach(() => {
  store = new FakeStore();
  shelf = new Shelf(store, () => 1000);
});

const again = () => new Shelf(store, () => 2000);

test("several games are kept, and a reload finds the open one with its past", () => {
  shelf.begin(terms("Ada", "Ben"));
  shelf.alter((game) => withRound(game, [3, 4]));
  shelf.begin(terms("Chloé", "Dov"));
  shelf.alter((game) => withRound(game, [5, -6]));
  expect(again().pads).toEqual(shelf.pads);
  expect(again().pad?.game.names).toEqual(["Chloé", "Dov"]);
  const found = again();
  found.undo();
  expect(found.pad?.game.rounds).toEqual([]);
  expect(found.pads[1]?.game.rounds).toEqual([[3, 4]]);
});

test("a game that was thrown away comes back to its place, and only until one looks elsewhere", () => {
  for (const name of ["A", "B", "C"]) shelf.begin(terms(name, "x"));
  const before = shelf.pads;
  const id = before[1]!.game.id;
  shelf.remove(id);
  expect(shelf.pads).toHaveLength(2);
  expect(again().pads).toHaveLength(2);
  shelf.bringBack();
  expect(shelf.pads).toEqual(before);
  shelf.remove(id);
  shelf.look(null);
  shelf.bringBack();
  expect(shelf.pads).toHaveLength(2);
});

test("throwing away the open game closes it, and no later one takes its number", () => {
  shelf.begin(terms("Ada", "Ben"));
  const id = shelf.open!;
  shelf.remove(id);
  expect(shelf.pad).toBeNull();
  shelf.begin(terms("Chloé", "Dov"));
  expect(shelf.open).not.toBe(id);
});

test("a pad that cannot be read does not cost the others", () => {
  shelf.begin(terms("Ada", "Ben"));
  const { pads } = JSON.parse(store.getItem("pellmell.score")!) as { pads: { game: object }[] };
  const broken = [null, {}, { ...pads[0], past: [{}] }, { game: { ...pads[0]!.game, rounds: [[1]] }, past: [] }, { game: { ...pads[0]!.game, rounds: [["1", 2]] }, past: [] }, { game: { ...pads[0]!.game, seats: null }, past: [] }];
  store.setItem("pellmell.score", JSON.stringify({ pads: [...broken, pads[0]], open: 77 }));
  expect(again().pads.map(({ game }) => game.names)).toEqual([["Ada", "Ben"]]);
  expect(again().open).toBeNull();
  for (const text of ["", "{", "[]", "3"]) {
    store.setItem("pellmell.score", text);
    expect(again().pads, text).toEqual([]);
  }
});
