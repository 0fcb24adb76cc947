/** What tables with a Speed Machine fetch, in one piece, and no others. */

export { default as Lane } from "./Lane.svelte";
export { default as MenuPart } from "./MenuPart.svelte";
export { default as Noises } from "./Noises.svelte";
