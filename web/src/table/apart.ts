/** For tests of geometries: that rectangles lie within the room there is, and none over another. */

import { expect } from "vitest";

import type { Rect } from "./measures";

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.w - 0.01 && b.x < a.x + a.w - 0.01 && a.y < b.y + b.h - 0.01 && b.y < a.y + a.h - 0.01;

export function expectApart(rects: readonly Rect[], { width, height }: { readonly width: number; readonly height: number }): void {
  const within = (rect: Rect): boolean => rect.x >= -0.01 && rect.y >= -0.01 && rect.x + rect.w <= width + 0.01 && rect.y + rect.h <= height + 0.01;
  expect(rects.filter((rect) => !within(rect))).toEqual([]);
  expect(rects.flatMap((rect, i) => rects.slice(i + 1).filter((other) => overlap(rect, other)))).toEqual([]);
}
