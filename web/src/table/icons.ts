/** Small drawings for keys and marks, as paths in a box of 24, drawn with a pen of 2. */

export const ICONS = {
  turn: "M20 12a8 8 0 1 1-2.6-5.9M20 3v4.5h-4.5",
  shuffle: "M3 7h4l10 10h4M3 17h4l2.5-2.5M14 9.5 17 7h4M18.5 4.5 21 7l-2.5 2.5M18.5 14.5 21 17l-2.5 2.5",
  bot: "M6 9h12v10H6ZM12 9V5M9.5 13v1.5M14.5 13v1.5M3.5 13v3M20.5 13v3M12 4.5v0.2",
  away: "M4 4l16 16M8.5 8.5a5 5 0 0 0 7 7M12 3.5a8.5 8.5 0 0 1 8 11.3M6 6.2A8.5 8.5 0 0 0 15.5 19.8",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  share: "M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8",
  crown: "M4 18h16M4.5 15 3 7l5 3.5L12 5l4 5.5L21 7l-1.5 8Z",
  dice: "M5 5h14v14H5ZM9 9v0.1M15 15v0.1M15 9v0.1M9 15v0.1",
  check: "M5 12.5 10 17.5 19 7",
  plus: "M12 5v14M5 12h14",
  pencil: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19ZM14 6.5l3.5 3.5",
  nameless: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19ZM4 4l16 16",
  back: "M14.5 5 8 12l6.5 7",
  down: "M6 9.5l6 6 6-6",
  eye: "M2.5 12C5 7.5 8.3 5.5 12 5.5S19 7.5 21.5 12C19 16.5 15.7 18.5 12 18.5S5 16.5 2.5 12ZM12 9.5a2.5 2.5 0 1 0 0.1 0",
  pause: "M8.5 5v14M15.5 5v14",
  sound: "M9 18V5l11-2v13M9 18a3 3 0 1 1-6 0 3 3 0 1 1 6 0M20 16a3 3 0 1 1-6 0 3 3 0 1 1 6 0",
  silent: "M9 18V5l11-2v13M9 18a3 3 0 1 1-6 0 3 3 0 1 1 6 0M20 16a3 3 0 1 1-6 0 3 3 0 1 1 6 0M3 3l18 18",
  help: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .6-1.5 1.2-1.5 2.3M12 18.5v.1",
} as const;

export type IconName = keyof typeof ICONS;
