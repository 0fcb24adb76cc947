/** What somebody has set for this device alone: how large, which hand, how calm, and what is told. */

import { browserWorld } from "../net/world";
import { readSettings, type Settings } from "./settings";

const KEPT = "pellmell.settings";
const { kept } = browserWorld();

let chosen = $state.raw<Settings>(readSettings(kept.getItem(KEPT)));

export const settings = (): Settings => chosen;

export function set(changed: Partial<Settings>): void {
  chosen = { ...chosen, ...changed };
  kept.setItem(KEPT, JSON.stringify(chosen));
}
