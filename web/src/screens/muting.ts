/** The key that silences this device, at every table and at the big screen. */
import { keyboard } from "../components/keyboard.svelte";
import { settings } from "../components/settings.svelte";
import { actionOf } from "../table/keys";
import { isForTable } from "../table/press";
import { isLoud, setLoud } from "./loud.svelte";

export function mute(event: KeyboardEvent): void {
  if (settings().keys && isForTable(event) && actionOf(event, keyboard()) === "mute") setLoud(!isLoud());
}
