import { describe, expect, test } from "vitest";

import { COLOURS } from "../model/cards";
import { PAINTS, SHAPES, TEXTURES } from "./artwork";

/** How light a colour is to the eye, from 0 to 1. */
function lightness(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (one: string, other: string): number => {
  const [light, dark] = [lightness(one), lightness(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

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
