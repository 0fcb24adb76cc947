/** The phase whose screen is shown, as a rune. */

import { untrack } from "svelte";
import type { Phase } from "../protocol";

/** How long the table stands still when the round is over, before the cards are counted. */
const STILL = 900;

export function standing(phase: () => Phase | null): () => Phase | null {
  let shown = $state.raw<Phase | null>(null);
  $effect.pre(() => {
    const next = phase();
    const ended = next === "result" || next === "over";
    if (!ended || untrack(() => shown) !== "round") return void (shown = next);
    const timer = setTimeout(() => (shown = next), STILL);
    return () => clearTimeout(timer);
  });
  return () => shown;
}
