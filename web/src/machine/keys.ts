/** The keyboard of the Speed Machine; letters of targets by what they say. */
import type { ActionKind } from "../model/machine";
import { actionOf, type Bindings } from "../table/keys";
import { isPlain, keyName, type Pressed } from "../table/press";

/** The kinds that are used on something. */
const USED = ["joker", "remove", "voila"] as const satisfies readonly ActionKind[];
type Used = (typeof USED)[number];

const isUsed = (kind: string | null): kind is Used => USED.some((one) => one === kind);

export type MachineKey =
  | { readonly does: "grab" }
  | { readonly does: "cancel" }
  | { readonly does: "pick"; readonly kind: Used }
  | { readonly does: "choose"; readonly key: string };

/** The key that takes a held card of a kind; none where it works by itself. */
export const keyOfKind = (kind: ActionKind, keys: Bindings): string | undefined => (isUsed(kind) ? keys[kind][0] : undefined);

/** What a key means; while a target is chosen, digits and letters are targets. */
export function machineKey(pressed: Pressed, choosing: boolean, keys: Bindings): MachineKey | null {
  if (choosing && isPlain(pressed)) return chosen(pressed);
  const action = actionOf(pressed, keys);
  if (action === "grab") return { does: action };
  return isUsed(action) ? { does: "pick", kind: action } : null;
}

function chosen(pressed: Pressed): MachineKey | null {
  if (pressed.code === "Escape") return { does: "cancel" };
  const name = keyName(pressed);
  return name !== null && /^[A-Z1-9]$/.test(name) ? { does: "choose", key: name.toLowerCase() } : null;
}
