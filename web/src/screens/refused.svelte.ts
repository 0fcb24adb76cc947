/** Refusals, as runes: each is told once, to those who were there when it came. */

import { untrack } from "svelte";
import type { Seat } from "../model/cards";
import type { RoomState } from "../state/room.svelte";
import type { Refusal } from "../state/snapshot";

/** Does something at every refusal from now on: what was refused before is of no interest any more. */
export function onRefusal(room: () => RoomState, act: (refusal: Refusal) => void): void {
  let told = untrack(() => room().lastRefusal);
  $effect(() => {
    const last = room().lastRefusal;
    if (last === null || last === told) return;
    told = last;
    untrack(() => act(last));
  });
}

/** Does something whenever somebody else was faster with a card. */
export function onBeaten(room: () => RoomState, act: (by: Seat) => void): void {
  onRefusal(room, ({ by, command }) => {
    if (by !== null && command?.kind === "play") act(by);
  });
}

/** The last refusal of a kind for a while; refusals of other kinds leave it alone. */
export function recentRefusal(room: () => RoomState, wanted: (refusal: Refusal) => boolean, ms: number): () => Refusal | null {
  let recent = $state.raw<Refusal | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  onRefusal(room, (refusal) => {
    if (!wanted(refusal)) return;
    recent = refusal;
    clearTimeout(timer);
    timer = setTimeout(() => (recent = null), ms);
  });
  $effect(() => () => clearTimeout(timer));
  return () => recent;
}
