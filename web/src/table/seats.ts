/** The look of the twelve seats: a letter first, a tint second. */

import type { Seat } from "../model/cards";

export const TINTS: Readonly<Record<Seat, string>> = {
  A: "#f7c9c0",
  B: "#b9d4ff",
  C: "#fff0a3",
  D: "#b4f0d6",
  E: "#f8b4e4",
  F: "#d8c6ff",
  G: "#ffd09e",
  H: "#c7f49d",
  I: "#a6edf3",
  J: "#e8d5bd",
  K: "#d6dbe2",
  L: "#ffabab",
};
