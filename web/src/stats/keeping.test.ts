import { beforeEach, describe, expect, test } from "vitest";

import { parsePosition } from "../model/notation";
import { parseRules } from "../model/rules";
import { FakeWorld } from "../net/fake-world";
import { House } from "../practice/house";
import type { Ended, PublicEvent } from "../protocol";
import { RoomCore } from "../state/core";
import { FakeClient } from "../state/fake-client";
import { deal as dealt, dice, FakeRoom } from "../state/fake-room";
import { sum } from "./book";
import { forget, recall } from "./kept";
import { Keeper } from "./keeping";
import { raced } from "./races";

const DEAL = "- / r3 b9 y9 g9 r1 | g5 g6 b8 | - | y1 y2 y3 / r3 b4 y4 g4 r2 | b7 b3 | - | y5 y6 y7";
const ENDED: Ended = { k: "ended", by: "B", why: "stop", scores: [2, 9], totals: [2, 9] };

let room: FakeRoom;
let ada: FakeClient;
let ben: FakeClient;

function watch({ core, world }: Pick<FakeClient, "core" | "world">): void {
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
  Object.assign(room, { round: 0, phase: "lobby" });
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

/** The round is played from now on. */
function play(): void {
  room.phase = "round";
  tell({ k: "phase", phase: "round" });
}

/** Both lay the last card of their rows: a red 1, and a red 2 on it. */
function open(): void {
  for (const seat of ["A", "B"] as const) room.command(seat, { kind: "play", source: { zone: "row", slot: 4 }, target: { zone: "centre", pile: null } });
  settle();
}

/** A round is dealt and played for a minute, half of it paused; each has laid a card, and has the same one for the pile. */
function deal(round: number, first: boolean): void {
  Object.assign(room, { round, phase: "countdown", table: parsePosition(DEAL) });
  tell({ k: "dealt", table: room.seen, round, first }, { k: "phase", phase: "countdown", left: 3 });
  pass(3);
  play();
  open();
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
    expect(book().met).toEqual([{ name: "B", met: 1, ahead: 0 }]);
    expect(book(ben).matches[0]).toMatchObject({ place: 1, won: true });
    expect(book(ben).met).toEqual([{ name: "A", met: 1, ahead: 1 }]);
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
    expect(book().met).toEqual([{ name: "B", met: 1, ahead: 1 }]);
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

describe("a round whose deal one was not told", () => {
  const OPTIONS = { fair: "arrival", queue: 600, relaxed: 0, watchers: 0, assist: false } as const;
  const SITTING = [{ name: "Ada", level: null }, { name: "Bot", level: "casual" as const }];
  const rest = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };

  test.each(["before", "after"])("is timed as the first of practice, looked at from %s the welcome on", async (from) => {
    const world = new FakeWorld();
    const house = new House({ rules: parseRules("standard"), sitting: SITTING, options: OPTIONS, lesson: null }, world, dice(1));
    world.dial = (events) => house.dial(events) as never;
    const core = new RoomCore({ code: "", name: "Ada" }, world);
    if (from === "before") watch({ core, world });
    core.connect();
    await rest();
    expect(core.snapshot.phase).toBe("countdown");
    if (from === "after") watch({ core, world });
    for (let second = 0; second < 13; second += 1) {
      world.advance(1_000);
      await rest();
    }
    void core.room("vote", {});
    await rest();
    expect(recall(world.kept).lines[0]).toMatchObject({ rounds: 1, ms: 10_000 });
  });

  test("is timed from its own beginning, and nothing of the round before is counted again", () => {
    deal(1, true);
    ada.core.acts.play({ zone: "row", slot: 0 });
    settle();
    tell(ENDED, { k: "phase", phase: "result", next: 30 });
    Object.assign(room, { round: 2, phase: "countdown", table: dealt(2, room.rules, dice(2)) });
    room.tell({ k: "dealt", table: room.seen, round: 2, first: false });
    room.lose(ada.line);
    tell({ k: "phase", phase: "countdown", left: 3 });
    expect(ada.core.snapshot.round).toBe(2);
    pass(3);
    play();
    pass(20);
    tell(ENDED);
    expect(book().lines[0]).toMatchObject({ rounds: 2, ms: 50_000, racesWon: 1 });
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

  test.each(["round", "paused"] as const)("into a round that has begun is not timed, though nothing was laid (%s)", (phase) => {
    Object.assign(room, { round: 1, phase, table: dealt(2, room.rules, dice(2)) });
    ada.reload();
    settle();
    watch(ada);
    play();
    pass(20);
    tell(ENDED);
    expect(book().lines[0]).toMatchObject({ rounds: 1, timed: 0, ms: 0 });
  });

  test.each(["round", "countdown"] as const)("in the midst of a round is not timed (%s)", (phase) => {
    deal(1, true);
    room.phase = phase;
    forget(ada.world.kept);
    ada.reload();
    settle();
    watch(ada);
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
