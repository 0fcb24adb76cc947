/** Taps that came before a pile fits: each waits a while, and a second tap takes it back. */
import { sameCard } from "../model/cards";
import { sameSource } from "../model/commands";
import type { World } from "../net/world";
import type { QueuedTap } from "./snapshot";

interface Waiting extends QueuedTap {
  readonly cancel: () => void;
}

export class Taps {
  #waiting: readonly Waiting[] = [];

  constructor(private readonly world: World) {}

  get queued(): readonly QueuedTap[] {
    return this.#waiting;
  }

  /** Waits for `ms`, then calls `lapsed`. */
  add(tap: QueuedTap, ms: number, lapsed: () => void): void {
    const cancel = this.world.after(ms, () => {
      this.remove(tap);
      lapsed();
    });
    this.#waiting = [...this.#waiting, { ...tap, cancel }];
  }

  /** Takes the tap out; answers whether it was there. */
  remove(tap: QueuedTap): boolean {
    const found = this.#waiting.find(
      (one) => sameSource(one.source, tap.source) && sameCard(one.card, tap.card),
    );
    // The list stays the same one, so that nothing is drawn for it.
    if (found === undefined) return false;
    found.cancel();
    this.#waiting = this.#waiting.filter((one) => one !== found);
    return true;
  }

  clear(): void {
    for (const tap of this.#waiting) tap.cancel();
    this.#waiting = [];
  }
}
