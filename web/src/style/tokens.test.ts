import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

// Vitest leaves style sheets empty when they are imported: they are read from the disk.
const src = resolve(process.cwd(), "src");
const tokens = join("style", "tokens.css");
const styled = readdirSync(src, { recursive: true, encoding: "utf-8" }).filter(
  (path) => /\.(svelte|css)$/.test(path) && !/^(style.)?games\b/.test(path) && path !== tokens,
);
const read = (path: string) => readFileSync(join(src, path), "utf-8");

it("colours of shared components stand in tokens.css only", () => {
  const literals = styled.flatMap((path) => {
    const text = read(path);
    const rules = path.endsWith(".css") ? text : text.slice(text.indexOf("<style"));
    return [...rules.matchAll(/:[^;{}]*#[0-9a-f]{3,8}\b[^;{}]*;/gi)].map(([rule]) => `${path} ${rule.trim()}`);
  });
  expect(styled.length).toBeGreaterThan(80);
  expect(literals).toEqual([]);
});

it("no token is defined twice", () => {
  const names = [...read(tokens).matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(60);
  expect(new Set(names).size).toBe(names.length);
});
