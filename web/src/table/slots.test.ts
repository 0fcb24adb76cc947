import { expect, test } from "vitest";

import type { Colour, Seat } from "../model/cards";
import type { Pile } from "../model/table";
import { Places } from "./slots";

const pile = (colour: Colour, first: Seat, height = 1): Pile => ({
  colour,
  decks: [first, ...Array.from({ length: height - 1 }, () => "L" as const)],
});

test("each colour's piles take its lowest free places", () => {
  const places = new Places();
  const piles = [pile("r", "A"), pile("b", "A"), pile("r", "B")];
  places.seat(piles);
  expect(piles.map((one) => places.of(one))).toEqual([0, 0, 1]);
});

test("a pile keeps its place when one before it is cleared away, and the place is used again", () => {
  const places = new Places();
  const [first, second] = [pile("r", "A", 10), pile("r", "B")];
  places.seat([first, second]);
  places.clear(first);
  places.seat([first, second]);
  expect(places.of(first)).toBeNull();
  expect(places.of(second)).toBe(1);
  const third = pile("r", "C");
  places.seat([first, second, third]);
  expect(places.of(third)).toBe(0);
});

test("a pile that turns out to have another number keeps its place", () => {
  const places = new Places();
  const [own, other] = [pile("r", "A"), pile("b", "B")];
  places.seat([own]);
  places.seat([other, own]);
  expect(places.of(own)).toBe(0);
  expect(places.of(other)).toBe(0);
});

test("a pile that was taken back frees its place", () => {
  const places = new Places();
  places.seat([pile("r", "A")]);
  places.seat([]);
  const other = pile("r", "B");
  places.seat([other]);
  expect(places.of(other)).toBe(0);
});

test("on a table seen for the first time finished piles are already gone", () => {
  const places = new Places();
  const [done, open] = [pile("g", "A", 10), pile("g", "B", 4)];
  places.reset([done, open]);
  expect(places.of(done)).toBeNull();
  expect(places.of(open)).toBe(0);
  expect(places.needed()).toBe(1);
});
