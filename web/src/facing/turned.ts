/** The table as seen from its other end. */

import type { Rect } from "../table/measures";
import type { Sight } from "../table/place";

export const turned = (rect: Rect, { width, height }: { readonly width: number; readonly height: number }): Rect => ({
  ...rect,
  x: width - rect.x - rect.w,
  y: height - rect.y - rect.h,
});

/** What lies on an element of the page, from its other end. */
export const fromBehind = (root: HTMLElement): Sight => ({
  sign: -1,
  rect: (rect) => turned(rect, { width: root.clientWidth, height: root.clientHeight }),
});
