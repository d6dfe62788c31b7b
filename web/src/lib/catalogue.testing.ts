/** The real words of a game, for tests. The catalogues use little of TOML: tables, and keys with one-line texts. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Words, type Catalogue } from "./i18n";

type Open = { [key: string]: Open | string };

/** A file of a game's Python side. */
export function gameFile(game: string, name: string): string {
  return readFileSync(resolve(process.cwd(), "../src/ludotheque/games", game, name), "utf-8");
}

export function catalogue(game: string, lang: "fr" | "en"): Catalogue {
  const words: Open = {};
  let table = words;
  for (const line of gameFile(game, `words/${lang}.toml`).split("\n")) {
    const header = /^\[([\w.]+)\]/.exec(line);
    if (header) table = header[1]!.split(".").reduce(inside, words);
    const entry = /^"?([\w.*-]+)"? = (".*")/.exec(line);
    if (entry) put(table, entry[1]!.split("."), JSON.parse(entry[2]!) as string);
  }
  return words;
}

function inside(table: Open, key: string): Open {
  return (table[key] ??= {}) as Open;
}

function put(table: Open, path: string[], text: string): void {
  path.slice(0, -1).reduce(inside, table)[path.at(-1)!] = text;
}

export const wordsIn = (game: string, lang: "fr" | "en"): Words => new Words(catalogue(game, lang));

/** Every dotted key that leads to a sentence. */
export function keys(entry: Catalogue | string | undefined, path: string): string[] {
  if (typeof entry === "string") return [path];
  return Object.entries(entry ?? {}).flatMap(([key, inner]) => keys(inner, `${path}.${key}`));
}
