import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

// Vitest leaves style sheets empty when they are imported: they are read from the disk.
const src = resolve(process.cwd(), "src");
const sheets = readdirSync(join(src, "style/games")).filter((name) => name.endsWith(".css"));
const files = readdirSync(join(src, "games"), { recursive: true, encoding: "utf-8" }).filter((path) =>
  /\.(svelte|ts|css)$/.test(path),
);
const read = (path: string) => readFileSync(join(src, path), "utf-8");
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)/gi;

it("colours of games stand in style/games only", () => {
  const literals = files.flatMap((path) =>
    [...read(join("games", path)).matchAll(COLOUR)].map(([c]) => `${path} ${c}`),
  );
  expect(files.length).toBeGreaterThan(150);
  expect(literals).toEqual([]);
});

it.each(sheets)("every token of %s is named after it, defined once, and used where it is loaded", (sheet) => {
  const prefix = sheet.replace(".css", "");
  const [game = ""] = prefix.split("-");
  const names = [...read(join("style/games", sheet)).matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name);
  const users = files.filter(
    (path) => path.startsWith(game) && path.endsWith("Cover.svelte") === prefix.endsWith("cover"),
  );
  const used = users.flatMap((path) => [...read(join("games", path)).matchAll(/var\((--[\w-]+)/g)].map(([, n]) => n));
  const own = new Set(used.filter((name) => name?.startsWith(`--${game}-`)));
  expect(names.filter((name) => !name?.startsWith(`--${prefix}-`))).toEqual([]);
  expect([...names].sort()).toEqual([...own].sort());
});
