/** What pages show about strangers, fetched once the server is known to bring them together. */

import { arrived } from "../messages/words.svelte";
import { ranking, waiting } from "./asking";

/** The open tables; null where the server lists none. */
export async function openTables() {
  const first = await waiting();
  return first && { first, OpenTables: (await arrived(import("./OpenTables.svelte"))).default };
}

/** Whether the server brings strangers together. */
export const isListed = async (): Promise<boolean> => (await waiting()) !== null;

/** What tells that the server keeps a leaderboard, and for how long; null where it doesn't. */
export async function ranked() {
  const board = await ranking();
  return board && { days: board.days, Ranked: (await arrived(import("./Ranked.svelte"))).default };
}
