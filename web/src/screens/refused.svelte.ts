/** The last refusal of a kind for a while, as a rune; refusals of other kinds leave it alone. */

import { untrack } from "svelte";
import type { RoomState } from "../state/room.svelte";
import type { Refusal } from "../state/snapshot";

export function recentRefusal(room: () => RoomState, wanted: (refusal: Refusal) => boolean, ms: number): () => Refusal | null {
  let recent = $state.raw<Refusal | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What was refused before is of no interest any more.
  let told = untrack(() => room().lastRefusal);
  $effect(() => {
    const last = room().lastRefusal;
    if (last === null || last === told || !wanted(last)) return;
    told = last;
    recent = last;
    clearTimeout(timer);
    timer = setTimeout(() => (recent = null), ms);
  });
  $effect(() => () => clearTimeout(timer));
  return () => recent;
}
