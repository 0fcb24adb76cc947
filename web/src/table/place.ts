/** Putting an element where a rectangle says: position by transform, size by width and height. */

import type { Rect } from "./measures";

export function put(node: HTMLElement, rect: Rect): void {
  node.style.transform = at(rect);
  node.style.width = `${rect.w}px`;
  node.style.height = `${rect.h}px`;
}

export const at = (rect: Rect): string => `translate(${rect.x}px, ${rect.y}px)`;

/** The transform that shows something made for `own` where `other` lies. */
export function over(own: Rect, other: Rect): string {
  return `translate(${other.x}px, ${other.y}px) scale(${other.w / own.w}, ${other.h / own.h})`;
}

/** A card of the given size in the middle of another rectangle. */
export function within(outer: Rect, card: Rect, scale: number): Rect {
  const w = card.w * scale;
  const h = card.h * scale;
  return { x: outer.x + (outer.w - w) / 2, y: outer.y + (outer.h - h) / 2, w, h };
}

/** How somebody sees the table: as it is drawn, or from its other end. */
export interface Sight {
  readonly sign: 1 | -1;
  /** From the table to what they have before them, and back. */
  rect(rect: Rect): Rect;
}

export const STRAIGHT: Sight = { sign: 1, rect: (rect) => rect };
