import { svelte } from "@sveltejs/vite-plugin-svelte";
import Icons from "unplugin-icons/vite";
import { defineConfig } from "vitest/config";
import { chunkOf } from "./chunks";
import { compress } from "./compress";
import { gameIcon } from "./icons";

export default defineConfig({
  plugins: [svelte(), Icons({ compiler: "svelte", customCollections: { "game-icons": gameIcon } }), compress()],
  build: {
    // The Python server serves these files and the wheel carries them (see hatch_build.py).
    outDir: "../src/ludotheque/server/static",
    emptyOutDir: true,
    // The build runs when the server is first started: its timings are of no interest there.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: [{ name: chunkOf }], includeDependenciesRecursively: false } },
    },
    // Fonts of alphabets that nobody reads here stay out of the style sheets.
    assetsInlineLimit: (path) => (/\.woff2?$/.test(path) ? false : undefined),
  },
  server: {
    // The words and rulebooks of the games lie beside their Python rules.
    fs: { allow: [".."] },
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
  // Vitest would otherwise pick Svelte's server build, which cannot mount a component.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  // One page for all files: to make one for each takes longer than the tests.
  test: { environment: "jsdom", isolate: false, include: ["src/**/*.test.ts"] },
});
