/** The real words of the game, for tests. The catalogues use little of TOML: tables, and keys with one-line texts. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Words, type Catalogue } from "../../lib/words";

const GAME = resolve(process.cwd(), "../src/ludotheque/games/stratego");
type Open = { [key: string]: Open | string };

/** A file of the game's Python side. */
export function gameFile(name: string): string {
  return readFileSync(resolve(GAME, name), "utf-8");
}

export function catalogue(lang: "fr" | "en"): Catalogue {
  const words: Open = {};
  let table = words;
  for (const line of gameFile(`words/${lang}.toml`).split("\n")) {
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

export const wordsIn = (lang: "fr" | "en"): Words => new Words(catalogue(lang));
