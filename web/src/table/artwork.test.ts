import { describe, expect, test } from "vitest";

import { COLOURS } from "../model/cards";
import { contrast, lightness } from "../styles/contrast";
import { PAINTS, SHAPES, TEXTURES } from "./artwork";

describe("test_case_22: colours can be told without seeing hues", () => {
  test("by a shape and a texture of their own", () => {
    for (const drawn of [SHAPES, TEXTURES]) expect(new Set(COLOURS.map((colour) => JSON.stringify(drawn[colour]))).size).toBe(4);
  });

  test("by how light they are, but for red and blue, which shapes tell apart", () => {
    const [yellow, green, ...dark] = ["y", "g", "r", "b"].map((colour) => lightness(PAINTS[colour as "y"].field));
    expect(yellow! - green!).toBeGreaterThan(0.15);
    for (const other of dark) expect(green! - other).toBeGreaterThan(0.3);
  });

  test("with digits that stand out on every field", () => {
    for (const { field, ink } of Object.values(PAINTS)) expect(contrast(field, ink)).toBeGreaterThanOrEqual(4.5);
  });
});
