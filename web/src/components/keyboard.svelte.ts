/** Which keys play at the table on this device. */

import { t } from "../messages/words.svelte";
import { browserWorld } from "../net/world";
import { type Bindings, bound, type KeyAction, keySign, readBindings, USUAL_KEYS, writeBindings } from "../table/keys";

const KEPT = "pellmell.keys";
const { kept } = browserWorld();

let chosen = $state.raw<Bindings>(readBindings(kept.getItem(KEPT)));

export const keyboard = (): Bindings => chosen;

export const bind = (action: KeyAction, name: string): void => keep(bound(chosen, action, name));

export const bindAsUsual = (): void => keep(USUAL_KEYS);

function keep(keys: Bindings): void {
  chosen = keys;
  kept.setItem(KEPT, writeBindings(keys));
}

/** A key in words, where there is room for them. */
export const keyWords = (name: string): string => (name === "Space" ? t("help.space") : keySign(name));

/** The key of each action in words, for sentences that speak of them. */
export const keysInWords = (): Record<KeyAction, string> =>
  Object.fromEntries(Object.entries(chosen).map(([action, names]) => [action, keyWords(names[0]!)])) as Record<KeyAction, string>;
