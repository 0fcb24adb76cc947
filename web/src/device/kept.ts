/** The machine as this device keeps it, so that a reload loses nothing. */

import { ACTION_CARDS, isKind, isNoise } from "../model/machine";
import type { Store } from "../net/world";
import { FEWEST, MOST, paused, PACES, type Run, type Setup } from "./machine";

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

const isSetup = ({ names, noises, pace, quiet }: Setup): boolean =>
  names.length >= FEWEST &&
  names.length <= MOST &&
  names.every((name) => typeof name === "string") &&
  noises.length === names.length &&
  noises.flat().every(isNoise) &&
  Object.hasOwn(PACES, pace) &&
  typeof quiet === "boolean";

const isPlayer = (value: number | null, players: number): boolean => value === null || (Number.isInteger(value) && value >= 0 && value < players);

const isRun = (run: Run | null, players: number): run is Run =>
  run !== null &&
  ["running", "paused", "emptied", "stopped"].includes(run.phase) &&
  run.coming.length + run.thrown.length === ACTION_CARDS &&
  [...run.coming, ...run.thrown].every(({ action }) => isKind(action)) &&
  run.coming.every(({ noise }) => isNoise(noise)) &&
  run.thrown.every(({ noise, owner, taker }) => (noise === null || isNoise(noise)) && isPlayer(owner, players) && isPlayer(taker, players));
