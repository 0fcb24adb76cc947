import { expect, test } from "vitest";
import type { RoomView } from "../protocol";
import { factsOf, happened } from "./facts";

const ROOM: RoomView = {
  room: "KQZ7MB",
  phase: "lobby",
  rules: "standard",
  options: { fair: "arrival", queue: 600, relaxed: 0, watchers: 20, assist: false },
  public: false,
  locked: false,
  round: 0,
  at: 0,
  seats: [],
  watchers: 0,
  table: null,
  scores: [],
  votes: [],
  winners: [],
  ended: null,
  left: null,
  next: null,
  machine: null,
  commit: null,
  pledges: {},
};

test("options of the rules that a newer server knows are passed over", () => {
  const { rules, rulesText } = factsOf({ ...ROOM, rules: "playroom,gravity=low,turn=2" }, 0);
  expect(rulesText).toBe("playroom,gravity=low,turn=2");
  expect(rules).toMatchObject({ stop: "auto", turn: 2 });
  expect(factsOf({ ...ROOM, rules: "tournament,turn=2" }, 0).rules.turn).toBe(3);
});

test("a welcome after the match knows who won, and how the last round ended", () => {
  const seat = { name: "", kind: "person", level: null, here: true, ready: false } as const;
  const facts = factsOf(
    {
      ...ROOM,
      phase: "over",
      seats: [
        { ...seat, seat: "A", host: true, total: 101 },
        { ...seat, seat: "C", host: false, total: 40 },
      ],
      winners: ["A"],
      ended: { k: "ended", by: "A", why: "stop", scores: [20, null, 3], totals: [101, 0, 40] },
    },
    0,
  );
  expect(facts.match).toEqual({ winners: ["A"], totals: [101, 0, 40] });
  expect(facts.ended).toMatchObject({ by: "A", why: "stop" });
});

test("a countdown ends when the client's own clock says so", () => {
  const facts = factsOf({ ...ROOM, phase: "countdown", left: 2.5 }, 1_000);
  expect(facts.countdown).toEqual({ left: 2.5, until: 3_500 });
  expect(happened(facts, { k: "phase", phase: "round" }, 2_000)!.countdown).toBeNull();
});

test("back in the lobby nothing of the match is left", () => {
  const facts = factsOf({ ...ROOM, phase: "over", winners: ["A"] }, 0);
  const lobby = happened({ ...facts, votes: ["A"] }, { k: "phase", phase: "lobby" }, 0);
  expect(lobby).toMatchObject({ phase: "lobby", match: null, ended: null, votes: [], table: null });
});

test("an event that needs a table does not apply without one", () => {
  const facts = factsOf(ROOM, 0);
  expect(happened(facts, { k: "did", s: "A", a: "turn", card: null, up: [] }, 0)).toBeNull();
});
