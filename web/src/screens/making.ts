/** What only the one who makes a table needs: fetched when it is asked for. */

export { default as OptionsForm } from "../components/OptionsForm.svelte";
export { default as RulesForm } from "../components/RulesForm.svelte";
export { default as Create } from "./Create.svelte";
