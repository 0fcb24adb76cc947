/** What is not needed before the first table: fetched while the first round is played. */

export { default as SettingsDialog } from "../components/SettingsDialog.svelte";
export { default as Help } from "./Help.svelte";
export { default as Over } from "./Over.svelte";
export { default as Result } from "./Result.svelte";
export { default as Spoken } from "./Spoken.svelte";
export { default as TableMenu } from "./TableMenu.svelte";
