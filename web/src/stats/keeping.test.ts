import { beforeEach, describe, expect, test } from "vitest";

import { parsePosition } from "../model/notation";
import { parseRules } from "../model/rules";
import type { Ended, PublicEvent } from "../protocol";
import { FakeClient } from "../state/fake-client";
import { FakeRoom } from "../state/fake-room";
import { sum } from "./book";
import { forget, recall } from "./kept";
import { Keeper } from "./keeping";
import { raced } from "./races";
import { sheetLike } from "./sheet";

const DEAL = "r:AB / r3 b9 y9 g9 b8 | g5 g6 | - | y1 y2 y3 / r3 b4 y4 g4 b3 | b7 | - | y5 y6 y7";
const ENDED: Ended = { k: "ended", by: "B", why: "stop", scores: [2, 9], totals: [2, 9] };

let room: FakeRoom;
let ada: FakeClient;
let ben: FakeClient;

function watch(client: FakeClient): void {
  const { core, world } = client;
  const keeper = new Keeper(world.kept, "table", "KQZ7MB", { now: () => world.now(), today: () => 5_000 });
  core.changes.on((seen) => keeper.look(seen));
  core.events.on((event) => keeper.happened(event));
  keeper.look(core.snapshot);
}

const settle = (): void => [ada, ben].forEach((client) => client.settle());
const tell = (...events: PublicEvent[]): void => {
  room.tell(...events);
  settle();
};
const book = (client = ada) => recall(client.world.kept);

beforeEach(() => {
  room = new FakeRoom(2, "standard", 1);
  room.table = parsePosition(DEAL);
  [ada, ben] = [new FakeClient(room, "A"), new FakeClient(room, "B")];
  settle();
  [ada, ben].forEach(watch);
});

/** Seconds pass, in which the line is answered. */
function pass(seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    ada.world.advance(1_000);
    settle();
  }
}

/** A round is dealt and played for a minute, half of it paused. */
function deal(round: number, first: boolean): void {
  tell({ k: "dealt", table: room.seen, round, first }, { k: "phase", phase: "countdown", left: 3 });
  pass(3);
  tell({ k: "phase", phase: "round" });
  pass(20);
  tell({ k: "phase", phase: "paused" });
  pass(30);
  tell({ k: "phase", phase: "round" });
  pass(10);
}

describe("a match", () => {
  test("is entered round by round, with what was laid, raced, stopped, and the time one played", () => {
    deal(1, true);
    ada.core.acts.play({ zone: "row", slot: 0 });
    settle();
    tell(ENDED, { k: "phase", phase: "result", next: 30 });
    expect(book().lines).toEqual([{ where: "table", sheet: "standard", matches: 0, won: 0, rounds: 1, best: 2, laid: 2, timed: 2, ms: 30_000, racesWon: 1, racesLost: 0, beaten: 0, stops: 0 }]);
    expect(book(ben).lines[0]).toMatchObject({ best: 9, laid: 1, racesWon: 0, racesLost: 1, stops: 1 });
  });

  test("ends with a place, and with whom one met", () => {
    deal(1, true);
    tell(ENDED, { k: "match", winners: ["B"], totals: [2, 9] }, { k: "phase", phase: "over" });
    expect(book().matches).toEqual([{ id: "KQZ7MB.1", where: "table", sheet: "standard", at: 5_000, seats: 2, last: 1, rounds: 1, points: 2, place: 2, won: false }]);
    expect(book().met).toEqual([{ name: "B", met: 1, ahead: 0, behind: 1 }]);
    expect(book(ben).matches[0]).toMatchObject({ place: 1, won: true });
    expect(book(ben).met).toEqual([{ name: "A", met: 1, ahead: 1, behind: 0 }]);
  });

  test("of a rematch is another one", () => {
    deal(1, true);
    tell(ENDED, { k: "match", winners: ["B"], totals: [2, 9] }, { k: "phase", phase: "over" });
    deal(2, true);
    tell(ENDED, { k: "match", winners: ["A"], totals: [9, 2] }, { k: "phase", phase: "over" });
    expect(book().matches.map(({ id, won }) => [id, won])).toEqual([["KQZ7MB.2", true], ["KQZ7MB.1", false]]);
    expect(sum(book().lines)).toMatchObject({ matches: 2, won: 1, rounds: 2 });
  });

  test("that is won by rounds has its winner first, whatever the points say", () => {
    deal(1, true);
    tell(ENDED, { k: "match", winners: ["A"], totals: [2, 9] }, { k: "phase", phase: "over" });
    expect(book().matches[0]).toMatchObject({ place: 1, won: true });
    expect(book().met).toEqual([{ name: "B", met: 1, ahead: 1, behind: 0 }]);
    expect(book(ben).matches[0]).toMatchObject({ place: 2, won: false });
  });

  test("bots are nobody one met", () => {
    tell({ k: "seat", s: "B", kind: "bot", level: "casual" });
    deal(1, true);
    tell(ENDED, { k: "match", winners: ["B"], totals: [2, 9] });
    expect(book().met).toEqual([]);
    expect(book().matches[0]!.place).toBe(2);
  });
});

describe("who comes later", () => {
  test("after a reload counts a round once, and a round that ended meanwhile too", () => {
    deal(1, true);
    tell(ENDED, { k: "phase", phase: "result", next: 30 });
    watch(ada);
    expect(book().lines[0]).toMatchObject({ rounds: 1, timed: 1 });
    forget(ada.world.kept);
    watch(ada);
    expect(book().lines[0]).toMatchObject({ rounds: 1, best: 2, timed: 0 });
  });

  test("in the midst of a round is not timed", () => {
    tell(ENDED);
    expect(book().lines[0]).toMatchObject({ rounds: 1, laid: 1, timed: 0, ms: 0 });
  });

  test("and was not dealt in, has not played", () => {
    deal(1, true);
    tell({ ...ENDED, scores: [null, 9], totals: [0, 9] }, { k: "match", winners: ["B"], totals: [0, 9] });
    expect(book()).toEqual({ lines: [], matches: [], met: [] });
  });
});

test("a tap that somebody beat is counted for the round", () => {
  deal(1, true);
  // Ben is first by the clock of the room, but Ada cannot have seen it.
  room.command("B", { kind: "play", source: { zone: "row", slot: 0 }, target: { zone: "centre", pile: null } });
  ada.core.acts.play({ zone: "row", slot: 0 });
  settle();
  expect(ada.core.snapshot.lastRefusal?.word).toBe("beaten");
  tell(ENDED);
  expect(book().lines[0]).toMatchObject({ beaten: 1, racesLost: 1, racesWon: 0 });
});

describe("a race", () => {
  const table = (text: string) => parsePosition(text);
  test("is won or lost where the same card lies open for one pile", () => {
    const after = table("r:ABA / b9 | - | - | - / r3 | - | - | - / r3 | - | - | -");
    expect(raced(after, "A", 0, "A")).toBe("won");
    expect(raced(after, "A", 0, "B")).toBe("lost");
    expect(raced(after, "C", 0, "A")).toBeNull();
  });

  test("is none for a 1, nor where there is another pile, nor for a card that lies covered", () => {
    expect(raced(table("r:A / b9 | - | - | - / r1 | - | - | -"), "A", 0, "A")).toBeNull();
    expect(raced(table("r:ABA r:AB / b9 | - | - | - / r3 | - | - | -"), "A", 0, "A")).toBeNull();
    expect(raced(table("r:ABA / b9 | - | - | - / b3 | - | r3 b4 | -"), "A", 0, "A")).toBeNull();
  });
});

test("rules are counted under the sheet they come from, however long the match and whoever has a handicap", () => {
  const like = (text: string) => sheetLike(parseRules(text));
  expect(["standard", "standard,match=rounds,target=2", "standard,stack_size.B=7", "speed,match=points", "publisher", "standard,profi=on"].map(like)).toEqual(["standard", "standard", "standard", "speed", "publisher", "profi"]);
  expect(like("standard,turn=2")).toBe("own");
});
