/** Everything the machine leaves to chance; the dice are handed in. */

import { ACTION_IDS, type ActionId, ACTIONS } from "../sound/actions";
import { NOISE_IDS, type NoiseId } from "../sound/noises";

/** A number from 0 up to, but never, 1. */
export type Dice = () => number;

/** A noise and the card that comes with it. */
export interface Draw {
  readonly noise: NoiseId;
  readonly action: ActionId;
}

/** Seconds between two throws, at least and at most. */
export interface Pace {
  readonly least: number;
  readonly most: number;
}

export function shuffled<T>(list: readonly T[], dice: Dice): T[] {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i -= 1) {
    const j = Math.floor(dice() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}

/** The 24 throws of a round: every noise equally often, and noises and cards mixed apart. */
export function draws(dice: Dice): Draw[] {
  const actions = shuffled(ACTION_IDS.flatMap((id) => Array<ActionId>(ACTIONS[id].count).fill(id)), dice);
  const each = actions.length / NOISE_IDS.length;
  const noises = shuffled(NOISE_IDS.flatMap((id) => Array<NoiseId>(each).fill(id)), dice);
  return actions.map((action, i) => ({ action, noise: noises[i]! }));
}

/** How many noises each of so many players owns; from nine on there are not enough of them. */
export function noisesEach(players: number): number {
  return players > NOISE_IDS.length ? 0 : Math.floor(NOISE_IDS.length / players);
}

/** The noises of each player; the rest lie aside. */
export function dealt(players: number, dice: Dice): NoiseId[][] {
  const each = noisesEach(players);
  const mixed = shuffled(NOISE_IDS, dice);
  return Array.from({ length: players }, (_, i) => mixed.slice(i * each, (i + 1) * each));
}

/** Milliseconds until the next throw. */
export const pause = ({ least, most }: Pace, dice: Dice): number => 1000 * (least + (most - least) * dice());
