import { beforeEach, describe, expect, test, vi } from "vitest";

import type { Seat } from "../model/cards";
import { parseCommand, parsePosition } from "../model/notation";
import type { Table } from "../model/table";
import type { PublicEvent } from "../protocol";
import type { RoomState } from "../state/room.svelte";
import type { Step } from "../state/snapshot";
import { heard, refused, soundOf } from "./table";
import { toneOf } from "./tones";

const played = vi.hoisted(() => [] as string[]);
const shaken = vi.hoisted(() => [] as unknown[]);
vi.mock("./speaker", () => ({ speaker: { play: (id: string) => played.push(id) }, shake: (pattern: unknown) => shaken.push(pattern) }));

beforeEach(() => {
  played.length = shaken.length = 0;
});

const BEFORE = parsePosition("r:AB / r3 g9 | b2 b1 | - | y5 y6 y7 / r4 g8 | b9 | y8 | g4 g5");
const LAID = parsePosition("r:ABA / b1 g9 | b2 | - | y5 y6 y7 / r4 g8 | b9 | y8 | g4 g5");
const FILLED = parsePosition("r:AB / r3 g9 b1 | b2 | - | y5 y6 y7 / r4 g8 | b9 | y8 | g4 g5");
const TURNED = parsePosition("r:AB / r3 g9 | b2 b1 | y5 y6 y7 | - / r4 g8 | b9 | y8 | g4 g5");

const step = (after: Table, command: string, cause: Step["cause"] = "own", before = BEFORE): Step => ({ before, after, cause, seat: "A", command: parseCommand(command) });

describe("a change sounds like", () => {
  test.each([
    ["a card that is laid", step(LAID, "r1>c1"), "place"],
    ["a slot that is filled", step(FILLED, "s>r3"), "place"],
    ["a turn", step(TURNED, "turn"), "flip"],
    ["the hand that is taken up", step(BEFORE, "turn", "own", TURNED), "flip"],
    ["the server's word for what was shown already", step({ ...LAID }, "r1>c1", "own", LAID), null],
    ["the server's word for a turn", step({ ...TURNED }, "turn", "own", TURNED), null],
    ["somebody else's card", step(LAID, "r1>c1", "other"), null],
    ["a card that comes back", step(BEFORE, "r1>c1", "refused", LAID), null],
    ["all anew", step(LAID, "r1>c1", "reset"), null],
  ] as const)("%s", (_, one, sound) => expect(soundOf(one, "A")).toBe(sound));

  test("nothing for who only watches", () => expect(soundOf(step(LAID, "r1>c1"), null)).toBeNull());
});

function room(me: Seat | null) {
  let onStep: (step: Step) => void = () => {};
  let onEvent: (event: PublicEvent) => void = () => {};
  const state = {
    me,
    onStep: (listener: typeof onStep) => ((onStep = listener), () => (onStep = () => {})),
    onEvent: (listener: typeof onEvent) => ((onEvent = listener), () => (onEvent = () => {})),
  } as unknown as RoomState;
  return { state, step: (one: Step) => onStep(one), tell: (event: PublicEvent) => onEvent(event) };
}

const ENDED: PublicEvent = { k: "ended", by: "B", why: "stop", scores: [1, 2], totals: [1, 2] };

test("a table is heard as long as somebody wishes it", () => {
  const { state, step: happen, tell } = room("A");
  let on = true;
  const end = heard(state, () => on);
  happen(step(LAID, "r1>c1"));
  tell(ENDED);
  expect(played).toEqual(["place", "stop"]);
  on = false;
  happen(step(LAID, "r1>c1"));
  tell(ENDED);
  on = true;
  end();
  happen(step(LAID, "r1>c1"));
  tell(ENDED);
  expect(played).toHaveLength(2);
});

test("a refusal is felt in any case, and heard where it may be", () => {
  refused(true);
  refused(false);
  expect(played).toEqual(["nope"]);
  expect(shaken).toHaveLength(2);
});

test("cards of the middle have tones for who wishes, whoever laid them, and none when all is drawn anew", () => {
  const { state, step: happen } = room("A");
  let tones = false;
  heard(state, () => true, () => tones);
  happen(step(LAID, "r1>c1", "other"));
  expect(played).toEqual([]);
  tones = true;
  happen(step(LAID, "r1>c1", "reset"));
  expect(played).toEqual([]);
  happen(step(LAID, "r1>c1", "other"));
  happen(step({ ...LAID }, "r1>c1", "own", LAID));
  expect(played).toEqual([toneOf("r", 3)]);
});
