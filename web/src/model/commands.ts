/** What a seat may ask for; slots and piles count from 0 here, from 1 in the notation. */
import type { Seat } from "./cards";
import type { ActionKind } from "./machine";

export type Source =
  | { readonly zone: "row"; readonly slot: number }
  | { readonly zone: "stack" }
  | { readonly zone: "waste" };

/** A place for a card; `pile: null` is whichever pile it fits, the one started first. */
export type Target =
  | { readonly zone: "centre"; readonly pile: number | null }
  | { readonly zone: "row"; readonly slot: number };

export interface Play {
  readonly kind: "play";
  readonly source: Source;
  readonly target: Target;
}

/** Take a thrown action card by its number, or the last one that may be taken. */
export interface Grab {
  readonly kind: "grab";
  readonly number: number | null;
}

/** What an action card can be used on. */
export type Place =
  | { readonly on: "pile"; readonly pile: number }
  | { readonly on: "slot"; readonly slot: number }
  | { readonly on: "seat"; readonly seat: Seat };

/** Use an action card that was taken. */
export interface Use {
  readonly kind: "use";
  readonly action: ActionKind;
  readonly place: Place;
}

export type Command = Play | { readonly kind: "turn" } | { readonly kind: "stop" } | Grab | Use;

/** Where the number card lies that a command moves; null where it moves none. */
export function movedBy(command: Command): Source | null {
  if (command.kind === "play") return command.source;
  if (command.kind !== "use" || command.place.on === "pile") return null;
  return command.place.on === "slot" ? { zone: "row", slot: command.place.slot } : { zone: "stack" };
}

export const sameSource = (one: Source, other: Source): boolean =>
  one.zone === other.zone &&
  (one.zone !== "row" || other.zone !== "row" || one.slot === other.slot);
