import { expect, it } from "vitest";
import type { Catalogue } from "../../lib/words";
import { catalogue, wordsIn } from "./samples.testing";

const sources = import.meta.glob<string>(["./*.{svelte,ts}", "!./*.test.ts"], { query: "?raw", import: "default", eager: true });

/** Every dotted key that leads to a sentence. */
function keys(entry: Catalogue | string | undefined, path: string): string[] {
  if (typeof entry === "string") return [path];
  return Object.entries(entry ?? {}).flatMap(([key, inner]) => keys(inner, `${path}.${key}`));
}

it("the mat says the same things in both languages", () => {
  expect(keys(catalogue("en").mat, "mat")).toEqual(keys(catalogue("fr").mat, "mat"));
});

it.each(["fr", "en"] as const)("every key written in the mat has its words (%s)", (lang) => {
  const words = wordsIn(lang);
  const written = Object.values(sources).flatMap((text) => text.match(/(?<=")(?:mat|question|text|event|action)\.[a-z_.]+(?=")/g) ?? []);
  expect(written.length).toBeGreaterThan(100);
  expect(written.filter((key) => !words.has(key))).toEqual([]);
});

it("every sentence of the mat is asked for", () => {
  const text = Object.values(sources).join("\n");
  const asked = (key: string) => {
    const parts = key.split(".");
    // Keys whose last part is put in at run time are written as `mat.talk.${…}`.
    return text.includes(`"${key}"`) || text.includes(`\`${parts.slice(0, -1).join(".")}.\${`);
  };
  expect(keys(catalogue("fr").mat, "mat").filter((key) => !asked(key))).toEqual([]);
});
