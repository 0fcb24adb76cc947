import { describe, expect, test } from "vitest";

import { parseCommand, parsePosition } from "../model/notation";
import type { Step } from "../state/snapshot";
import { faster } from "./faster";

const step = (before: string, after: string, command: string | null): Step => ({
  before: parsePosition(before),
  after: parsePosition(after),
  cause: "other",
  seat: "A",
  ...(command !== null && { command: parseCommand(command) }),
});

const BEFORE = "r:AB / b9 | - | r3 | - / r3 | - | - | - / - | - | r3 b4 | -";
const AFTER = "r:ABA / b9 | - | - | - / r3 | - | - | - / - | - | r3 b4 | -";

describe("who was faster", () => {
  test("whoever laid what others had open too, where it went", () => {
    expect(faster(step(BEFORE, AFTER, "w>c1"))).toEqual({ by: "A", than: ["B"] });
  });

  test("nobody, where nobody else had that card, or it goes elsewhere too", () => {
    expect(faster(step(BEFORE.replaceAll("r3", "r7"), AFTER.replaceAll("r3", "r7"), "w>c1"))).toBeNull();
    expect(faster(step(BEFORE.replace("r:AB", "r:AB r:BA"), AFTER.replace("r:ABA", "r:ABA r:BA"), "w>c1"))).toBeNull();
  });

  test("nobody, where no card was laid in the middle", () => {
    expect(faster(step(BEFORE, AFTER, null))).toBeNull();
    expect(faster(step(BEFORE, BEFORE, "w>c1"))).toBeNull();
  });
});
