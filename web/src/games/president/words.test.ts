import { expect, it } from "vitest";
import { catalogue, keys, wordsIn } from "../../lib/catalogue.testing";

const sources = import.meta.glob<string>(["./**/*.{svelte,ts}", "!./**/*.test.ts"], { query: "?raw", import: "default", eager: true });

it("the mat says the same things in both languages", () => {
  expect(keys(catalogue("president", "en").mat, "mat")).toEqual(keys(catalogue("president", "fr").mat, "mat"));
});

it.each(["fr", "en"] as const)("every key written in the mat has its words (%s)", (lang) => {
  const words = wordsIn("president", lang);
  const written = Object.values(sources).flatMap((text) => text.match(/(?<=")(?:mat|question|text|event)\.[a-z_.]+(?=")/g) ?? []);
  expect(written.length).toBeGreaterThan(60);
  expect(written.filter((key) => !words.has(key))).toEqual([]);
});

it("every sentence of the mat is asked for", () => {
  const text = Object.values(sources).join("\n");
  const asked = (key: string) => {
    const parts = key.split(".");
    // Keys whose last part is put in at run time are written as `mat.talk.${…}`.
    return text.includes(`"${key}"`) || text.includes(`\`${parts.slice(0, -1).join(".")}.\${`);
  };
  expect(keys(catalogue("president", "fr").mat, "mat").filter((key) => !asked(key))).toEqual([]);
});
