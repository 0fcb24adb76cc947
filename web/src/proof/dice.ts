/** Chance that a seed decides, the same here as on the server: docs/proof.md says how. */
import { SEATS, type Seat } from "../model/cards";
import type { Dice } from "../model/chance";
import { bytesOf, hex, sha256 } from "./sha256";

const WORDS = 2 ** 32;

/** The words of SHA-256 over a seed and a counter; those that would make some outcomes likelier are passed over. */
export function seededDice(seed: Uint8Array): Dice {
  const bytes = new Uint8Array(seed.length + 8);
  bytes.set(seed);
  const block = new DataView(bytes.buffer);
  let blocks = 0;
  let words: number[] = [];
  const word = (): number => {
    if (words.length === 0) {
      block.setUint32(seed.length + 4, blocks++);
      const digest = new DataView(sha256(bytes).buffer);
      words = Array.from({ length: 8 }, (_, at) => digest.getUint32(28 - 4 * at));
    }
    return words.pop()!;
  };
  return (bound) => {
    const limit = WORDS - (WORDS % bound);
    for (;;) {
      const found = word();
      if (found < limit) return found % bound;
    }
  };
}

/** The seed of a round and the shares that went into it, in hexadecimal. */
export interface Sealed {
  readonly seed: string;
  readonly shares: Readonly<Partial<Record<Seat, string>>>;
}

/** The chance of each occasion of a round, like `deal 1`, `recycle A 2`, `throw 5` or `coin 3`. */
export function chanceOf({ seed, shares }: Sealed): (occasion: string) => Dice {
  const given = SEATS.flatMap((seat) => (shares[seat] === undefined ? [] : [hex(ascii(seat)), shares[seat]]));
  const key = sha256(bytesOf([seed, ...given].join("")));
  return (occasion) => seededDice(Uint8Array.of(...key, ...ascii(occasion)));
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
