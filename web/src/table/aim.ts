/** Where a dropped card was meant to go: the nearest of the places it fits, within a tolerance. */

import type { Target } from "../model/commands";
import type { Rect } from "./measures";
import type { Point } from "./pointer";

export interface Aim<T = Target> {
  readonly target: T;
  readonly rect: Rect;
  /** How far (pixels) beside it a card may be let go; told of what is much larger than a card. */
  readonly reach?: number;
}

/** The same of every other place, in its widths. */
const TOLERANCE = 0.8;

/** The target of the nearest place that reaches so far; none farther away than `most`. */
export function aim<T = Target>(at: Point, aims: readonly Aim<T>[], most = Infinity): T | null {
  let best: Aim<T> | null = null;
  let least = Infinity;
  for (const one of aims) {
    const beside = away(at, one.rect);
    // Inside two of them, the one whose middle is nearer.
    const distance = beside + toMiddle(at, one.rect) / 1000;
    if (beside > Math.min(most, one.reach ?? one.rect.w * TOLERANCE) || distance >= least) continue;
    best = one;
    least = distance;
  }
  return best?.target ?? null;
}

/** From a point to the nearest edge of a rectangle; 0 inside it. */
function away(at: Point, rect: Rect): number {
  const dx = Math.max(rect.x - at.x, 0, at.x - rect.x - rect.w);
  const dy = Math.max(rect.y - at.y, 0, at.y - rect.y - rect.h);
  return Math.hypot(dx, dy);
}

const toMiddle = (at: Point, rect: Rect): number => Math.hypot(at.x - rect.x - rect.w / 2, at.y - rect.y - rect.h / 2);
