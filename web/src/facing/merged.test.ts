import { expect, test } from "vitest";

import type { Seat } from "../model/cards";
import { parseCommand, parsePosition, writePosition } from "../model/notation";
import type { Table } from "../model/table";
import { FakeClient } from "../state/fake-client";
import { FakeRoom } from "../state/fake-room";
import { moves } from "../table/moves";
import { merged, sameCards } from "./merged";

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

/** Two at one page, near and far, each with a line of their own, and what is drawn of what they hear. */
function between(position: string, rules = "standard") {
  const table = parsePosition(position);
  const room = new FakeRoom(table.areas.length, rules, 1);
  room.table = table;
  const [near, far] = (["A", "B"] as const).map((seat) => new FakeClient(room, seat)) as [FakeClient, FakeClient];
  for (const one of [near, far]) one.settle();
  const now = (): Table => merged([near, far].map(({ seat, core }) => ({ seat, round: room.round, table: core.snapshot.view })))!;
  let latest = now();
  const drawn: string[] = [];
  for (const one of [near, far]) {
    one.core.steps.on(({ command }) => {
      const before = latest;
      latest = now();
      if (sameCards(before, latest)) return;
      const [move] = moves(before, latest);
      drawn.push(move === undefined ? (command?.kind ?? "") : `${move.card.colour}${move.card.number} ${move.from.zone}>${move.to.zone}`);
    });
  }
  const plays = (seat: Seat, written: string): void => void room.command(seat, parseCommand(written));
  const hears = (one: FakeClient): void => room.deliver(one.line);
  return { near, far, drawn, plays, hears, now };
}

const THREE = `r:AAA / ${ANN} / ${BEN} / r4 r5 | y1 y9 | - | g3`;

test.each(["near", "far"] as const)("what a third one lays is drawn once where the %s room hears of it first", (first) => {
  const { near, far, drawn, plays, hears, now } = between(THREE);
  const [early, late] = first === "near" ? [near, far] : [far, near];
  plays("C", "r1>c");
  plays("C", "r2>c");
  hears(early);
  expect(writePosition(now())).toContain("r:AAACC ");
  expect(now().areas[2]!.row.flat().map(({ colour, number }) => `${colour}${number}`)).not.toContain("r4");
  hears(late);
  expect(drawn).toEqual(["r4 row>pile", "r5 row>pile"]);
});

test("what one of the two lays is drawn once, and what both rooms tell of it is nothing new", () => {
  const { near, far, drawn, hears, plays } = between(`r:AAAA / ${ANN} / ${BEN}`);
  near.core.acts.play({ zone: "row", slot: 0 });
  near.settle();
  hears(far);
  plays("B", "turn");
  for (const one of [near, far]) hears(one);
  expect(drawn).toEqual(["r5 row>pile", "g4 hand>waste"]);
});

test("cards are the same by what they are, and differ by one card", () => {
  const [one, other] = [parsePosition(THREE), parsePosition(THREE)];
  expect(sameCards(one, other)).toBe(true);
  expect(sameCards(one, parsePosition(THREE.replace("r:AAA", "r:AAB")))).toBe(false);
  expect(sameCards(one, parsePosition(THREE.replace("b7", "b6")))).toBe(false);
  expect(sameCards(one, parsePosition(THREE.replace("r:AAA", "r:AAA y:B")))).toBe(false);
});
