/** What fingers mean: a state machine over pointer events, one gesture for each pointer. */

/** Farther than this (pixels) a press is a drag. */
export const DRAG_FROM = 10;

export interface Point {
  readonly x: number;
  readonly y: number;
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
  | { readonly kind: "drag"; readonly source: S; readonly pointer: number; readonly by: Point }
  | { readonly kind: "drop"; readonly source: S; readonly pointer: number; readonly at: Point; readonly by: Point }
  | { readonly kind: "return"; readonly source: S; readonly pointer: number };

interface Held<S> {
  readonly source: S;
  readonly from: Point;
  readonly grip: Grip;
  readonly dragging: boolean;
}

export class Pointers<S> {
  private readonly held = new Map<number, Held<S>>();

  down(pointer: number, source: S, at: Point, grip: Grip): void {
    if (grip !== "spent") this.held.set(pointer, { source, from: at, grip, dragging: false });
  }

  move(pointer: number, at: Point): Gesture<S>[] {
    const held = this.held.get(pointer);
    if (held === undefined) return [];
    const by = { x: at.x - held.from.x, y: at.y - held.from.y };
    const { source } = held;
    if (held.dragging) return [{ kind: "drag", source, pointer, by }];
    if (Math.hypot(by.x, by.y) <= DRAG_FROM) return [];
    this.held.set(pointer, { ...held, dragging: true });
    return [{ kind: "lift", source, pointer, from: held.from }, { kind: "drag", source, pointer, by }];
  }

  up(pointer: number, at: Point): Gesture<S>[] {
    const held = this.held.get(pointer);
    if (!this.held.delete(pointer) || held === undefined) return [];
    const { source } = held;
    if (held.dragging) return [{ kind: "drop", source, pointer, at, by: { x: at.x - held.from.x, y: at.y - held.from.y } }];
    return held.grip === "undecided" ? [{ kind: "tap", source }] : [];
  }

  /** The browser took the pointer away: a dragged card goes back, nothing is played. */
  cancel(pointer: number): Gesture<S>[] {
    const held = this.held.get(pointer);
    if (!this.held.delete(pointer) || held === undefined || !held.dragging) return [];
    return [{ kind: "return", source: held.source, pointer }];
  }

  /** The round is over, or the table was covered: every finger lets go. */
  cancelAll(): Gesture<S>[] {
    return [...this.held.keys()].flatMap((pointer) => this.cancel(pointer));
  }
}
