/** What a press on a card means before the finger is lifted again. */

import type { Target } from "../model/commands";
import type { Grip } from "./pointer";

/**
 * A card with one sensible place is played at once. Where it could go to the centre and onto the
 * row, or onto two slots, the finger may still show which: a tap then counts when it ends.
 */
export function decide(targets: readonly Target[]): Grip {
  if (targets.length === 0) return "tapped";
  const slots = targets.filter((target) => target.zone === "row").length;
  return slots > 0 && targets.length > 1 ? "undecided" : "spent";
}
