/** Quick reactions, fetched once somebody sits at a table. */

export { default as Reacted } from "./Reacted.svelte";
export { default as ReactionKeys } from "./ReactionKeys.svelte";
