/** The settings of a device, and how they are read from what was kept. */

import { type Fields, fieldsIn } from "../net/fields";

/** How loud a group of sounds is: a share of what it is when it is at its loudest. */
export const STEPS = { off: 0, quiet: 0.25, medium: 0.55, full: 1 } as const;
export type Step = keyof typeof STEPS;
const LOUDNESS = Object.keys(STEPS) as Step[];

/** Settings that are one of a few values. */
export const CHOICES = {
  /** Which colours the pages and the table have. */
  theme: ["system", "light", "dark"],
  /** The size of all text, in hundredths of what the browser says. */
  text: ["100", "125", "150", "200"],
  /** Whether cards fly and keys pulse, and how fast cards are; with the system's own wish for no motion there is none. */
  animation: ["none", "fast", "normal"],
  /** Whether a tap plays a card at once, or picks it up until a place is tapped. */
  input: ["tap", "pick"],
  /** The noises of the Speed Machine. */
  noises: LOUDNESS,
  /** One's own cards and turns, the ticking of the machine, and the end of a round. */
  table: LOUDNESS,
  /** Refusals. */
  ui: LOUDNESS,
} as const;

/** Settings that are on or off. */
interface Switches {
  /** Own cards as large as they can be. */
  readonly large: boolean;
  /** The hand and the keys at the other side. */
  readonly left: boolean;
  /** Every second a screen reader is told what has changed in the middle. */
  readonly told: boolean;
  /** Every card that comes to lie in the middle is heard: its colour by a voice, its number by the pitch. */
  readonly tones: boolean;
  /** The quick reactions of others are shown. */
  readonly reactions: boolean;
  /** Single keys play at the table. */
  readonly keys: boolean;
}

export type Settings = Switches & { readonly [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };

const SWITCHED: Switches = { large: false, left: false, told: true, tones: false, reactions: true, keys: true };
export const USUAL: Settings = { ...SWITCHED, theme: "system", text: "100", animation: "normal", input: "tap", noises: "full", table: "full", ui: "full" };

export const SWITCHES = Object.keys(SWITCHED) as (keyof Switches)[];

/** What was kept, with the usual value for whatever is missing or was never a setting. */
export function readSettings(text: string | null): Settings {
  const kept = fieldsIn(text);
  const found: Fields = { ...older(kept), ...kept };
  const switches = SWITCHES.filter((name) => typeof found[name] === "boolean");
  const choices = Object.entries(CHOICES).flatMap(([name, values]) => (values.some((value) => value === found[name]) ? [name] : []));
  return { ...USUAL, ...(Object.fromEntries([...switches, ...choices].map((name) => [name, found[name]])) as Partial<Settings>) };
}

/** What earlier versions kept: three switches for what can now be told in steps. */
function older({ calm, fast, sounds }: Fields): Partial<Settings> {
  const animation = calm === true ? "none" : fast === true ? "fast" : "normal";
  return { animation, ...(sounds === false ? { table: "off", ui: "off" } : {}) };
}
