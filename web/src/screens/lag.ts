/** How one's own line does: in a word, in milliseconds, and as a sentence. */

import { t } from "../messages/words.svelte";
import type { RoomState } from "../state/room.svelte";

/** Up to so many milliseconds an answer seems to come at once, and a race is open. */
const GOOD = 100;
const FAIR = 250;

export type Pace = "good" | "fair" | "slow";

export const paceOf = (ms: number): Pace => (ms <= GOOD ? "good" : ms <= FAIR ? "fair" : "slow");

/** From one's commands to their answers; from ping to pong before there was one. */
export function lagOf({ code, lag, ping }: Pick<RoomState, "code" | "lag" | "ping">): { readonly pace: Pace; readonly figure: string; readonly said: string } | null {
  const found = lag ?? ping;
  // A room of this browser has no line.
  if (found === null || code === "") return null;
  const [ms, pace] = [Math.round(found), paceOf(found)];
  return { pace, figure: t("line.figure", { ms }), said: t(`line.${pace}`, { ms }) };
}
