/** What the machine leaves to chance in a round: what it throws, and when. */

import { type Dice, shuffled } from "../model/chance";
import { type ActionKind, fullMachine, type Noise } from "../model/machine";

/** A noise and the card that comes with it. */
export interface Draw {
  readonly noise: Noise;
  readonly action: ActionKind;
}

/** Seconds between two throws, at least and at most. */
export interface Pace {
  readonly least: number;
  readonly most: number;
}

/** All throws of a round: noises and cards mixed apart. */
export function draws(dice: Dice): Draw[] {
  const { toCome, noises } = fullMachine(false);
  const mixed = shuffled(noises, dice);
  return shuffled(toCome, dice).map((action, i) => ({ action, noise: mixed[i]! }));
}

/** Milliseconds until the next throw. */
export const pause = ({ least, most }: Pace, dice: Dice): number => 1000 * least + dice(1000 * (most - least) + 1);
