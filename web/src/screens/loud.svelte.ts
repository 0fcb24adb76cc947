/** Whether this device plays sounds; what it says is kept, and everything can be seen without. */
import { browserWorld } from "../net/world";

/** A hand is silent unless it is asked to sound: the big screen, in the same room, is heard. */
const KEPT = { table: "pellmell.sound", hand: "pellmell.sound.hand" };
const { kept } = browserWorld();

let place = $state<"table" | "hand">("table");
let loud = $state({ table: kept.getItem(KEPT.table) !== "off", hand: kept.getItem(KEPT.hand) === "on" });

export const isLoud = (): boolean => loud[place];
export const isAtHand = (): boolean => place === "hand";

export function setLoud(on: boolean): void {
  loud[place] = on;
  kept.setItem(KEPT[place], on ? "on" : "off");
}

/** From now on this device is a hand, or shows a table of its own. */
export function listenAs(next: "table" | "hand"): void {
  place = next;
}
