/** Whether this device plays sounds; what it says is kept, and everything can be seen without. */
import { browserWorld } from "../net/world";
import { speaker, VOLUMES } from "./speaker";

const KEPT = "pellmell.sound";
const { kept } = browserWorld();
const SILENT = { noises: 0, table: 0, ui: 0 };

let loud = $state(kept.getItem(KEPT) !== "off");
speaker.set(loud ? VOLUMES : SILENT);

export const isLoud = (): boolean => loud;

export function setLoud(on: boolean): void {
  loud = on;
  kept.setItem(KEPT, on ? "on" : "off");
  speaker.set(on ? VOLUMES : SILENT);
}
