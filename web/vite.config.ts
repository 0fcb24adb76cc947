import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { minify } from "terser";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8000";

/** Parts that have pages of their own, the Speed Machine, what only a host needs, and what comes after the first round. */
const LATER =
  /node_modules\/uqr\/|bindings\/select|src\/(device|facing|hand|learn|match|moving|practice|worker|tv|replay|machine|proof|rules|score|settings|sound|stats|strangers)\/|messages\/part|(Lobby|SeatList|Invite|Create|RulesForm|OptionsForm|Choice|making|Result|Over|TableMenu|TakeNames|Help|afterwards|counting|tally|presets|trouble|Spoken|summary|SettingsDialog|KeySettings|key-words|ThisDevice|Counted|QrCode|stuck|position|watched|Sounds|reacting|reactions|Reacted|ReactionKeys|chance|handing|Back|PageHead|Stepper|Glyph|saving|offline)\.(svelte|ts)\b/;

/** The table, which a page fetches while one still says who one is. */
const TABLE = /src\/table\/|styles\/table\b|screens\/(TableScreen|TableBar|TableFrame|Lag|lag|sitting|Cover|Caption|wording|drawn|refused|muting)\b|components\/keyboard\b/;

/** What Vite has minified, minified once more: 2 % smaller, which keeps it within its budget. */
const smaller: Plugin = {
  name: "smaller",
  apply: "build",
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      const { code } = await minify(chunk.code, { module: true, ecma: 2020, compress: { passes: 3 } });
      chunk.code = code ?? chunk.code;
    }
  },
};

/** The service worker, with the names of all the files that it lays in. */
const worker: Plugin = {
  name: "worker",
  apply: "build",
  enforce: "post",
  async generateBundle(_options, bundle) {
    const shared = readdirSync(new URL("public", import.meta.url));
    const hashed = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
    const files = ["/", ...[...shared, ...hashed].sort().map((file) => `/${file}`)];
    const source = readFileSync(new URL("src/worker/worker.ts", import.meta.url), "utf8");
    // Hashes stand in the names; all else that a build consists of is looked into.
    const version = createHash("sha256").update(source).update(files.join());
    for (const file of [...shared.map((name) => `public/${name}`), "index.html"]) version.update(readFileSync(new URL(file, import.meta.url)));
    const { outputText } = transpileModule(source, { compilerOptions: { target: ScriptTarget.ES2022, module: ModuleKind.ESNext } });
    const known = `const FILES=${JSON.stringify(files)},VERSION="${version.digest("hex").slice(0, 16)}";`;
    const { code } = await minify(known + outputText, { toplevel: true, ecma: 2020 });
    this.emitFile({ type: "asset", fileName: "sw.js", source: code ?? "" });
  },
};

/** Ends a build that holds something of a package which the bill of materials does not name, or nothing of one it does. */
const bundled: Plugin = {
  name: "bundled",
  apply: "build",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? Object.entries(chunk.modules) : []));
    const used = modules.filter(([, { renderedLength }]) => renderedLength > 0).flatMap(([id]) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
    const found = [...new Set(used)].sort().join(" ");
    const told = (JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { bundled: string[] }).bundled.join(" ");
    if (found !== told) this.error(`the client holds ${found}; "bundled" in package.json says ${told}`);
  },
};

export default defineConfig({
  plugins: [svelte(), smaller, worker, bundled],
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
    reportCompressedSize: true,
    // Two pieces up to the first round, so that a start page fetches no table.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "shell", test: (id) => !LATER.test(id) && !TABLE.test(id), priority: 2 },
            { name: "table", test: TABLE, priority: 1 },
          ],
        },
      },
    },
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
    css: { include: [/\?raw$/] },
    setupFiles: ["src/messages/from-disk.ts"],
  },
});
