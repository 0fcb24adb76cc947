/** What fingers mean: a state machine over pointer events, one gesture for each pointer. */

/** Farther than this (pixels) a press is a drag. */
export const DRAG_FROM = 10;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a pointer was, and when (milliseconds). */
export interface Touch extends Point {
  readonly timeStamp: number;
}

/** What a press on one's own things can be the beginning of. */
export type Grip =
  /** Acted at once; whatever the finger does then means nothing. */
  | "spent"
  /** A card that may be dragged; lifted without moving it is a tap. */
  | "undecided"
  /** A card that waits for its pile, or was told off: it may still be dragged. */
  | "tapped";

export type Gesture<S> =
  | { readonly kind: "tap"; readonly source: S }
  | { readonly kind: "lift"; readonly source: S; readonly pointer: number; readonly from: Point }
  | { readonly kind: "drag"; readonly source: S; readonly pointer: number; readonly by: Point; readonly ms: number }
  | Drop<S>
  | { readonly kind: "return"; readonly source: S; readonly pointer: number };

/** A card that is let go: where, how far away, how long after it was touched, and whether that was a tap by itself. */
export interface Drop<S> {
  readonly kind: "drop";
  readonly source: S;
  readonly pointer: number;
  readonly at: Point;
  readonly by: Point;
  readonly ms: number;
  readonly tapped: boolean;
}

interface Held<S> {
  readonly source: S;
  readonly from: Touch;
  readonly grip: Grip;
  readonly dragging: boolean;
}

export class Pointers<S> {
  private readonly held = new Map<number, Held<S>>();

  down(pointer: number, source: S, at: Touch, grip: Grip): void {
    if (grip !== "spent") this.held.set(pointer, { source, from: at, grip, dragging: false });
  }

  move(pointer: number, at: Touch): Gesture<S>[] {
    const held = this.held.get(pointer);
    if (held === undefined) return [];
    const by = { x: at.x - held.from.x, y: at.y - held.from.y };
    const { source } = held;
    const drag = { kind: "drag", source, pointer, by, ms: at.timeStamp - held.from.timeStamp } as const;
    if (held.dragging) return [drag];
    if (Math.hypot(by.x, by.y) <= DRAG_FROM) return [];
    this.held.set(pointer, { ...held, dragging: true });
    return [{ kind: "lift", source, pointer, from: held.from }, drag];
  }

  up(pointer: number, at: Touch): Gesture<S>[] {
    const held = this.held.get(pointer);
    if (!this.held.delete(pointer) || held === undefined) return [];
    const { source, from } = held;
    if (held.dragging) return [{ kind: "drop", source, pointer, at, by: { x: at.x - from.x, y: at.y - from.y }, ms: at.timeStamp - from.timeStamp, tapped: held.grip === "tapped" }];
    return held.grip === "undecided" ? [{ kind: "tap", source }] : [];
  }

  /** The browser took the pointer away: a dragged card goes back, nothing is played. */
  cancel(pointer: number): Gesture<S>[] {
    const held = this.held.get(pointer);
    if (!this.held.delete(pointer) || held === undefined || !held.dragging) return [];
    return [{ kind: "return", source: held.source, pointer }];
  }

  /** What it held has gone; whatever the finger does now means nothing. */
  forget(pointer: number): void {
    this.held.delete(pointer);
  }

  /** The round is over, or the table was covered: every finger lets go. */
  cancelAll(): Gesture<S>[] {
    return [...this.held.keys()].flatMap((pointer) => this.cancel(pointer));
  }
}
