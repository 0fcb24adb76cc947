/** The machine's sounds on this device: each throw at the moment at which all hear it, and the ticking. */
import { isNoise } from "../model/machine";
import { speaker } from "../sound/speaker";
import type { RoomState } from "../state/room.svelte";

/** A throw is told so many milliseconds before it is heard, where the server's clock is not known yet. */
const LEAD = 150;
const BEAT = 500;
/** After a noise the ticking waits, so that the noise is heard alone. */
const BEAT_AFTER_NOISE = 1500;

/** Milliseconds until a time of the server's clock. */
export function until(room: RoomState, at: number): number {
  const now = room.serverNow();
  return now === null ? LEAD : (at - now) * 1000;
}

/** Lets every throw of a room be heard, by the loudspeaker's own clock; the answer ends it. */
export function noises(room: RoomState, heard: (at: number) => void): () => void {
  return room.onEvent((event) => {
    if (event.k !== "threw") return;
    const at = performance.now() + until(room, event.play);
    speaker.play(event.noise !== null && isNoise(event.noise) ? event.noise : "place", at);
    heard(at + BEAT_AFTER_NOISE);
  });
}

/** Ticks and tocks but for the time after a noise; the answer ends it. */
export function ticking(silentUntil: () => number): () => void {
  let beats = 0;
  const timer = setInterval(() => {
    if (performance.now() > silentUntil() && !document.hidden) speaker.play(beats++ % 2 === 0 ? "tick" : "tock");
  }, BEAT);
  return () => clearInterval(timer);
}
