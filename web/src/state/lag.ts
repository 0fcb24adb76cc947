/** How long commands take, from the tap to the server's answer. */

const KEPT = 5;

export class Lag {
  readonly #asked = new Map<number, number>();
  #last: readonly number[] = [];

  /** The middle one of the last few, in milliseconds; null before the first answer. */
  get usual(): number | null {
    const sorted = [...this.#last].sort((one, other) => one - other);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  }

  asked(n: number, now: number): void {
    this.#asked.set(n, now);
  }

  answered(n: number, now: number): void {
    const asked = this.#asked.get(n);
    if (!this.#asked.delete(n) || asked === undefined) return;
    this.#last = [...this.#last.slice(1 - KEPT), now - asked];
  }

  /** What is sent anew would tell of the time without a line. */
  forget(): void {
    this.#asked.clear();
  }
}
