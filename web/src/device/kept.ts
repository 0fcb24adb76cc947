/** The machine as this device keeps it, so that a reload loses nothing. */

import type { Store } from "../net/world";
import { ACTION_IDS } from "../sound/actions";
import { NOISE_IDS } from "../sound/noises";
import { FEWEST, MOST, paused, PACES, type Run, type Setup, THROWS } from "./machine";

const KEY = "pellmell.machine";

export interface Kept {
  readonly setup: Setup;
  readonly run: Run | null;
}

export const keep = (store: Store, kept: Kept): void => store.setItem(KEY, JSON.stringify(kept));

/** What was kept, its machine paused; null where there is nothing, or nothing that can be read. */
export function recall(store: Store): Kept | null {
  try {
    const { setup, run } = JSON.parse(store.getItem(KEY) ?? "null") as Kept;
    if (!isSetup(setup)) return null;
    return { setup, run: isRun(run, setup.names.length) ? paused(run) : null };
  } catch {
    return null;
  }
}

const known = (list: readonly string[], value: unknown): boolean => list.includes(value as string);

const isSetup = ({ names, noises, pace, quiet }: Setup): boolean =>
  names.length >= FEWEST &&
  names.length <= MOST &&
  names.every((name) => typeof name === "string") &&
  noises.length === names.length &&
  noises.flat().every((noise) => known(NOISE_IDS, noise)) &&
  Object.hasOwn(PACES, pace) &&
  typeof quiet === "boolean";

const isPlayer = (value: number | null, players: number): boolean => value === null || (Number.isInteger(value) && value >= 0 && value < players);

const isRun = (run: Run | null, players: number): run is Run =>
  run !== null &&
  known(["running", "paused", "emptied", "stopped"], run.phase) &&
  run.coming.length + run.thrown.length === THROWS &&
  [...run.coming, ...run.thrown].every(({ action }) => known(ACTION_IDS, action)) &&
  run.coming.every(({ noise }) => known(NOISE_IDS, noise)) &&
  run.thrown.every(({ noise, owner, taker }) => (noise === null || known(NOISE_IDS, noise)) && isPlayer(owner, players) && isPlayer(taker, players));
