import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** @type {import("@sveltejs/vite-plugin-svelte").SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Short names for the classes of components: they stand in every rule and every element.
    cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}`,
  },
};
