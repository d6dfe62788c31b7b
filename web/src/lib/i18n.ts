/** Sentences from the catalogues that Python and the browser share: the same rules as `engine/words.py`. */

export type Lang = "fr" | "en";
export type Catalogue = { readonly [key: string]: Catalogue | string };
export type Args = Readonly<Record<string, unknown>>;

const BLANK = /(\b(?:[Dd]|[Qq]u)e )?\{([\p{L}\p{N}_]+)(?::([\p{L}\p{N}_.]+))?\}/gu;

const VOWEL = /^(?:[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiou]))\p{L}/iu;

/** The first of a browser's languages that we have, whatever its region; English if there is none. */
export function preferredLanguage(languages: readonly string[]): Lang {
  const known = languages.map((tag) => tag.toLowerCase().split("-")[0]).find((lang) => lang === "fr" || lang === "en");
  return known === "fr" ? "fr" : "en";
}

/** The locale of dates: the first of a browser's languages that is a variant of a language; British English if none. */
export function dateLocale(lang: Lang, languages: readonly string[]): string {
  const variant = languages.find((tag) => tag.toLowerCase().startsWith(`${lang}-`));
  return variant ?? (lang === "en" ? "en-GB" : lang);
}

/** The entry under a dotted key. */
export function lookUp(words: Catalogue, key: string): Catalogue | string | undefined {
  let entry: Catalogue | string | undefined = words;
  for (const part of key.split(".")) {
    if (typeof entry !== "object" || !Object.hasOwn(entry, part)) return undefined;
    entry = entry[part];
  }
  return entry;
}

/** A sentence with its placeholders filled and a capital letter; the key itself where there is none. */
export function say(words: Catalogue, key: string, args: Args = {}): string {
  let entry = lookUp(words, key);
  if (typeof entry === "object") {
    const by = typeof entry.by === "string" ? entry.by : "";
    const value = args[by];
    const choice: string = value === undefined ? "None" : text(value);
    entry = Object.hasOwn(entry, choice) ? entry[choice] : undefined;
  }
  if (typeof entry !== "string") return key;
  const sentence = entry;
  const filled = sentence.replace(
    BLANK,
    (blank: string, before: string | undefined, name: string, table: string | undefined, at: number) => {
      const value = name in args ? args[name] : "";
      const parts: unknown[] = Array.isArray(value) ? value : [value];
      const spelt = parts.map((part) =>
        table === undefined ? spell(words, part) : wordFor(words, `${table}.${text(part)}`, text(part)),
      );
      const after = table === undefined ? ofMillions(words, value, sentence.slice(at + blank.length)) : "";
      return elide(words, before ?? "", spelt.join(", "), name) + after;
    },
  );
  const [first = ""] = filled;
  return first.toUpperCase() + filled.slice(first.length);
}

/**
 * Where the catalogue has an elision, "de" and "que" lose their e before a vowel, or the silent h of a name. Where it
 * has a contraction, "de" and the article of a game's title become one: "du Jeu", but "de Le Gall" for a player.
 */
function elide(words: Catalogue, before: string, filled: string, name: string): string {
  const contraction = words["contraction"];
  if (
    before.toLowerCase() === "de " &&
    name === "game" &&
    typeof contraction === "string" &&
    contraction &&
    filled.startsWith("Le ")
  )
    return contraction + filled.slice(2);
  const elision = words["elision"];
  const shortened = before && typeof elision === "string" && elision && (VOWEL.test(filled) || filled.startsWith("H"));
  return (shortened ? before.slice(0, -2) + elision : before) + filled;
}

/** The noun that the catalogue counts takes "de" after a whole number of millions: 1 000 000 de voix. */
function ofMillions(words: Catalogue, value: unknown, rest: string): string {
  const counted = words["counted"];
  const millions = typeof value === "number" && Math.abs(value) >= 1_000_000 && value % 1_000_000 === 0;
  return millions && typeof counted === "string" && counted && rest.startsWith(` ${counted}`) ? " de" : "";
}

/** The word under a key, or what it would have stood for. */
function wordFor(words: Catalogue, key: string, otherwise: string): string {
  const found = lookUp(words, key);
  return typeof found === "string" && found ? found : otherwise;
}

/** Long numbers in groups of three, where the catalogue says what goes between them. */
export function spell(words: Catalogue, value: unknown): string {
  const between = words["thousands"];
  if (typeof value !== "number" || Math.abs(value) < 10_000 || typeof between !== "string") return text(value);
  return String(value).replace(/\B(?=(\d{3})+$)/g, between);
}

/** As Python writes it, since the catalogues' tables are keyed by that: None, True, False. */
function text(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return String(value);
}

/** Some catalogues in order of precedence: the first that has a key is used. */
export class Words {
  private readonly catalogues: Catalogue[];

  constructor(...catalogues: (Catalogue | undefined)[]) {
    this.catalogues = catalogues.filter((catalogue) => catalogue !== undefined);
  }

  say(key: string, args: Args = {}): string {
    return say(this.knowing(key) ?? {}, key, args);
  }

  has(key: string): boolean {
    return this.knowing(key) !== undefined;
  }

  /** The sentence of the first key that exists. */
  sayFirst(keys: string[], args: Args = {}): string {
    return this.say(keys.find((key) => this.has(key)) ?? keys[0] ?? "", args);
  }

  /** The sentence for an error code. */
  errorText(code: string, args: Args = {}): string {
    return this.sayFirst([`trouble.${code}`, "trouble.unknown"], args);
  }

  /** The same words with entries of a table replaced, such as the names of players in the place of their seats. */
  with(table: string, entries: Catalogue): Words {
    const replaced = this.catalogues.map((words) => {
      const before = words[table];
      return { ...words, [table]: { ...(typeof before === "object" ? before : {}), ...entries } };
    });
    return new Words(...replaced);
  }

  /** The raw entry: a sentence or a table. */
  entry(key: string): Catalogue | string | undefined {
    const catalogue = this.knowing(key);
    return catalogue && lookUp(catalogue, key);
  }

  private knowing(key: string): Catalogue | undefined {
    return this.catalogues.find((catalogue) => lookUp(catalogue, key) !== undefined);
  }
}
