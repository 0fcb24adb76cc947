/** What the five kinds of action card are known by: picture and colour. */

import type { ActionKind } from "../model/machine";

export interface ActionSign {
  /** A path in a box of 24, drawn with a pen of 2. */
  readonly icon: string;
  readonly tint: string;
}

const CARD = "M6 2.5h12v19H6Z";

export const ACTION_SIGNS: Readonly<Record<ActionKind, ActionSign>> = {
  joker: {
    icon: "M4.5 19.5h15M5.5 16C4.5 13 3 10.5 3 8.5c2.3.4 4 1.8 5.5 4C9 9.5 10.3 7 12 5.5c1.7 1.5 3 4 3.5 7 1.5-2.2 3.2-3.6 5.5-4 0 2-1.5 4.5-2.5 7.5ZM3 5.5v.1M12 2.5v.1M21 5.5v.1",
    tint: "#ffc86f",
  },
  remove: { icon: `${CARD}M9.3 9.3l5.4 5.4M14.7 9.3l-5.4 5.4`, tint: "#ffa491" },
  voila: { icon: "M3 9h8v12H3ZM13.5 12h7.5M7 5.5c3-3.5 8-3.5 10.5 1.5M17.800 2.800v4.400h-4.400M13.5 12v9h7.5v-9", tint: "#86e3c3" },
  second: { icon: "M8 7h12v14.5H8ZM4.5 17V3h11.5M11.5 12c.3-2.5 5-2.5 5 .2 0 2.2-4.7 3-5 5.8h5", tint: "#a9bcff" },
  extra: { icon: `${CARD}M12 8.5v7M8.5 12h7`, tint: "#e0b5ff" },
};
