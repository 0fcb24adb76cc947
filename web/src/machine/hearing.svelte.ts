/** What has been heard of the machine: a throw counts from the moment at which everybody hears it. */
import { type Machine, type Throw, thrown } from "../model/machine";

/** How long a throw is told in large, in milliseconds. */
export const FLASH = 1400;
/** Later than this a throw is only seen lying there. */
const TOO_LATE = 600;
/** Farther away than this no throw is announced: the clocks must be wrong. */
const LONGEST = 1000;

export type After = (ms: number, action: () => void) => () => void;

export class Hearing {
  /** The number of the last throw that was heard. */
  heard = $state(0);
  /** The throw that is told in large just now. */
  flash = $state.raw<Throw | null>(null);
  #cancel: () => void = () => {};

  constructor(private readonly after: After) {}

  /** Takes in the machine as it is; its last card is heard `until` milliseconds from now. */
  follow(machine: Machine, until: number, sound: (one: Throw) => void): void {
    const last = thrown(machine);
    if (last === this.heard) return;
    this.#cancel();
    const one = machine.lying.find(({ number }) => number === last);
    if (last < this.heard || one === undefined || until < -TOO_LATE) return this.#settle(last);
    this.heard = Math.max(this.heard, last - 1);
    this.#cancel = this.after(Math.min(LONGEST, Math.max(0, until)), () => this.#hear(one, sound));
  }

  stop(): void {
    this.#cancel();
  }

  #settle(last: number): void {
    this.heard = last;
    this.flash = null;
  }

  #hear(one: Throw, sound: (one: Throw) => void): void {
    this.heard = one.number;
    this.flash = one;
    sound(one);
    this.#cancel = this.after(FLASH, () => (this.flash = null));
  }
}
