/** The time of a round that is looked back on: it runs, stands, and jumps. */

import { momentAt, type Moment, type Replayed } from "./record";

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const;

/** Gives the time of each frame until it is told to stop. */
export type Frames = (each: (now: number) => void) => () => void;

export const browserFrames: Frames = (each) => {
  let frame = requestAnimationFrame(function next(now) {
    frame = requestAnimationFrame(next);
    each(now);
  });
  return () => cancelAnimationFrame(frame);
};

export class Player {
  readonly end: number;
  at = $state(0);
  speed = $state(1);
  running = $state(false);
  readonly index = $derived.by(() => momentAt(this.round.moments, this.at));
  #stop: (() => void) | null = null;

  constructor(
    readonly round: Replayed,
    private readonly frames: Frames = browserFrames,
  ) {
    this.end = round.moments.at(-1)?.at ?? 0;
  }

  /** The moment that is shown, null before the first. */
  get moment(): Moment | null {
    return this.round.moments[this.index] ?? null;
  }

  play(): void {
    if (this.running) return;
    if (this.at >= this.end) this.at = 0;
    this.running = true;
    let last: number | null = null;
    this.#stop = this.frames((now) => {
      if (last !== null) this.#pass((now - last) * this.speed);
      last = now;
    });
  }

  pause(): void {
    this.#stop?.();
    this.#stop = null;
    this.running = false;
  }

  /** Goes to a time, in milliseconds. */
  seek(at: number): void {
    this.at = Math.max(0, Math.min(this.end, at));
  }

  /** Goes so many moments on, or back. */
  step(by: number): void {
    this.pause();
    const next = this.index + by;
    this.at = next < 0 ? 0 : this.round.moments[Math.min(next, this.round.moments.length - 1)]!.at;
  }

  #pass(ms: number): void {
    this.seek(this.at + ms);
    if (this.at >= this.end) this.pause();
  }
}
