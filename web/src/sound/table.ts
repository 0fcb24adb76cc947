/** The sounds of a table on this device: one's own cards and turns, a refusal, and the end of the round. */
import type { Seat } from "../model/cards";
import { areaOf, count, type Table } from "../model/table";
import type { RoomState } from "../state/room.svelte";
import type { Step } from "../state/snapshot";
import { shake, speaker } from "./speaker";
import { cameToLie, toneOf } from "./tones";

/** A short double touch, where a device can: somebody was faster, or it fits nowhere. */
const REFUSED = [12, 40, 12] as const;

const cards = ({ piles }: Table): number => piles.reduce((sum, { decks }) => sum + decks.length, 0);

/** What a change sounds like for a seat; the server's word for what was shown already sounds like nothing. */
export function soundOf({ before, after, cause, command }: Step, me: Seat | null): "place" | "flip" | null {
  const [was, is] = me === null ? [null, null] : [areaOf(before, me), areaOf(after, me)];
  if (cause !== "own" || was === null || is === null) return null;
  if (command?.kind === "turn") return count(was.hand) === count(is.hand) && count(was.waste) === count(is.waste) ? null : "flip";
  const filled = is.row.some((slot, at) => slot.length > (was.row[at]?.length ?? 0));
  return cards(after) > cards(before) || filled ? "place" : null;
}

/** Lets a table be heard while `on` says so, and the cards of its middle while `tones` does; the answer ends it. */
export function heard(room: RoomState, on: () => boolean, tones: () => boolean = () => false): () => void {
  const offSteps = room.onStep((step) => {
    if (!on()) return;
    const sound = soundOf(step, room.me);
    if (sound !== null) speaker.play(sound);
    if (tones() && step.cause !== "reset") for (const { colour, number } of cameToLie(step.before, step.after)) speaker.play(toneOf(colour, number));
  });
  const offEvents = room.onEvent((event) => {
    if (event.k === "ended" && on()) speaker.play("stop");
  });
  return () => {
    offSteps();
    offEvents();
  };
}

/** What was asked for was refused. */
export function refused(on: boolean): void {
  shake(REFUSED);
  if (on) speaker.play("nope");
}
