import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

// Vitest leaves style sheets empty when they are imported: they are read from the disk.
const src = resolve(process.cwd(), "src");
const tokens = join("style", "tokens.css");
const files = readdirSync(src, { recursive: true, encoding: "utf-8" }).filter((path) =>
  /(?<!\.test)\.(svelte|css|ts)$/.test(path),
);
const dark = join("style", "dark.css");
/** Files without the definitions of tokens: style/tokens.css, style/dark.css, and style/games. */
const styled = files.filter((path) => path !== tokens && path !== dark && !path.startsWith(join("style", "games")));
const read = (path: string) => readFileSync(join(src, path), "utf-8");
const COLOUR = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?=[\s;,)"'`])|\b(?:rgb|hsl)a?\(\s*[\d.]/gi;

it("colours are written in tokens only", () => {
  const literals = styled.flatMap((path) => [...read(path).matchAll(COLOUR)].map(([colour]) => `${path} ${colour}`));
  expect(styled.length).toBeGreaterThan(140);
  expect(literals).toEqual([]);
});

it("every size on the scales is written as a token", () => {
  const scale = (name: string) => [...read(tokens).matchAll(new RegExp(`--${name}-\\d+: ([\\d.]+rem);`, "g"))];
  const [spaces, sizes] = [scale("space"), scale("type")].map((found) => new Set(found.map(([, value]) => value)));
  const shared = styled.filter((path) => !path.endsWith(".ts") && !path.startsWith("games"));
  const literals = shared.flatMap((path) => {
    const rules = path.endsWith(".css") ? read(path) : (/<style>.*<\/style>/s.exec(read(path))?.[0] ?? "");
    const declared = [...rules.matchAll(/\b(gap|margin|padding|font-size)(?:-[a-z]+)*:\s([^;{}()]*);/g)];
    return declared.flatMap(([rule, property, value = ""]) => {
      const scale = property === "font-size" ? sizes : spaces;
      return value.split(/\s+/).some((part) => scale?.has(part)) ? [`${path} ${rule}`] : [];
    });
  });
  expect([spaces?.size, sizes?.size]).toEqual([12, 12]);
  expect(literals).toEqual([]);
});

it("no token is defined twice, and every one is used", () => {
  const names = [...read(tokens).matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(120);
  expect(new Set(names).size).toBe(names.length);
  const text = files.map(read).join("\n");
  const unused = names.filter((name) => !text.includes(`var(${name})`) && !text.includes(`var(${name},`));
  expect(unused.filter((name) => !/^--seat-\d$/.test(name ?? ""))).toEqual([]);
});

it("the dark table only gives other values to tokens that exist, each once", () => {
  const names = (path: string) => [...read(path).matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name);
  const changed = names(dark);
  expect(changed.length).toBeGreaterThan(40);
  expect(new Set(changed).size).toBe(changed.length);
  expect(changed.filter((name) => !names(tokens).includes(name))).toEqual([]);
});
