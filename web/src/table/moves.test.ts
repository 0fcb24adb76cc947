import { expect, test } from "vitest";

import { parsePosition } from "../model/notation";
import { moves, type Spot } from "./moves";

const said = (spot: Spot): string =>
  spot.zone === "pile" ? spot.name : spot.zone === "row" ? `${spot.seat}${spot.slot + 1}` : `${spot.seat} ${spot.zone}`;

const between = (before: string, after: string): string[] =>
  moves(parsePosition(before), parsePosition(after)).map(
    ({ card, from, to }) => `${card.colour}${card.number} ${said(from)} > ${said(to)}`,
  );

test("a card laid in the middle comes first, the refill after it", () => {
  expect(between("r:B / r2 | ?3 b3 | - | ?9 / - | ?4 y1 | - | ?9", "r:BA / b3 | ?2 g7 | - | ?9 / - | ?4 y1 | - | ?9")).toEqual([
    "r2 A1 > rB",
    "b3 A stack > A1",
  ]);
});

test("the packet's last card comes out of the hand", () => {
  expect(between("- / r2 | ?3 b3 | - | ?9", "- / r2 | ?3 b3 | ?2 y4 | ?6")).toEqual(["y4 A hand > A waste"]);
});

test("a card that is only uncovered does not move", () => {
  expect(between("r:A / g4 | ?3 r2 | ?2 y4 | ?6", "r:AA / g4 | ?2 b9 | ?2 y4 | ?6")).toEqual(["r2 A stack > rA"]);
  expect(between("y:A / g4 | ?3 r2 | ?2 y2 | ?6", "y:AA / g4 | ?3 r2 | ?1 b5 | ?6")).toEqual(["y2 A waste > yA"]);
});

test("a play that is taken back flies back, and its refill too", () => {
  expect(between("r:BA / b3 | ?2 g7 | - | ?9 / r2 | ?4 y1 | - | ?9", "r:BB / r2 | ?3 b3 | - | ?9 / - | ?4 y1 | - | ?9")).toEqual([
    "r2 B1 > rB",
    "r2 rB > A1",
    "b3 A1 > A stack",
  ]);
});

test("a pile that only got another number does not move", () => {
  expect(between("r:A / - | ?4 y2 | - | ?9 / b1 | ?4 y1 | - | ?9", "b:B r:A / - | ?4 y2 | - | ?9 / - | ?4 y1 | - | ?9")).toEqual([
    "b1 B1 > bB",
  ]);
});
