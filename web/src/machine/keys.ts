/** The keyboard of the Speed Machine, by the place of a key; letters of targets by what they say. */
import type { ActionKind } from "../model/machine";
import { isPlain, type Pressed } from "../table/keys";

/** The key of each kind that is used on something. */
export const KEY_OF: Readonly<Partial<Record<ActionKind, string>>> = { joker: "J", remove: "X", voila: "V" };

export type MachineKey =
  | { readonly does: "grab" }
  | { readonly does: "mute" }
  | { readonly does: "cancel" }
  | { readonly does: "pick"; readonly kind: ActionKind }
  | { readonly does: "choose"; readonly key: string };

/** What a key means; while a target is chosen, digits and letters are targets. */
export function machineKey(pressed: Pressed, choosing: boolean): MachineKey | null {
  if (!isPlain(pressed)) return null;
  if (choosing) return chosen(pressed);
  if (pressed.code === "KeyG") return { does: "grab" };
  if (pressed.code === "KeyM") return { does: "mute" };
  const kinds = Object.entries(KEY_OF) as [ActionKind, string][];
  const kind = kinds.find(([, letter]) => pressed.code === `Key${letter}`)?.[0];
  return kind === undefined ? null : { does: "pick", kind };
}

function chosen({ code, key }: Pressed): MachineKey | null {
  if (code === "Escape") return { does: "cancel" };
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  if (digit !== undefined) return { does: "choose", key: digit };
  return /^[a-z]$/i.test(key) ? { does: "choose", key: key.toLowerCase() } : null;
}
