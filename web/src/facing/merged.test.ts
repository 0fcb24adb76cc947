import { expect, test } from "vitest";

import { parsePosition, writePosition } from "../model/notation";
import { merged } from "./merged";

const at = (piles: string, ...areas: string[]) => parsePosition(`${piles} / ${areas.join(" / ")}`);
const ANN = "r5 g9 | b7 | - | g3";
const BEN = "r6 r2 | y1 | - | g4";

const both = (anns: string, bens: string) =>
  merged([
    { seat: "A", round: 1, table: parsePosition(anns) },
    { seat: "B", round: 1, table: parsePosition(bens) },
  ])!;

test("what each of them has just laid lies there, whichever room has heard of it", () => {
  const anns = `r:A g:A / r5 - | b7 | - | g3 / ${BEN}`;
  const bens = `r:AB / ${ANN} / r6 - | y1 | - | g4`;
  expect(writePosition(both(anns, bens))).toBe("r:AB g:A / r5 - | b7 | - | g3 / r6 - | y1 | - | g4");
});

test("two piles that were begun at once are two, in the order of the near one's room", () => {
  const table = both(`r:A b:A / ${ANN} / ${BEN}`, `r:A y:B / ${ANN} / ${BEN}`);
  expect(table.piles.map(({ colour, decks }) => `${colour}${decks.join("")}`)).toEqual(["rA", "bA", "yB"]);
});

test("of two who laid on one pile the near one's card is seen until the room has decided", () => {
  expect(both(`r:AA / ${ANN} / ${BEN}`, `r:AB / ${ANN} / ${BEN}`).piles[0]!.decks).toEqual(["A", "A"]);
  expect(both(`r:AB / ${ANN} / ${BEN}`, `r:AB / ${ANN} / ${BEN}`).piles[0]!.decks).toEqual(["A", "B"]);
});

test("nothing is mixed with the table of the round before, nor with a room that knows none yet", () => {
  const [old, dealt] = [at("r:AB b:AB", ANN, BEN), parsePosition(`- / ${ANN} / ${BEN}`)];
  expect(merged([{ seat: "A", round: 2, table: dealt }, { seat: "B", round: 1, table: old }])).toBe(dealt);
  expect(merged([{ seat: "A", round: 1, table: old }, { seat: "B", round: 2, table: dealt }])).toBe(dealt);
  expect(merged([{ seat: "A", round: 2, table: dealt }, { seat: null, round: 0, table: null }])).toBe(dealt);
  expect(merged([{ seat: null, round: 0, table: null }])).toBeNull();
});
