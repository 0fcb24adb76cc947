/** What tells a noise of the Speed Machine besides the ear: picture, colour and shaking. */

import type { Noise } from "../model/machine";

export interface NoiseSign {
  /** A path in a box of 24, drawn with a pen of 2. */
  readonly icon: string;
  /** A field that dark ink can be read on. */
  readonly tint: string;
  /** Milliseconds of shaking and of rest, in turn, in the rhythm of the noise. */
  readonly vibration: readonly number[];
}

export const NOISE_SIGNS: Readonly<Record<Noise, NoiseSign>> = {
  horn: {
    icon: "M2.5 14.5h19L18.5 20H6ZM6.5 14.5v-4h9v4M9 10.5V4h3.5v6.5M16 6c1-1.2 2 .9 3-.3M16 3c1-1.2 2 .9 3-.3",
    tint: "#5b9fe3",
    vibration: [900],
  },
  fanfare: {
    icon: "M2.5 9v4M2.5 11h11.5M14 11c3.2 0 5.5-1.7 7.5-5v10c-2-3.3-4.3-5-7.5-5ZM6 11v4.5a2 2 0 0 0 2 2h3.5a2 2 0 0 0 2-2V11M7 11V7.5M9.8 11V7.5M12.6 11V7.5",
    tint: "#f2c230",
    vibration: [70, 60, 70, 60, 70, 60, 450],
  },
  bell: {
    icon: "M12 2.5v2M4.5 17.5c2.2-2 2.2-4.5 2.2-7.5a5.3 5.3 0 0 1 10.6 0c0 3 0 5.5 2.2 7.5ZM9.8 20.5a2.3 2.3 0 0 0 4.4 0",
    tint: "#dc9145",
    vibration: [260, 500, 260],
  },
  cock: {
    icon: "M5 21c2.3-3 2.8-6 2.8-9.3A4.7 4.7 0 0 1 17 10.5l4.5 2.3L17 14.5c-.2 2.5.2 4.3 1.6 6.5M8.2 8.6C6.3 7.2 7 4.6 9.2 5.2 9.3 2.8 12 2.3 12.7 4.4 14.3 2.9 16.7 4.2 15.8 6.9M13.4 10.3v.1M15.8 15c.2 1.7-.5 2.8-1.7 2.9",
    tint: "#ea6350",
    vibration: [110, 60, 90, 60, 90, 60, 500],
  },
  cuckoo: {
    icon: "M2.5 11 12 3l9.5 8M5.5 9v9h13V9M12 9.8a2.9 2.9 0 1 0 .1 0M12 11.5v1.3l1 .7M9 18v3.5M15 18v2",
    tint: "#7fbf5a",
    vibration: [160, 140, 240, 260, 160, 140, 240],
  },
  phone: {
    icon: "M3 9.8C3 5 21 5 21 9.8V12h-4.5V9.6c-2.8-.8-6.2-.8-9 0V12H3ZM8 12l-2.5 8h13L16 12M12 12.6a2.3 2.3 0 1 0 .1 0",
    tint: "#b98ae6",
    vibration: [40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 300, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40],
  },
  elephant: {
    icon: "M2.5 19.5V13a6.5 6.5 0 0 1 6.5-6.5h5.5A5.5 5.5 0 0 1 20 12v5.5c0 1.8 1.6 1.8 1.9.3M2.5 19.5H6V16h5.5v3.5H15V15M12.2 7c-2 2-1.8 5.5.6 7.3 2.3-.4 3.6-2.4 3.4-4.8M17.3 10.3v.1",
    tint: "#a9b8bf",
    vibration: [350, 60, 550],
  },
  drum: {
    icon: "M3.5 10.5c0-3.6 17-3.6 17 0s-17 3.6-17 0ZM3.5 10.5v7c0 3.7 17 3.7 17 0v-7M7 13l2.5 6.7 2.5-6.5 2.5 6.5L17 13M10 8 5 2.5M14 8l5-5.5",
    tint: "#ee8fb2",
    vibration: [25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 300],
  },
};
