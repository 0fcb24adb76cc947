/** The signs on the machine's own keys, as paths in a box of 24. */

export const SIGNS = {
  sound: "M4 9.5h3.5L12 5.5v13l-4.5-4H4ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  quiet: "M4 9.5h3.5L12 5.5v13l-4.5-4H4ZM16 9.5l5 5M21 9.5l-5 5",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  play: "M8 5.5v13L18.5 12Z",
  stop: "M6.5 6.5h11v11h-11Z",
  taken: "M5 12.5 10 17.5 19 7",
} as const;
