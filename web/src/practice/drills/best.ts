/** The best that was done in each drill, kept in this browser. */
import type { Store } from "../../net/world";

const key = (drill: string): string => `pellmell.drill.${drill}`;

export const bestOf = (store: Store, drill: string): number => Math.max(0, Math.floor(Number(store.getItem(key(drill)))) || 0);

/** Keeps a score; answers whether it is a new best. */
export function keepBest(store: Store, drill: string, score: number): boolean {
  if (score <= bestOf(store, drill)) return false;
  store.setItem(key(drill), String(score));
  return true;
}
