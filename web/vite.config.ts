import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: fileURLToPath(new URL("../src/pellmell/web", import.meta.url)),
    emptyOutDir: true,
    // iPhones that can no longer be updated stop at Safari 15. It has private members of its own;
    // for "safari15" they would be built as slow and large weak maps.
    target: ["safari16", "chrome100", "firefox100"],
    // The page's policy allows files of its own origin only: no data: addresses.
    assetsInlineLimit: 0,
    // Browsers without module preload fetch a little later, and everyone fetches less.
    modulePreload: { polyfill: false },
    // Slower than what Vite brings along, and 2 % smaller.
    minify: "terser",
    terserOptions: { compress: { passes: 3 } },
    reportCompressedSize: true,
  },
  server: {
    // Friends on the same network may try a client that is still being written.
    host: true,
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
    },
  },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    passWithNoTests: true,
  },
});
