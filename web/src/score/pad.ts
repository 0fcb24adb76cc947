/** A game with its past, so that whatever was done to it can be undone. */

import type { Game } from "./game";

export interface Pad {
  readonly game: Game;
  /** What the game was before each change, the latest last. */
  readonly past: readonly Game[];
}

const LONGEST_PAST = 30;

export const padOf = (game: Game): Pad => ({ game, past: [] });

export const change = ({ game, past }: Pad, next: Game): Pad => ({ game: next, past: [...past, game].slice(-LONGEST_PAST) });

export function undo(pad: Pad): Pad {
  const game = pad.past.at(-1);
  return game === undefined ? pad : { game, past: pad.past.slice(0, -1) };
}

/** What undoing would take back. */
export function latest({ game, past }: Pad): "round" | "correction" | "removal" | "terms" | null {
  const before = past.at(-1);
  if (before === undefined) return null;
  if (before.rounds.length < game.rounds.length) return "round";
  if (before.rounds.length > game.rounds.length) return "removal";
  return JSON.stringify(before.rounds) === JSON.stringify(game.rounds) ? "terms" : "correction";
}
