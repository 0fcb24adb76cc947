/** A table that is only looked at: on a big screen, or looking back. */

import { settings } from "../components/settings.svelte";
import type { Seat } from "../model/cards";
import type { Rules } from "../model/rules";
import type { Sitter } from "../table/opponents";
import type { Game, Scene } from "../table/side";

/** Nothing is played there. */
export const NO_GAME: Game = { queued: [], targets: () => [], open: () => [], play: () => {}, turn: () => {}, stop: () => {} };

export const watched = (me: Seat | null, sitters: readonly Sitter[], turn: number, rules: Rules, resting: readonly number[] = []): Scene => ({
  me,
  sitters,
  turn,
  profi: rules.profi === "on",
  callsStop: rules.stop === "call",
  assist: false,
  resting,
  live: false,
  large: false,
  left: false,
  calm: settings().animation === "none",
  fast: settings().animation === "fast",
  keys: null,
  picks: false,
});
