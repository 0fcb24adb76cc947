/** The drawings of the cards, as our own paths: nothing depends on the fonts of a device. */

import type { Colour } from "../model/cards";

export interface Paint {
  readonly field: string;
  readonly ink: string;
}

export const PAINTS: Readonly<Record<Colour, Paint>> = {
  r: { field: "#c8402f", ink: "#fffdf6" },
  b: { field: "#4a63b8", ink: "#fffdf6" },
  y: { field: "#ffe81a", ink: "#14181c" },
  g: { field: "#5fcfae", ink: "#14181c" },
};

/** The four shapes around the point 0,0, about twenty units across. */
export const SHAPES: Readonly<Record<Colour, string>> = {
  r: "M0-11 12 10H-12Z",
  b: "M-11 0A11 11 0 1 0 11 0 11 11 0 1 0-11 0Z",
  y: "M0-12.5 3.2-4.1 12.2-3.7 5.2 1.9 7.5 10.6 0 5.7-7.5 10.6-5.2 1.9-12.2-3.7-3.2-4.1Z",
  g: "M-10-10H10V10H-10Z",
};

/** A joker's crown around the point 0,0. */
export const CROWN = "M-12 9V-6L-6 0 0-10 6 0 12-6V9Z";

/** A tile of each colour's texture: its size and its lines. */
export const TEXTURES: Readonly<Record<Colour, { readonly size: number; readonly path: string; readonly turn: number }>> = {
  r: { size: 7, path: "M0 0H7V2.2H0Z", turn: -45 },
  b: { size: 9, path: "M3.1 4.5A1.4 1.4 0 1 0 5.9 4.5 1.4 1.4 0 1 0 3.1 4.5Z", turn: 0 },
  y: { size: 8, path: "M0 0H8V1.8H0Z", turn: 0 },
  g: { size: 10, path: "M0 0H10V1.3H1.3V10H0Z", turn: 0 },
};

/** Centre lines of the digits, in a box 36 wide and 56 high, drawn with a heavy pen. */
export const DIGITS: readonly string[] = [
  "M18 6C26.5 6 30 14.5 30 28S26.5 50 18 50 6 41.5 6 28 9.5 6 18 6Z",
  "M8.5 15.5 21 7V56",
  "M6.5 18.5C6.5 10 11 6 18 6S29.5 10 29.5 17C29.5 23 26 27 21.5 31.5L8.5 45.5C7 47.2 6.5 48.6 6.5 50H31.5",
  "M7 13.5C9 8.5 12.5 6 18 6 24.5 6 28.5 10 28.5 16.3S24.5 26.5 17.5 26.5H15M17.5 26.5C25 26.5 30 30.8 30 38S25 50 18 50C12 50 8 47.3 6 42",
  "M25 56V7H22L5.5 38.5V40H34",
  "M29.5 6H10.5L8.7 27.5C11.5 24.7 14.5 23.5 18.2 23.5 25.5 23.5 30 28.5 30 36.5S25.3 50 18 50C12.2 50 8.5 47.3 6.5 42.5",
  "M29 13C27 8.5 23.5 6 19 6 10.5 6 6 14.5 6 30 6 43 10.5 50 18.2 50 25.5 50 30 44.8 30 37S25.6 24 18.5 24 6.5 28.5 6.5 36",
  "M5 6H29.5V8.5C21.5 21 17 36 16 56",
  "M18 26.5C11.5 26.5 7.8 22.5 7.8 16.3S11.7 6 18 6 28.2 10 28.2 16.3 24.5 26.5 18 26.5C10.5 26.5 6 31 6 38.2S10.6 50 18 50 30 45.4 30 38.2 25.5 26.5 18 26.5Z",
  "M7 43C9 47.5 12.5 50 17 50 25.5 50 30 41.5 30 26 30 13 25.5 6 17.8 6 10.5 6 6 11.2 6 19S10.4 32 17.5 32 29.5 27.5 29.5 20",
];
