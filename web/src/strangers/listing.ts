/** The public tables that wait, asked for again and again while somebody looks. */

import type { World } from "../net/world";

/** What a passer-by may know of a table. */
export interface Waiting {
  readonly room: string;
  readonly rules: string;
  readonly taken: number;
  readonly free: number;
}

export interface PublicRooms {
  /** Whether the operator brings strangers together at all. */
  readonly listed: boolean;
  readonly rooms: readonly Waiting[];
}

const EVERY = 4_000;
const AFTER_FAILURES = 30_000;

export class Listing {
  /** Whether the last question had no answer. */
  failed = false;
  #failures = 0;
  #asking = false;
  #over = false;
  #cancel: () => void = () => undefined;
  readonly #stopWaking: () => void;

  constructor(
    /** What was heard last, in the order in which it is shown. */
    public rooms: readonly Waiting[],
    private readonly world: Pick<World, "after" | "visible" | "onWake">,
    private readonly ask: () => Promise<PublicRooms>,
    private readonly changed: (listing: Listing) => void,
  ) {
    this.#stopWaking = world.onWake(() => void this.refresh());
    this.#wait();
  }

  /** Asks now, unless nobody looks or the last question is still under way. */
  async refresh(): Promise<void> {
    this.#cancel();
    if (this.#over || this.#asking || !this.world.visible()) return;
    this.#asking = true;
    const answer = await this.ask().catch(() => null);
    this.#asking = false;
    if (this.#over) return;
    this.#heard(answer);
    this.#wait();
  }

  #wait(): void {
    const ms = Math.min(AFTER_FAILURES, EVERY * 2 ** this.#failures);
    this.#cancel = this.world.after(ms, () => void this.refresh());
  }

  #heard(answer: PublicRooms | null): void {
    this.failed = answer === null;
    this.#failures = answer === null ? this.#failures + 1 : 0;
    if (answer !== null) this.rooms = inPlace(this.rooms, answer.rooms);
    this.changed(this);
  }

  close(): void {
    this.#over = true;
    this.#cancel();
    this.#stopWaking();
  }
}

/** The tables in the order in which they were shown, new ones behind: nothing moves under a finger. */
export function inPlace(before: readonly Waiting[], now: readonly Waiting[]): readonly Waiting[] {
  const stayed = before.flatMap(({ room }) => now.find((one) => one.room === room) ?? []);
  return [...stayed, ...now.filter(({ room }) => !before.some((one) => one.room === room))];
}
