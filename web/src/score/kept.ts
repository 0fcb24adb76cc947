/** The pads as this device keeps them. */

import type { Store } from "../net/world";
import { type Entry, FEWEST, type Game, GOALS, MOST } from "./game";
import type { Pad } from "./pad";

const KEY = "pellmell.score";

export interface Kept {
  readonly pads: readonly Pad[];
  /** The game that is looked at. */
  readonly open: number | null;
}

const NOTHING: Kept = { pads: [], open: null };

export const keep = (store: Store, kept: Kept): void => store.setItem(KEY, JSON.stringify(kept));

/** What was kept; a pad that cannot be read is left out, and never costs the others. */
export function recall(store: Store): Kept {
  try {
    const { pads, open } = JSON.parse(store.getItem(KEY) ?? "null") as Kept;
    const sound = pads.filter(isPad);
    return { pads: sound, open: sound.some(({ game }) => game.id === open) ? open : null };
  } catch {
    return NOTHING;
  }
}

const isPad = (pad: Pad): boolean => {
  try {
    return [pad.game, ...pad.past].every(isGame);
  } catch {
    return false;
  }
};

const isGame = ({ id, started, names, seats, goal, way, jokers, rounds }: Game): boolean =>
  Number.isSafeInteger(id) &&
  Number.isFinite(started) &&
  names.length >= FEWEST &&
  names.length <= MOST &&
  names.every((name) => typeof name === "string") &&
  seats === undefined &&
  Object.hasOwn(GOALS, goal.kind) &&
  Number.isSafeInteger(goal.target) &&
  (way === "points" || way === "cards") &&
  typeof jokers === "boolean" &&
  rounds.every((entries) => entries.length === names.length && entries.every(isEntry));

const isEntry = (entry: Entry): boolean => entry === null || Number.isSafeInteger(entry) || (typeof entry === "object" && [entry.middle, entry.left, entry.jokers].every(Number.isSafeInteger));
