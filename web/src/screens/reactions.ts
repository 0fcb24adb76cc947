/** The quick reactions: how each is drawn, and which of those that came are still shown. */
import type { Seat } from "../model/cards";

/** Paths in a box of 24, drawn with a pen of 2, as all small drawings are. */
export const REACTIONS = {
  clap: "M5.5 13.5 9 10a1.4 1.4 0 0 1 2 2M8 15l5.5-5.5a1.4 1.4 0 0 1 2 2L11 16M11 18.5l5.5-5.5a1.4 1.4 0 0 1 2 2l-4.5 4.5a4.5 4.5 0 0 1-6.4 0L5 16.5M9 3v2.5M5 5l1.5 1.8M13 5l-1.2 1.6",
  laugh: "M12 3.5a8.5 8.5 0 1 0 .1 0M7.5 13h9a4.5 4.5 0 0 1-9 0ZM7.5 9.7l1.3-1.2 1.3 1.2M13.9 9.7l1.3-1.2 1.3 1.2",
  wow: "M12 3.5a8.5 8.5 0 1 0 .1 0M12 13a2.2 2.2 0 1 0 .1 0M9 8.8v.7M15 8.8v.7",
  fire: "M12 21c-4 0-6.5-2.6-6.5-6.2C5.5 11 9 9.5 9.5 4c3 1.5 4.5 4 4.5 6.5 1-.5 1.5-1.5 1.6-2.6 1.9 1.9 2.9 4.1 2.9 6.9 0 3.6-2.5 6.2-6.5 6.2ZM12 20.5c-1.5 0-2.5-1.1-2.5-2.6 0-1.7 1.5-2.4 2.5-4 1 1.6 2.5 2.3 2.5 4 0 1.5-1 2.6-2.5 2.6Z",
  oops: "M12 3.5a8.5 8.5 0 1 0 .1 0M8 15.5c1-1.5 2-1.5 3 0s2.5 1.5 4 0M8 8.3l2 1.2-2 1.2M16 8.3l-2 1.2 2 1.2",
  hello: "M8.5 20.5h5.5a4.5 4.5 0 0 0 4.5-4.5V8.7a1.3 1.3 0 0 0-2.6 0V12M15.9 11.5V5.7a1.3 1.3 0 0 0-2.6 0v5.8M13.3 11V4.8a1.3 1.3 0 0 0-2.6 0V11.5M10.7 11.5V6.5a1.3 1.3 0 0 0-2.6 0V15l-1.7-2a1.4 1.4 0 0 0-2.2 1.7l3.3 5.1",
} as const;

export type Reaction = keyof typeof REACTIONS;
export const REACTION_NAMES = Object.keys(REACTIONS) as Reaction[];

/** How long a reaction is shown, in milliseconds, and how many at once. */
export const SHOWN = 3_000;
export const MOST = 3;

export interface Said {
  readonly id: number;
  readonly seat: Seat;
  readonly reaction: Reaction;
}

/** What is shown once somebody reacted: their last one instead of an older one, the newest last. */
export function withReaction(shown: readonly Said[], seat: Seat, emoji: string, id: number): readonly Said[] {
  if (!Object.hasOwn(REACTIONS, emoji)) return shown;
  const others = shown.filter((said) => said.seat !== seat);
  return [...others, { id, seat, reaction: emoji as Reaction }].slice(-MOST);
}
