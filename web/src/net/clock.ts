/** The server's clock as this client can tell it, from the pongs that came back fastest. */
interface Sample {
  readonly roundTrip: number;
  readonly offset: number;
}

const KEPT = 8;
/** So many samples tell how quick a line can be. */
const TELLING = 3;
/** Seconds that no line explains: the server, or this device, has another clock now. */
const JUMP = 2;

export class ServerClock {
  #samples: readonly Sample[] = [];
  /** Milliseconds of the latest round trip, null before the first pong. */
  roundTrip: number | null = null;

  /** `now` is the server's time in seconds, which left it between `sent` and `received` (ms). */
  heard(now: number, sent: number, received: number): void {
    const roundTrip = received - sent;
    const offset = now - (sent + received) / 2000;
    this.roundTrip = roundTrip;
    if (this.#samples.some((sample) => Math.abs(sample.offset - offset) > JUMP)) this.#samples = [];
    this.#samples = [...this.#samples.slice(1 - KEPT), { roundTrip, offset }];
  }

  /** The server's clock stood still: what was known of it is worth nothing. */
  forget(): void {
    this.#samples = [];
  }

  /** The server's seconds at `local` milliseconds, null before the first pong. */
  at(local: number): number | null {
    const best = this.#best();
    return best && local / 1000 + best.offset;
  }

  /** Milliseconds for which a word of the server has been on its way at least; none before a few pongs tell. */
  get lag(): number {
    // While a page still loads it hears late, and the first pongs tell more of the page than of the line.
    return this.#samples.length < TELLING ? 0 : this.#best()!.roundTrip / 2;
  }

  #best(): Sample | null {
    const [first, ...others] = this.#samples;
    return first === undefined ? null : others.reduce((one, other) => (other.roundTrip < one.roundTrip ? other : one), first);
  }
}
