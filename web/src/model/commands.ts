/** What a seat may ask for; slots and piles count from 0 here, from 1 in the notation. */
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

export type Command = Play | { readonly kind: "turn" } | { readonly kind: "stop" };

export const sameSource = (one: Source, other: Source): boolean =>
  one.zone === other.zone &&
  (one.zone !== "row" || other.zone !== "row" || one.slot === other.slot);
