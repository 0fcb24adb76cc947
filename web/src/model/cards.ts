/** Colours, seats and cards. A card knows the deck it belongs to; points go by it. */
export const COLOURS = ["r", "g", "b", "y"] as const;
export type Colour = (typeof COLOURS)[number];

export const SEATS = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"] as const;
export type Seat = (typeof SEATS)[number];

export interface Card {
  readonly colour: Colour;
  readonly number: number;
  readonly deck: Seat;
}

export const isSeat = (text: string): text is Seat => SEATS.includes(text as Seat);

export const isColour = (text: string): text is Colour => COLOURS.includes(text as Colour);

export const seatIndex = (seat: Seat): number => SEATS.indexOf(seat);

export const sameCard = (one: Card, other: Card): boolean =>
  one.colour === other.colour && one.number === other.number && one.deck === other.deck;
