/** Who was faster: a card that others had open too, and that goes nowhere any more. */

import { SEATS, type Seat } from "../model/cards";
import { grown } from "../model/table";
import { raced } from "../stats/races";
import type { Step } from "../state/snapshot";

export interface Faster {
  readonly by: Seat;
  readonly than: readonly Seat[];
}

/** The race that a step decided, where it did. */
export function faster({ before, after, seat, command }: Step): Faster | null {
  if (seat === undefined || command?.kind !== "play" || command.target.zone !== "centre") return null;
  const [pile] = grown(before, after);
  if (pile === undefined) return null;
  const than = SEATS.filter((other) => other !== seat && raced(after, seat, pile, other) === "lost");
  return than.length === 0 ? null : { by: seat, than };
}
