/** Which piles rest: in a relaxed room each takes no card for a while after its last one. */
import type { World } from "../net/world";

/** Milliseconds by which a rest is thought to be longer: neither line nor clock is exact. */
const MARGIN = 20;

export class Rests {
  /** As far as known; the very same list as long as it does not change. */
  piles: readonly number[] = [];
  readonly #ends = new Map<number, () => void>();
  #coming: readonly number[] = [];

  constructor(
    private readonly world: World,
    private readonly over: () => void,
  ) {}

  /** A pile rests for so many milliseconds from now on. */
  begin(pile: number, ms: number): void {
    this.#ends.get(pile)?.();
    const cancel = this.world.after(ms + MARGIN, () => {
      this.#ends.delete(pile);
      this.#list();
      this.over();
    });
    this.#ends.set(pile, cancel);
    this.#list();
  }

  /** Cards are on their way to these piles: their rest has begun, or is about to. */
  expect(piles: readonly number[]): void {
    this.#coming = piles;
    this.#list();
  }

  clear(): void {
    for (const cancel of this.#ends.values()) cancel();
    this.#ends.clear();
    this.expect([]);
  }

  #list(): void {
    const piles = [...new Set([...this.#ends.keys(), ...this.#coming])];
    const same = piles.length === this.piles.length && piles.every((pile) => this.piles.includes(pile));
    if (!same) this.piles = piles;
  }
}
