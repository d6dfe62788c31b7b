/** The real words of the games, for tests. The catalogues use little of TOML: tables, and keys with one-line texts. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Words, type Catalogue } from "../lib/words";
import type { Lang } from "./game";

type Open = { [key: string]: Open | string };

/** A file of a game's Python side. */
export function gameFile(game: string, name: string): string {
  return readFileSync(resolve(process.cwd(), "../src/ludotheque/games", game, name), "utf-8");
}

export function catalogue(game: string, lang: Lang): Catalogue {
  const words: Open = {};
  let table = words;
  for (const line of gameFile(game, `words/${lang}.toml`).split("\n")) {
    const header = /^\[([\w.]+)\]/.exec(line);
    if (header) table = header[1]!.split(".").reduce(inside, words);
    const entry = /^([\w.-]+) = (".*")/.exec(line);
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

export const wordsIn = (game: string, lang: Lang): Words => new Words(catalogue(game, lang));
