/** A world whose line leads into this browser. */
import { type Store, type World, browserWorld } from "../net/world";
import type { House } from "./house";

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
