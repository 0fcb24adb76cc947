/** The settings of a device, and how they are read from what was kept. */

export interface Settings {
  /** Own cards as large as they can be. */
  readonly large: boolean;
  /** The hand and the keys at the other side. */
  readonly left: boolean;
  /** No flights, no pulsing: as with the system's own setting for reduced motion. */
  readonly calm: boolean;
  /** Cards fly in half the time. */
  readonly fast: boolean;
  /** One's own cards and turns, refusals and the end of a round are heard. */
  readonly sounds: boolean;
  /** Every second a screen reader is told what has changed in the middle. */
  readonly told: boolean;
  /** The quick reactions of others are shown. */
  readonly reactions: boolean;
  /** Single keys play at the table. */
  readonly keys: boolean;
}

export const USUAL: Settings = { large: false, left: false, calm: false, fast: false, sounds: true, told: true, reactions: true, keys: true };

export const SETTINGS = Object.keys(USUAL) as (keyof Settings)[];

/** What was kept, with the usual value for whatever is missing or was never a setting. */
export function readSettings(text: string | null): Settings {
  const found = parsed(text);
  const known = SETTINGS.filter((name) => typeof found[name] === "boolean").map((name) => [name, found[name]]);
  return { ...USUAL, ...(Object.fromEntries(known) as Partial<Settings>) };
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
