/** Chance of the browser, and a world whose line leads into this browser. */
import { type Store, type World, browserWorld } from "../net/world";
import type { Dice } from "./bots/chance";
import type { House } from "./house";

export const browserDice: Dice = (bound) => {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const [word] = crypto.getRandomValues(new Uint32Array(1));
    if (word! < limit) return word! % bound;
  }
};

/** A store that forgets everything with the page: a room of practice is never come back to. */
function forgetful(): Store {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

export const worldWith = (house: House): World => ({
  ...browserWorld(),
  dial: (events) => house.dial(events),
  kept: forgetful(),
  tab: forgetful(),
});
