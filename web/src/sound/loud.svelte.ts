/** Whether this device plays sounds; what it says is kept, and everything can be seen without. */
import { browserWorld } from "../net/world";
import { speaker, VOLUMES } from "./speaker";

/** A hand is silent unless it is asked to sound: the big screen, in the same room, is heard. */
const KEPT = { table: "pellmell.sound", hand: "pellmell.sound.hand" };
const { kept } = browserWorld();
const SILENT = { noises: 0, table: 0, ui: 0 };

let place = $state<"table" | "hand">("table");
let loud = $state({ table: kept.getItem(KEPT.table) !== "off", hand: kept.getItem(KEPT.hand) === "on" });
turnUp();

export const isLoud = (): boolean => loud[place];
export const isAtHand = (): boolean => place === "hand";

export function setLoud(on: boolean): void {
  loud[place] = on;
  kept.setItem(KEPT[place], on ? "on" : "off");
  turnUp();
}

/** From now on this device is a hand, or shows a table of its own. */
export function listenAs(next: "table" | "hand"): void {
  place = next;
  turnUp();
}

function turnUp(): void {
  speaker.set(loud[place] ? VOLUMES : SILENT);
}
