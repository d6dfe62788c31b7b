import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** What some files may not import, by a pattern of paths. */
const never = (files, regex, message) => ({
  files: [files],
  rules: { "no-restricted-imports": ["error", { patterns: [{ regex, message }] }] },
});

export default defineConfig(
  // Written by `script/types`.
  { ignores: ["src/protocol/", "src/games/*/protocol.ts"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_$", varsIgnorePattern: "^_$" }],
      // State is replaced, never changed in place: a plain Map or Set in `$state.raw` is what is meant.
      "svelte/prefer-svelte-reactivity": "off",
      // `{" "}` is a space that Prettier keeps.
      "svelte/no-useless-mustaches": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { extraFileExtensions: [".svelte"], parser: ts.parser, svelteConfig } },
  },
  { files: ["*.{js,ts}", "src/**/*.{test,testing}.ts"], languageOptions: { globals: globals.node } },
  { files: ["public/sw.js"], languageOptions: { globals: globals.serviceworker } },
  never("src/**", "/games/[^/]+/", "Only a game's own folder knows it; everything else goes through games/game."),
  never("src/games/*/*", "^\\.\\./[a-z]+/", "No game knows another."),
  never("src/lib/**", "^\\.\\./(?!protocol/)", "lib knows the protocol, but no page, no feature and no game."),
);
