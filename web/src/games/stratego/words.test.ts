import { expect, it } from "vitest";
import { catalogue, keys, wordsIn } from "../../lib/catalogue.testing";

const sources = import.meta.glob<string>("./*.{svelte,ts}", { query: "?raw", import: "default", eager: true });

it("the mat says the same things in both languages", () => {
  expect(keys(catalogue("stratego", "en").mat, "mat")).toEqual(keys(catalogue("stratego", "fr").mat, "mat"));
});

it.each(["fr", "en"] as const)("every key written in the mat has its words (%s)", (lang) => {
  const words = wordsIn("stratego", lang);
  const written = Object.values(sources).flatMap((text) => text.match(/(?<=")(?:mat|question)\.[a-z_.]+(?=")/g) ?? []);
  expect(written.length).toBeGreaterThan(40);
  expect(written.filter((key) => !words.has(key))).toEqual([]);
});
