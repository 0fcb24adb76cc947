/** Chance of the browser, as even as a deal wants it. */
import type { Dice } from "../model/chance";

export const browserDice: Dice = (bound) => {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const [word] = crypto.getRandomValues(new Uint32Array(1));
    if (word! < limit) return word! % bound;
  }
};
