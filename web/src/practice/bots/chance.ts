/** How long people take, drawn from dice. */

import type { Dice } from "../../model/chance";

const FINENESS = 1 << 24;
/** Standard deviations beyond which nothing is drawn: nobody falls asleep over a card. */
const WIDEST = 3;

/** Whether something that happens this share of the time happens now. */
export const happens = (share: number, dice: Dice): boolean => dice(FINENESS) < share * FINENESS;

/** How long until something that may happen at any moment happens (exponential). */
export const waiting = (mean: number, dice: Dice): number => -mean * Math.log((dice(FINENESS) + 1) / FINENESS);

/** How long a movement takes (log-normal): rarely much faster, now and then much slower. */
export const handling = (median: number, spread: number, dice: Dice): number =>
  median * Math.exp(spread * Math.max(-WIDEST, Math.min(WIDEST, normal(dice))));

/** A draw from the normal distribution (Box and Muller). */
function normal(dice: Dice): number {
  const radius = Math.sqrt(-2 * Math.log((dice(FINENESS) + 1) / FINENESS));
  return radius * Math.cos((2 * Math.PI * dice(FINENESS)) / FINENESS);
}
