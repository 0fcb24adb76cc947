/** A flick: a press that slipped, or a card sent towards the middle by a quick finger. It means what a tap does. */

import type { Point } from "./pointer";

/** As far (pixels) as a finger rolls or flicks where it stands. */
const SHORT = 60;
/** A finger that takes longer (milliseconds) drags. */
const QUICK = 250;
/** As much of the way has to lead towards the middle: 60 degrees to either side. */
const TOWARDS = 0.5;

export const isShort = (by: Point): boolean => Math.hypot(by.x, by.y) <= SHORT;

/** Whether a card is dragged for sure, before it is let go. */
export const isDrag = (by: Point, ms: number): boolean => !isShort(by) && ms > QUICK;

/** Whether a card that was let go over no place of its own was flicked; `middle` is the way from the card to there. */
export function isFlick(by: Point, ms: number, middle: Point): boolean {
  if (isShort(by)) return true;
  const along = by.x * middle.x + by.y * middle.y;
  return ms <= QUICK && along >= TOWARDS * Math.hypot(by.x, by.y) * Math.hypot(middle.x, middle.y);
}
