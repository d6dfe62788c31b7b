import { describe, expect, it } from "vitest";
import { catalogue, keys, wordsIn } from "../lib/catalogue.testing";

const sources = import.meta.glob<string>(["./*/**/*.{svelte,ts}", "!./*/**/*.{test,testing}.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const games = Object.keys(import.meta.glob("./*/game.ts")).map((path) => path.split("/")[1]!);
const sourcesOf = (game: string) =>
  Object.entries(sources)
    .filter(([path]) => path.startsWith(`./${game}/`))
    .map(([, text]) => text);

describe.each(games)("the mat of %s", (game) => {
  const texts = sourcesOf(game);

  it("says the same things in both languages", () => {
    expect(keys(catalogue(game, "en").mat, "mat")).toEqual(keys(catalogue(game, "fr").mat, "mat"));
  });

  it.each(["fr", "en"] as const)("has words for every key that is written in it (%s)", (lang) => {
    const words = wordsIn(game, lang);
    const written = texts.flatMap(
      (text) => text.match(/(?<=")(?:mat|question|text|event|action)\.[a-z_.]+(?=")/g) ?? [],
    );
    expect(written.length, "keys are found where they are written").toBeGreaterThan(
      0.6 * keys(catalogue(game, lang).mat, "mat").length,
    );
    expect(written.filter((key) => !words.has(key))).toEqual([]);
  });

  it("asks for every sentence it has", () => {
    const text = texts.join("\n");
    const asked = (key: string) => {
      const table = key.split(".").slice(0, -1).join(".");
      // A sentence that an argument picks is asked for by its table; a key that ends at run time is `mat.talk.${…}`.
      return [`"${key}"`, `"${table}"`, `\`${table}.\${`].some((written) => text.includes(written));
    };
    expect(keys(catalogue(game, "fr").mat, "mat").filter((key) => !asked(key))).toEqual([]);
  });
});
